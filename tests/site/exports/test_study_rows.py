"""A study's own places and ratings are written column by column, and read as `json` writes them row by row."""

import json

import pytest
from django.utils import timezone

from evaluation.models import MarkedWord, Place, Rating, RatingChange
from evaluation.services.exports.study_data import StudyData
from evaluation.services.exports.study_rows import many_rows, row_files
from evaluation.services.exports.study_rows.fields import as_row
from evaluation.services.results.selection import Selection
from tests.site.results.rated_study import rated_study

pytestmark = pytest.mark.both_databases


@pytest.fixture
def study(meera):
    """With a place that differs from every default, a marked word and a changed rating."""
    study = rated_study(meera)
    first, second = Place.objects.filter(participation__study=study).order_by("pk")[:2]
    Place.objects.filter(pk=first.pk).update(
        comment='"नीरस",\n50 %', history=[{"b": 1, "a": None}], excluded_at=timezone.now(), exclusion_reason="asleep"
    )
    Place.objects.filter(pk=second.pk).update(is_swapped=True, duration_ms=None)
    MarkedWord.objects.create(place=first, token=0, reason="order")
    rating = Rating.objects.filter(study=study).order_by("pk")[1]
    RatingChange.objects.create(rating=rating, value=0, given_at=timezone.now())
    return study


def written(study, name: str) -> bytes:
    files = dict(row_files(StudyData(study, Selection.of(study))))
    return b"".join(files[f"study/{name}.jsonl"])


def as_lines(rows) -> bytes:
    write = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode
    return "".join(f"{write(row)}\n" for row in rows).encode()


def place_row(place):
    marks = [[word.token, word.reason] for word in MarkedWord.objects.filter(place=place).order_by("pk")]
    row = as_row(Place, vars(place)) | {"judge": place.participation.pseudonym, "item": place.item.number}
    return row | ({"marks": marks} if marks else {})


def rating_row(rating):
    changes = [
        [one.value, one.given_at.isoformat()] for one in RatingChange.objects.filter(rating=rating).order_by("pk")
    ]
    row = as_row(Rating, vars(rating)) | {
        "judge": rating.participation.pseudonym,
        "order": rating.place.order,
        "criterion": rating.criterion.key,
    }
    return row | ({"changes": changes} if changes else {})


@pytest.mark.parametrize("kept", [1, 20_000])
def test_places_and_ratings_read_as_if_written_row_by_row(study, monkeypatch, kept):
    monkeypatch.setattr(many_rows, "MOST_KEPT", kept)
    monkeypatch.setattr(many_rows, "CHUNK", 7)
    places = Place.objects.filter(participation__study=study).order_by("pk")
    assert written(study, "places") == as_lines(map(place_row, places))
    ratings = Rating.objects.filter(study=study).order_by("pk")
    assert written(study, "ratings") == as_lines(map(rating_row, ratings))
    assert ratings.count() > 7


def test_a_study_without_answers_has_empty_files(study):
    Rating.objects.filter(study=study).delete()
    assert written(study, "ratings") == b""
