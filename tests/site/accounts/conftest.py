import pytest

from evaluation.services.accounts import guesses
from evaluation.services.support import throttle


@pytest.fixture
def still_clock(monkeypatch):
    """A clock that stands at the beginning of a span of time in which guesses are counted."""
    moment = throttle.time.time() // guesses.SECONDS * guesses.SECONDS + 1
    monkeypatch.setattr(throttle.time, "time", lambda: moment)
