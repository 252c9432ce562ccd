"""All errors of the API have the same JSON shape."""

from __future__ import annotations

import pytest

from evaluation.api import throttles


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands still, twenty seconds before a full minute, until told otherwise."""
    moment = [1_000_000.0]
    monkeypatch.setattr(throttles.time, "time", lambda: moment[0])
    return moment


def shape(answer) -> str:
    body = answer.json()
    assert set(body) == {"error"}
    assert set(body["error"]) == {"code", "message", "fields"}
    assert body["error"]["message"]
    return body["error"]["code"]


@pytest.mark.parametrize(
    ("method", "address", "status", "code"),
    [
        ("get", "/api/v1/studies/nowhere/", 404, "not_found"),
        ("get", "/api/v1/nothing/", 404, "not_found"),
        ("get", "/api/", 404, "not_found"),
        ("get", "/api/v2/studies/", 404, "not_found"),
        ("put", "/api/v1/studies/", 405, "method_not_allowed"),
        ("get", "/api/v1/pairs/999999999999999999999999/", 404, "not_found"),
        ("get", "/api/v1/studies/?page=99", 404, "not_found"),
        ("get", "/api/v1/studies/?state=never", 400, "invalid"),
        ("get", "/api/v1/pairs/?search=%00", 400, "invalid"),
    ],
)
def test_errors_have_one_shape(api, meera, method, address, status, code):
    answer = getattr(api(meera), method)(address)
    assert answer.status_code == status
    assert shape(answer) == code


def test_strangers_are_asked_who_they_are(api, db):
    answer = api().get("/api/v1/studies/")
    assert (answer.status_code, shape(answer)) == (401, "not_authenticated")
    assert answer["WWW-Authenticate"] == "Token"


@pytest.mark.parametrize(
    "body", ["{", '{"a": NaN}', "[" * 100_000, "\udc80".encode("utf-8", "surrogatepass"), "[]", "3"]
)
def test_bad_json_is_the_senders_fault(api, meera, body):
    answer = api(meera).post("/api/v1/count/", data=body, content_type="application/json")
    assert answer.status_code == 400
    shape(answer)


def test_what_is_no_json_is_refused(api, meera):
    answer = api(meera).post("/api/v1/count/", data="a=1", content_type="application/x-www-form-urlencoded")
    assert (answer.status_code, shape(answer)) == (415, "unsupported_media_type")


def test_too_much_at_once_is_refused(api, meera, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100
    answer = api(meera).post("/api/v1/count/", {"text": "x" * 200})
    assert (answer.status_code, shape(answer)) == (413, "too_large")


def test_too_many_requests_are_refused(api, meera, settings, clock):
    settings.API_RATE = "2/min"
    codes = [api(meera).get("/api/v1/me/").status_code for _ in range(3)]
    assert codes == [200, 200, 429]
    answer = api(meera).get("/api/v1/me/")
    assert shape(answer) == "throttled"
    assert int(answer["Retry-After"]) == 20
    clock[0] += 20
    assert api(meera).get("/api/v1/me/").status_code == 200


def test_requests_to_all_processes_are_counted_together(db, clock):
    one, another = throttles.Tally(), throttles.Tally()
    asked = [tally.within("meera", limit=80, seconds=60) for _ in range(50) for tally in (one, another)]
    # Exact but for the part that each may be ahead of what it has told.
    assert 80 <= asked.index(False) <= 80 + 2 * 2
    assert one.within("ravi", limit=80, seconds=60)


def test_who_asks_little_costs_no_writing(db, clock, django_assert_num_queries):
    tally = throttles.Tally()
    with django_assert_num_queries(0):
        assert all(tally.within("meera", limit=1000, seconds=60) for _ in range(24))


def test_strangers_are_counted_by_their_address(api, settings, clock):
    settings.API_RATE = "1/min"
    guess = {"username": "meera", "password": "moon"}
    assert [api().post("/api/v1/token/", guess).status_code for _ in range(2)] == [401, 429]


def test_json_is_the_answer_whatever_is_accepted(api, meera):
    answer = api(meera).get("/api/v1/me/", HTTP_ACCEPT="text/html,application/xml")
    assert answer["Content-Type"] == "application/json"


@pytest.mark.parametrize(
    ("address", "field"),
    [
        *[(f"studies/?page={wrong}", "page") for wrong in ("0", "-1", "x", "", "last", "1.0", "9" * 20)],
        *[(f"studies/?page_size={wrong}", "page_size") for wrong in ("0", "null", "", "501", "x", "१")],
        ("studies/?state=", "state"),
        ("pairs/?versions=", "versions"),
        ("studies/saturday/items/?kind=", "kind"),
        ("studies/saturday/results/models/?view=", "view"),
        ("studies/saturday/results/groups/?question=", "question"),
        ("studies/saturday/results/sentences/?page_size=null", "page_size"),
        ("studies/saturday/agreement/?criterion=", "criterion"),
        ("studies/saturday/mixed-model/?criterion=", "criterion"),
        ("studies/saturday/comparison/?criterion=", "criterion"),
        ("studies/saturday/exports/ratings.csv?bom=", "bom"),
        ("studies/saturday/exports/ratings.csv?identities=null", "identities"),
    ],
)
def test_a_query_parameter_that_means_nothing_is_refused_at_its_field(api, rated, meera, address, field):
    answer = api(meera).get(f"/api/v1/{address}")
    assert answer.status_code == 400
    assert list(answer.json()["error"]["fields"]) == [field]
