"""A researcher with pairs, in a real browser: loads a file, opens a pair, corrects its alignment, tries a sentence."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from evaluation.models import Pair
from evaluation.services import jobs
from evaluation.services.pairs import turns
from tests.browser import LOOKS, check_with_axe, sign_in
from tests.site.files import OIL, PAPER, SATURDAY, jsonl

# The text field and the file field say with this attribute that the page's script is at work.
READY = "[data-ready]"
CORRECTED = "0-0 1-2 3-5 4-3 5-4"


@pytest.fixture
def meeras(page, live_server, meera):
    """A page in which meera is signed in; what the browser complains about fails the test."""
    complaints = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    sign_in(page, meera, live_server.url)
    yield page
    assert complaints == []


def open_pair(page, pair):
    page.goto(f"/pairs/{pair.pk}/")
    expect(page.locator(f"#alignment{READY}")).to_be_visible()
    expect(page.locator("#counts table").first).to_be_visible()
    expect(page.locator("#sentences .sentences")).to_be_visible()


def word(page, text):
    return page.locator("#alignment-drawing .word", has_text=text)


def test_a_file_is_sent_looked_through_and_loaded(meeras, meera):
    meeras.goto("/pairs/")
    meeras.get_by_role("link", name="Load pairs").first.click()
    expect(meeras.locator(f"form{READY}")).to_be_visible()
    content = jsonl(SATURDAY, OIL | {"alignment": "0-99"})
    meeras.locator("input[type=file]").set_input_files(
        {"name": "pairs.jsonl", "mimeType": "application/jsonl", "buffer": content}
    )
    expect(meeras.locator(".chosen")).to_contain_text("pairs.jsonl")
    meeras.get_by_role("button", name="Check the rows").click()
    expect(meeras.get_by_text("Waiting for a worker")).to_be_visible()
    jobs.run_waiting_jobs()
    expect(meeras.get_by_text("link 0-99 points at L2 word 99")).to_be_visible()
    meeras.get_by_role("link", name="Good rows").click()
    meeras.get_by_text("Saturday is boring").click()
    expect(meeras.locator("details svg.alignment")).to_be_visible()
    expect(meeras.locator("details svg.tree")).to_be_visible()
    meeras.get_by_role("button", name="Load the good rows").click()
    expect(meeras.get_by_text("Waiting for a worker")).to_be_visible()
    jobs.run_waiting_jobs()
    expect(meeras.get_by_text("1 new.")).to_be_visible()
    meeras.get_by_role("link", name="Open the collection").click()
    expect(meeras.get_by_role("link", name="paper-1")).to_be_visible()
    assert Pair.objects.get().external_id == "paper-1"


def test_a_spreadsheets_file_of_plain_sentences_becomes_proposed_pairs(meeras):
    meeras.goto("/pairs/load/")
    expect(meeras.locator(f"form{READY}")).to_be_visible()
    content = "English;Spanish\nThe child sleeps.;El niño duerme.\nMaria sings.;María canta.\n".encode("cp1252")
    meeras.locator("input[type=file]").set_input_files({"name": "n.csv", "mimeType": "text/csv", "buffer": content})
    meeras.get_by_role("button", name="Check the rows").click()
    expect(meeras.get_by_text("Windows-1252")).to_be_visible()
    expect(meeras.get_by_role("cell", name="El niño duerme.")).to_be_visible()
    expect(meeras.get_by_label("Second language")).to_have_value("es")
    check_with_axe(meeras, runOnly=["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"])
    meeras.get_by_role("button", name="Propose pairs").click()
    expect(meeras.get_by_text("Waiting for a worker")).to_be_visible()
    jobs.run_waiting_jobs()
    expect(meeras.get_by_text("2 good rows")).to_be_visible()
    expect(meeras.get_by_text("The child sleeps.")).to_be_visible()
    meeras.get_by_role("button", name="Load all rows").click()
    expect(meeras.get_by_text("Waiting for a worker")).to_be_visible()
    jobs.run_waiting_jobs()
    expect(meeras.get_by_text("2 new.")).to_be_visible()
    assert all(pair.is_proposed for pair in Pair.objects.all())


def test_a_paste_that_is_too_large_is_stopped_before_it_is_sent(meeras):
    meeras.goto("/pairs/load/")
    expect(meeras.locator(f"form{READY}")).to_be_visible()
    meeras.locator(f"form{READY}").evaluate("form => { form.dataset.mostBytes = 10; }")
    meeras.locator("textarea").fill("शनिवार")
    meeras.get_by_role("button", name="Check the rows").click()
    expect(meeras.get_by_text("That is too much to paste.")).to_be_visible()


def test_the_parts_of_a_page_ask_again_by_themselves_after_others_had_their_turn(meeras, saturday, monkeypatch):
    monkeypatch.setattr(turns, "SECONDS_IN_LINE", 0.01)
    monkeypatch.setattr(turns.Busy, "wait", 1)
    with turns.turn():
        meeras.goto(f"/pairs/{saturday.pk}/")
        expect(meeras.locator("#counts")).to_contain_text("for others just now")
        expect(meeras.locator("#sentences")).to_contain_text("for others just now")
    expect(meeras.locator("#counts table").first).to_be_visible()
    expect(meeras.locator("#sentences .sentences")).to_be_visible()


def test_an_alignment_is_corrected_word_by_word_and_the_counts_follow(meeras, saturday):
    open_pair(meeras, saturday)
    expect(meeras.locator("#counts tbody tr").first.locator("td").first).to_have_text("22")
    word(meeras, "boring").click()
    expect(meeras.locator("#chosen-word")).to_have_text("Chosen: boring")
    word(meeras, "neeras").click()
    expect(meeras.locator("#alignment")).to_have_value(CORRECTED)
    expect(meeras.locator("#alignment-drawing [data-link='2-1']")).to_have_count(0)
    expect(meeras.locator("#counts tbody tr").first.locator("td").first).to_have_text("88")
    expect(word(meeras, "boring")).to_have_class("word l1 chosen")
    meeras.get_by_role("button", name="Save the alignment").click()
    expect(meeras.get_by_text("The alignment is saved.")).to_be_visible()
    saturday.refresh_from_db()
    assert saturday.alignment == CORRECTED


def test_an_alignment_is_corrected_with_the_keyboard(meeras, saturday):
    open_pair(meeras, saturday)
    word(meeras, "boring").focus()
    meeras.keyboard.press("Enter")
    expect(meeras.locator("#chosen-word")).to_have_text("Chosen: boring")
    word(meeras, "neeras").focus()
    meeras.keyboard.press("Space")
    expect(meeras.locator("#alignment")).to_have_value(CORRECTED)
    expect(meeras.locator("#alignment-drawing [data-link='2-1']")).to_have_count(0)
    expect(word(meeras, "neeras")).to_be_focused()
    meeras.keyboard.press("Escape")
    expect(meeras.locator("#chosen-word")).to_have_text("")


def test_an_alignment_that_cannot_be_is_said_while_it_is_made(meeras, saturday):
    open_pair(meeras, saturday)
    meeras.locator("#alignment").fill("0-99")
    meeras.locator("#alignment").press("Tab")
    expect(meeras.locator("#figures [role=alert]")).to_contain_text("0-99")
    expect(meeras.locator("#counts .notice.bad")).to_be_visible()


def test_a_typed_sentence_is_judged_by_every_model(meeras, saturday):
    open_pair(meeras, saturday)
    meeras.get_by_label("Any mix of the two sentences' words").fill("Saturday is boring uss nazariye se")
    meeras.get_by_role("button", name="Which models generate it?").click()
    expect(meeras.locator("#verdicts .badge.good")).to_have_count(7)


def test_the_sentences_are_filtered_and_turned_over_in_place(meeras, saturday):
    open_pair(meeras, Pair.objects.get(external_id="paper-4"))
    meeras.get_by_label("Model", exact=True).select_option("ML1")
    expect(meeras.get_by_text("25 of 64 that are different to the eye")).to_be_visible()
    meeras.get_by_role("link", name="Go through all in order").click()
    expect(meeras.get_by_text("Sentences 1 to 25 of 64")).to_be_visible()
    meeras.get_by_role("link", name="Last").click()
    expect(meeras.get_by_text("Sentences 51 to 64 of 64")).to_be_visible()
    meeras.get_by_label("Switches").select_option("1")
    expect(meeras.get_by_text("Sentences 1 to")).to_be_visible()
    expect(meeras.locator("#model")).to_have_value("ML1")


def test_without_scripts_the_links_are_corrected_as_text(new_page, live_server, meera, saturday):
    page = new_page(java_script_enabled=False)
    sign_in(page, meera, live_server.url)
    page.goto(f"/pairs/{saturday.pk}/")
    page.get_by_label("Links").fill("0-0 99-1")
    page.get_by_role("button", name="Save the alignment").click()
    expect(page.get_by_text("link 99-1 points at")).to_be_visible()
    page.get_by_label("Links").fill(CORRECTED)
    page.get_by_role("button", name="Save the alignment").click()
    expect(page.get_by_text("The alignment is saved.")).to_be_visible()
    page.get_by_role("link", name="Show the counts").click()
    expect(page.get_by_role("table").first).to_be_visible()


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_the_pages_are_accessible_and_fit_the_screen(new_page, live_server, meera, saturday, width, scheme):
    page = new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    sign_in(page, meera, live_server.url)
    open_pair(page, saturday)
    check(page, width)
    for address in (
        "/pairs/",
        "/pairs/load/",
        f"/pairs/collections/{saturday.collection_id}/",
        "/pairs/two-sentences/",
    ):
        page.goto(address)
        expect(page.locator("h1")).to_be_visible()
        check(page, width)


def check(page, width):
    check_with_axe(page, runOnly=["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"])
    assert page.locator("html").evaluate("page => page.scrollWidth") <= width


def test_every_row_of_the_papers_file_is_shown(meeras, load):
    load(PAPER.encode())
    pair = Pair.objects.first()
    meeras.goto(f"/pairs/collections/{pair.collection_id}/")
    expect(meeras.locator("tbody tr")).to_have_count(len(PAPER.splitlines()))
