"""The kinds of questions: how each reads an answer, which rules fit it, and into which groups it puts judges.

An answer is stored in ``Participation.answers`` under the question's key: the key of an option (choice), a list of them
(several), a whole number (number, likert), words (text), the code of a language or a list of languages with
``from_age`` and ``fluency`` (language), ``{"known": […], "score": 85}`` (vocabulary).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evaluation.services.errors import Refused
from evaluation.services.studies.questionnaire.checked import OTHER, checked_language, checked_text, checked_whole
from evaluation.services.studies.questionnaire.question import Question
from evaluation.services.studies.questionnaire.vocabulary import score_of
from evaluation.services.support.language_names import language_name

Form = Mapping[str, Any]
OLDEST = 110
FLUENCY = {
    1: gettext_lazy("a few words"),
    2: gettext_lazy("simple talk"),
    3: gettext_lazy("everyday talk"),
    4: gettext_lazy("fluent"),
    5: gettext_lazy("like a first language"),
}
SCORE_BAND = 20
SAME, ORDER = ("is", "one_of", "none_of"), ("at_least", "at_most")


class Kind:
    """What all kinds do alike: one field of the form, one answer, one group."""

    name: str
    title: Any
    operations: tuple[str, ...] = SAME

    def read(self, question: Question, form: Form, languages: list[str]) -> Any:
        """The answer in the form; None or empty if there is none. ``Refused`` if it cannot be."""
        typed = str(form.get(question.key, "")).strip()
        return self.checked(question, typed) if typed else None

    def checked(self, question: Question, typed: str) -> Any:
        return checked_text(typed, question.key)

    def groups(self, question: Question, answer: Any, language: str) -> list[str]:
        """The groups of judges that this answer belongs to, in words."""
        return [str(answer)]

    def values(self, answer: Any) -> list[Any]:
        """What rules compare."""
        return [answer]


class Choice(Kind):
    name, title = "choice", gettext_lazy("one of several answers")

    def checked(self, question: Question, typed: str) -> str:
        if typed not in question.options:
            raise Refused(_("Choose one of the answers."), field=question.key)
        return typed

    def groups(self, question: Question, answer: Any, language: str) -> list[str]:
        return [question.option_text(str(answer), language)]


class Several(Kind):
    name, title = "several", gettext_lazy("any of several answers")

    def read(self, question: Question, form: Form, languages: list[str]) -> list[str]:
        ticked = form.getlist(question.key) if hasattr(form, "getlist") else list(form.get(question.key, ()))
        if set(ticked) - set(question.options):
            raise Refused(_("Choose one of the answers."), field=question.key)
        return [option for option in question.options if option in ticked]

    def groups(self, question: Question, answer: Any, language: str) -> list[str]:
        return [question.option_text(str(option), language) for option in answer]

    def values(self, answer: Any) -> list[Any]:
        return list(answer)


class Number(Kind):
    name, title, operations = "number", gettext_lazy("a whole number"), ORDER

    def checked(self, question: Question, typed: str) -> int:
        return checked_whole(typed, question.key, question.low, question.high)


class Text(Kind):
    name, title = "text", gettext_lazy("a few words")


class Likert(Kind):
    name, title, operations = "likert", gettext_lazy("a point on a scale (Likert item)"), (*ORDER, "is")

    def checked(self, question: Question, typed: str) -> int:
        if typed not in {str(point) for point in question.points}:
            raise Refused(_("Choose one of the answers."), field=question.key)
        return int(typed)

    def groups(self, question: Question, answer: Any, language: str) -> list[str]:
        label = question.label(int(answer), language)
        return [f"{answer}: {label}" if label else str(answer)]


class Language(Kind):
    name, title = "language", gettext_lazy("languages, with age of acquisition and proficiency")

    def read(self, question: Question, form: Form, languages: list[str]) -> Any:
        if is_single(question):
            chosen = form.get(question.key, "")
            return checked_language(chosen, question.key) if chosen else ""
        spoken: list[dict[str, Any]] = []
        for row in range(len(languages) if question.of_study else question.most):
            typed = _typed(question, form, row, languages)
            if any(typed[1:]) or (typed[0] and not question.of_study):
                spoken.append(_spoken(question, typed, spoken))
        if question.of_study and spoken and len(spoken) < len(languages):
            raise Refused(_("Answer for every language, or for none."), field=question.key)
        return spoken

    def groups(self, question: Question, answer: Any, language: str) -> list[str]:
        codes = [answer] if isinstance(answer, str) else [one["language"] for one in answer]
        return sorted(_("another language") if code == OTHER else language_name(code, language) for code in codes)

    def values(self, answer: Any) -> list[Any]:
        return [answer] if isinstance(answer, str) else [one["language"] for one in answer]


def is_single(question: Question) -> bool:
    """Whether just one language is chosen, and nothing asked about it."""
    return question.kind == "language" and question.most == 1 and not question.details and not question.of_study


def _typed(question: Question, form: Form, row: int, languages: list[str]) -> list[str]:
    parts = ("language", "from_age", "fluency")
    typed = [str(form.get(f"{question.key}_{part}_{row}", "")).strip() for part in parts]
    if question.of_study:
        typed[0] = languages[row]
    return typed if question.details else [typed[0], "", ""]


def _spoken(question: Question, typed: list[str], earlier: list[dict[str, Any]]) -> dict[str, Any]:
    language, age, fluency = typed
    if not language:
        raise Refused(_("Choose the language on every line you have begun."))
    checked_language(language, question.key)
    # "Another language" may well be two.
    if language != OTHER and language in [one["language"] for one in earlier]:
        raise Refused(_("You have written down %s twice.") % language_name(language))
    if not question.details:
        return {"language": language}
    if not age or not fluency:
        raise Refused(_("Say from what age and how well you speak %s.") % language_name(language))
    return {
        "language": language,
        "from_age": checked_whole(age, question.key, 0, OLDEST),
        "fluency": checked_whole(fluency, question.key, min(FLUENCY), max(FLUENCY)),
    }


class VocabularyCheck(Kind):
    name, title, operations = "vocabulary", gettext_lazy("a vocabulary check"), ORDER

    def read(self, question: Question, form: Form, languages: list[str]) -> dict[str, Any] | None:
        """Ticking nothing is an answer too, once the page has been sent: there may be no word that somebody knows."""
        if f"{question.key}_seen" not in form:
            return None
        ticked = form.getlist(question.key) if hasattr(form, "getlist") else list(form.get(question.key, ()))
        known = [word for word in (*question.words, *question.nonwords) if word in ticked]
        return {"known": known, "score": score_of(question, known)}

    def groups(self, question: Question, answer: Any, language: str) -> list[str]:
        low = min(int(answer["score"]) // SCORE_BAND * SCORE_BAND, 100 - SCORE_BAND)
        return [_("%(low)d to %(high)d %%") % {"low": low, "high": low + SCORE_BAND}]

    def values(self, answer: Any) -> list[Any]:
        return [answer["score"]]


KINDS: dict[str, Kind] = {
    kind.name: kind for kind in (Choice(), Several(), Number(), Text(), Likert(), Language(), VocabularyCheck())
}


def kind_of(question: Question) -> Kind:
    return KINDS[question.kind]


def operations_of(question: Question) -> tuple[str, ...]:
    """The rules that fit a question."""
    if question.kind == "language" and not is_single(question):
        return ("includes",)
    return kind_of(question).operations


def group_labels(question: Question, answer: Any, language: str) -> list[str]:
    """The groups a judge is in; none without an answer."""
    return kind_of(question).groups(question, answer, language) if answer not in (None, "", []) else []
