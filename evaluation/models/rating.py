from __future__ import annotations

from django.db import models

from evaluation.models.criterion import Criterion
from evaluation.models.item import Item
from evaluation.models.participation import Participation
from evaluation.models.place import Place
from evaluation.models.study import Study


class Rating(models.Model):
    """A judge's value for one criterion of one place: the last one given; earlier ones are in the history.

    Study, item and participation repeat what the place says, so that tables over millions of ratings read this table
    alone. The indexes below begin with every reference that is looked for, so none has one of its own.
    """

    place = models.ForeignKey(Place, models.CASCADE, related_name="ratings", db_index=False)
    criterion = models.ForeignKey(Criterion, models.PROTECT, related_name="ratings", db_index=False)
    study = models.ForeignKey(Study, models.CASCADE, related_name="ratings", db_index=False)
    item = models.ForeignKey(Item, models.PROTECT, related_name="ratings", db_index=False)
    participation = models.ForeignKey(Participation, models.CASCADE, related_name="ratings", db_index=False)
    value = models.SmallIntegerField()
    first_value = models.SmallIntegerField()
    edits = models.PositiveIntegerField(default=0)
    first_given_at = models.DateTimeField()
    given_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["place", "criterion"], name="rating_is_one_per_place_and_criterion")
        ]
        indexes = [
            # Who judged what how, without a look at the ratings themselves.
            models.Index(fields=["study", "criterion", "item", "value", "participation"], name="rating_by_item"),
            models.Index(fields=["participation", "criterion", "value"], name="rating_by_judge"),
            # Every page and file of results says when the data last changed.
            models.Index(fields=["study", "given_at"], name="rating_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.criterion_id}: {self.value}"


class RatingChange(models.Model):
    """A value that was replaced, with the time it had been given."""

    rating = models.ForeignKey(Rating, models.CASCADE, related_name="changes")
    value = models.SmallIntegerField()
    given_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return str(self.value)
