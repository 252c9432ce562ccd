import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from rest_framework.authtoken.models import Token

pytestmark = pytest.mark.django_db


def shown_token(answer) -> str:
    return re.search(r'<pre id="token"[^>]*>(\w+)</pre>', answer.content.decode()).group(1)


def opens_the_api(token: str) -> bool:
    return Client().get("/api/v1/me/", headers={"authorization": f"Token {token}"}).status_code == 200


def test_a_token_is_made_when_asked_for_and_opens_the_api(client_of, meera):
    client = client_of(meera)
    assert "Make a token" in client.get("/profile/token/").content.decode()
    assert not Token.objects.exists()

    answer = client.post("/profile/token/", {"show": ""})
    assert opens_the_api(shown_token(answer))
    assert answer["Cache-Control"] == "no-store"


def test_a_token_is_not_on_a_page_that_was_only_opened(client_of, meera):
    client = client_of(meera)
    token = shown_token(client.post("/profile/token/", {"show": ""}))

    assert token not in client.get("/profile/token/").content.decode()
    assert shown_token(client.post("/profile/token/", {"show": ""})) == token


def test_an_exchanged_token_no_longer_works(client_of, meera):
    client = client_of(meera)
    old = shown_token(client.post("/profile/token/", {"show": ""}))
    new = shown_token(client.post("/profile/token/", {"renew": ""}))

    assert not opens_the_api(old)
    assert opens_the_api(new)


def test_a_revoked_token_no_longer_works(client_of, meera):
    client = client_of(meera)
    token = shown_token(client.post("/profile/token/", {"show": ""}))
    client.post("/profile/token/", {"revoke": ""})

    assert not opens_the_api(token)


def test_the_page_says_until_when_the_token_works(client_of, meera, settings):
    settings.API_TOKEN_DAYS = 30
    client = client_of(meera)
    client.post("/profile/token/", {"show": ""})

    day = f"{timezone.now() + timedelta(days=30):%Y-%m-%d}"
    assert f"It works until {day}" in client.get("/profile/token/").content.decode()


def test_after_its_days_a_token_is_refused_in_words_and_a_new_one_can_be_made(client_of, meera, settings):
    client = client_of(meera)
    old = shown_token(client.post("/profile/token/", {"show": ""}))
    Token.objects.update(created=timezone.now() - timedelta(days=settings.API_TOKEN_DAYS, minutes=1))

    refused = Client().get("/api/v1/me/", headers={"authorization": f"Token {old}"})
    assert refused.status_code == 401
    assert "expired on" in refused.json()["error"]["message"]
    assert "Make a token" in client.get("/profile/token/").content.decode()
    new = shown_token(client.post("/profile/token/", {"show": ""}))
    assert new != old
    assert opens_the_api(new)


def test_a_token_works_until_its_last_day(client_of, meera, settings):
    token = shown_token(client_of(meera).post("/profile/token/", {"show": ""}))
    Token.objects.update(created=timezone.now() - timedelta(days=settings.API_TOKEN_DAYS, minutes=-1))

    assert opens_the_api(token)
