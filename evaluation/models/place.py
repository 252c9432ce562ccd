from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from evaluation.models.item import Item
from evaluation.models.keys import new_key
from evaluation.models.participation import Participation
from evaluation.models.study import StudyState


class PlaceState(models.TextChoices):
    LIVE = "live", _("to be rated")
    DONE = "done", _("rated")
    # Given to another judge after the set time; a late answer makes it surplus.
    RELEASED = "released", _("given away")
    SURPLUS = "surplus", _("rated late, surplus")


class CannotJudge(models.TextChoices):
    UNKNOWN_WORD = "unknown_word", _("I don't know a word")
    NO_MEANING = "no_meaning", _("I can't tell what it means")
    MISTAKE = "mistake", _("There is a typing mistake")
    OTHER = "other", _("Another reason")


class PlaceQuerySet(models.QuerySet["Place"]):
    def answered(self) -> PlaceQuerySet:
        return self.exclude(answered_at=None)

    def as_told_to_judges(self) -> PlaceQuerySet:
        """The answered places, of a sentence that came twice only the second until the study is closed.

        Both would tell a judge which sentences are repeats.
        """
        repeats = Place.objects.filter(
            participation=models.OuterRef("participation"), item=models.OuterRef("item"), is_repeat=True
        )
        first_of_two = models.Q(models.Exists(repeats.answered()), is_repeat=False)
        return self.answered().exclude(first_of_two & ~models.Q(participation__study__state=StudyState.CLOSED))


class Place(models.Model):
    """One item for one judge: where it stands in the judge's order and how it was answered.

    The indexes below begin with the judge and with the item; an index for each reference besides would cost every
    answer two more writes.
    """

    key = models.CharField(max_length=20, unique=True, default=new_key, editable=False)
    participation = models.ForeignKey(Participation, models.CASCADE, related_name="places", db_index=False)
    item = models.ForeignKey(Item, models.PROTECT, related_name="places", db_index=False)
    order = models.PositiveIntegerField()
    # A second look at an item the judge has rated before, to measure consistency.
    is_repeat = models.BooleanField(default=False)
    # Of a couple: the second sentence stands first (on the left, or above). Its repeat is the other way round.
    is_swapped = models.BooleanField(default=False)
    state = models.CharField(max_length=8, choices=PlaceState, default=PlaceState.LIVE)
    # Which of the study's n places on this item it is. NULL where there is no limit: practice and attention items,
    # repeats, and a study in which every judge rates every sentence.
    seat = models.PositiveSmallIntegerField(null=True)
    claimed_at = models.DateTimeField(auto_now_add=True)
    # NULL until shown or answered. A live place with an answered_at has answers, but the judge has not gone on yet.
    shown_at = models.DateTimeField(null=True)
    answered_at = models.DateTimeField(null=True)
    # From shown to answered, with the time the page was hidden left out; NULL if the browser did not say.
    duration_ms = models.PositiveBigIntegerField(null=True)
    changes = models.PositiveIntegerField(default=0)
    cannot_judge = models.CharField(max_length=12, choices=CannotJudge, blank=True)
    comment = models.TextField(blank=True)
    language = models.CharField(max_length=8, blank=True)
    screen = models.CharField(max_length=10, blank=True)
    # The script in which the words of the second language were shown (ISO 15924); empty where there was one form only.
    script = models.CharField(max_length=4, blank=True)
    # What "can't judge" took back, and reasons that were replaced, each with its time; changed values are RatingChange
    # rows.
    history = models.JSONField(default=list, blank=True)
    # Excluded by hand, with the reason; reversible.
    excluded_at = models.DateTimeField(null=True)
    exclusion_reason = models.CharField(max_length=300, blank=True)

    objects = PlaceQuerySet.as_manager()

    class Meta:
        ordering = ["participation_id", "order"]
        constraints = [
            models.UniqueConstraint(fields=["participation", "order"], name="place_order_is_unique"),
            models.UniqueConstraint(
                fields=["participation", "item", "is_repeat"], name="place_is_one_per_judge_and_item"
            ),
            # Never more than n live places on an item, however many judges arrive at once.
            models.UniqueConstraint(
                fields=["item", "seat"],
                condition=models.Q(state__in=["live", "done"]),
                name="place_seat_is_taken_once",
            ),
        ]
        indexes = [
            models.Index(fields=["participation", "state", "order"], name="place_next"),
            models.Index(fields=["item", "state"], name="place_taken"),
            # Few among many, and looked for by every table of results.
            models.Index(fields=["participation"], condition=models.Q(is_repeat=True), name="place_repeats"),
            models.Index(
                fields=["participation"], condition=models.Q(excluded_at__isnull=False), name="place_left_out"
            ),
            # Few places have a remark; the start page counts comments that were not read yet.
            models.Index(fields=["participation"], condition=~models.Q(comment=""), name="place_comments"),
            models.Index(fields=["participation"], condition=~models.Q(cannot_judge=""), name="place_not_judged"),
        ]

    def __str__(self) -> str:
        return f"{self.participation_id}/{self.order}"
