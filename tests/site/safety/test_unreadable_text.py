"""Text that cannot be stored (NUL, half a surrogate pair) is refused everywhere in words, never by a server error."""

from __future__ import annotations

import json
from itertools import cycle

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.site.safety.addresses import ADDRESSES

pytestmark = [pytest.mark.both_databases(daily="postgresql"), pytest.mark.django_db]
PARAMETERS = ("q", "model", "pair", "condition", "criterion", "search", "state", "page", "next", "sort", "sentence")
# What the API reads as JSON, each with a good value in all places but one.
JSON_BODIES = {
    "/api/v1/token/": {"username": "meera", "password": "x"},
    "/api/v1/count/": {"pair_id": 1, "models": ["EC0"]},
    "/api/v1/explain/": {"pair_id": 1, "text": "x"},
    "/api/v1/pairs/": {"collection": "Mine", "pairs": [{"id": "a", "l1": {"lang": "en", "tree": "(S (X a))"}}]},
}


@pytest.fixture
def owner(world):
    client = Client(raise_request_exception=False)
    client.force_login(world.people["owner"])
    return client


def test_a_nul_in_the_address_is_a_bad_request_at_every_address(world, owner):
    """Each address is asked with one of the parameters, and each parameter is sent to many addresses."""
    for (name, address), parameter in zip(ADDRESSES.items(), cycle(PARAMETERS), strict=False):
        path = reverse(name, kwargs=address.arguments(world))
        answer = owner.get(path, {parameter: "a\x00b"})
        assert answer.status_code == 400, (name, parameter)
        assert "no text can hold" in answer.content.decode()
        assert parameter in answer.content.decode()
        assert owner.get(path, {"\x00": "x"}).status_code == 400, name


def test_a_nul_in_a_form_is_a_bad_request_on_every_page(world, owner):
    for name, address in ADDRESSES.items():
        path = reverse(name, kwargs=address.arguments(world))
        answer = owner.post(path, dict.fromkeys(PARAMETERS, "a\x00b"))
        assert answer.status_code < 500, name
        if not name.startswith("api-") and name != "upload-new":
            assert answer.status_code == 400, name


@pytest.mark.parametrize("bad", ["\x00", "\ud800"], ids=["NUL", "half a pair"])
def test_it_is_refused_at_its_field_anywhere_in_json(world, owner, bad):
    for path, good in JSON_BODIES.items():
        for field, value in good.items():
            spoilt = json.dumps(good | {field: spoil(value, bad)})
            answer = owner.post(path, spoilt, content_type="application/json")
            assert answer.status_code == 400, (path, field)
            error = answer.json()["error"]
            assert "no text can hold" in error["message"]
            assert all(at.startswith(field) for at in error["fields"])
            assert error["fields"]


def spoil(value, bad):
    if isinstance(value, list):
        return [spoil(inner, bad) for inner in value]
    if isinstance(value, dict):
        return {name: spoil(inner, bad) for name, inner in value.items()}
    return f"a{bad}b"


def test_files_names_and_fields_are_looked_at_too(owner):
    file = SimpleUploadedFile("pairs.jsonl", b"{}")
    answer = owner.post("/api/v1/uploads/", {"collection": "a\x00b", "file": file})
    assert answer.status_code == 400
    assert "collection" in next(iter(answer.json()["error"]["fields"]))


def test_an_address_with_a_nul_in_its_path_is_a_bad_request(owner):
    for path in ("/studies/a%00b/", "/api/v1/studies/a%00b/", "/j/a%00b/", "/%00"):
        assert owner.get(path).status_code == 400, path


def test_a_spoilt_cookie_is_as_good_as_none():
    client = Client(raise_request_exception=False)
    client.cookies.load({"sessionid": "x"})
    answer = client.get("/profile/", headers={"Cookie": 'sessionid="abcdefgh\\000"'})
    assert answer.status_code == 302
    assert client.get("/", headers={"Cookie": 'sessionid="abcdefgh\\000"'}).status_code == 200


def test_every_address_of_the_api_answers_options(world, owner):
    for name, address in ADDRESSES.items():
        if name.startswith("api-") and name != "api-unknown":
            answer = owner.options(reverse(name, kwargs=address.arguments(world)))
            assert answer.status_code == 200, name
            assert b"description" in answer.content or name in {"api-schema", "api-docs"}
