from datetime import UTC, datetime

import pytest

from evaluation.middleware.client_address import client_address
from evaluation.models import ThrottleCounter
from evaluation.services.support import throttle

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands still until told otherwise."""
    moment = [1_000_000.0]
    monkeypatch.setattr(throttle.time, "time", lambda: moment[0])
    return moment


def test_it_lets_the_limit_through_and_no_more(clock):
    assert [throttle.hit("link", "192.0.2.1", limit=3, seconds=60) for _ in range(5)] == [True] * 3 + [False] * 2


def test_people_and_scopes_are_counted_apart(clock):
    assert throttle.hit("link", "192.0.2.1", limit=1, seconds=60)
    assert throttle.hit("link", "192.0.2.2", limit=1, seconds=60)
    assert throttle.hit("join", "192.0.2.1", limit=1, seconds=60)
    assert not throttle.hit("link", "192.0.2.1", limit=1, seconds=60)


def test_the_next_span_starts_from_nought_and_forgets_the_last(clock):
    throttle.hit("link", "192.0.2.1", limit=1, seconds=60)
    clock[0] += 61

    assert throttle.hit("link", "192.0.2.1", limit=1, seconds=60)
    assert ThrottleCounter.objects.count() == 1
    assert ThrottleCounter.objects.get().expires_at > datetime.fromtimestamp(clock[0], UTC)


def test_addresses_are_not_stored(clock):
    throttle.hit("link", "192.0.2.1", limit=1, seconds=60)

    assert "192.0.2.1" not in str(list(ThrottleCounter.objects.values()))


@pytest.mark.parametrize(
    ("behind_proxy", "forwarded", "address"),
    [
        (False, "203.0.113.5", "127.0.0.1"),
        (True, "203.0.113.5", "203.0.113.5"),
        (True, "10.9.9.9, 203.0.113.5", "203.0.113.5"),
        (True, "not an address", "127.0.0.1"),
        (True, "", "127.0.0.1"),
    ],
)
def test_only_our_own_proxy_is_believed_about_addresses(rf, settings, behind_proxy, forwarded, address):
    settings.BEHIND_TLS_PROXY = behind_proxy

    assert client_address(rf.get("/", headers={"x-forwarded-for": forwarded})) == address
