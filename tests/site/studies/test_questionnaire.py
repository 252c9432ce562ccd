"""What a study asks its judges: kinds of questions, conditions, rules, and the editor's services."""

import pytest

from evaluation.services import studies
from evaluation.services.errors import Refused
from evaluation.services.studies import questionnaire
from evaluation.services.studies.questionnaire import (
    Question,
    group_labels,
    is_eligible,
    questions_of,
    read_answers,
    ready_made,
    rule_from_form,
)
from evaluation.services.studies.questionnaire.changing import (
    add_block,
    check_question,
    free_key,
    move_question,
    remove_question,
    save_question,
)
from tests.site.factories import make_study

STANDARD = [ready_made(key, ["en"]) for key in ("native_language", "other_languages", "age", "education", "grew_up")]
ANSWERS = {
    "native_language": "hi",
    "other_languages": [{"language": "en", "from_age": 6, "fluency": 4}],
    "age": 31,
    "education": "master",
    "grew_up": "Nagpur",
}
TEXT = {"en": {"text": "Do you mix?", "options": {"yes": "Yes", "no": "No"}}}
MIXES = Question("mixes", "choice", TEXT, options=("yes", "no"))
WHERE = Question("where", "several", {"en": {"text": "Where?"}}, options=("home", "work", "school"))
HOW_OFTEN = Question(
    "how_often",
    "likert",
    {"en": {"text": "How often?", "labels": {"1": "never", "5": "always"}}},
    low=1,
    high=5,
    condition={"question": "mixes", "op": "is", "value": "yes"},
)
WORDS = Question(
    "vocabulary_en", "vocabulary", {"en": {"text": "Which?"}}, words=("house", "tree"), nonwords=("blick", "frop")
)
SPOKEN = Question("spoken", "language", {"en": {"text": "How well?"}}, of_study=True, details=True)
OWN = [MIXES, WHERE, HOW_OFTEN, WORDS]


@pytest.mark.parametrize(
    ("question", "op", "value", "fits"),
    [
        ("native_language", "is", "hi", True),
        ("native_language", "is", "Hindi", True),
        ("native_language", "is", "ta", False),
        ("native_language", "one_of", "ta, hi", True),
        ("native_language", "none_of", ["ta", "te"], True),
        ("native_language", "none_of", ["hi"], False),
        ("other_languages", "includes", {"language": "en", "fluency": 4}, True),
        ("other_languages", "includes", {"language": "en", "fluency": "5"}, False),
        ("other_languages", "includes", {"language": "en", "by_age": "5"}, False),
        ("other_languages", "includes", {"language": "en", "by_age": "10"}, True),
        ("other_languages", "includes", {"language": "hi", "by_age": "3", "fluency": "5"}, True),
        ("other_languages", "includes", "ta", False),
        ("age", "at_least", "18", True),
        ("age", "at_least", "32", False),
        ("age", "at_most", "31", True),
        ("education", "one_of", "Master's degree, doctorate", True),
        ("grew_up", "is", "NAGPUR", True),
    ],
)
def test_a_rule_holds_for_the_right_answers(question, op, value, fits):
    assert is_eligible({"rules": [rule_from_form(STANDARD, question, op, value)]}, STANDARD, ANSWERS) is fits


def test_everybody_is_eligible_where_there_is_no_rule():
    assert is_eligible({}, STANDARD, {})


def test_all_rules_must_hold():
    rules = [rule_from_form(STANDARD, "age", "at_least", 18), rule_from_form(STANDARD, "age", "at_most", 30)]
    assert not is_eligible({"rules": rules}, STANDARD, ANSWERS)


def test_an_unanswered_question_fits_no_rule():
    assert not is_eligible({"rules": [rule_from_form(STANDARD, "age", "at_most", 99)]}, STANDARD, {"age": None})


@pytest.mark.parametrize(
    ("question", "op", "value", "field"),
    [
        ("shoe_size", "is", "42", "question"),
        ("age", "includes", "18", "op"),
        ("age", "at_least", "eighteen", "value"),
        ("native_language", "one_of", " , ", "value"),
        ("education", "is", "kindergarten", "value"),
        ("other_languages", "includes", "no such language", "value"),
        ("other_languages", "includes", {"language": "en", "fluency": 9}, "value"),
    ],
)
def test_a_rule_that_makes_no_sense_is_refused_at_its_field(question, op, value, field):
    with pytest.raises(Refused) as refusal:
        rule_from_form(STANDARD, question, op, value)
    assert refusal.value.field == field


def test_a_question_that_a_rule_reads_must_be_answered():
    age = [STANDARD[2]]
    rules = {"rules": [rule_from_form(age, "age", "at_least", 18)]}
    assert read_answers(age, {}, {}) == ({"age": None}, {})
    assert read_answers(age, rules, {}) == ({}, {"age": "Please answer this question."})


def test_every_kind_reads_its_own_answers():
    form = {
        "mixes": "yes",
        "where": ["work", "home"],
        "how_often": "4",
        "vocabulary_en_seen": "1",
        "vocabulary_en": ["house", "frop"],
    }
    assert read_answers(OWN, {}, form) == (
        {
            "mixes": "yes",
            "where": ["home", "work"],
            "how_often": 4,
            "vocabulary_en": {"known": ["house", "frop"], "score": 50},
        },
        {},
    )


@pytest.mark.parametrize(
    ("form", "problem"),
    [
        ({"mixes": "perhaps"}, "mixes"),
        ({"mixes": ""}, "mixes"),
        ({"where": ["moon"]}, "where"),
        ({"where": []}, "where"),
        ({"how_often": "9"}, "how_often"),
        ({"how_often": ""}, "how_often"),
    ],
)
def test_an_answer_that_cannot_be_is_said_at_its_question(form, problem):
    good = {"mixes": "yes", "where": ["home"], "how_often": "1", "vocabulary_en_seen": "1"}
    _answers, problems = read_answers(OWN, {}, good | form)
    assert list(problems) == [problem]


def test_what_is_asked_on_a_condition_is_neither_needed_nor_stored_where_it_does_not_hold():
    form = {"mixes": "no", "where": ["home"], "how_often": "5", "vocabulary_en_seen": "1"}
    answers, problems = read_answers(OWN, {}, form)
    assert problems == {}
    assert "how_often" not in answers


def test_each_language_of_the_study_can_be_asked_about():
    form = {"spoken_from_age_0": "0", "spoken_fluency_0": "5", "spoken_from_age_1": "6", "spoken_fluency_1": "3"}
    answers, _problems = read_answers([SPOKEN], {}, form, ["en", "hi"])
    assert [one["language"] for one in answers["spoken"]] == ["en", "hi"]
    _answers, problems = read_answers([SPOKEN], {}, {"spoken_from_age_0": "0", "spoken_fluency_0": "5"}, ["en", "hi"])
    assert problems == {"spoken": "Answer for every language, or for none."}


@pytest.mark.parametrize(
    ("ticked", "score"),
    [(["house", "tree"], 100), ([], 50), (["house", "tree", "blick", "frop"], 50), (["blick", "frop"], 0)],
)
def test_a_vocabulary_check_rewards_neither_ticking_all_nor_none(ticked, score):
    answers, _problems = read_answers([WORDS], {}, {"vocabulary_en_seen": "1", "vocabulary_en": ticked})
    assert answers["vocabulary_en"]["score"] == score


@pytest.mark.parametrize(
    ("question", "answer", "groups"),
    [
        (MIXES, "yes", ["Yes"]),
        (WHERE, ["home", "work"], ["home", "work"]),
        (HOW_OFTEN, 5, ["5: always"]),
        (HOW_OFTEN, 3, ["3"]),
        (WORDS, {"known": [], "score": 100}, ["80 to 100 %"]),
        (STANDARD[0], "hi", ["Hindi"]),
        (STANDARD[1], ANSWERS["other_languages"], ["English"]),
        (STANDARD[2], 31, ["31"]),
        (STANDARD[2], None, []),
    ],
)
def test_every_answer_can_be_a_group(question, answer, groups):
    assert group_labels(question, answer, "en") == groups


def test_every_kind_can_be_a_rule():
    for question in (*OWN, *STANDARD, SPOKEN):
        assert questionnaire.operations_of(question)


def test_a_question_comes_back_from_its_stored_form_as_it_was():
    for question in (*OWN, *STANDARD, SPOKEN):
        assert Question.from_json(question.as_json()) == question


WRONG = [
    (Question("a", "text"), "text"),
    (Question("a", "choice", TEXT, options=("yes",)), "options"),
    (Question("a", "number", TEXT, low=5, high=5), "high"),
    (Question("a", "likert", TEXT, low=1, high=20), "high"),
    (Question("a", "likert", {"en": {"text": "?", "labels": {"9": "x"}}}, low=1, high=5), "labels_en"),
    (Question("a", "language", TEXT, most=99), "most"),
    (Question("a", "vocabulary", TEXT, words=("a",)), "nonwords"),
    (Question("a", "vocabulary", TEXT, words=("a",), nonwords=("a",)), "nonwords"),
]


@pytest.mark.parametrize(("question", "field"), WRONG)
def test_a_question_that_cannot_be_asked_is_refused_at_its_field(question, field):
    with pytest.raises(Refused) as refusal:
        check_question(question)
    assert refusal.value.field == field


def test_no_question_takes_the_name_of_a_column_or_of_another():
    assert free_key("Do you mix?", []) == "do_you_mix"
    assert free_key("State", []) == "state_2"
    assert free_key("क्या?", [Question("question", "text")]) == "question_2"


# -- The editor --------------------------------------------------------------------------------------

database = pytest.mark.django_db


@pytest.fixture
def study(meera):
    return studies.create(owner=meera, name="Asks", interface_languages=["en", "es"])


def keys(study):
    study.refresh_from_db()
    return [question.key for question in questions_of(study)]


def change(service, study, **arguments):
    return service(study=study, actor=study.owner, revision=study.revision, **arguments)


@database
def test_questions_are_added_changed_moved_and_removed(study):
    made = change(save_question, study, question=Question("", "choice", TEXT, options=("yes", "no")))
    assert made.key == "do_you_mix"
    change(save_question, study, question=MIXES, key="do_you_mix")
    assert keys(study)[-1] == "do_you_mix", "a question keeps its name in exports"
    change(move_question, study, key="do_you_mix", by=-1)
    assert keys(study)[-2] == "do_you_mix"
    change(remove_question, study, key="do_you_mix")
    assert "do_you_mix" not in keys(study)


@database
def test_a_question_stays_behind_the_one_it_depends_on(study):
    change(save_question, study, question=MIXES)
    depending = Question(
        "", "text", {"en": {"text": "Why?"}}, condition={"question": "do_you_mix", "op": "is", "value": "yes"}
    )
    change(save_question, study, question=depending)
    for service, arguments in ((move_question, {"key": "why", "by": -1}), (remove_question, {"key": "do_you_mix"})):
        with pytest.raises(Refused, match="must come before it"):
            change(service, study, **arguments)
    assert keys(study)[-2:] == ["do_you_mix", "why"]


@database
def test_a_question_that_a_rule_reads_is_not_removed(study):
    rule = rule_from_form(questions_of(study), "age", "at_least", 18)
    studies.update(
        study=study,
        actor=study.owner,
        revision=study.revision,
        step="judges",
        fields={"eligibility": {"rules": [rule]}},
    )
    with pytest.raises(Refused, match="reads this question"):
        change(remove_question, study, key="age")


@database
@pytest.mark.parametrize(("block", "added"), [("habits", 6), ("attitude", 5)])
def test_a_block_adds_its_questions_once_in_the_languages_of_the_study(study, block, added):
    before = len(keys(study))
    assert change(add_block, study, name=block) == added
    with pytest.raises(Refused, match="asked already"):
        change(add_block, study, name=block)
    assert len(keys(study)) == before + added
    assert all(question.texts.keys() == {"en", "es"} and question.source for question in questions_of(study))


@database
def test_a_vocabulary_check_is_filled_by_the_researcher_before_the_study_opens(study):
    study.languages = ["en", "hi-Latn"]
    study.save()
    change(add_block, study, name="vocabulary")
    assert keys(study)[-2:] == ["vocabulary_en", "vocabulary_hi"]
    assert [lack.step for lack in studies.missing(study)].count("questions") == 2
    whole = Question("", "vocabulary", {"en": {"text": "Which?"}}, language="en", words=("house",), nonwords=("blick",))
    change(save_question, study, question=whole, key="vocabulary_en")
    assert [lack.step for lack in studies.missing(study)].count("questions") == 1


@database
def test_a_vocabulary_check_names_its_language_in_the_language_of_the_page(study):
    study.languages, study.interface_languages = ["en", "hi-Latn"], ["en", "hi", "es"]
    study.save()
    change(add_block, study, name="vocabulary")
    english, hindi = questions_of(study)[-2:]
    assert english.text("en") == "Which of these words belong to this language: English?"
    assert hindi.text("en") == "Which of these words belong to this language: Hindi?"
    assert hindi.text("es") == "¿Cuáles de estas palabras son de esta lengua: hindi?"
    assert "हिंदी" in hindi.text("hi")


@database
def test_what_is_asked_stays_once_the_study_is_open(meera):
    study = make_study(meera, questions=["age"])
    with pytest.raises(Refused, match="has been opened"):
        change(add_block, study, name="habits")


@database
def test_a_study_from_before_asks_what_it_asked(meera):
    study = make_study(meera, questions=["native_language", "age", "gone_since"])
    assert [(question.key, question.text("en")) for question in questions_of(study)] == [
        ("native_language", "What is your native language?"),
        ("age", "How old are you?"),
    ]
