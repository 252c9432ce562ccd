"""The pages of an account that a judge can meet are wholly in Hindi."""

import html
import re

import pytest
from django.core import mail
from django.template.loader import render_to_string
from django.utils import translation

from evaluation.services.accounts import email_address, people

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("still_clock")]

PAGES = [
    *("/", "/profile/", "/profile/password/", "/profile/erase/", "/profile/token/", "/profile/email/forged/"),
    *("/pairs/", "/not/there/"),
]
STRANGERS_PAGES = [
    "/",
    "/sign-in/",
    "/password/forgotten/",
    "/password/sent/",
    "/password/new/x/y/",
    "/password/changed/",
]
UNSEEN = re.compile(r'<(head|pre|code|script)\b.*?</\1>|<(button|option)[^>]*"(?:en|es)".*?</\2>|<[^>]*>', re.DOTALL)
# Names, also those of the theories; the languages one can switch to are unseen.
NAMES = {"CSwitch", "Switch", "asha", "Asha", "API", "Equivalence", "Constraint", "Matrix", "Language"}
EXAMPLE = "Saturday is boring uss nazariye se ."


def english_words(page: str) -> list[str]:
    """Words in Latin letters that a reader of the page sees, besides names."""
    text = " ".join(html.unescape(UNSEEN.sub(" ", page)).split()).replace(EXAMPLE, "")
    text = re.sub(r"\S+@\S+", "", text)
    return [word for word in re.findall("[A-Za-z]{2,}", text) if word not in NAMES]


@pytest.fixture
def ashas(client_of, asha):
    client = client_of(asha)
    client.cookies["django_language"] = "hi"
    return client


@pytest.mark.parametrize("address", PAGES)
def test_a_judges_page_of_the_account_has_no_english_in_it(ashas, address):
    assert english_words(ashas.get(address).content.decode()) == []


@pytest.mark.parametrize("address", STRANGERS_PAGES)
def test_a_strangers_page_has_no_english_in_it(client, address):
    client.cookies["django_language"] = "hi"
    assert english_words(client.get(address).content.decode()) == []


def test_confirming_a_new_address_is_in_hindi_from_the_form_to_the_mail(ashas, asha):
    sent = {"name": "Asha", "email": "new@example.org", "interface_language": "hi", "password": "asha has a password"}
    assert english_words(ashas.post("/profile/", sent | {"password": "wrong"}).content.decode()) == []
    assert english_words(ashas.post("/profile/", sent, follow=True).content.decode()) == []
    link = email_address.confirmation_path(asha, "new@example.org")
    assert english_words(re.sub(r"\S+/profile/email/\S+", "", mail.outbox[-1].body)) == []
    assert english_words(ashas.get(link).content.decode()) == []
    assert english_words(ashas.post(link, follow=True).content.decode()) == []


def test_a_password_is_set_in_hindi(client, asha):
    client.cookies["django_language"] = "hi"
    page = client.get(people.password_path(asha), follow=True)
    assert english_words(page.content.decode()) == []
    bad = {"new_password1": "abc", "new_password2": "abd"}
    assert english_words(client.post(page.request["PATH_INFO"], bad).content.decode()) == []


def test_a_token_is_shown_and_revoked_in_hindi(ashas):
    assert english_words(ashas.post("/profile/token/", {"show": ""}).content.decode()) == []
    assert english_words(ashas.post("/profile/token/", {"revoke": ""}, follow=True).content.decode()) == []


def test_data_are_erased_in_hindi(ashas):
    assert english_words(ashas.post("/profile/erase/", {}).content.decode()) == []
    assert english_words(ashas.post("/profile/erase/", {"confirmed": "on"}, follow=True).content.decode()) == []


@pytest.mark.parametrize("minutes", [1, 14])
def test_who_is_locked_out_is_told_so_in_hindi(minutes):
    with translation.override("hi"):
        page = render_to_string("accounts/locked_out.html", {"minutes": minutes, "of": "password"})
    assert english_words(page) == []
