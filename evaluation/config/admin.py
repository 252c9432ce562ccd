from django.contrib.admin.apps import AdminConfig as DjangoAdminConfig


class AdminConfig(DjangoAdminConfig):
    """Django's admin, entered through our own sign-in page."""

    default_site = "evaluation.config.admin_site.Site"
