"""Two judges in meera's study: asha rates in these tests, ravi sometimes too, mallory tries what she may not."""

import pytest
from django.db import connection

from evaluation.models import Participation, Place, Study
from tests.site.factories import make_study, ready_to_rate


@pytest.fixture
def study(meera) -> Study:
    return make_study(meera, items=3)


@pytest.fixture
def ashas(study, asha) -> Participation:
    """asha's participation, ready to rate."""
    return ready_to_rate(study, asha)


@pytest.fixture
def places(ashas) -> list[Place]:
    return list(ashas.places.order_by("order"))


@pytest.fixture
def client(client_of, asha):
    return client_of(asha)


@pytest.fixture
def answer_queries() -> int:
    """The session, the place, (savepoint,) study and judge held, place taken, ratings stored (, release)."""
    return 8 if connection.vendor == "postgresql" else 7  # SQLite holds study and judge with one query
