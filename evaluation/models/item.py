from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from evaluation.models.pair import Pair
from evaluation.models.study import Study


class ItemKind(models.TextChoices):
    STUDY = "study", _("rated sentence")
    PRACTICE = "practice", _("practice")
    ATTENTION = "attention", _("attention check")


class ItemQuerySet(models.QuerySet["Item"]):
    def rated(self) -> ItemQuerySet:
        return self.filter(kind=ItemKind.STUDY)


class Item(models.Model):
    """A sentence in a study, with the condition it was drawn for and how likely it was to be drawn."""

    study = models.ForeignKey(Study, models.CASCADE, related_name="items")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=9, choices=ItemKind, default=ItemKind.STUDY)
    # NULL: an imported sentence, a practice or attention item that belongs to no pair.
    pair = models.ForeignKey(Pair, models.PROTECT, null=True, related_name="items")
    # The core's key of the sentence; empty where the text could not be read as one of the pair's sentences.
    sentence_key = models.TextField(blank=True)
    text = models.TextField()
    # [["Saturday", "en"], …, [".", null]]
    tokens = models.JSONField()
    # The sentence with the words of its second language in the other script: {"text": …, "tokens": […], "scripts":
    # [of tokens above, of these]}. NULL: its pair has one form only.
    other_script = models.JSONField(null=True, blank=True)
    # What it was drawn for: a model ("EC0"), a region ("EC0 - ML2"), "control", or a source's name.
    condition = models.CharField(max_length=120, blank=True)
    source = models.CharField(max_length=120, blank=True)
    # NULL: picked by hand or imported, so no chance was involved.
    probability = models.FloatField(null=True)
    # Every chosen model that generates it, whatever it was drawn for.
    memberships = models.JSONField(default=list, blank=True)
    measures = models.JSONField(default=dict, blank=True)
    signature = models.CharField(max_length=300, blank=True)
    # The list of the balanced design that holds it, in each round of lists; empty: none have been made (yet).
    list_numbers = models.JSONField(default=list, blank=True)
    # Attention items: {"usage": [0, 1]}; practice items: what to say afterwards, per language.
    expected = models.JSONField(default=dict, blank=True)
    feedback = models.JSONField(default=dict, blank=True)
    # Excluded from the results by hand, with the reason; reversible.
    excluded_at = models.DateTimeField(null=True)
    exclusion_reason = models.CharField(max_length=300, blank=True)

    objects = ItemQuerySet.as_manager()

    class Meta:
        ordering = ["study_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["study", "number"], name="item_number_is_unique_in_its_study"),
            # A sentence that several models generate is shown once.
            models.UniqueConstraint(
                fields=["study", "pair", "text"], condition=models.Q(kind="study"), name="item_text_is_shown_once"
            ),
            models.CheckConstraint(
                condition=models.Q(probability__isnull=True) | models.Q(probability__gt=0, probability__lte=1),
                name="item_probability_is_one",
            ),
        ]

    def __str__(self) -> str:
        return self.text
