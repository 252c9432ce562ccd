"""A study whose plan can be frozen, and judges who then rate it."""

from __future__ import annotations

import pytest
from django.utils import timezone

from evaluation.models import User
from evaluation.services import reporting
from tests.factories import make_answers, make_participation, make_study

COMPARISON = reporting.Comparison("usage", "EC0", "ML0", "higher")


@pytest.fixture
def planned(meera):
    return make_study(meera, models_chosen=["EC0", "ML0"], drawn_at=timezone.now(), items=4)


@pytest.fixture
def frozen(planned, meera):
    reporting.freeze(study=planned, actor=meera, comparison=COMPARISON, target_judges=2, hypothesis="EC0 is better.")
    return planned


def rate(study, *names: str) -> None:
    """These judges rate every sentence."""
    for name in names:
        judge = make_participation(study, User.objects.create_user(name))
        make_answers(judge, [(item, [(n + len(name)) % 6] * 2) for n, item in enumerate(study.items.rated())])
