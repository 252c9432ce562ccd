"""The start page, the documents and the words explained, in a real browser: phone and desk, light and dark."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import LOOKS, check_with_axe, sign_in
from tests.site.factories import make_study
from tests.site.rating.judge_in_browser import fits_the_screen

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def page(new_page, width, scheme):
    return new_page(viewport={"width": width, "height": 844}, color_scheme=scheme)


def check(page, path: str) -> None:
    page.goto(path)
    check_with_axe(page, path, **RULES)
    assert fits_the_screen(page), path


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_strangers_pages_are_accessible(page, live_server, transactional_db):
    for path in ("/", "/try/", "/help/", "/help/models/", "/help/glossary/", "/help/?q=switch", "/help/citing/"):
        check(page, path)


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_researchers_pages_are_accessible(page, live_server, meera, noor, transactional_db):
    study = make_study(meera)
    sign_in(page, noor, live_server.url)
    pair = study.pairs.get()
    collection = f"/pairs/collections/{pair.collection_id}/"
    for path in ("/", "/studies/", "/studies/?state=paused", f"/studies/{study.slug}/", "/pairs/", collection):
        check(page, path)
    for path in (f"/pairs/{pair.pk}/", "/people/", "/jobs/", "/pairs/uploads/"):
        check(page, path)


def test_trying_works_by_pressing_on_a_phone(new_page, live_server, transactional_db):
    page = new_page(viewport=PHONE, has_touch=True)
    page.goto("/")
    page.tap("button[value=ML0]")
    expect(page.locator("#try")).to_contain_text("ML0 allows")
    page.tap("text=Clear")
    expect(page.locator("#try-text")).to_have_value("")
    for word in ("Saturday", "is", "neeras"):
        page.tap(f"button[name=add][value={word}]")
        expect(page.locator("#try-text")).to_have_value(ending_in(word))
    expect(page.locator(".try-verdicts li")).to_have_count(7)
    assert page.url.rstrip("/") == live_server.url
    assert fits_the_screen(page)


def ending_in(word: str) -> re.Pattern[str]:
    """The text so far ends in the word that was pressed."""
    return re.compile(rf"{word}$")


def test_trying_works_without_scripts(chromium, live_server, transactional_db):
    context = chromium.new_context(java_script_enabled=False, viewport=PHONE, base_url=live_server.url)
    page = context.new_page()
    page.goto("/")
    page.click("button[value=EC1]")
    expect(page.locator("#try")).to_contain_text("EC1 allows")
    page.fill("#try-text", "Saturday is neeras")
    page.press("#try-text", "Enter")
    expect(page.locator(".try-verdicts li")).to_have_count(7)
    expect(page.locator("#try-text")).to_have_value("Saturday is neeras")
    context.close()


def test_a_word_is_explained_by_keyboard_by_tap_and_by_pointing(new_page, live_server, meera, transactional_db):
    page = new_page(viewport={"width": 1280, "height": 844})
    sign_in(page, meera, live_server.url)
    page.goto("/pairs/")
    word = page.locator("main .term", has_text="pair").first
    note = page.locator(".term-note:popover-open")
    word.focus()
    page.keyboard.press("Enter")
    expect(note).to_contain_text("which word stands for which")
    page.keyboard.press("Escape")
    expect(note).to_have_count(0)
    page.mouse.move(5, 5)
    word.hover()
    expect(note).to_have_count(1)
    page.mouse.move(5, 5)
    expect(note).to_have_count(0)
    assert page.locator("main .term", has_text="pair").count() <= 2


def test_what_closes_after_an_explained_word_stays_on_its_line(new_page, live_server, meera, transactional_db):
    page = new_page(viewport={"width": 1280, "height": 844})
    sign_in(page, meera, live_server.url)
    page.goto("/pairs/")
    page.locator("main .term").first.wait_for()
    heights = page.evaluate("""async () => {
        const text = document.createElement("p");
        text.style.width = "1px";
        text.textContent = "drawn (soundness).";
        document.querySelector("main").append(text);
        document.body.dispatchEvent(new CustomEvent("htmx:afterSettle"));
        const word = text.querySelector(".term").getBoundingClientRect();
        const after = document.createRange();
        after.selectNodeContents(text.querySelector(".term").nextSibling);
        return [word.top, after.getBoundingClientRect().top, text.textContent];
    }""")
    assert abs(heights[0] - heights[1]) < 5
    assert heights[2] == "drawn (soundness)."


def test_the_menu_under_ones_name_opens_with_the_keyboard(new_page, live_server, noor, transactional_db):
    page = new_page(viewport=PHONE)
    sign_in(page, noor, live_server.url)
    page.goto("/studies/")
    assert page.locator(".site-header").bounding_box()["height"] < 70
    page.locator(".menu-button").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#account-menu")).to_be_visible()
    page.click("#account-menu >> text=Jobs")
    expect(page.locator("h1")).to_have_text("Jobs")
