"""The editor of the questionnaire in the wizard, and what its answers become."""

from __future__ import annotations

import pytest
from django.urls import reverse

from evaluation.models import ParticipationState
from evaluation.services import exports
from evaluation.services.rating import participation
from evaluation.services.results.selection import Selection
from evaluation.services.results.tables import Tables
from evaluation.services.studies.questionnaire import questions_of
from tests.site.factories import make_participation, make_study
from tests.site.forms import page_of, send, shown

pytestmark = pytest.mark.django_db

CHOICE = {
    "text_en": "Do you mix?",
    "text_hi": "क्या आप मिलाते हैं?",
    "options_en": "yes: Yes, often\nNo",
    "options_hi": "हाँ\nनहीं",
}


@pytest.fixture
def editor(client_of, draft):
    """Meera at the page of a question: ``editor("new/choice", text_en="…")`` fills it in and saves."""
    client = client_of(draft.owner)

    def fill(where: str, **changes):
        address = f"/studies/{draft.slug}/questions/{where}/"
        return send(client, address, shown(client, address), **changes)

    fill.client = client
    return fill


def asked(study):
    study.refresh_from_db()
    return {question.key: question for question in questions_of(study)}


def test_a_question_is_made_in_every_language_of_the_study(editor, draft):
    assert editor("new/choice", **CHOICE, required="on").status_code == 302
    question = asked(draft)["do_you_mix"]
    assert question.options == ("yes", "no")
    assert question.option_text("no", "hi") == "नहीं"
    assert question.required
    assert "text_es" not in shown(editor.client, f"/studies/{draft.slug}/questions/do_you_mix/")


def test_a_question_is_shown_again_as_it_was_saved(editor, draft):
    editor("new/choice", **CHOICE)
    before = asked(draft)["do_you_mix"]
    assert editor("do_you_mix").status_code == 302
    assert asked(draft)["do_you_mix"] == before


def test_answers_and_labels_are_shown_in_order_whatever_order_the_database_keeps_words_in(editor, draft):
    labels = {"5": "always", "10": "never", "1": "seldom"}
    options = {"no": "No", "yes": "Yes"}
    questions = [
        {"key": "mix", "kind": "choice", "options": ["yes", "no"], "texts": {"en": {"text": "?", "options": options}}},
        {"key": "often", "kind": "likert", "low": 1, "high": 10, "texts": {"en": {"text": "?", "labels": labels}}},
    ]
    draft.questions = questions
    draft.save()
    assert shown(editor.client, f"/studies/{draft.slug}/questions/mix/")["options_en"] == ["yes: Yes\nno: No"]
    lines = shown(editor.client, f"/studies/{draft.slug}/questions/often/")["labels_en"]
    assert lines == ["1: seldom\n5: always\n10: never"]


EVERY_KIND = [
    ("several", {"text_en": "Where?", "options_en": "home\nwork"}),
    ("number", {"text_en": "How many years?", "low": "0", "high": "90"}),
    ("text", {"text_en": "Why?", "help_en": "In a few words."}),
    ("likert", {"text_en": "I mix.", "low": "1", "high": "7", "labels_en": "1: never\n7: always"}),
    ("language", {"text_en": "How well?", "of_study": "on", "most": "1", "details": "on"}),
    ("vocabulary", {"text_en": "Which?", "language": "en", "words": "house\ntree", "nonwords": "blick"}),
]


@pytest.mark.parametrize(("kind", "fields"), EVERY_KIND, ids=[kind for kind, _fields in EVERY_KIND])
def test_there_is_a_page_for_every_kind(editor, draft, kind, fields):
    answer = editor(f"new/{kind}", **fields)
    assert answer.status_code == 302, page_of(answer)
    assert list(asked(draft).values())[-1].kind == kind


WRONG = [
    ("choice", {"text_en": "", "options_en": "a\nb"}, "Write the question in at least one language"),
    ("choice", {"text_en": "?", "options_en": "a"}, "Write 2 to 50 answers"),
    ("choice", {"text_en": "?", "options_en": "a\nb", "options_hi": "क"}, "one line for each"),
    ("number", {"text_en": "?", "low": "5", "high": "1"}, "greatest number must be above"),
    ("likert", {"text_en": "?", "low": "1", "high": "50"}, "A scale has 2 to 11 points"),
    ("likert", {"text_en": "?", "low": "1", "high": "5", "labels_en": "nine"}, "Line 1"),
    ("vocabulary", {"text_en": "?", "language": "en", "words": "", "nonwords": "blick"}, "Write 1 to 120 words"),
    ("language", {"text_en": "?", "of_study": "on", "most": "1", "details": ""}, "from what age, and how well"),
    (
        "text",
        {"text_en": "?", "condition_question": "age", "condition_op": "is", "condition_value": "x"},
        "does not fit",
    ),
    (
        "text",
        {"text_en": "?", "condition_question": "age", "condition_op": "at_least", "condition_value": "x"},
        "whole number",
    ),
]


@pytest.mark.parametrize(("kind", "fields", "words"), WRONG)
def test_what_cannot_be_asked_is_said_at_the_field_and_not_saved(editor, draft, kind, fields, words):
    before = asked(draft)
    answer = editor(f"new/{kind}", **fields)
    assert answer.status_code == 422
    assert words in page_of(answer)
    assert asked(draft) == before


def test_questions_are_put_in_order_and_blocks_added_without_a_script(wizard, draft):
    first, second = list(asked(draft))[:2]
    assert wizard("questions", do=f"down:{first}").status_code == 302
    assert list(asked(draft))[:2] == [second, first]
    assert wizard("questions", do="block:habits").status_code == 302
    assert "mixes_at_home" in asked(draft)
    assert "asked already" in page_of(wizard("questions", do="block:habits"))
    assert wizard("questions", do="remove:mixes_at_home").status_code == 302
    assert "mixes_at_home" not in asked(draft)
    assert wizard("questions", do="explode:everything").status_code == 422


def test_two_people_who_edit_at_once_notice_each_other(editor, draft):
    address = f"/studies/{draft.slug}/questions/new/choice/"
    stale = shown(editor.client, address)
    editor("new/text", text_en="Why?")
    answer = send(editor.client, address, stale, **CHOICE)
    assert answer.status_code == 409
    assert "क्या आप मिलाते हैं?" in page_of(answer), "what was written is still there"


def test_an_open_study_shows_its_questions_and_changes_none(client_of, meera):
    study = make_study(meera, questions=["age"])
    client = client_of(meera)
    for address in (f"/studies/{study.slug}/questions/age/", f"/studies/{study.slug}/edit/questions/"):
        html = page_of(client.get(address))
        assert "How old are you?" in html
        assert 'class="primary" type="submit"' not in html.partition("<main")[2]
    assert client.get(f"/studies/{study.slug}/questions/shoe_size/").status_code == 404
    assert client.get(f"/studies/{study.slug}/questions/new/riddle/").status_code == 404


@pytest.fixture
def answered(meera, asha, ravi):
    mixes = {"key": "mixes", "kind": "choice", "options": ["yes", "no"]}
    mixes["texts"] = {"en": {"text": "Do you mix?", "options": {"yes": "Yes, often", "no": "No"}}}
    words = {"key": "vocabulary_en", "kind": "vocabulary", "words": ["house"], "nonwords": ["blick"]}
    words["texts"] = {"en": {"text": "Which?"}}
    study = make_study(meera, questions=[mixes, words])
    for judge, said in ((asha, "yes"), (ravi, "no")):
        mine = make_participation(study, judge, state=ParticipationState.CONSENTED)
        form = {"mixes": said, "vocabulary_en_seen": "1", "vocabulary_en": ["house"]}
        assert participation.answer_questions(mine, form) == {}
    return study


def test_an_answer_is_a_group_in_results(answered, client_of, meera):
    rows = Tables(answered, Selection()).groups("mixes")
    assert [(row.answer, row.judges) for row in rows] == [("No", 1), ("Yes, often", 1)]
    html = page_of(client_of(meera).get(reverse("results-groups", args=[answered.slug]), {"question": "mixes"}))
    assert "Yes, often" in html


def test_an_answer_is_a_column_in_exports_with_its_line_in_the_codebook(answered, meera):
    def lines(table):
        file = exports.export_table(study=answered, table=table, form="csv", actor=meera)
        return b"".join(file.chunks).decode()

    assert ",mixes,vocabulary_en,vocabulary_en_known," in lines("judges")
    assert ",yes,100,house," in lines("judges")
    assert "“Do you mix?”: yes = Yes, often, no = No" in lines("codebook")


def test_an_answer_is_a_rule_who_may_take_part(answered, asha, client_of, mallory):
    rule = {"question": "mixes", "op": "is", "value": "yes"}
    type(answered).objects.filter(pk=answered.pk).update(eligibility={"rules": [rule]}, screened_out_code="OUT-1")
    mine = make_participation(answered, mallory, state=ParticipationState.CONSENTED)
    form = {"mixes": "no", "vocabulary_en_seen": "1"}
    html = page_of(client_of(mallory).post(f"/rate/{mine.key}/questions/", form, follow=True))
    assert "OUT-1" in html, "being screened out has a code of its own"


def test_the_reasons_when_marking_words_are_the_studys_own(wizard, draft):
    assert wizard("look", reasons_en="too formal\nsounds rude", reasons_hi="बहुत किताबी\nरूखा").status_code == 302
    draft.refresh_from_db()
    assert [reason["key"] for reason in draft.mark_reasons] == ["formal", "sounds_rude"]
    assert draft.mark_reasons[1]["texts"] == {"en": "sounds rude", "hi": "रूखा"}
    assert "one line for each" in page_of(wizard("look", reasons_hi="एक"))
    assert "1 to 12 reasons" in page_of(wizard("look", reasons_en=""))
