"""A study rated by two judges, with all that an export has to tell apart: practice, checks, repeats, the excluded."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace

import pytest

from evaluation.models import ItemKind, MarkedWord, Participation
from tests.factories import make_answers, make_item, make_participation, make_place, make_rating, make_study

SHOWN = datetime(2026, 11, 1, 9, 30, tzinfo=UTC)
VALUES = {"J01": [(4, 5), (1, 2), (5, 5)], "J02": [(3, 3), (0, 2), (4, 5)]}


@pytest.fixture
def rated(meera, asha, ravi):
    """Three sentences, two criteria, two judges; one practice item, one attention check and one repeat of asha's."""
    study = make_study(meera, models_chosen=["EC0", "ML0"], seed=7)
    usage, fluency = study.criteria.all()
    judges = [make_participation(study, judge) for judge in (asha, ravi)]
    practice = make_item(study, 90, kind=ItemKind.PRACTICE, condition="", text="Practice makes perfect")
    check = make_item(
        study, 91, kind=ItemKind.ATTENTION, condition="", text="Choose nought", expected={"usage": [0, 0]}
    )
    for judge in judges:
        shown = [practice, *study.items.filter(kind=ItemKind.STUDY), check]
        values = [(5, 5), *VALUES[judge.pseudonym], (0, 0)]
        seen = {"shown_at": SHOWN, "duration_ms": 2500, "language": "en", "screen": "phone"}
        make_answers(judge, zip(shown, values, strict=True), **seen)
    again = make_place(judges[0], study.items.get(number=0), is_repeat=True, shown_at=SHOWN, duration_ms=900)
    make_rating(again, usage, 3)
    first = judges[0].places.get(order=1)
    first.comment = "=cmd|'/c calc'!A1"
    first.save()
    MarkedWord.objects.create(place=first, token=3, reason="formal")
    return SimpleNamespace(study=study, usage=usage, fluency=fluency, judges=judges, first=first)


@pytest.fixture
def exclude():
    """Leave a judge out by hand."""

    def leave_out(judge, reason):
        Participation.objects.filter(pk=judge.pk).update(excluded_at=SHOWN, exclusion_reason=reason)

    return leave_out
