"""What the editor of the questionnaire does: add, change, move and remove questions, while the study is a draft."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from django.utils.text import slugify
from django.utils.translation import gettext as _

from evaluation.models import Study, User
from evaluation.services.errors import Refused
from evaluation.services.studies.editing import editing
from evaluation.services.studies.interface_languages import interface_languages
from evaluation.services.studies.questionnaire import languages_of, questions_of
from evaluation.services.studies.questionnaire.checked import OTHER
from evaluation.services.studies.questionnaire.question import Question
from evaluation.services.studies.questionnaire.ready_made import BLOCKS, Block
from evaluation.services.studies.questionnaire.rules import rules_of
from evaluation.services.support.language_names import language_name
from evaluation.services.support.minus import with_minus

MOST_QUESTIONS = 60
LONGEST_KEY = 40
MOST_OPTIONS, MOST_WORDS, MOST_LANGUAGES = 50, 120, 8
FEWEST_POINTS, MOST_POINTS = 2, 11
# Columns that every table of judges has; a question of this name would be a second one.
RESERVED = frozenset(
    [
        "judge",
        "name",
        "email",
        "external_id",
        "double",
        "double_of",
        "state",
        "language",
        "list",
        "consent_version",
        "ratings",
        "checks",
        "checks_passed",
        "active_ms",
        "started_at",
        "finished_at",
        "excluded",
        "exclusion_reason",
        "age_band",
        "end",
    ]
)


def save_question(*, study: Study, actor: User, revision: int, question: Question, key: str = "") -> Question:
    """Put the question in the place of the one with this key, or at the end; returned with the key it got."""
    with editing(study=study, actor=actor, revision=revision, step="questions", structural=True) as current:
        asked = questions_of(current)
        place = next((number for number, each in enumerate(asked) if each.key == key), len(asked))
        others = [each for each in asked if not key or each.key != key]
        saved = replace(question, key=key or free_key(_title(question, current), others))
        check_question(saved)
        asked[place : place + 1] = [saved]
        _store(current, asked)
    return saved


def add_block(*, study: Study, actor: User, revision: int, name: str) -> int:
    """Add the block's questions that the study does not ask yet, and say how many those were."""
    if name not in BLOCKS:
        raise Refused(_("There is no block called “%s”.") % name)
    with editing(study=study, actor=actor, revision=revision, step="questions", structural=True) as current:
        asked = questions_of(current)
        taken = {question.key for question in asked}
        added = [question for question in block_questions(BLOCKS[name], current) if question.key not in taken]
        if not added:
            raise Refused(_("All questions of this block are asked already."))
        _store(current, [*asked, *added])
    return len(added)


def block_questions(block: Block, study: Study) -> list[Question]:
    made = [draft.in_languages(interface_languages(study)) for draft in block.drafts]
    if not block.per_language:
        return made
    codes = [code for code in languages_of(study) if code != OTHER]
    return [about_language(question, code) for code in codes for question in made]


def about_language(question: Question, code: str) -> Question:
    """The question about one language of the study, which it names in the language of the page."""
    texts = {
        page: {**said, "text": said["text"] % {"language": language_name(code, page)}}
        for page, said in question.texts.items()
    }
    return replace(question, key=f"{question.key}_{code}", language=code, texts=texts)


def move_question(*, study: Study, actor: User, revision: int, key: str, by: int) -> None:
    """One place up (``by`` -1) or down (1); at either end it stays where it is."""
    with editing(study=study, actor=actor, revision=revision, step="questions", structural=True) as current:
        asked = questions_of(current)
        place = _place(asked, key)
        other = min(max(place + by, 0), len(asked) - 1)
        asked[place], asked[other] = asked[other], asked[place]
        _store(current, asked)


def remove_question(*, study: Study, actor: User, revision: int, key: str) -> None:
    with editing(study=study, actor=actor, revision=revision, step="questions", structural=True) as current:
        asked = questions_of(current)
        del asked[_place(asked, key)]
        if any(rule["question"] == key for rule in rules_of(current.eligibility)):
            raise Refused(_("A rule who may take part reads this question. Change the rule first (step Judges)."))
        if current.judge_groups.get("question") == key:
            raise Refused(_("Judges are to be grouped by this question. Change the groups first."))
        _store(current, asked)


def _place(asked: Sequence[Question], key: str) -> int:
    place = next((number for number, question in enumerate(asked) if question.key == key), None)
    if place is None:
        raise Refused(_("There is no question called “%s”.") % key)
    return place


def _store(study: Study, asked: Sequence[Question]) -> None:
    if len(asked) > MOST_QUESTIONS:
        raise Refused(_("A study asks at most %d questions.") % MOST_QUESTIONS)
    for number, question in enumerate(asked):
        _check_condition(question, asked[:number], study)
    if study.eligibility.get("languages") and not any(question.kind == "language" for question in asked):
        raise Refused(_("Only speakers of its languages may take part, so the study must ask for languages."))
    study.questions = [question.as_json() for question in asked]


def _check_condition(question: Question, earlier: Iterable[Question], study: Study) -> None:
    read = question.condition.get("question")
    if read and read not in {each.key for each in earlier}:
        message = _("“%(question)s” is asked only on a condition, so the question it depends on must come before it.")
        raise Refused(message % {"question": _title(question, study)}, field="condition_question")


def _title(question: Question, study: Study) -> str:
    return question.text(interface_languages(study)[0])


def free_key(text: str, others: Iterable[Question]) -> str:
    """A name for the question in exports, from its words, that no other question and no column has."""
    taken = {question.key for question in others} | RESERVED
    base = slugify(text).replace("-", "_")[: LONGEST_KEY - 4].strip("_") or "question"
    names = (base if number == 1 else f"{base}_{number}" for number in range(1, 1000))
    return next(name for name in names if name not in taken)


# -- What a question must have -----------------------------------------------------------------------


def check_question(question: Question) -> None:
    """``Refused`` at the field that is missing or cannot be."""
    if not any(texts.get("text") for texts in question.texts.values()):
        raise Refused(_("Write the question in at least one language."), field="text")
    CHECKS.get(question.kind, lambda _question: None)(question)


def _check_options(question: Question) -> None:
    if not 2 <= len(question.options) <= MOST_OPTIONS:
        raise Refused(_("Write 2 to %d answers, one a line.") % MOST_OPTIONS, field="options")


def _check_span(question: Question) -> None:
    if question.high <= question.low:
        raise Refused(_("The greatest number must be above the least."), field="high")


def _check_points(question: Question) -> None:
    if not FEWEST_POINTS <= len(question.points) <= MOST_POINTS:
        message = _("A scale has %(fewest)d to %(most)d points.")
        raise Refused(message % {"fewest": FEWEST_POINTS, "most": MOST_POINTS}, field="high")
    for language, texts in question.texts.items():
        wrong = next((point for point in texts.get("labels", {}) if int(point) not in question.points), None)
        if wrong is not None:
            message = _("There is a label for %(point)s, but the scale goes from %(low)d to %(high)d.")
            numbers = {"point": wrong, "low": question.low, "high": question.high}
            raise Refused(with_minus(message % numbers), field=f"labels_{language}")


def _check_languages(question: Question) -> None:
    if not 1 <= question.most <= MOST_LANGUAGES:
        raise Refused(_("Ask for 1 to %d languages.") % MOST_LANGUAGES, field="most")
    if question.of_study and not question.details:
        message = _("About the languages of the study there is only that to ask: from what age, and how well.")
        raise Refused(message, field="details")


def _check_words(question: Question) -> None:
    for field, words in (("words", question.words), ("nonwords", question.nonwords)):
        if not 1 <= len(words) <= MOST_WORDS:
            raise Refused(_("Write 1 to %d words, one a line.") % MOST_WORDS, field=field)
    twice = set(question.words) & set(question.nonwords)
    if twice:
        raise Refused(_("“%s” stands in both lists.") % sorted(twice)[0], field="nonwords")


CHECKS: dict[str, Any] = {
    "choice": _check_options,
    "several": _check_options,
    "number": _check_span,
    "likert": _check_points,
    "language": _check_languages,
    "vocabulary": _check_words,
}


def unfinished(study: Study) -> list[Question]:
    """Questions that cannot be asked yet: a vocabulary check whose words are still to be written."""
    return [question for question in questions_of(study) if not _is_whole(question)]


def _is_whole(question: Question) -> bool:
    try:
        check_question(question)
    except Refused:
        return False
    return True
