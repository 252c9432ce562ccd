from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from evaluation.models.study import Asks, Study

FEWEST_POINTS, MOST_POINTS = 2, 11
# What a choice is stored as: neither, the couple's first sentence, its second.
ALIKE, FIRST, SECOND = 0, 1, 2


class CriterionKind(models.TextChoices):
    SCALE = "scale", _("a scale for each sentence")
    CHOICE = "choice", _("a choice between two sentences")
    SURENESS = "sureness", _("how sure of the choice")


class CriterionQuerySet(models.QuerySet["Criterion"]):
    def scales(self) -> CriterionQuerySet:
        """What sentences are rated by; none in a study that only asks for choices."""
        return self.filter(kind=CriterionKind.SCALE).exclude(study__asks=Asks.CHOICES)

    def of_couples(self) -> CriterionQuerySet:
        """The choice, then how sure; none in a study that only asks for ratings."""
        return self.exclude(kind=CriterionKind.SCALE).exclude(study__asks=Asks.SCALES)

    def asked(self) -> CriterionQuerySet:
        return self.scales() | self.of_couples()


class Criterion(models.Model):
    """One scale of a study: whole points from ``low`` to ``high``, with a label for any of them.

    Or the choice between the sentences of a couple: 1 the first, 2 the second and, where ``low`` is 0, 0 both alike.
    """

    study = models.ForeignKey(Study, models.CASCADE, related_name="criteria")
    position = models.PositiveSmallIntegerField(default=0)
    key = models.SlugField(max_length=40)
    # Texts per interface language: {"en": {"name": …, "question": …, "labels": {"0": …, "5": …}}, "hi": {…}}.
    texts = models.JSONField(default=dict)
    kind = models.CharField(max_length=8, choices=CriterionKind, default=CriterionKind.SCALE)
    low = models.SmallIntegerField(default=0)
    high = models.SmallIntegerField(default=5)
    # The lowest point with which a judge accepts a sentence, set before opening. NULL: means only, no shares.
    cut = models.SmallIntegerField(null=True, blank=True)

    objects = CriterionQuerySet.as_manager()

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
                condition=~models.Q(kind="choice") | models.Q(low__in=[ALIKE, FIRST], high=SECOND),
                name="criterion_chooses_between_two",
            ),
            models.UniqueConstraint(
                fields=["study", "kind"],
                condition=~models.Q(kind="scale"),
                name="criterion_of_couples_is_one_of_its_kind",
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
    def is_choice(self) -> bool:
        return self.kind == CriterionKind.CHOICE

    @property
    def is_about_couples(self) -> bool:
        return self.kind != CriterionKind.SCALE

    @property
    def points(self) -> range:
        return range(self.low, self.high + 1)

    @property
    def length(self) -> int:
        """From the lowest point to the highest."""
        return self.high - self.low

    @property
    def middle(self) -> float:
        """Where pictures part the scale of a criterion without a cut."""
        return (self.low + self.high + 1) / 2

    @property
    def parting(self) -> float:
        """Where pictures part the scale: at the cut, else in the middle."""
        return self.middle if self.cut is None else float(self.cut)

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
