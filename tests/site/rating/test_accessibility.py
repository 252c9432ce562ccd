"""WCAG 2.2 AA as far as a machine can see: axe on every page a judge meets, in both languages, light and dark."""

import pytest
from playwright.sync_api import expect

from evaluation.models import Participation, StudyState
from evaluation.services.studies import invitations
from tests.browser import WCAG, check_with_axe, sign_in
from tests.site.factories import add_practice, make_study, newly_invited, ready_to_rate
from tests.site.forms import BOTH, EVERY_QUESTION, address
from tests.site.rating.judge_in_browser import READY, fits_the_screen

LOOKS = [pytest.param(("en", "light", 1280), marks=pytest.mark.slow), ("hi", "dark", 390)]


@pytest.fixture
def study(meera, transactional_db):
    study = make_study(
        meera,
        items=2,
        questions=EVERY_QUESTION,
        marking="colour",
        consent={"en": "# Who asks\n\nWe do.", "hi": "हम पूछते हैं।"},
        completion_code="CSW-42",
        return_address="https://example.org/done",
        join_link_open=True,
    )
    add_practice(study)
    return study


@pytest.fixture(params=LOOKS, ids=lambda look: "-".join(map(str, look)))
def look(request, new_page, live_server):
    """A page in one language, colour scheme and width, and a way to look at an address in it."""
    language, scheme, width = request.param
    page = new_page(viewport={"width": width, "height": 844}, color_scheme=scheme)
    page.context.add_cookies([{"name": "django_language", "value": language, "url": live_server.url}])

    def look_at(path: str, *, opened: bool = False) -> None:
        page.goto(path)
        if page.locator("#rating, #next").count():
            expect(page.locator(READY)).to_have_count(1)
        if opened:
            for summary in page.locator("summary").all():
                summary.click()
        expect(page.locator("html")).to_have_attribute("lang", language)
        check_with_axe(page, path, **WCAG)
        assert fits_the_screen(page), path

    return page, look_at


def test_the_way_in_and_out(look, study, asha, live_server):
    page, look_at = look
    look_at("/j/forged/")
    look_at(f"/join/{study.join_key}/")
    mine = newly_invited(study, asha)
    sign_in(page, asha, live_server.url)
    start = f"/rate/{mine.key}/"
    for state, name in (("invited", "consent"), ("consented", "questions"), ("answered", "instructions")):
        version = None if state == "invited" else 1
        Participation.objects.update(state=state, consent_version=version)
        look_at(f"{start}{name}/")
    for state in ("finished", "ineligible", "withdrawn"):
        Participation.objects.update(state=state)
        look_at(start)
    for shut in (StudyState.DRAFT, StudyState.PAUSED, StudyState.CLOSED):
        Participation.objects.update(state="rating")
        study.state = shut
        study.save()
        look_at(f"{start}?unsaved=1")


def test_links_that_lead_to_somebody_else_or_nowhere(look, study, asha, ravi, live_server):
    page, look_at = look
    sign_in(page, asha, live_server.url)
    look_at(invitations.personal_link(newly_invited(study, ravi)))
    look_at(f"/rate/{newly_invited(study, asha).key}/withdraw/")
    look_at("/rate/s/aaaaaaaaaaaaa/")


def test_the_sentences(look, study, asha, client_of, live_server):
    page, look_at = look
    mine = ready_to_rate(study, asha)
    practice, first, second = mine.places.order_by("order")
    client = client_of(asha)
    sign_in(page, asha, live_server.url)
    look_at(address(practice))
    client.post(address(practice), BOTH)
    look_at(f"{address(practice)}feedback/")
    look_at(address(first), opened=True)
    client.post(address(first), {"do": "mark-formal", "word": "3", "comment": "odd"} | BOTH)
    look_at(address(first))
    for place in (first, second):
        client.post(address(place), BOTH)
    for name in ("answers", "pause", "finish", "withdraw"):
        look_at(f"/rate/{mine.key}/{name}/")


def test_the_preview(look, study, meera, live_server):
    page, look_at = look
    sign_in(page, meera, live_server.url)
    for name in ("consent", "questions", "instructions", "answers", "pause", "withdraw", "finished", "ineligible"):
        look_at(f"/rate/preview-saturday/{name}/")
    look_at("/rate/s/preview-saturday-1/", opened=True)


def test_the_points_of_a_worded_scale(look, study, asha, live_server):
    page, look_at = look
    usage = study.criteria.get(key="usage")
    usage.texts["en"]["labels"] = {str(point): f"words for point {point}" for point in range(6)}
    usage.save()
    place = ready_to_rate(study, asha).places.first()
    sign_in(page, asha, live_server.url)
    look_at(address(place))


def test_what_is_wrong_is_said_at_its_field(look, study, asha, live_server):
    page, look_at = look
    mine = newly_invited(study, asha)
    Participation.objects.update(state="consented", consent_version=1)
    sign_in(page, asha, live_server.url)
    look_at(f"/rate/{mine.key}/questions/")
    page.click("button.primary")
    expect(page.locator("[aria-invalid=true]")).to_have_count(2)
    check_with_axe(page, **WCAG)
