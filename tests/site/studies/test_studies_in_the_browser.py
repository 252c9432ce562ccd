"""The way of a new user, in a real browser: from a file of pairs to a study that judges can open."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from playwright.sync_api import expect

from evaluation.models import Pair, Study
from evaluation.services import demo, jobs, studies
from evaluation.services.studies import invitations
from tests.browser import LOOKS, check_with_axe, sign_in
from tests.site.factories import make_study

PAPER = settings.ROOT / "fixtures" / "paper_pairs.jsonl"


@pytest.fixture
def quiet_page(page):
    """A page; what the browser complains about fails the test."""
    complaints = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    assert complaints == []


def sign_in_by_form(page, username: str):
    page.goto("/sign-in/")
    page.locator("input[name=username]").fill(username)
    page.locator("input[name=password]").fill(f"{username} has a password")
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("link", name="Studies")).to_be_visible()


def load_the_papers_pairs(page):
    page.get_by_role("link", name="Pairs", exact=True).click()
    page.get_by_role("link", name="Load pairs").first.click()
    expect(page.locator("form[data-ready]")).to_be_visible()
    page.locator("input[type=file]").set_input_files(PAPER)
    expect(page.locator(".chosen")).to_contain_text("paper_pairs.jsonl")
    page.get_by_role("button", name="Check the rows").click()
    expect(page.get_by_text("Waiting for a worker")).to_be_visible()
    jobs.run_waiting_jobs()
    expect(page.get_by_text("5 good rows")).to_be_visible()
    page.get_by_role("button", name="Load all rows").click()
    expect(page.get_by_text("Waiting for a worker")).to_be_visible()
    jobs.run_waiting_jobs()
    expect(page.get_by_text("5 new")).to_be_visible()
    page.get_by_role("link", name="Open the collection").click()


def correct_an_alignment(page):
    page.get_by_role("link", name="paper-1").click()
    expect(page.locator("#alignment[data-ready]")).to_be_visible()
    expect(page.locator("#counts tbody tr").first.locator("td").first).to_have_text("22")
    page.locator("#alignment-drawing .word", has_text="boring").click()
    expect(page.locator("#chosen-word")).to_have_text("Chosen: boring")
    page.locator("#alignment-drawing .word", has_text="neeras").click()
    expect(page.locator("#counts tbody tr").first.locator("td").first).to_have_text("88")
    page.get_by_role("button", name="Save the alignment").click()
    expect(page.get_by_text("The alignment is saved.")).to_be_visible()


def step(page, title: str):
    """Be at a step of the wizard, its page complete."""
    expect(page.get_by_role("heading", level=2, name=title)).to_be_visible()


def build_a_study(page):
    page.get_by_role("link", name="Studies").click()
    page.get_by_role("main").get_by_role("link", name="New study").first.click()
    page.get_by_label("Name").fill("Mixed on Saturday")
    page.get_by_role("button", name="Start").click()
    step(page, "Name and texts")
    page.get_by_role("button", name="Save and go on").click()
    step(page, "Criteria")
    page.get_by_label("Highest point").first.fill("6")
    page.get_by_label("Labels of points (English)").first.fill("0: never\n6: always")
    page.get_by_label("Accepts from").first.fill("4")
    page.get_by_role("button", name="Save and go on").click()
    step(page, "Pairs and models")
    page.get_by_label("paper_pairs (5 pairs)").check()
    page.get_by_label("EC1: EC0, but nouns").check()
    page.get_by_label("ML2: ML1 without").check()
    page.get_by_role("button", name="Save and go on").click()
    step(page, "Sentences")
    page.get_by_label("Sentences per pair and model").fill("1")
    page.get_by_role("button", name="Save and draw sentences").click()
    expect(page.get_by_text(re.compile(r"\d+ sentences from 5 pairs"))).to_be_visible()
    page.get_by_role("button", name="Save and go on").click()
    step(page, "Ratings or choices")
    page.get_by_role("button", name="Save and go on").click()
    step(page, "Practice and checks")
    page.get_by_role("button", name="Add a practice sentence").click()
    page.get_by_role("group", name="Practice sentence 1").get_by_label("Sentence").fill("Saturday neeras hai")
    page.get_by_label("Said afterwards (English)").fill("Like this.")
    page.get_by_role("button", name="Save and go on").click()
    step(page, "Questions")
    page.get_by_role("button", name="Save and go on").click()
    step(page, "Judges")
    page.get_by_role("button", name="Save and go on").click()
    step(page, "Rating page and end")
    page.get_by_role("button", name="Save and go on").click()
    step(page, "Review and open")


def invite_two_judges(page) -> str:
    """Two links, and the first one's address."""
    page.get_by_role("link", name="Invite judges").click()
    page.get_by_label("Names and e-mail addresses").fill("Asha, asha@example.org\nRavi")
    page.get_by_role("button", name="Make links").click()
    expect(page.get_by_text("2 judges invited.")).to_be_visible()
    return page.get_by_label("Link of J01").input_value()


@pytest.mark.django_db(transaction=True)
def test_a_new_user_gets_from_a_file_to_a_study_that_judges_can_open(quiet_page, new_page, live_server, meera):
    page = quiet_page
    sign_in_by_form(page, "meera")
    load_the_papers_pairs(page)
    correct_an_alignment(page)
    build_a_study(page)
    link = invite_two_judges(page)
    page.get_by_role("link", name="Overview").click()
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_text("The study is open: judges can come in.")).to_be_visible()
    study = Study.objects.get()
    assert study.models_chosen == ["EC1", "ML2"]
    assert study.pairs.count() == 5
    assert Pair.objects.get(external_id="paper-1").alignment == "0-0 1-2 3-5 4-3 5-4"
    judge = new_page(viewport={"width": 390, "height": 844})
    judge.goto(link.removeprefix(settings.SITE_URL))
    expect(judge.get_by_role("banner")).to_contain_text("Mixed on Saturday")
    expect(judge.get_by_text("Taking part is voluntary")).to_be_visible()


@pytest.fixture
def demo_site(db):
    loaded = demo.load()
    copy = studies.duplicate(study=loaded.trial, actor=loaded.people["meera"])
    return loaded, copy


def addresses(copy) -> list[str]:
    names = ("texts", "criteria", "pairs", "sentences", "couples", "checks", "questions", "judges", "look", "review")
    steps = [f"/studies/{copy.slug}/edit/{name}/" for name in names]
    return [
        "/studies/",
        "/studies/new/",
        *(f"/studies/try-rating/{page}" for page in ("", "judges/", "sentences/")),
        *steps,
    ]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_the_pages_are_accessible_and_fit_the_screen(new_page, live_server, demo_site, width, scheme):
    loaded, copy = demo_site
    page = new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    sign_in(page, loaded.people["meera"], live_server.url)
    for address in addresses(copy):
        page.goto(address)
        expect(page.locator("h1")).to_be_visible()
        check_with_axe(page, address, runOnly=["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
        assert page.locator("html").evaluate("page => page.scrollWidth") <= width, address


@pytest.mark.django_db(transaction=True)
def test_a_judge_s_link_is_copied_with_a_click(new_page, live_server, demo_site):
    loaded, _copy = demo_site
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    sign_in(page, loaded.people["meera"], live_server.url)
    page.goto("/studies/try-rating/judges/")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert copied.endswith(loaded.personal_link)


@pytest.mark.django_db(transaction=True)
def test_the_wizard_works_without_scripts_and_says_what_is_wrong(new_page, live_server, demo_site):
    loaded, copy = demo_site
    page = new_page(java_script_enabled=False)
    sign_in(page, loaded.people["meera"], live_server.url)
    page.goto(f"/studies/{copy.slug}/edit/criteria/")
    page.get_by_label("Highest point").first.fill("-3")
    page.get_by_role("button", name="Save and go on").click()
    expect(page.get_by_text("The highest point (−3) must be above the lowest (0).")).to_be_visible()
    page.get_by_label("Highest point").first.fill("5")
    page.get_by_role("button", name="Add a criterion").click()
    expect(page.get_by_role("group", name="Criterion 3")).to_be_visible()
    page.get_by_role("group", name="Criterion 3").get_by_label("Name (English)").fill("Formality")
    page.get_by_label("Highest point").last.press("Enter")
    expect(page.get_by_text("Saved.")).to_be_visible()
    assert list(copy.criteria.values_list("key", flat=True)) == ["usage", "fluency", "formality"]


@pytest.mark.django_db(transaction=True)
def test_the_preview_stores_nothing(new_page, live_server, demo_site):
    loaded, copy = demo_site
    before = invitations.Participation.objects.count()
    page = new_page(viewport={"width": 1280, "height": 900})
    sign_in(page, loaded.people["meera"], live_server.url)
    page.goto(f"/studies/{copy.slug}/edit/review/")
    page.get_by_role("link", name="Preview the judge's page").click()
    expect(page.get_by_role("heading", name="About this study")).to_be_visible()
    expect(page.get_by_text("This is a preview: nothing is stored.")).to_be_visible()
    assert invitations.Participation.objects.count() == before


# How far the middle of each box or button is below the middle of the first letter of its label, in pixels.
OFF_THE_LINE = """() => [...document.querySelectorAll("main input[type=checkbox], main input[type=radio]")].map(box => {
  const label = box.closest("label");
  const texts = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
  while (texts.nextNode() && !texts.currentNode.textContent.trim());
  const text = texts.currentNode, letter = document.createRange(), first = text.textContent.search(/\\S/);
  letter.setStart(text, first);
  letter.setEnd(text, first + 1);
  const line = letter.getClientRects()[0], drawn = box.getBoundingClientRect();
  return (drawn.top + drawn.bottom) / 2 - (line.top + line.bottom) / 2;
})"""


@pytest.mark.parametrize("step", ["pairs", "sentences", "judges", "look"])
@pytest.mark.parametrize("width", [1280, 390])
def test_boxes_stand_on_the_line_of_their_labels(new_page, live_server, meera, step, width):
    study = make_study(meera, state="draft")
    page = new_page(viewport={"width": width, "height": 900})
    sign_in(page, meera, live_server.url)
    page.goto(f"/studies/{study.slug}/edit/{step}/")
    off = page.evaluate(OFF_THE_LINE)
    assert off
    assert max(map(abs, off)) < 1
