"""Tokens: for the right password, few guesses, revocable."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from rest_framework.authtoken.models import Token

from evaluation.models import AuditEntry

TOKEN = "/api/v1/token/"


def guess(client, password="wrong", username="asha"):
    return client.post(TOKEN, {"username": username, "password": password})


def test_a_name_and_password_give_a_token_that_opens_the_api(api, asha):
    answer = guess(api(), "asha has a password")
    assert answer.status_code == 200
    client = api()
    client.credentials(HTTP_AUTHORIZATION=f"Token {answer.json()['token']}")
    assert client.get("/api/v1/me/").json() == {"username": "asha", "name": "Asha", "role": "judge"}


def test_asking_again_gives_the_same_token(api, asha):
    first, second = (guess(api(), "asha has a password").json()["token"] for _ in range(2))
    assert first == second


def test_the_answer_says_when_the_token_expires_and_then_gives_another(api, asha, settings):
    first = guess(api(), "asha has a password").json()
    expires = datetime.fromisoformat(first["expires_at"])
    assert expires - Token.objects.get().created == timedelta(days=settings.API_TOKEN_DAYS)
    Token.objects.update(created=timezone.now() - timedelta(days=settings.API_TOKEN_DAYS))
    assert guess(api(), "asha has a password").json()["token"] != first["token"]


def test_a_wrong_password_is_answered_in_the_common_shape(api, asha):
    answer = guess(api())
    assert answer.status_code == 401
    error = answer.json()["error"]
    assert error["code"] == "authentication_failed"
    assert error["fields"] == {}
    assert not Token.objects.exists()


def test_an_unknown_name_is_answered_like_a_wrong_password(api, asha):
    assert guess(api(), username="nobody").json() == guess(api()).json()


def test_a_closed_account_gets_no_token(api, asha):
    asha.is_active = False
    asha.save()
    assert guess(api(), "asha has a password").status_code == 401


def test_a_missing_password_is_named(api, db):
    answer = api().post(TOKEN, {"username": "asha"})
    assert answer.status_code == 400
    assert list(answer.json()["error"]["fields"]) == ["password"]


def test_guessing_is_stopped_in_the_apis_own_shape(api, asha, settings):
    settings.SIGN_IN_FAILURES = 0
    stopped = guess(api(), "asha has a password")
    assert stopped.status_code == 429
    assert stopped["Content-Type"] == "application/json"
    assert stopped.json()["error"]["code"] == "throttled"
    assert int(stopped["Retry-After"]) > 0


def test_a_revoked_token_opens_nothing(api, asha):
    client = api(asha)
    assert client.delete(TOKEN).status_code == 204
    answer = client.get("/api/v1/me/")
    assert answer.status_code == 401
    assert answer.json()["error"]["code"] == "authentication_failed"
    assert set(AuditEntry.objects.values_list("action", flat=True)) == {"token.created", "token.revoked"}


def test_a_signed_in_browser_needs_no_token(client_of, asha):
    assert client_of(asha).get("/api/v1/me/").json()["username"] == "asha"


def test_a_signed_in_browser_must_prove_that_the_page_is_ours(asha):
    from django.test import Client

    browser = Client(enforce_csrf_checks=True)
    browser.force_login(asha)
    answer = browser.delete(TOKEN)
    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "permission_denied"


@pytest.mark.parametrize("header", ["Token", "Token nonsense", "Token a b"])
def test_a_token_that_is_none_is_refused(api, db, header):
    client = api()
    client.credentials(HTTP_AUTHORIZATION=header)
    assert client.get("/api/v1/me/").status_code == 401
