"""Error pages: calm, with the request's id, and without anything about the program's inside."""

import json
import logging

import pytest
from django.db import OperationalError, ProgrammingError, connection
from django.test import Client

from evaluation.config.logs import JsonFormatter, SecretsFilter
from evaluation.models import AuditEntry
from evaluation.pages.accounts import profile
from evaluation.services import audit


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "status", "words"),
    [("/nothing/here/", 404, "not"), ("/people/", 403, ""), ("/language/", 405, "")],
)
def test_refusals_carry_the_id_of_the_request(client_of, asha, path, status, words):
    answer = client_of(asha).get(path)

    assert answer.status_code == status
    if status != 405:
        assert answer["X-Request-ID"] in answer.content.decode()


@pytest.mark.django_db
def test_a_form_without_its_secret_is_refused_with_a_way_on(asha):
    client = Client(enforce_csrf_checks=True)
    client.force_login(asha)
    answer = client.post("/profile/", {"name": "Mallory"})

    assert answer.status_code == 403
    assert "Nothing was changed" in answer.content.decode()


@pytest.mark.django_db
def test_a_fault_of_ours_says_so_and_shows_no_trace(asha, monkeypatch):
    def broken(*_args, **_kwargs):
        raise RuntimeError("secret inner workings")

    monkeypatch.setattr(profile, "ProfileForm", broken)
    client = Client(raise_request_exception=False)
    client.force_login(asha)
    answer = client.get("/profile/")

    assert answer.status_code == 500
    assert "The fault is ours" in answer.content.decode()
    assert answer["X-Request-ID"] in answer.content.decode()
    assert "secret inner workings" not in answer.content.decode()


@pytest.mark.django_db
def test_an_id_handed_in_by_a_proxy_is_kept_and_rubbish_is_not(client):
    good = client.get("/", headers={"x-request-id": "0123456789-abcdef"})
    bad = client.get("/", headers={"x-request-id": 'x"\n{"level": "forged"}'})

    assert good["X-Request-ID"] == "0123456789-abcdef"
    assert len(bad["X-Request-ID"]) == 32


@pytest.mark.django_db
def test_djangos_own_line_about_a_refusal_has_the_id_too(client, caplog):
    from evaluation.middleware.request_id import RequestIdFilter

    caplog.handler.addFilter(RequestIdFilter())
    answer = client.get("/nothing/here/")

    (record,) = [record for record in caplog.records if record.name == "django.request"]
    assert record.request_id == answer["X-Request-ID"]


@pytest.mark.django_db
def test_the_audit_log_has_the_id_of_the_request_and_commands_have_none(client_of, asha):
    answer = client_of(asha).get("/profile/data/")
    audit.record(None, "backup.made", "x.tar.gz")

    assert AuditEntry.objects.get(action="person.exported").request_id == answer["X-Request-ID"]
    assert AuditEntry.objects.get(action="backup.made").request_id == ""


def log_line(message: str, *args: object, **extra: object) -> dict:
    record = logging.makeLogRecord({"msg": message, "args": args, "levelname": "INFO", "name": "x", **extra})
    SecretsFilter().filter(record)
    return json.loads(JsonFormatter().format(record))


def test_a_log_line_is_one_json_object_with_what_was_added():
    line = log_line("rated %s", "नमस्ते\n", place="abc")

    assert (line["message"], line["place"], line["level"]) == ("rated नमस्ते\n", "abc", "INFO")


def test_a_log_line_tells_an_exception():
    try:
        raise ValueError("no such point")
    except ValueError:
        import sys

        line = log_line("failed", exc_info=sys.exc_info())

    assert "ValueError: no such point" in line["exception"]


@pytest.mark.parametrize("path", ["/j/key.nonce.signature/", "/password/new/MQ/c7-token/"])
def test_secrets_in_addresses_are_left_out(path):
    line = log_line("Forbidden: %s", path, path=path)

    assert "signature" not in json.dumps(line)
    assert "token" not in json.dumps(line)
    assert "***" in line["message"]


def fails_with(error):
    def execute(*_args):
        raise error

    return connection.execute_wrapper(execute)


@pytest.fixture
def impatient(asha, client_of):
    client = client_of(asha)
    client.raise_request_exception = False
    return client


@pytest.mark.parametrize(("language", "words"), [("en", "Please wait"), ("hi", "कृपया एक मिनट रुककर")])
def test_while_the_database_is_down_people_are_asked_to_wait(impatient, language, words):
    with fails_with(OperationalError("connection refused at 10.0.0.7")):
        answer = impatient.get("/profile/", headers={"accept-language": language})

    assert (answer.status_code, answer["Retry-After"], answer["Cache-Control"]) == (503, "10", "no-store")
    assert words in answer.content.decode()
    assert answer["X-Request-ID"] in answer.content.decode()
    assert "10.0.0.7" not in answer.content.decode()


@pytest.mark.parametrize("authorization", ["Token abc", ""])
def test_while_the_database_is_down_the_api_says_so_in_its_shape(impatient, authorization):
    with fails_with(OperationalError("connection refused")):
        answer = impatient.get("/api/v1/me/", headers={"authorization": authorization})

    assert (answer.status_code, answer["Retry-After"]) == (503, "10")
    assert answer.json()["error"]["code"] == "unavailable"


def test_a_faulty_query_is_a_fault_of_ours_and_waiting_would_not_help(impatient):
    with fails_with(ProgrammingError("syntax error")):
        answer = impatient.get("/profile/")

    assert answer.status_code == 500
    assert "Retry-After" not in answer
