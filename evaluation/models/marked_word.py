from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from evaluation.models.place import Place


class MarkReason(models.TextChoices):
    FORMAL = "formal", _("too formal")
    ORDER = "order", _("wrong order")
    FORM = "form", _("wrong form")
    OTHER = "other", _("other")


class MarkedWord(models.Model):
    """A word that sounded wrong to a judge, and why."""

    place = models.ForeignKey(Place, models.CASCADE, related_name="marked_words")
    token = models.PositiveIntegerField()
    reason = models.CharField(max_length=6, choices=MarkReason)

    class Meta:
        ordering = ["place_id", "token"]
        constraints = [models.UniqueConstraint(fields=["place", "token"], name="marked_word_is_marked_once")]

    def __str__(self) -> str:
        return f"{self.token}: {self.reason}"
