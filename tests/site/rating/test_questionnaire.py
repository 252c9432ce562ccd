"""Which answers make somebody eligible, and which rules a study can state."""

import pytest

from evaluation.services.errors import Refused
from evaluation.services.rating import questionnaire
from evaluation.services.rating.questionnaire import is_eligible, read_answers, rule_from_form
from evaluation.services.rating.questionnaire.form_answers import READERS
from evaluation.services.rating.questionnaire.questions import LANGUAGES

ANSWERS = {
    "native_language": "hi",
    "other_languages": [{"language": "en", "from_age": 6, "fluency": 4}],
    "age": 31,
    "education": "master",
    "grew_up": "Nagpur",
}


@pytest.mark.parametrize(
    ("question", "op", "value", "fits"),
    [
        ("native_language", "is", "hi", True),
        ("native_language", "is", "ta", False),
        ("native_language", "one_of", "ta, hi", True),
        ("native_language", "none_of", ["ta", "te"], True),
        ("native_language", "none_of", ["hi"], False),
        ("other_languages", "includes", {"language": "en", "fluency": 4}, True),
        ("other_languages", "includes", {"language": "en", "fluency": "5"}, False),
        ("other_languages", "includes", {"language": "en", "by_age": "5"}, False),
        ("other_languages", "includes", {"language": "en", "by_age": "10"}, True),
        ("other_languages", "includes", "ta", False),
        ("age", "at_least", "18", True),
        ("age", "at_least", "32", False),
        ("age", "at_most", "31", True),
        ("grew_up", "is", "NAGPUR", True),
    ],
)
def test_a_rule_holds_for_the_right_answers(question, op, value, fits):
    assert is_eligible({"rules": [rule_from_form(question, op, value)]}, ANSWERS) is fits


def test_everybody_is_eligible_where_there_is_no_rule():
    assert is_eligible({}, {})


def test_all_rules_must_hold():
    rules = [rule_from_form("age", "at_least", 18), rule_from_form("age", "at_most", 30)]
    assert not is_eligible({"rules": rules}, ANSWERS)


def test_an_unanswered_question_fits_no_rule():
    assert not is_eligible({"rules": [rule_from_form("age", "at_most", 99)]}, {"age": None})


@pytest.mark.parametrize(
    ("question", "op", "value", "field"),
    [
        ("shoe_size", "is", "42", "question"),
        ("age", "includes", "18", "op"),
        ("age", "at_least", "eighteen", "value"),
        ("native_language", "one_of", " , ", "value"),
        ("other_languages", "includes", "klingon", "value"),
        ("other_languages", "includes", {"language": "en", "fluency": 9}, "value"),
    ],
)
def test_a_rule_that_makes_no_sense_is_refused_at_its_field(question, op, value, field):
    with pytest.raises(Refused) as refusal:
        rule_from_form(question, op, value)
    assert refusal.value.field == field


def test_a_question_that_a_rule_reads_must_be_answered():
    rules = {"rules": [rule_from_form("age", "at_least", 18)]}
    assert read_answers(["age"], {}, {}) == ({"age": None}, {})
    assert read_answers(["age"], rules, {}) == ({}, {"age": "Please answer this question."})


def test_questions_come_in_the_registrys_order_and_unknown_ones_are_named():
    assert questionnaire.checked_questions(["age", "native_language"]) == ["native_language", "age"]
    with pytest.raises(Refused, match="shoe_size"):
        questionnaire.checked_questions(["age", "shoe_size"])


def test_every_question_can_be_offered():
    assert [key for key, _text in questionnaire.question_choices()] == list(questionnaire.QUESTIONS)
    assert READERS.keys() == questionnaire.QUESTIONS.keys()
    assert len(questionnaire.language_choices()) == len(LANGUAGES) + 1
