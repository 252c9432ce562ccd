"""The short form of ``benchmarks/soak_faults.py``, on the database these tests run on."""

import pytest
from django.conf import settings

from benchmarks import soak_faults
from tests.threads import in_a_thread

pytestmark = pytest.mark.both_databases(daily="postgresql")


def test_nothing_acknowledged_is_lost_and_nothing_is_half_done_when_processes_are_killed():
    kind = "sqlite" if "sqlite" in settings.DATABASES["default"]["ENGINE"] else "postgres"
    options = soak_faults.chosen(
        *("--database", kind, "--judges", "6", "--each", "25", "--pairs", "300", "--rounds", "1")
    )
    outcome = in_a_thread(lambda: soak_faults.run(options))

    expected = ["web process", "worker", "server"] + (["database"] if kind == "postgres" else [])
    assert outcome.faults == expected
    assert outcome.acknowledged == 6 * 25 * 2
    assert (outcome.missing, outcome.wrong, outcome.twice, outcome.changed) == (0, 0, 0, 0)
    assert outcome.loaded == outcome.exported >= 1
    assert (outcome.half_loaded, outcome.broken_exports, outcome.unfinished_jobs) == ([], 0, 0)
