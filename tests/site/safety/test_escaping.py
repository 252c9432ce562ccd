"""What people type is escaped wherever it is shown: on every page, and in every form that shows it again."""

from __future__ import annotations

import logging

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import NoReverseMatch, get_resolver, reverse

from tests.site.safety.addresses import ADDRESSES, OPEN, names_of
from tests.site.safety.hostile import PAYLOAD, POLICY, Eyes, look_at, make_hostile_world
from tests.site.safety.world import World, client_of

pytestmark = pytest.mark.django_db

MARKUP = ("text/html", "image/svg+xml", "application/xhtml+xml", "text/xml", "application/xml")
READERS = ("stranger", "judge", "owner", "admin")


@pytest.fixture(autouse=True)
def quiet():
    logging.disable(logging.ERROR)
    yield
    logging.disable(logging.NOTSET)


@pytest.fixture(scope="module")
def make():
    return make_hostile_world


def opened(client: Client, path: str):
    """The answer, and what is wrong with it; whatever it did is undone."""
    with transaction.atomic():
        answer = client.get(path)
        body = b"".join(answer.streaming_content) if hasattr(answer, "streaming_content") else answer.content
        transaction.set_rollback(True)
    return answer, body.decode(errors="replace")


def faults(answer, body: str) -> list[str]:
    found = []
    if answer.status_code >= 500:
        found.append(f"error {answer.status_code}")
    if set(answer.headers.get("Content-Security-Policy", "").split("; ")) != POLICY:
        found.append("policy: " + answer.headers.get("Content-Security-Policy", "none"))
    if answer.headers.get("X-Content-Type-Options") != "nosniff":
        found.append("content may be sniffed")
    if answer.headers.get("Content-Type", "").startswith(MARKUP):
        # A drawing to keep brings its own style sheet; a page never does.
        is_kept = answer.headers.get("Content-Disposition", "").startswith("attachment")
        found += [fault for fault in look_at(body).seen if not (is_kept and fault == "<style>")]
    return found


def addresses(world: World, role: str) -> dict[str, str]:
    return {
        name: reverse(name, kwargs=address.arguments(world))
        for name, address in ADDRESSES.items()
        if address.rule[role] == OPEN
    }


@pytest.mark.parametrize("role", READERS)
def test_nothing_that_people_typed_becomes_markup(world, role):
    client = client_of(world, role)
    wrong = {}
    shown = 0
    for name, path in addresses(world, role).items():
        cookies = client.cookies.copy()
        answer, body = opened(client, path)
        client.cookies = cookies
        shown += "alert(7)" in body
        if found := faults(answer, body):
            wrong[name] = found
    assert wrong == {}
    # The payload must have been there to be escaped, or this test looks at nothing.
    assert shown >= {"stranger": 1, "judge": 5, "owner": 25, "admin": 25}[role]


def test_nothing_becomes_markup_in_the_admin(world):
    client = client_of(world, "admin")
    wrong = {}
    for name in names_of(get_resolver().url_patterns):
        if name.startswith("admin:evaluation_") and name.endswith(("_changelist", "_change", "_history")):
            path = admin_path(name)
            answer, body = opened(client, path)
            if found := faults(answer, body):
                wrong[name] = found
    assert wrong == {}


def admin_path(name: str) -> str:
    from django.apps import apps

    try:
        return reverse(name)
    except NoReverseMatch:
        model = apps.get_model("evaluation", name.split("_")[1])
        return reverse(name, args=[model._default_manager.first().pk])


@pytest.mark.parametrize("role", ["stranger", "judge", "owner"])
def test_forms_filled_with_markup_show_it_as_text_and_never_break(world, role):
    client = client_of(world, role)
    wrong, sent = {}, set()
    for name, path in addresses(world, role).items():
        cookies = client.cookies.copy()
        answer, body = opened(client, path)
        for form in look_at(body).forms if answer.headers.get("Content-Type", "").startswith("text/html") else []:
            # The forms of the header are on every page.
            what = (form["action"] or path, *sorted({field["name"] for field in form["fields"]}))
            if what not in sent and (found := send(client, path, form)):
                wrong[f"{name}: {what[0]}"] = found
            sent.add(what)
        client.cookies = cookies
    assert wrong == {}


def send(client: Client, path: str, form: dict) -> list[str]:
    fields = {field["name"]: filled(field) for field in form["fields"]}
    method = client.post if form["method"].lower() == "post" else client.get
    with transaction.atomic():
        answer = method(form["action"] or path, fields)
        found = faults(answer, body_of(answer))
        if answer.status_code in {301, 302, 303}:
            following = client.get(answer["Location"]) if answer["Location"].startswith("/") else answer
            found += faults(following, body_of(following))
        transaction.set_rollback(True)
    return found


def body_of(answer) -> str:
    body = b"".join(answer.streaming_content) if hasattr(answer, "streaming_content") else answer.content
    return body.decode(errors="replace")


def filled(field: dict) -> object:
    kind = field.get("type", "text")
    if kind == "file":
        return SimpleUploadedFile("<img src=x onerror=alert(7)>.csv", PAYLOAD.encode())
    if field["tag"] == "textarea" or kind in {"text", "search", "email", "password", "url", "number"}:
        return PAYLOAD
    return field.get("value", "")


def test_the_eyes_see_what_they_should():
    """A test of the test: each kind of markup is noticed, and escaped text is not."""
    for bad in (PAYLOAD, '<a href="javascript:alert(7)">', '<p style="color:red">', "<style>", "<script>x</script>"):
        assert look_at(bad).seen, bad
    assert look_at('<script src="https://evil.example/x.js"></script>').seen
    assert isinstance(look_at("&lt;script&gt;alert(7)&lt;/script&gt;"), Eyes)
    assert not look_at('&lt;img onerror=alert(7)&gt; <script src="/static/x.js"></script>').seen
