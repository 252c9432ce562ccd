import re

import pytest

from evaluation.middleware.language import JUDGES_PAGES
from evaluation.pages.rating import urls as rating_urls
from tests.site.accounts.app import give_password, turn_on
from tests.site.factories import make_study

pytestmark = pytest.mark.django_db


def test_a_stranger_switches_the_language_and_comes_back_to_the_page(client):
    answer = client.post("/language/", {"language": "hi", "next": "/sign-in/?next=/profile/"})

    assert answer.url == "/sign-in/?next=/profile/"
    assert 'lang="hi"' in client.get("/sign-in/").content.decode()


def test_the_choice_of_somebody_signed_in_is_kept_on_the_account(client_of, asha):
    client_of(asha).post("/language/", {"language": "hi"})

    asha.refresh_from_db()
    assert asha.interface_language == "hi"


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"])
def test_it_never_leads_to_another_site(client, elsewhere):
    assert client.post("/language/", {"language": "hi", "next": elsewhere}).url == "/"


def test_an_unknown_language_is_a_bad_request(client):
    assert client.post("/language/", {"language": "tlh"}).status_code == 400


def test_without_a_choice_the_browser_decides(client):
    assert 'lang="hi"' in client.get("/", headers={"accept-language": "hi-IN,hi;q=0.9,en;q=0.8"}).content.decode()


SWITCH = 'name="language"'
DEVANAGARI = re.compile("[\u0900-\u097f]")
RESEARCHERS_PAGES = [
    "/",
    "/profile/",
    "/profile/password/",
    "/pairs/",
    "/studies/",
    "/jobs/",
    "/table1/",
    "/not/there/",
]


@pytest.fixture
def in_hindi(client_of):
    """A browser of somebody who chose Hindi."""

    def sign_in(somebody):
        client = client_of(somebody)
        client.cookies["django_language"] = "hi"
        return client

    return sign_in


@pytest.mark.parametrize("address", RESEARCHERS_PAGES)
def test_a_researchers_own_pages_are_wholly_in_english_and_offer_no_switch(in_hindi, meera, address):
    answer = in_hindi(meera).get(address)
    html = answer.content.decode()

    assert answer["Content-Language"] == "en"
    assert 'lang="en"' in html
    assert SWITCH not in html
    assert not DEVANAGARI.findall(html)


def test_an_admins_pages_are_in_english_too(in_hindi, noor):
    for address in ("/people/", "/people/invite/", "/admin/"):
        html = in_hindi(noor).get(address).content.decode()
        assert not DEVANAGARI.findall(html)
        assert SWITCH not in html


def test_what_a_researcher_did_is_reported_in_english(in_hindi, meera):
    client = in_hindi(meera)
    page = client.post("/profile/", {"name": "Meera K", "email": "meera@example.org"}, follow=True).content.decode()

    assert "Your profile is saved." in page
    assert client.cookies["django_language"].value == "hi", "for the judges' pages that they preview"


@pytest.mark.parametrize("address", ["/", "/sign-in/", "/password/forgotten/", "/not/there/"])
def test_a_stranger_and_a_judge_are_offered_the_switch(client, in_hindi, asha, address):
    assert SWITCH in client.get(address).content.decode()
    answer = in_hindi(asha).get(address, follow=True)
    assert SWITCH in answer.content.decode()
    assert answer["Content-Language"] == "hi"


def test_a_judges_page_in_preview_stays_in_the_chosen_language(in_hindi, meera):
    study = make_study(meera, items=1)
    html = in_hindi(meera).get(f"/rate/preview/{study.slug}/", follow=True).content.decode()

    assert '<html lang="hi"' in html
    assert SWITCH in html


def test_the_code_of_a_researcher_is_asked_for_in_english(client, meera):
    turn_on(meera)
    client.cookies["django_language"] = "hi"
    give_password(client, meera)
    html = client.get("/sign-in/code/").content.decode()

    assert "Enter your code" in html
    assert not DEVANAGARI.findall(html)


def test_every_page_of_judges_is_known_to_the_middleware():
    assert all(f"/{route.pattern}".startswith(JUDGES_PAGES) for route in rating_urls.urlpatterns)
