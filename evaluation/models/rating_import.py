from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from evaluation.models.keys import new_key
from evaluation.models.study import Study


class RatingImportState(models.TextChoices):
    MAPPING = "mapping", _("waiting for its columns")
    RUNNING = "running", _("being brought in")
    # Some rows are wrong; nothing of the file was stored, and its columns can be chosen again.
    REFUSED = "refused", _("with wrong rows")
    DONE = "done", _("brought in")
    DISCARDED = "discarded", _("discarded")


class RatingImport(models.Model):
    """A file of ratings from elsewhere on its way to a closed study; the file is forgotten when it is there."""

    key = models.CharField(max_length=20, unique=True, default=new_key, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="rating_imports")
    name = models.CharField(max_length=200)
    path = models.CharField(max_length=300, blank=True)
    state = models.CharField(max_length=9, choices=RatingImportState, default=RatingImportState.MAPPING)
    job = models.ForeignKey("evaluation.Job", models.SET_NULL, null=True, related_name="+")
    # What the columns hold, and what the study is called; evaluation.services.imports.plan describes its shape.
    plan = models.JSONField(default=dict, blank=True)
    # The first problems, [{"line": 7, "column": "value", "message": …, "cure": …}], of how many.
    problems = models.JSONField(default=list, blank=True)
    problem_count = models.PositiveIntegerField(default=0)
    # NULL until it is there, and if it was deleted.
    study = models.ForeignKey(Study, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return self.name
