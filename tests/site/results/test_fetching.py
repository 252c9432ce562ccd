"""Many numbers out of the database without an object for each."""

from __future__ import annotations

import json

import numpy as np
import pytest
from django.db.models import F
from django.utils import timezone

from evaluation.models import Criterion, Item, Participation, Place, Rating
from evaluation.services.results.exclusions import Exclusions
from evaluation.services.results.fetching import JsonParts, fetched_by, raw_rows
from evaluation.services.results.rating_arrays import ratings_left, ratings_of
from evaluation.services.results.selection import Selection

pytestmark = pytest.mark.django_db


def test_numbers_come_in_groups_as_they_are_stored(study):
    rows = Rating.objects.filter(study=study)
    found = fetched_by(rows, "item_id", F("participation_id") * 1000 + F("value"))
    expected: dict[int, list[int]] = {}
    for item, judge, value in rows.values_list("item_id", "participation_id", "value"):
        expected.setdefault(item, []).append(judge * 1000 + value)
    assert {item: sorted(numbers.tolist()) for item, numbers in found.items()} == {
        item: sorted(numbers) for item, numbers in expected.items()
    }


def test_nothing_is_asked_for_items_that_do_not_exist(study):
    assert fetched_by(Rating.objects.filter(item__in=[]), "item_id", F("value")) == {}


def test_members_of_a_json_object_come_as_one_list_with_null_where_there_is_none(study):
    item = Item.objects.filter(study=study).order_by("pk").first()
    item.measures = {"phenomena": ["nesting"], "reading": {"of": "EC0 ML2", "read_as": '=x, "y"'}}
    item.save()
    rows = Item.objects.filter(pk=item.pk).values_list(
        JsonParts("measures", "phenomena", "switch_points", "reading.of")
    )
    assert [json.loads(text) for (text,) in raw_rows(rows)] == [[["nesting"], None, "EC0 ML2"]]


def test_a_scale_that_begins_below_0_keeps_its_values(study):
    criterion = Criterion.objects.filter(study=study).order_by("pk").first()
    rows = Rating.objects.filter(criterion=criterion)
    rows.update(value=F("value") - 3)
    Criterion.objects.filter(pk=criterion.pk).update(low=-3, high=2, cut=None)
    criterion.refresh_from_db()
    found = ratings_of(study, Selection.of(study), criterion)
    given = rows.filter(place__is_repeat=False).values_list("value", flat=True)
    assert set(np.unique(found.values).tolist()) <= {float(value) for value in given}
    assert found.values.min() < 0


def test_a_study_without_ratings_has_an_empty_table(study):
    criterion = study.criteria.scales()[0]
    Rating.objects.all().delete()
    assert len(ratings_of(study, Selection.of(study), criterion)) == 0


def test_leaving_out_of_what_was_read_is_the_same_as_not_reading_it(study):
    criterion, selection, now = study.criteria.scales()[0], Selection.of(study), timezone.now()
    answered = Place.objects.filter(participation__study=study, is_repeat=False, item__number__lt=10)
    Participation.objects.filter(study=study, pseudonym="J01").update(excluded_at=now)
    Item.objects.filter(study=study, number=0).update(excluded_at=now)
    left_out = answered.filter(participation__pseudonym="J02", item__number=1)
    left_out.update(excluded_at=now)

    every = ratings_of(study, selection.without_exclusions(), criterion)
    left = ratings_left(every, Exclusions(study, selection))
    read = ratings_of(study, selection, criterion)

    def rows(ratings):
        names = zip(ratings.items, ratings.judges, ratings.values, strict=True)
        return sorted((ratings.item_labels[item], ratings.judge_labels[judge], value) for item, judge, value in names)

    assert rows(left) == rows(read)
    assert 0 < len(left) < len(every)
