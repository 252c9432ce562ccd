from __future__ import annotations

from django.conf import settings
from django.db import models

from evaluation.models.study import Study


class CommentsRead(models.Model):
    """Until when a researcher has read the comments of a study's judges."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="comments_read")
    study = models.ForeignKey(Study, models.CASCADE, related_name="comments_read")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "study"], name="comments_are_read_once_by_each")]

    def __str__(self) -> str:
        return f"{self.person_id}/{self.study_id}"
