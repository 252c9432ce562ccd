from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from evaluation.models.pair import Pair
from evaluation.models.study import Study

# Numbers of practice and attention items begin here, beyond those of drawn sentences.
FIRST_CHECK = 1_000_001


class ItemKind(models.TextChoices):
    STUDY = "study", _("rated sentence")
    PRACTICE = "practice", _("practice")
    ATTENTION = "attention", _("attention check")
    # Drawn like a rated sentence, but shown to every judge, and no part of the results about models.
    CONTROL = "control", _("control")
    # Not shown by itself, only beside the other sentence of a couple.
    MEMBER = "member", _("sentence of a couple")


class Control(models.TextChoices):
    """Sentences whose answer is known beforehand, from which each judge's sensitivity is computed."""

    FINE = "fine", _("surely fine switch")
    BAD = "bad", _("surely bad switch")
    L1 = "l1", _("sentence in the first language alone")
    L2 = "l2", _("sentence in the second language alone")


class ItemQuerySet(models.QuerySet["Item"]):
    def rated(self) -> ItemQuerySet:
        """What is given out to judges: sentences to rate and couples to choose from."""
        return self.filter(kind=ItemKind.STUDY)

    def sentences(self) -> ItemQuerySet:
        return self.filter(first=None)

    def with_pair_names(self) -> ItemQuerySet:
        """With the pairs' names, versions and second languages, and nothing else of the pairs, which are large."""
        pair = ("pair__external_id", "pair__version", "pair__l2_lang")
        own = (field.name for field in self.model._meta.concrete_fields)
        return self.select_related("pair").only(*own, *pair)

    def couples(self) -> ItemQuerySet:
        return self.exclude(first=None)

    def checks(self) -> ItemQuerySet:
        """Practice and attention items, with the sentences of those that are couples."""
        return self.filter(number__gte=FIRST_CHECK)


class Item(models.Model):
    """A sentence in a study, with the condition it was drawn for and how likely it was to be drawn.

    Or a couple: two sentences (``first`` and ``second``) of which judges choose one. It has no words of its own.
    """

    study = models.ForeignKey(Study, models.CASCADE, related_name="items")
    # Sentences from 1, couples after them, practice and attention items from FIRST_CHECK.
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=9, choices=ItemKind, default=ItemKind.STUDY)
    # NULL: an imported sentence, a practice or attention item that belongs to no pair.
    pair = models.ForeignKey(Pair, models.PROTECT, null=True, related_name="items")
    # The core's key of the sentence; empty where the text could not be read as one of the pair's sentences.
    sentence_key = models.TextField(blank=True)
    # NULL: a sentence. Set: a couple of these two; which is first means nothing: judges see it one way or the other.
    first = models.ForeignKey("self", models.CASCADE, null=True, related_name="couples_as_first")
    second = models.ForeignKey("self", models.CASCADE, null=True, related_name="couples_as_second")
    text = models.TextField()
    # [["Saturday", "en"], …, [".", null]]
    tokens = models.JSONField()
    # The sentence with the words of its second language in the other script: {"text": …, "tokens": […], "scripts":
    # [of tokens above, of these]}. NULL: its pair has one form only.
    other_script = models.JSONField(null=True, blank=True)
    # What it was drawn for: a model ("EC0"), a region ("EC0 - ML2"), a member of a match ("ML2: nesting broken", "ML2:
    # nesting kept"), "control", "control: fine", or a source's name.
    condition = models.CharField(max_length=120, blank=True)
    source = models.CharField(max_length=120, blank=True)
    # NULL: picked by hand, imported, a member of a match or a control, so it stands for no others.
    probability = models.FloatField(null=True)
    # Every chosen model that generates it, whatever it was drawn for.
    memberships = models.JSONField(default=list, blank=True)
    # All broken sets of it under every theory of the study: {"ML0": [["nesting"], ["functional_words"]], "ML2": [[]]};
    # [[]] is clean, [] outside the theory's universe. Empty where it is not in the words of a pair.
    broken = models.JSONField(default=dict, blank=True)
    # One of a matched pair: {"number": 3, "role": "violator", "theory": "ML2", "constraint": "nesting", "distance": 2,
    # "switches": 1, "places": 1}; services.studies.sampling.matched describes it. NULL: of none.
    match = models.JSONField(null=True, blank=True)
    # Empty: its answer is not known beforehand.
    control = models.CharField(max_length=4, choices=Control, blank=True)
    measures = models.JSONField(default=dict, blank=True)
    signature = models.CharField(max_length=300, blank=True)
    # The list of the balanced design that holds it, in each round of lists; empty: none have been made (yet).
    list_numbers = models.JSONField(default=list, blank=True)
    # Attention items: {"usage": [0, 1]}, of a couple {"preference": [1, 1]}; practice items: what to say afterwards,
    # per language.
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
            models.CheckConstraint(
                condition=models.Q(first__isnull=True, second__isnull=True)
                | models.Q(first__isnull=False, second__isnull=False) & ~models.Q(first=models.F("second")),
                name="item_couple_has_two_sentences",
            ),
        ]

    def __str__(self) -> str:
        return self.text

    @property
    def is_couple(self) -> bool:
        return self.first_id is not None

    @property
    def members(self) -> tuple[Item, Item]:
        """The two sentences of a couple."""
        if self.first is None or self.second is None:
            raise ValueError("a sentence has no members")
        return self.first, self.second
