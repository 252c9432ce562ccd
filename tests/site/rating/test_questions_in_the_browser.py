"""The researchers' own questions in a real browser: conditions, the keyboard, and what axe can see."""

import pytest
from playwright.sync_api import expect

from tests.browser import LOOKS, WCAG, check_with_axe, sign_in
from tests.site.factories import make_participation, make_study
from tests.site.rating.judge_in_browser import fits_the_screen, tab_to

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


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_a_question_is_asked_when_its_condition_holds_and_all_by_keyboard(new_page, live_server, judge, width, scheme):
    page = new_page(viewport={"width": width, "height": 844}, color_scheme=scheme)
    sign_in(page, judge.user, live_server.url)
    page.goto(f"/rate/{judge.key}/questions/")
    expect(page.locator("#question-where")).to_be_hidden()
    tab_to(page, "input[name=mixes][value=yes]")
    page.keyboard.press("Space")
    expect(page.locator("#question-where")).to_be_visible()
    expect(page.locator("#question-often")).to_be_visible()
    check_with_axe(page, **WCAG)
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


def on_condition(first: dict, **rule) -> list[dict]:
    """This question, and one that must be answered if the rule holds."""
    asked = {"key": "asked", "kind": "text", "texts": {"en": {"text": "And then?"}}, "condition": rule}
    return [first | {"texts": {"en": {"text": "First?"}}}, asked]


NATIVE = {"key": "native", "kind": "language", "texts": {"en": {"text": "Native?"}}}
OTHERS = {"key": "others", "kind": "language", "most": 2, "required": False}
INCLUDES_HINDI = {"question": "others", "op": "includes", "value": {"language": "hi", "fluency": 1}}


@pytest.mark.parametrize(
    ("questions", "answers"),
    [
        # A judge who reads Hindi may write its figures.
        (
            on_condition({"key": "age", "kind": "number", "high": 99}, question="age", op="at_least", value=18),
            {"age": "३१"},
        ),
        (
            on_condition({"key": "town", "kind": "text"}, question="town", op="is", value="Nagpur"),
            {"town": " nagpur "},
        ),
        # Named as the native language, it counts among the others as well.
        ([NATIVE, *on_condition(OTHERS, **INCLUDES_HINDI)], {"native": "hi"}),
        (
            on_condition(OTHERS | {"of_study": True, "details": True}, **INCLUDES_HINDI),
            {"others_from_age_0": "4", "others_fluency_0": "2", "others_from_age_1": "0", "others_fluency_1": "5"},
        ),
    ],
    ids=["figures", "spaces", "native", "of_study"],
)
def test_the_page_shows_every_question_that_the_server_asks(
    page, live_server, meera, asha, transactional_db, questions, answers
):
    study = make_study(meera, questions=questions, interface_languages=["en"])
    judge = make_participation(study, asha, state="consented", has_read_instructions=False)
    sign_in(page, asha, live_server.url)
    page.goto(f"/rate/{judge.key}/questions/")
    expect(page.locator("#question-asked")).to_be_hidden()
    for name, value in answers.items():
        field = page.locator(f"[name={name}]")
        if field.evaluate("(field) => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    expect(page.locator("#question-asked")).to_be_visible()
    expect(page.get_by_text("Only if the answer to")).to_have_count(0)
    page.get_by_role("button", name="Go on").click()
    expect(page.locator("#problem-asked")).to_have_text("Please answer this question.")


EDITOR = (
    "edit/questions/",
    "questions/mixes/",
    "questions/new/likert/",
    "questions/new/vocabulary/",
    "edit/texts/",
    "",
)


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_the_editor_of_questions_has_no_fault_that_axe_can_see(
    new_page, live_server, meera, transactional_db, width, scheme
):
    study = make_study(meera, questions=QUESTIONS, state="draft", join_link_open=True, participant_parameter="workerId")
    page = new_page(viewport={"width": width, "height": 844}, color_scheme=scheme)
    sign_in(page, meera, live_server.url)
    for address in EDITOR:
        page.goto(f"/studies/{study.slug}/{address}")
        check_with_axe(page, address, **WCAG)
        assert fits_the_screen(page), address
