"""The judge's pages in a language from right to left: mirrored, nothing sticks out, and nothing is left in English."""

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from evaluation.models import CriterionKind, ItemKind, Participation
from evaluation.services.studies import defaults, questionnaire
from tests.browser import sign_in
from tests.site.factories import (
    add_practice,
    make_check_couple,
    make_choice_study,
    make_study,
    newly_invited,
    ready_to_rate,
)
from tests.site.forms import BOTH, EVERY_QUESTION, address
from tests.site.rating.judge_in_browser import READY, fits_the_screen
from tests.site.rating.pseudo_language import CODE, latin_words, write_pseudo_language

# The site's name, the study's and the judge's, addresses, keys of the keyboard, and languages to switch to.
NAMES = {
    "CSwitch",
    "Switch",
    "Saturday",
    "asha",
    "Asha",
    "English",
    "Enter",
    "Backspace",
    "CSW",
    "API",
    "example",
    "org",
}


@pytest.fixture
def pseudo(settings, tmp_path):
    settings.LOCALE_PATHS = [tmp_path]
    write_pseudo_language(tmp_path)
    settings.LANGUAGES_BIDI = [CODE]
    settings.LANGUAGES = [("en", "English"), (CODE, "Pseudo")]


@pytest.fixture
def study(meera, pseudo, transactional_db):
    languages = [CODE]
    asked = [questionnaire.ready_made(key, languages).as_json() for key in EVERY_QUESTION]
    fields = defaults.default_fields(languages) | {"questions": asked, "interface_languages": languages}
    study = make_study(meera, items=2, completion_code="CSW-42", join_link_open=True, languages=["ar"], **fields)
    for criterion in study.criteria.all():
        criterion.texts = defaults.criterion_texts(defaults.PAPER_CRITERIA[criterion.key], languages)
        criterion.save()
    add_practice(study, feedback={})
    return study


@pytest.fixture(params=[390, 1280])
def look_at(request, new_page, live_server):
    page = new_page(viewport={"width": request.param, "height": 844})
    page.context.add_cookies([{"name": "django_language", "value": CODE, "url": live_server.url}])

    def look(path: str, *, opened: bool = False) -> None:
        page.goto(path)
        for summary in page.locator("summary").all() if opened else ():
            summary.click()
        expect(page.locator("html")).to_have_attribute("dir", "rtl")
        assert fits_the_screen(page), path
        assert not unknown_words(page), path
        check_mirrored(page)

    look.page = page
    return look


def unknown_words(page) -> list[str]:
    """What a judge reads in Latin letters, besides names, sentences and lists of languages."""
    page.evaluate("() => document.querySelectorAll('.sentence, .words, select, code').forEach((part) => part.remove())")
    return [word for word in latin_words(page.locator("body").inner_text()) if word not in NAMES]


def check_mirrored(page) -> None:
    """The site's name stands at the right edge, where such a page begins; of two buttons the first is to the right."""
    width = page.viewport_size["width"]
    brand = page.locator(".brand").bounding_box()
    assert brand["x"] + brand["width"] > width / 2
    buttons = [button.bounding_box() for button in page.locator(".onward > *").all() if button.is_visible()]
    for first, second in pairwise(buttons):
        assert first["x"] > second["x"] or first["y"] < second["y"]


def test_the_way_in_and_out(look_at, study, asha, live_server):
    look_at(f"/join/{study.join_key}/")
    look_at("/sign-in/")
    look_at("/password/forgotten/")
    mine = newly_invited(study, asha)
    sign_in(look_at.page, asha, live_server.url)
    start = f"/rate/{mine.key}/"
    for state, name in (("invited", "consent"), ("consented", "questions"), ("answered", "instructions")):
        Participation.objects.update(state=state, consent_version=None if state == "invited" else 1)
        look_at(f"{start}{name}/")
    for state in ("finished", "ineligible", "withdrawn"):
        Participation.objects.update(state=state)
        look_at(start)
    for path in ("/", "/profile/", "/profile/password/", "/not/there/"):
        look_at(path)


def test_the_sentences(look_at, study, asha, client_of, live_server):
    mine = ready_to_rate(study, asha)
    practice, first, second = mine.places.order_by("order")
    client = client_of(asha)
    sign_in(look_at.page, asha, live_server.url)
    look_at(address(practice))
    client.post(address(practice), BOTH)
    look_at(f"{address(practice)}feedback/")
    look_at(address(first), opened=True)
    for place in (first, second):
        client.post(address(place), BOTH)
    for name in ("answers", "pause", "finish", "withdraw"):
        look_at(f"/rate/{mine.key}/{name}/")


@pytest.fixture
def choices(meera, pseudo, transactional_db):
    fields = {"slug": "saturday", "interface_languages": [CODE], "languages": ["ar"]}
    study = make_choice_study(meera, pairs=1, sentences=3, alike=True, sureness=True, **fields)
    for criterion in study.criteria.exclude(kind=CriterionKind.SCALE):
        criterion.texts = defaults.criterion_texts(defaults.COUPLE_CRITERIA[criterion.kind], [CODE])
        criterion.save()
    make_check_couple(study, ItemKind.PRACTICE)
    return study


def test_choosing_between_two(look_at, choices, asha, client_of, live_server):
    practice, first, *_others = ready_to_rate(choices, asha).places.order_by("order")
    client = client_of(asha)
    sign_in(look_at.page, asha, live_server.url)
    sent = {"score-preference": "1", "score-sureness": "4"}
    look_at(address(practice))
    client.post(address(practice), sent)
    look_at(f"{address(practice)}feedback/")
    look_at(address(first), opened=True)
    client.post(address(first), sent)
    look_at(f"/rate/{first.participation.key}/answers/")


def test_the_first_of_two_sentences_stands_to_the_right_and_arrows_choose_what_they_point_at(
    new_page, choices, asha, live_server
):
    page = new_page(viewport={"width": 1280, "height": 844})
    page.context.add_cookies([{"name": "django_language", "value": CODE, "url": live_server.url}])
    place = ready_to_rate(choices, asha).places.order_by("order")[1]
    sign_in(page, asha, live_server.url)
    page.goto(address(place))
    expect(page.locator(READY)).to_have_count(1)
    first, second, _alike = (side.bounding_box() for side in page.locator(".side").all())
    assert first["x"] > second["x"]
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".side input[value='2']")).to_be_checked()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".side input[value='1']")).to_be_checked()
