"""Ready-made questions, in blocks: in our own words, each block with the work it is modelled on.

A study gets a copy in its interface languages, which its researchers then change as they like.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext_lazy
from django.utils.translation import gettext_noop as _

from evaluation.services.studies.in_languages import in_languages
from evaluation.services.studies.questionnaire.kinds import OLDEST
from evaluation.services.studies.questionnaire.question import Question

YOUNGEST = 16
BHAT = "Bhat, Choudhury and Bali 2017, section 4.2"
RODRIGUEZ_FORNELLS = "modelled on the Bilingual Switching Questionnaire of Rodriguez-Fornells et al. 2012"
DEWAELE_WEI = "modelled on the attitude items of Dewaele and Li Wei 2014"
LEMHOEFER_BROERSMA = "yes/no vocabulary test after Lemhöfer and Broersma 2012; the words are yours"

EDUCATION = {
    "school": _("school, not finished"),
    "secondary": _("school, finished"),
    "vocational": _("training for a job"),
    "bachelor": _("bachelor's degree"),
    "master": _("master's degree"),
    "doctorate": _("doctorate"),
    "unsaid": _("I would rather not say"),
}
OFTEN = {1: _("never"), 2: _("rarely"), 3: _("sometimes"), 4: _("often"), 5: _("always")}
AGREE = {
    1: _("strongly disagree"),
    2: _("disagree"),
    3: _("neither agree nor disagree"),
    4: _("agree"),
    5: _("strongly agree"),
}


@dataclass(frozen=True)
class Draft:
    """A question in English, from which one in any languages is made."""

    question: Question
    text: str
    help: str = ""
    options: Mapping[str, str] | None = None
    labels: Mapping[int, str] | None = None

    def in_languages(self, languages: Iterable[str]) -> Question:
        return replace(self.question, texts=self.texts_in(list(languages)))

    def texts_in(self, languages: Sequence[str]) -> dict[str, dict[str, Any]]:
        texts: dict[str, dict[str, Any]] = {}
        for which, words in (("text", self.text), ("help", self.help)):
            for language, said in in_languages(words, languages).items() if words else ():
                texts.setdefault(language, {})[which] = said
        for which, several in (("options", self.options), ("labels", self.labels)):
            for key, words in (several or {}).items():
                for language, said in in_languages(words, languages).items():
                    texts.setdefault(language, {}).setdefault(which, {})[str(key)] = said
        return texts


@dataclass(frozen=True)
class Block:
    name: str
    title: Any
    drafts: tuple[Draft, ...]
    source: str
    # Made once for each language of the study, to be filled in by the researchers.
    per_language: bool = False


def _likert(key: str, text: str, labels: Mapping[int, str], source: str) -> Draft:
    question = Question(key, "likert", low=min(labels), high=max(labels), required=False, source=source)
    return Draft(question, text, labels=labels)


BACKGROUND = (
    Draft(
        Question("native_language", "language", source=BHAT),
        _("What is your native language?"),
        _("The one you spoke first at home. If there were two, the one you use more."),
    ),
    Draft(
        Question("other_languages", "language", required=False, most=4, details=True, source=BHAT),
        _("Which other languages do you speak?"),
        _("For each: from what age, and how well you speak it today. Leave lines empty that you don't need."),
    ),
    Draft(
        Question("age", "number", required=False, low=YOUNGEST, high=OLDEST, source=BHAT),
        _("How old are you?"),
        _("In years."),
    ),
    Draft(
        Question("education", "choice", options=tuple(EDUCATION), source=BHAT),
        _("What is your highest education?"),
        options=EDUCATION,
    ),
    Draft(
        Question("grew_up", "text", required=False, source=BHAT),
        _("Where did you grow up?"),
        _("Town or region, and country. If in several, where you lived longest before you were 15."),
    ),
)
HABITS = tuple(
    _likert(key, text, OFTEN, RODRIGUEZ_FORNELLS)
    for key, text in (
        ("mixes_at_home", _("When I talk with my family, I mix languages within one sentence.")),
        ("mixes_with_friends", _("When I talk with friends, I mix languages within one sentence.")),
        ("mixes_at_work", _("At work or in class, I mix languages within one sentence.")),
        ("mixes_in_writing", _("In messages and posts, I mix languages within one sentence.")),
        ("mixes_for_a_word", _("I change the language because a word does not come to me in the other one.")),
        ("mixes_unnoticed", _("I notice only afterwards that I have changed the language.")),
    )
)
ATTITUDE = tuple(
    _likert(key, text, AGREE, DEWAELE_WEI)
    for key, text in (
        ("mixing_is_natural", _("Mixing languages is a natural way to talk for people who share them.")),
        ("mixing_is_pleasant", _("I like to hear people mix languages.")),
        ("mixing_is_careless", _("People who mix languages do not take enough care of them.")),
        ("mixing_shows_skill", _("It takes good command of both languages to mix them well.")),
        ("mixing_belongs_apart", _("Languages should be kept apart in one conversation.")),
    )
)
VOCABULARY = (
    Draft(
        Question("vocabulary", "vocabulary", source=LEMHOEFER_BROERSMA),
        _("Which of these words belong to this language: %(language)s?"),
        _("Tick the words that you know, even if you could not explain them. Some are made up. Do not look them up."),
    ),
)
BLOCKS = {
    block.name: block
    for block in (
        Block("background", gettext_lazy("Language background"), BACKGROUND, BHAT),
        Block("habits", gettext_lazy("Switching habits"), HABITS, RODRIGUEZ_FORNELLS),
        Block("attitude", gettext_lazy("Attitude to switching"), ATTITUDE, DEWAELE_WEI),
        Block("vocabulary", gettext_lazy("Vocabulary check"), VOCABULARY, LEMHOEFER_BROERSMA, per_language=True),
    )
}
READY_MADE = {draft.question.key: draft for block in BLOCKS.values() for draft in block.drafts}


def ready_made(key: str, languages: Iterable[str]) -> Question:
    return READY_MADE[key].in_languages(languages)
