"""Every address, opened by every role, for their own objects and for somebody else's."""

from __future__ import annotations

import logging
from http.cookies import SimpleCookie

import pytest
from django.db import transaction
from django.test import Client
from django.urls import get_resolver, reverse

from tests.site.safety.addresses import ADDRESSES, ADMINS, ASKS, FORBIDS, HIDES, OPEN, UNKNOWN, Address, names_of
from tests.site.safety.world import ROLES, World, client_of

pytestmark = pytest.mark.django_db

METHODS = ("get", "post", "put", "patch", "delete")
NOT_THIS_METHOD = 405


@pytest.fixture(autouse=True)
def quiet():
    """Two thousand refusals need not be logged."""
    logging.disable(logging.ERROR)
    yield
    logging.disable(logging.NOTSET)


def own_names() -> set[str]:
    """All but Django's admin, which has a test of its own below."""
    return {name for name in names_of(get_resolver().url_patterns) if not name.startswith("admin:")}


def outcome(status: int, location: str) -> str:
    if status in {301, 302} and location.startswith("/sign-in/"):
        return ASKS
    return {401: UNKNOWN, 403: FORBIDS, 404: HIDES}.get(status, f"error {status}" if status >= 500 else OPEN)


def ask(client: Client, world: World, name: str, address: Address, method: str) -> str | None:
    """What the address answers, with whatever it did undone; None if it does not know this method."""
    path = reverse(name, kwargs=address.arguments(world))
    kept = {name: morsel.value for name, morsel in client.cookies.items()}
    with transaction.atomic():
        sent = address.sent(world) if method in {"get", "post"} else {}
        answer = getattr(client, method)(path, sent)
        if hasattr(answer, "streaming_content"):
            b"".join(answer.streaming_content)
        transaction.set_rollback(True)
    # Some addresses sign in or out.
    client.cookies = SimpleCookie(kept)
    return None if answer.status_code == NOT_THIS_METHOD else outcome(answer.status_code, answer.get("Location", ""))


def test_every_address_is_in_the_table():
    assert own_names() - set(ADDRESSES) == set(), "add these addresses to tests/site/safety/addresses.py"
    assert set(ADDRESSES) - own_names() == set(), "these addresses are gone"


# Between them they open every page with what is on it: PostgreSQL, the stricter of the two, runs all its queries.
ON_POSTGRESQL = {"owner", "admin"}
STRICT = pytest.mark.both_databases(daily="postgresql")
EACH_ROLE = [pytest.param(role, marks=STRICT if role in ON_POSTGRESQL else []) for role in ROLES]


@pytest.mark.parametrize("role", EACH_ROLE)
def test_each_role_opens_what_it_may_and_nothing_else(world, role):
    client = client_of(world, role)
    wrong = {}
    for name, address in ADDRESSES.items():
        expected = address.rule[role]
        methods = ("get", "post") if expected == OPEN else METHODS
        answers = {method: ask(client, world, name, address, method) for method in methods}
        given = {answer for answer in answers.values() if answer is not None}
        if expected == OPEN:
            is_right = OPEN in given and not any(answer.startswith("error") for answer in given)
        else:
            is_right = given <= {expected}
        if not is_right:
            wrong[name] = {"expected": expected} | answers
    assert wrong == {}


@pytest.mark.parametrize("role", EACH_ROLE)
def test_the_admin_is_for_admins(world, role):
    client = client_of(world, role)
    wrong = {}
    for name in names_of(get_resolver().url_patterns):
        if name.endswith(("_changelist", "_add", ":index")):
            answer = client.get(reverse(name))
            if answer.get("Location", "").startswith("/admin/login/"):
                answer = client.get(answer["Location"])
            given = outcome(answer.status_code, answer.get("Location", ""))
            # Nobody adds rows of tables that only services write.
            if given != ADMINS[role] and not (role == "admin" and name.endswith("_add") and given == FORBIDS):
                wrong[name] = given
    assert wrong == {}
