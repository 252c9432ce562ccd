"""The researchers' own questions in a real browser: conditions, the keyboard, and what axe can see."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser import sign_in
from tests.factories import make_participation, make_study
from tests.site.rating.judge_in_browser import fits_the_screen, tab_to
from tests.site.rating.test_accessibility import RULES

YES = {"question": "mixes", "op": "is", "value": "yes"}
QUESTIONS = [
    {
        "key": "mixes",
        "kind": "choice",
        "options": ["yes", "no"],
        "texts": {"en": {"text": "Do you mix?", "options": {"yes": "Yes", "no": "No"}}},
    },
    {
        "key": "where",
        "kind": "several",
        "options": ["home", "work"],
        "condition": YES,
        "texts": {"en": {"text": "Where?", "help": "Tick all that fit.", "options": {"home": "home", "work": "work"}}},
    },
    {
        "key": "often",
        "kind": "likert",
        "low": 1,
        "high": 5,
        "condition": YES,
        "texts": {"en": {"text": "How often?", "labels": {"1": "never", "5": "always"}}},
    },
    {
        "key": "years",
        "kind": "number",
        "low": 0,
        "high": 90,
        "required": False,
        "texts": {"en": {"text": "For how long?"}},
    },
    {"key": "spoken", "kind": "language", "of_study": True, "details": True, "texts": {"en": {"text": "How well?"}}},
    {
        "key": "vocabulary_en",
        "kind": "vocabulary",
        "language": "en",
        "words": ["house", "tree"],
        "nonwords": ["blick"],
        "texts": {"en": {"text": "Which are words?"}},
    },
]


@pytest.fixture
def judge(meera, asha, transactional_db):
    study = make_study(meera, questions=QUESTIONS, interface_languages=["en"])
    return make_participation(study, asha, state="consented", has_read_instructions=False)


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_a_question_is_asked_when_its_condition_holds_and_all_by_keyboard(new_page, live_server, judge, width, scheme):
    page = new_page(viewport={"width": width, "height": 844}, color_scheme=scheme)
    sign_in(page, judge.user, live_server.url)
    page.goto(f"/rate/{judge.key}/questions/")
    expect(page.locator("#question-where")).to_be_hidden()
    tab_to(page, "input[name=mixes][value=yes]")
    page.keyboard.press("Space")
    expect(page.locator("#question-where")).to_be_visible()
    expect(page.locator("#question-often")).to_be_visible()
    found = Axe().run(page, options=RULES)
    assert found.violations_count == 0, found.generate_report()
    assert fits_the_screen(page)
    tab_to(page, "input[name=where][value=work]")
    page.keyboard.press("Space")
    tab_to(page, "input[name=often][value='1']")
    page.keyboard.press("Space")
    for number, age in enumerate(("0", "6")):
        tab_to(page, f"#spoken-a{number}")
        page.keyboard.type(age)
        page.locator(f"#spoken-f{number}").select_option("4")
    tab_to(page, "input[name=vocabulary_en][value=house]")
    page.keyboard.press("Space")
    tab_to(page, "#questions button.primary")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{live_server.url}/rate/{judge.key}/instructions/")
    judge.refresh_from_db()
    assert judge.answers["where"] == ["work"]
    assert judge.answers["vocabulary_en"] == {"known": ["house"], "score": 75}


EDITOR = (
    "edit/questions/",
    "questions/mixes/",
    "questions/new/likert/",
    "questions/new/vocabulary/",
    "edit/texts/",
    "",
)


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_the_editor_of_questions_has_no_fault_that_axe_can_see(
    new_page, live_server, meera, transactional_db, width, scheme
):
    study = make_study(meera, questions=QUESTIONS, state="draft", join_link_open=True, participant_parameter="workerId")
    page = new_page(viewport={"width": width, "height": 844}, color_scheme=scheme)
    sign_in(page, meera, live_server.url)
    for address in EDITOR:
        page.goto(f"/studies/{study.slug}/{address}")
        found = Axe().run(page, options=RULES)
        assert found.violations_count == 0, f"{address}: {found.generate_report()}"
        assert fits_the_screen(page), address
