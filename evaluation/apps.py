from django.apps import AppConfig
from django.db.backends.signals import connection_created


class EvaluationConfig(AppConfig):
    name = "evaluation"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = "CSwitch"

    def ready(self) -> None:
        from evaluation.services.publications import forgetting
        from evaluation.services.support.pooler import allow_for_pooler

        forgetting.connect()
        connection_created.connect(allow_for_pooler)
