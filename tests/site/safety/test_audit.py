"""Every address that changes or exports something writes an entry of the audit log."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from evaluation.models import AuditEntry
from tests.site.safety.addresses import ADDRESSES, OPEN, Address
from tests.site.safety.world import World, client_of

pytestmark = pytest.mark.django_db

CHANGE = re.compile(r'(?:INSERT (?:OR IGNORE )?INTO|UPDATE|DELETE FROM) "(\w+)"')
# Of the site's own running: sessions, throttles, and the log itself.
OUR_OWN = {"django_session", "evaluation_throttlecounter", "evaluation_auditentry"}
# A judge's own answers have their history beside them; a language, the time of a visit or of reading and a cached count
# tell nothing.
NOT_TOLD = re.compile(
    r"rate(-\w+)?|choose-language|personal-link|join|results-count-sets|pair-health-count|api-ratings|comments-read"
)
HANDED_OUT = {"own-data", "study-links", "export-table", "export-zip", "api-export", "api-export-zip"}
# Forms that do nothing when they are empty.
FILLED: dict[str, dict[str, Any]] = {
    "profile": {"name": "Meera K", "email": "meera@example.org", "interface_language": ""},
    "change-password": {
        "old_password": "meera has a password",
        "new_password1": "kahani sunao mujhe",
        "new_password2": "kahani sunao mujhe",
    },
    "erase-me": {"confirmed": "on"},
    "invite-person": {"name": "Lata", "email": "lata.new@example.org", "role": "researcher"},
    "pair-list": {"collection": "A new collection"},
    "pair-align": {"alignment": "0-0 1-2 2-1 3-5 4-3"},
    "collection-rename": {"collection": "Another name"},
    "upload-new": {"text": '{"id": "x"}', "collection": "Sent"},
    "study-new": {"name": "Another study", "interface_languages": ["en"]},
    "study-share": {"colleague": "kiran"},
    "study-judges": {"people": "Ravi", "days": "30"},
    "results-exclude": {"reason": "a misprint"},
}
ROLE_OF = {"erase-me": "judge", "own-data": "judge"}


def asker(name: str, address: Address) -> str | None:
    """Somebody for whom the address opens."""
    wanted = ROLE_OF.get(name, "owner")
    return next((role for role in (wanted, "admin") if address.rule[role] == OPEN), None)


def lines_and_changes(world: World, name: str, role: str, method: str) -> tuple[int, set[str]]:
    """How many lines of the log and which changed tables a request leaves; all of it is undone."""
    address = ADDRESSES[name]
    sent = FILLED.get(name, {}) or address.sent(world)
    client, before = client_of(world, role), AuditEntry.objects.count()
    with transaction.atomic():
        with CaptureQueriesContext(connection) as queries:
            answer = getattr(client, method)(reverse(name, kwargs=address.arguments(world)), sent)
            if hasattr(answer, "streaming_content"):
                b"".join(answer.streaming_content)
        lines = AuditEntry.objects.count() - before
        transaction.set_rollback(True)
    return lines, {found for query in queries for found in CHANGE.findall(query["sql"])} - OUR_OWN


def test_whatever_changes_something_leaves_a_line(world):
    told, untold = set(), set()
    for name, address in ADDRESSES.items():
        role = asker(name, address)
        if role is None or NOT_TOLD.fullmatch(name):
            continue
        lines, changes = lines_and_changes(world, name, role, "post")
        if changes:
            (told if lines else untold).add(name)
    assert untold == set()
    # The forms above are filled well enough to do what they are for.
    assert set(FILLED) - told == set()


def test_whatever_hands_out_data_leaves_a_line(world):
    silent = {
        name for name in HANDED_OUT if not lines_and_changes(world, name, asker(name, ADDRESSES[name]) or "", "get")[0]
    }
    assert silent == set()
