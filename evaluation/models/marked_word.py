from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from evaluation.models.place import Place


class MarkReason(models.TextChoices):
    """The usual reasons, which a study's own list begins with."""

    FORMAL = "formal", _("too formal")
    ORDER = "order", _("wrong order")
    FORM = "form", _("wrong form")
    OTHER = "other", _("other")


class MarkedWord(models.Model):
    """A word that sounded wrong to a judge, and why."""

    place = models.ForeignKey(Place, models.CASCADE, related_name="marked_words")
    token = models.PositiveIntegerField()
    # The key of one of the study's reasons.
    reason = models.CharField(max_length=40)

    class Meta:
        ordering = ["place_id", "token"]
        constraints = [models.UniqueConstraint(fields=["place", "token"], name="marked_word_is_marked_once")]

    def __str__(self) -> str:
        return f"{self.token}: {self.reason}"
