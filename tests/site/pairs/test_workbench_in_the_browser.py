"""A researcher checks proposed pairs in a real browser: by pointer, by keyboard alone, on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from evaluation.models import Pair, PairState
from evaluation.services.pairs import correcting
from tests.browser import LOOKS, check_with_axe, sign_in
from tests.site.files import SATURDAY, jsonl
from tests.site.pairs.proposed_pairs import CROSSED, DEVANAGARI, GOOD, LONG, SPARSE


@pytest.fixture
def proposed(load):
    load(jsonl(CROSSED, SPARSE, GOOD), collection="Proposed")
    return {pair.external_id: pair for pair in Pair.objects.all()}


@pytest.fixture
def meeras(page, live_server, meera):
    """A page in which meera is signed in; what the browser complains about fails the test."""
    complaints = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    sign_in(page, meera, live_server.url)
    yield page
    assert complaints == []


def open_bench(page, pair):
    page.goto(f"/pairs/{pair.pk}/workbench/")
    wait_for_bench(page)


def wait_for_bench(page):
    """Until the page is at work and what it asked for has come, so that no request meets the test's own queries."""
    expect(page.locator("#workbench[data-ready]")).to_be_visible()
    expect(page.locator("#preview .model-counts").first).to_be_visible()


def word(page, side, text):
    return page.locator(f".bench-words.{side} .bench-word", has_text=text).first


def links(page):
    return page.locator("#alignment")


def test_links_are_made_and_taken_away_with_the_pointer_and_the_counts_follow(meeras, proposed):
    open_bench(meeras, proposed["crossed"])
    count = meeras.locator("[data-model=EC0] b")
    before = count.inner_text()
    word(meeras, "l1", "is").click()
    expect(meeras.locator("#said")).to_contain_text("Chosen: is")
    word(meeras, "l2", "neeras").click()
    word(meeras, "l2", "hai").click()
    word(meeras, "l1", "boring").click()
    expect(links(meeras)).to_have_value("0-0 1-2 2-2 3-5 4-3 5-4")
    meeras.locator("#curves [data-unlink='2-2']").dispatch_event("click")
    meeras.keyboard.press("Escape")
    word(meeras, "l1", "boring").click()
    word(meeras, "l2", "neeras").click()
    expect(links(meeras)).to_have_value(SATURDAY["alignment"])
    expect(meeras.locator("#curves .curve")).to_have_count(6)
    expect(count).not_to_have_text(before)
    expect(count).to_have_text("22")
    expect(meeras.locator("#preview")).to_have_attribute("aria-busy", "false")


def test_a_word_is_chosen_anew_after_it_was_linked_and_letting_go_is_said(meeras, proposed):
    open_bench(meeras, proposed["sparse"])
    said = meeras.locator("#said")
    word(meeras, "l1", "bought").click()
    word(meeras, "l2", "kharida").click()
    expect(said).to_contain_text("Linked: bought")
    expect(meeras.locator("#preview")).to_have_attribute("aria-busy", "false")
    word(meeras, "l1", "bought").click()
    expect(said).to_contain_text("Chosen: bought")
    word(meeras, "l2", "phone").click()
    expect(links(meeras)).to_have_value("0-0 1-1 2-5 2-6 3-3 4-4")
    for _ in range(2):
        word(meeras, "l1", "bought").click()
    expect(said).to_have_text("No longer chosen: bought")
    expect(meeras.locator(".bench-word.chosen")).to_have_count(0)


def test_a_link_that_is_not_used_is_said_at_once_and_its_curve_is_marked(meeras, proposed):
    open_bench(meeras, proposed["sparse"])
    word(meeras, "l1", "new").click()
    word(meeras, "l2", "kharida").click()
    said = meeras.locator("#said")
    expect(said).to_contain_text("Linked: new – kharida. This link is not used: 'kharida' does not stand beside 'naya'")
    expect(meeras.locator("#curves .curve.unused[data-link='4-6']")).to_have_count(1)
    label = "new, linked to naya (unsure), kharida (not used)"
    expect(word(meeras, "l1", "new")).to_have_attribute("aria-label", label)
    meeras.keyboard.press("u")
    expect(meeras.locator("#curves .curve.unused")).to_have_count(0)


def test_a_word_is_linked_with_the_keyboard_alone(meeras, proposed):
    open_bench(meeras, proposed["sparse"])
    word(meeras, "l1", "My").focus()
    for key in ("ArrowRight", "ArrowRight", "Enter"):
        meeras.keyboard.press(key)
    expect(meeras.locator("#said")).to_contain_text("Chosen: bought")
    meeras.keyboard.press("ArrowDown")
    assert meeras.evaluate("document.activeElement.getAttribute('aria-label')").endswith(", no link")
    while not word(meeras, "l2", "kharida").evaluate("word => word === document.activeElement"):
        meeras.keyboard.press("ArrowRight")
    meeras.keyboard.press("Enter")
    expect(links(meeras)).to_have_value("0-0 1-1 2-6 3-3 4-4")
    expect(word(meeras, "l1", "bought")).to_have_attribute("aria-label", "bought, linked to kharida")
    meeras.keyboard.press("Delete")
    expect(links(meeras)).to_have_value("0-0 1-1 3-3 4-4")


def test_several_words_are_linked_at_once(meeras, proposed):
    open_bench(meeras, proposed["sparse"])
    word(meeras, "l1", "new").focus()
    meeras.keyboard.press("Space")
    meeras.keyboard.press("ArrowRight")
    meeras.keyboard.press("Space")
    expect(meeras.locator("#said")).to_contain_text("new + phone")
    word(meeras, "l2", "phone").click()
    expect(links(meeras)).to_have_value("0-0 1-1 3-3 4-4 4-5 5-5")
    word(meeras, "l2", "phone").click()
    expect(links(meeras)).to_have_value("0-0 1-1 3-3 4-4")


def test_changes_are_undone_and_done_again(meeras, proposed):
    open_bench(meeras, proposed["sparse"])
    word(meeras, "l1", "My").focus()
    meeras.keyboard.press("Delete")
    expect(links(meeras)).to_have_value("1-1 3-3 4-4")
    meeras.keyboard.press("u")
    expect(links(meeras)).to_have_value("0-0 1-1 3-3 4-4")
    expect(meeras.locator("#undo")).to_be_disabled()
    expect(meeras.locator("#said")).to_have_text("Undone.")
    meeras.keyboard.press("Control+y")
    expect(links(meeras)).to_have_value("1-1 3-3 4-4")
    expect(meeras.locator("#said")).to_have_text("Done again.")
    meeras.keyboard.press("Control+z")
    expect(links(meeras)).to_have_value("0-0 1-1 3-3 4-4")


def test_one_key_accepts_a_pair_and_opens_the_next_worst(meeras, meera, proposed):
    meeras.goto(f"/pairs/collections/{proposed['good'].collection_id}/queue/")
    expect(meeras.get_by_text("0 of 3 pairs checked, 3 left")).to_be_visible()
    meeras.get_by_role("link", name="Start with the worst").click()
    for left, pair in ((2, "sparse"), (1, "crossed"), (0, "good")):
        expect(meeras.get_by_role("heading", name=proposed[pair].l1_text, exact=True)).to_be_visible()
        wait_for_bench(meeras)
        meeras.keyboard.press("a")
        expect(meeras.get_by_text(f"{3 - left} of 3 pairs checked, {left} left")).to_be_visible()
    expect(meeras.get_by_text("Every pair of this collection is checked.")).to_be_visible()
    assert set(Pair.objects.values_list("state", "checked_by")) == {(PairState.CHECKED, meera.pk)}


def test_a_skipped_pair_waits_and_one_can_go_back(meeras, proposed):
    open_bench(meeras, proposed["sparse"])
    meeras.keyboard.press("s")
    expect(meeras.get_by_role("heading", name=proposed["crossed"].l1_text, exact=True)).to_be_visible()
    wait_for_bench(meeras)
    meeras.keyboard.press("b")
    expect(meeras.get_by_role("heading", name=proposed["sparse"].l1_text, exact=True)).to_be_visible()
    wait_for_bench(meeras)
    assert Pair.objects.proposed().count() == 3


def test_the_next_doubtful_word_is_a_key_away(meeras, proposed):
    open_bench(meeras, proposed["crossed"])
    meeras.keyboard.press("n")
    expect(word(meeras, "l1", "is")).to_be_focused()
    meeras.keyboard.press("n")
    expect(word(meeras, "l1", "boring")).to_be_focused()


def test_the_keys_are_listed_and_single_letters_can_be_switched_off(meeras, proposed):
    open_bench(meeras, proposed["sparse"])
    meeras.keyboard.press("?")
    expect(meeras.get_by_role("dialog", name="Keys")).to_be_visible()
    meeras.get_by_label("Single letters are keys").uncheck()
    meeras.get_by_role("button", name="Close").click()
    word(meeras, "l1", "My").focus()
    meeras.keyboard.press("Delete")
    meeras.keyboard.press("u")
    expect(links(meeras)).to_have_value("1-1 3-3 4-4")
    meeras.keyboard.press("Control+z")
    expect(links(meeras)).to_have_value("0-0 1-1 3-3 4-4")


TREE = "(S (NP (NNP Saturday)) (VP (VBZ is) (VBG boring) (PP (IN from) (NP (DT that) (NN perspective)))))"


def node(page, label):
    return page.locator(f"#tree-drawing .node[aria-label='{label}']")


def open_tree(page, pair):
    open_bench(page, pair)
    page.keyboard.press("t")
    expect(page.locator("#tree-drawing .node").first).to_be_focused()


@pytest.mark.parametrize(
    ("start", "chosen", "button", "brackets"),
    [
        (TREE, "VBG: boring", "Wrap", TREE.replace("(VBG boring)", "(XP (VBG boring))")),
        (
            TREE,
            "NP: that perspective",
            "Take the bracket away",
            TREE.replace("(NP (DT that) (NN perspective))", "(DT that) (NN perspective)"),
        ),
        (TREE, "VBZ: is", "Move up", TREE.replace("(VP (VBZ is) ", "(VBZ is) (VP ")),
        (TREE, "VBG: boring", "Into the right", TREE.replace("(VBG boring) (PP (IN", "(PP (VBG boring) (IN")),
        (
            TREE,
            "NN: perspective",
            "Split before it",
            TREE.replace("(NP (DT that) (NN perspective))", "(NP (DT that)) (NP (NN perspective))"),
        ),
        (
            TREE,
            "NP: Saturday",
            "Merge with the next",
            "(S (NP (NNP Saturday) (VBZ is) (VBG boring) (PP (IN from) (NP (DT that) (NN perspective)))))",
        ),
    ],
)
def test_the_tree_is_changed_and_the_brackets_stay_in_step(meeras, proposed, start, chosen, button, brackets):
    open_tree(meeras, proposed["crossed"])
    expect(meeras.locator("#tree")).to_have_value(start)
    node(meeras, chosen).click()
    meeras.get_by_role("button", name=button).click()
    expect(meeras.locator("#tree")).to_have_value(brackets)
    meeras.locator("#undo").click()
    expect(meeras.locator("#tree")).to_have_value(start)


def test_a_bracket_is_relabelled_and_moved_with_the_keyboard_and_saved(meeras, proposed):
    open_tree(meeras, proposed["crossed"])
    for key in ("ArrowDown", "ArrowRight", "ArrowDown", "ArrowRight", "l"):
        meeras.keyboard.press(key)
    expect(meeras.locator("#node-label")).to_be_focused()
    meeras.keyboard.type("JJ")
    meeras.keyboard.press("Enter")
    expect(node(meeras, "JJ: boring")).to_be_focused()
    meeras.keyboard.press("Shift+ArrowRight")
    meeras.keyboard.press("w")
    meeras.keyboard.type("ADJP")
    meeras.keyboard.press("Enter")
    wrapped = TREE.replace("(VBG boring) (PP", "(ADJP (JJ boring) (PP").replace("perspective)))))", "perspective))))))")
    expect(meeras.locator("#tree")).to_have_value(wrapped)
    meeras.keyboard.press("Control+Enter")
    expect(meeras.get_by_text("Checked: “Saturday is")).to_be_visible()
    wait_for_bench(meeras)
    assert Pair.objects.get(external_id="crossed").l1_tree == wrapped


def test_what_cannot_be_done_to_a_tree_is_said(meeras, proposed):
    open_tree(meeras, proposed["crossed"])
    node(meeras, "VBG: boring").click()
    meeras.get_by_role("button", name="Move up").click()
    expect(meeras.locator("#tree-said")).to_contain_text("Only the first or the last")
    meeras.locator("#tree").fill(TREE.replace("boring", "dull"))
    expect(meeras.locator("#tree-problem")).to_contain_text("Saturday is boring")
    meeras.locator("#accept").click()
    assert Pair.objects.get(external_id="crossed").is_proposed
    meeras.locator("#tree").fill(TREE.replace("VBG", "JJ"))
    expect(node(meeras, "JJ: boring")).to_be_visible()
    expect(meeras.locator("#tree-problem")).to_be_hidden()


def test_who_comes_second_is_told_and_loses_nothing(page, live_server, meera, noor, proposed):
    meeras, pair = page, proposed["crossed"]
    sign_in(meeras, meera, live_server.url)
    open_bench(meeras, pair)
    correcting.check_pair(pair=pair, actor=noor, alignment=SATURDAY["alignment"])
    word(meeras, "l1", "Saturday").focus()
    meeras.keyboard.press("Delete")
    meeras.keyboard.press("a")
    expect(meeras.get_by_role("alert").first).to_contain_text("Noor has checked this pair meanwhile")
    expect(meeras.get_by_text(SATURDAY["alignment"])).to_be_visible()
    expect(links(meeras)).to_have_value("1-1 2-2 3-5 4-3 5-4")
    wait_for_bench(meeras)
    meeras.locator("#accept").click()
    expect(meeras.get_by_text("Checked: “Saturday is")).to_be_visible()
    wait_for_bench(meeras)
    pair.refresh_from_db()
    assert pair.alignment == "1-1 2-2 3-5 4-3 5-4"


def test_without_scripts_links_and_tree_are_corrected_as_text(new_page, live_server, meera, proposed):
    page = new_page(java_script_enabled=False)
    sign_in(page, meera, live_server.url)
    page.goto(f"/pairs/{proposed['crossed'].pk}/workbench/")
    page.get_by_text("The links as text").click()
    page.get_by_label("Links", exact=True).fill(SATURDAY["alignment"])
    page.get_by_role("button", name="Accept and go on").click()
    expect(page.get_by_text("Checked: “Saturday is")).to_be_visible()
    assert Pair.objects.get(external_id="crossed").alignment == SATURDAY["alignment"]


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_the_pages_are_accessible_and_fit_the_screen(new_page, live_server, meera, load, width, scheme):
    load(jsonl(LONG, DEVANAGARI, SPARSE, CROSSED), collection="Proposed")
    page = new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    sign_in(page, meera, live_server.url)
    for pair in Pair.objects.all():
        open_bench(page, pair)
        page.keyboard.press("t")
        expect(page.locator("#tree-drawing svg")).to_be_visible()
        check(page, width)
    for part in ("queue/", "health/?show=proposed"):
        page.goto(f"/pairs/collections/{pair.collection_id}/{part}")
        expect(page.locator("tbody tr")).to_have_count(4)
        check(page, width)


def check(page, width):
    check_with_axe(page, runOnly=["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"])
    assert page.locator("html").evaluate("page => page.scrollWidth") <= width


def test_on_a_phone_a_link_is_fixed_with_a_finger(new_page, live_server, meera, load):
    load(jsonl(LONG), collection="Proposed")
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True)
    sign_in(page, meera, live_server.url)
    pair = Pair.objects.get()
    open_bench(page, pair)
    expect(page.locator("#bench.columns")).to_be_visible()
    word(page, "l1", "every").tap()
    word(page, "l2", "हर").tap()
    page.locator("#accept").tap()
    expect(page.get_by_text("Checked: “The old teacher")).to_be_visible()
    pair.refresh_from_db()
    assert "13-8" not in pair.alignment
