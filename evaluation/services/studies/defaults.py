"""What a new study starts with, in its interface languages: the paper's two criteria, texts, questions and reasons.

The words are in the catalogues, like all others that judges read; the study keeps a copy (see `in_languages`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from django.utils.translation import gettext_noop as _

from evaluation.models import Asks, Criterion, CriterionKind, MarkReason, Study
from evaluation.services.studies.in_languages import in_languages
from evaluation.services.studies.questionnaire.ready_made import BLOCKS, READY_MADE

PAPER_LOW, PAPER_HIGH = 0, 5
# The upper half of the paper's scale, as its section 2.4 needs a sentence to be acceptable or not.
PAPER_CUT = 3
# The anchors are the paper's own words (Bhat et al. 2017, section 4.2).
PAPER_CRITERIA: dict[str, dict[str, Any]] = {
    "usage": {
        "name": _("Likelihood of usage"),
        "question": _("How likely is it that you would hear or use this sentence?"),
        "labels": {"0": _("do not expect to hear or use ever"), "5": _("extremely likely to be heard/used")},
    },
    "fluency": {
        "name": _("Fluency"),
        "question": _("How clear and fluent does this sentence sound?"),
        "labels": {"0": _("does not make sense or sound right"), "5": _("absolutely clear and fluent")},
    },
}
# What is asked about two sentences.
SURENESS_LOW, SURENESS_HIGH = 1, 4
COUPLE_CRITERIA: dict[str, dict[str, Any]] = {
    CriterionKind.CHOICE: {
        "name": _("Preference"),
        "question": _("Which of these two would you rather say or hear?"),
    },
    CriterionKind.SURENESS: {
        "name": _("Sureness"),
        "question": _("How sure are you?"),
        "labels": {"1": _("I am guessing"), "4": _("quite sure")},
    },
}
# By what judges are asked.
INSTRUCTIONS: dict[str, str] = {
    Asks.SCALES: _(
        "You will see sentences that mix two languages, one at a time.\n\n"
        "- Say for each how it sounds **to you**. There are no right answers.\n"
        "- Go by your first impression; do not look anything up.\n"
        "- If you cannot judge a sentence, say so and go on."
    ),
    Asks.CHOICES: _(
        "You will see two sentences at a time that mix two languages and say the same.\n\n"
        "- Choose the one that **you** would rather say or hear. There are no right answers.\n"
        "- Go by your first impression; do not look anything up.\n"
        "- If you cannot choose, say so and go on."
    ),
    Asks.BOTH: _(
        "You will see sentences that mix two languages: in one part of the study one at a time, in the other part two "
        "that say the same.\n\n"
        "- Say of a single sentence how it sounds **to you**; of two, choose the one that you would rather say or "
        "hear. There are no right answers.\n"
        "- Go by your first impression; do not look anything up.\n"
        "- If you cannot judge or choose, say so and go on."
    ),
}
# What every study says about pseudonyms and withdrawing, the page says by itself; its headings say thank you.
TEXTS = {
    "consent": _(
        "This study asks how sentences that mix languages sound to people who speak both.\n\n"
        "Taking part is voluntary, and you can stop at any time. Your ratings may be published, without your name."
    ),
    "thanks": _("Your answers have been saved. You can close this page."),
    "refusal": _("This study needs judges with another language background, so it ends here for you."),
}
QUESTIONS_ASKED = tuple(draft.question.key for draft in BLOCKS["background"].drafts)


def default_fields(languages: Sequence[str]) -> dict[str, Any]:
    """The fields of a new study that have words in them."""
    fields: dict[str, Any] = {name: in_languages(words, languages) for name, words in TEXTS.items()}
    fields["instructions"] = in_languages(INSTRUCTIONS[Asks.SCALES], languages)
    fields["questions"] = [READY_MADE[key].in_languages(languages).as_json() for key in QUESTIONS_ASKED]
    fields["mark_reasons"] = default_reasons(languages)
    return fields


def default_reasons(languages: Sequence[str]) -> list[dict[str, Any]]:
    """What can be wrong with a word: the study's own list begins with these."""
    return [{"key": reason.value, "texts": in_languages(REASON_WORDS[reason], languages)} for reason in MarkReason]


REASON_WORDS = {
    MarkReason.FORMAL: _("too formal"),
    MarkReason.ORDER: _("wrong order"),
    MarkReason.FORM: _("wrong form"),
    MarkReason.OTHER: _("other"),
}


def criterion_texts(words: dict[str, Any], languages: Sequence[str]) -> dict[str, dict[str, Any]]:
    texts: dict[str, dict[str, Any]] = {}
    for which in ("name", "question"):
        for language, said in in_languages(words[which], languages).items():
            texts.setdefault(language, {})[which] = said
    for point, label in words.get("labels", {}).items():
        for language, said in in_languages(label, languages).items():
            texts.setdefault(language, {}).setdefault("labels", {})[point] = said
    return texts


def make_paper_criteria(study: Study, languages: Sequence[str]) -> None:
    Criterion.objects.bulk_create(
        [
            Criterion(
                study=study,
                position=position,
                key=key,
                texts=criterion_texts(words, languages),
                low=PAPER_LOW,
                high=PAPER_HIGH,
                cut=PAPER_CUT,
            )
            for position, (key, words) in enumerate(PAPER_CRITERIA.items())
        ]
    )


def add_languages(study: Study, added: Sequence[str]) -> None:
    """Give what is still as it came its words in these languages too; what researchers wrote, they translate."""
    for name, words in (TEXTS | {"instructions": INSTRUCTIONS[study.asks]}).items():
        _add(getattr(study, name), added, partial(in_languages, words))
    for question in study.questions:
        draft = READY_MADE.get(question["key"] if isinstance(question, dict) else "")
        if draft:
            _add(question["texts"], added, draft.texts_in)
    for reason, default in zip(study.mark_reasons, default_reasons(added), strict=False):
        if reason["key"] == default["key"]:
            reason["texts"] = default["texts"] | reason["texts"]
    for criterion in study.criteria.all():
        ours = COUPLE_CRITERIA.get(criterion.kind) or PAPER_CRITERIA.get(criterion.key)
        if ours:
            _add(criterion.texts, added, partial(criterion_texts, ours))
            criterion.save(update_fields=["texts"])


def change_instructions(study: Study, asked_before: str) -> None:
    """Say what judges are asked now, where the instructions still are those that the study began with."""
    languages = list(study.instructions)
    if study.instructions == in_languages(INSTRUCTIONS[asked_before], languages):
        study.instructions = in_languages(INSTRUCTIONS[study.asks], languages)


def _add(texts: dict[str, Any], added: Sequence[str], default: Callable[[Sequence[str]], dict[str, Any]]) -> None:
    """Add languages to texts of which those that are there are unchanged."""
    if texts == default(list(texts)):
        texts |= default([language for language in added if language not in texts])
