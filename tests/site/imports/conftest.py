"""Files of ratings, brought in."""

from __future__ import annotations

import pytest

from evaluation.models import ItemKind, MarkedWord, Place, RatingChange, Study
from evaluation.services import imports, jobs
from evaluation.services.results.selection import Selection, save_selection
from tests.factories import make_item, make_participation, make_place, make_rating, make_study
from tests.site.imports.study_zips import empty_the_site, zipped

AGE = {"key": "age", "kind": "number", "texts": {"en": {"text": "Your age"}}, "low": 10, "high": 99}
HEADER = "judge,sentence,source,criterion,value"


def ratings_csv(*rows: str, header: str = HEADER) -> bytes:
    return "\n".join((header, *rows, "")).encode()


@pytest.fixture
def bring_in(meera):
    """Send a file, say what its columns hold and let the worker run: ``bring_in(b"…", scale="0-5")``."""

    def bring_in(content: bytes, *, name="ratings.csv", owner=meera, columns=None, **plan):
        sent = imports.receive(owner=owner, name=name, chunks=[content])
        groups = plan.get("groups", ())
        found = imports.completed_columns(columns or {}, groups, imports.preview(sent).names)
        imports.start(sent=sent, actor=owner, plan=imports.Plan(columns=found, **plan))
        jobs.run_waiting_jobs()
        sent.refresh_from_db()
        return sent

    return bring_in


@pytest.fixture
def lived_in(meera, asha, ravi) -> Study:
    """A study in which everything has happened: changes, marks, exclusions, doubles, hand-picked sentences."""
    study = make_study(meera, models_chosen=["EC0", "ML0"], questions=[AGE], items=4)
    pair = study.pairs.get()
    study.choices = [{"way": "picked", "sentences": [{"pair": pair.pk, "text": "Saturday neeras hai"}]}]
    study.save()
    check = make_item(study, 1_000_001, kind=ItemKind.ATTENTION, expected={"usage": [0, 1]}, condition="")
    usage, fluency = study.criteria.order_by("position")
    first = make_participation(study, asha, answers={"age": 23}, external_id="worker 77", email="asha@example.org")
    second = make_participation(study, ravi, answers={"age": 41}, external_id="worker 77", is_double=True)
    for judge in (second, first):
        for number, item in enumerate([check, *study.items.filter(kind="study").order_by("-number")]):
            place = make_place(judge, item, comment="=1+1" if number == 1 else "", language="hi")
            rating = make_rating(place, usage, number % 6, first_value=5, edits=1)
            RatingChange.objects.create(rating=rating, value=5, given_at=rating.given_at)
            make_rating(place, fluency, 4)
            MarkedWord.objects.create(place=place, token=1, reason="order")
    Place.objects.filter(participation=first, order=2).update(
        excluded_at=first.invited_at, exclusion_reason="asked us to", history=[{"value": 3}]
    )
    save_selection(study=study, selection=Selection(max_failed_percent=50), actor=meera)
    study.refresh_from_db()
    return study


@pytest.fixture(scope="session")
def packed_before() -> list[bytes]:
    """The zip of `packed`, once it was made."""
    return []


@pytest.fixture
def packed(packed_before, request, meera, tmp_path) -> bytes:
    """The zip of `lived_in`, which is gone from the site."""
    if not packed_before:
        packed_before.append(zipped(request.getfixturevalue("lived_in"), tmp_path))
        empty_the_site()
    return packed_before[0]
