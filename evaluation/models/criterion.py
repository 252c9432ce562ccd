from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from evaluation.models.study import Study

FEWEST_POINTS, MOST_POINTS = 2, 11


class Criterion(models.Model):
    """One scale of a study: whole points from ``low`` to ``high``, with a label for any of them."""

    study = models.ForeignKey(Study, models.CASCADE, related_name="criteria")
    position = models.PositiveSmallIntegerField(default=0)
    key = models.SlugField(max_length=40)
    # Texts per interface language: {"en": {"name": …, "question": …, "labels": {"0": …, "5": …}}, "hi": {…}}.
    texts = models.JSONField(default=dict)
    low = models.SmallIntegerField(default=0)
    high = models.SmallIntegerField(default=5)
    # The lowest point with which a judge accepts a sentence, set before opening. NULL: means only, no shares.
    cut = models.SmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["position", "pk"]
        verbose_name_plural = _("criteria")
        constraints = [
            models.UniqueConstraint(fields=["study", "key"], name="criterion_key_is_unique_in_its_study"),
            models.CheckConstraint(
                condition=models.Q(high__gte=models.F("low") + FEWEST_POINTS - 1)
                & models.Q(high__lte=models.F("low") + MOST_POINTS - 1),
                name="criterion_has_two_to_eleven_points",
            ),
            models.CheckConstraint(
                condition=models.Q(cut__isnull=True)
                | (models.Q(cut__gt=models.F("low")) & models.Q(cut__lte=models.F("high"))),
                name="criterion_cut_parts_the_scale",
            ),
        ]

    def __str__(self) -> str:
        return self.text("name", "en") or self.key

    @property
    def points(self) -> range:
        return range(self.low, self.high + 1)

    @property
    def middle(self) -> float:
        """Where pictures part the scale of a criterion without a cut."""
        return (self.low + self.high + 1) / 2

    def text(self, which: str, language: str) -> str:
        """The text in this language, else in English, else in any."""
        for texts in (self.texts.get(language), self.texts.get("en"), *self.texts.values()):
            if texts and texts.get(which):
                return str(texts[which])
        return ""

    def labels(self, language: str) -> dict[int, str]:
        for texts in (self.texts.get(language), self.texts.get("en"), *self.texts.values()):
            if texts and texts.get("labels"):
                return {int(point): label for point, label in texts["labels"].items()}
        return {}
