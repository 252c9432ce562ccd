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
        ]

    def __str__(self) -> str:
        return self.text("name", "en") or self.key

    @property
    def points(self) -> range:
        return range(self.low, self.high + 1)

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
