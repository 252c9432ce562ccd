"""The short form of ``benchmarks/soak_rating.py``, on the database these tests run on."""

import pytest
from django.conf import settings

from benchmarks import soak_rating
from tests.threads import in_a_thread

pytestmark = [pytest.mark.both_databases, pytest.mark.slow]


def test_every_acknowledged_rating_survives_a_killed_process():
    kind = "sqlite" if "sqlite" in settings.DATABASES["default"]["ENGINE"] else "postgres"
    outcome = in_a_thread(lambda: soak_rating.run(kind, judges=16, each=50))
    assert outcome.killed == 1
    assert outcome.acknowledged == 16 * 50 * 2
    assert (outcome.missing, outcome.wrong, outcome.twice, outcome.changed) == (0, 0, 0, 0)
