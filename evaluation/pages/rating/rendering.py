"""The HTML of the judge's page, from the template ``rating/sentence.html``.

Most of it is the same for every sentence of a study in one language. That part is rendered once per process, with
placeholders where sentences differ; the page of a sentence without an answer only fills them in. The page of any other
sentence is rendered as a whole, from the same template.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import escape, format_html_join
from django.utils.safestring import SafeString, mark_safe

from evaluation.models import FIRST, CannotJudge, Marking, Script, Study
from evaluation.pages.rating.scales import direction_of, scale
from evaluation.services.rating.places import ShownSentence, StudyFacts, study_facts
from evaluation.services.rating.scripts import FIRST_LETTERS
from evaluation.services.studies.mark_reasons import reason_words
from evaluation.templatetags.sentences import Tokens, direction, sentence_html

PAGES_KEPT = 128
SENTENCE, COUPLE = "rating/sentence.html", "rating/couple.html"
SENTENCE_CLASS = {Marking.SLANT: "", Marking.COLOUR: "coloured", Marking.NONE: "unmarked"}
# What differs from sentence to sentence.
PLACEHOLDERS = (
    "csrf_token",
    "place_url",
    "next_url",
    "participation_url",
    "sentence",
    "direction",
    "words",
    "other_sentence",
    "other_direction",
    "number",
    "total",
    "done",
    "left",
    "minutes",
    "shown",
    "script",
    "script_choice",
)
PLACEHOLDER = re.compile("\uffff([a-z_]+)\uffff")


def sentence_class(study: Study) -> str:
    return SENTENCE_CLASS[Marking(study.marking)]


def shown_sentence_html(
    facts: StudyFacts, sentence: ShownSentence, marks: Mapping[int, str] | None = None
) -> SafeString:
    return sentence_html(sentence.text, sentence.tokens, facts.second_languages_of(sentence), marks)


@dataclass(frozen=True)
class Side:
    """A sentence on the pages after it was answered; of a couple, whether it was chosen."""

    html: SafeString
    direction: str
    is_chosen: bool = False


def sides_html(facts: StudyFacts, sentences: Sequence[ShownSentence], values: Mapping[int, int]) -> list[Side]:
    chosen = chosen_side(facts, values)
    return [
        Side(shown_sentence_html(facts, sentence), direction(sentence.tokens), is_chosen=number == chosen)
        for number, sentence in enumerate(sentences, start=FIRST)
    ]


def chosen_side(facts: StudyFacts, values: Mapping[int, int]) -> int | None:
    """The side that was chosen, 1 the one shown first, 0 for both alike; None where nothing was."""
    return next((values.get(criterion.pk) for criterion in facts.criteria if criterion.is_choice), None)


def words_html(
    tokens: Tokens, marks: Mapping[int, str], ticked: Container[int], reasons: Mapping[str, str]
) -> SafeString:
    """A box to tick for each word, and the reason where it is marked."""
    return mark_safe(  # noqa: S308  (every part is escaped)
        "".join(
            f'<label class="word{" marked" if number in marks else ""}">'
            f'<input type="checkbox" name="word" value="{number}"{" checked" if number in ticked else ""}>'
            f'<span dir="auto">{escape(word)}</span>'
            f"<small>{escape(reasons.get(marks[number], marks[number])) if number in marks else ''}</small></label>"
            for number, (word, _language) in enumerate(tokens)
        )
    )


def script_choice_html(facts: StudyFacts, shown: str) -> SafeString:
    """The scripts among which the judge may choose; on every sentence of the study, for some have one form only."""
    if facts.study.script != Script.JUDGE:
        return mark_safe("")
    return format_html_join(
        "",
        '<a href="?script={}"{}>{}</a>',
        (
            (script, mark_safe(' aria-current="true"' if script == shown else ""), FIRST_LETTERS.get(script, script))  # noqa: S308
            for script in facts.scripts
        ),
    )


# -- The page --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ShownAnswer:
    """What the page shows as the judge's answer: stored before, or just sent and refused."""

    values: Mapping[int, int] = field(default_factory=dict)
    cannot_judge: str = ""
    comment: str = ""
    marks: Mapping[int, str] = field(default_factory=dict)
    # Words that were ticked and have no reason yet.
    ticked: Container[int] = ()
    problems: Mapping[str, str] = field(default_factory=dict)
    is_answered: bool = False


NO_ANSWER = ShownAnswer()


def page_context(
    facts: StudyFacts, language: str, answer: ShownAnswer, *, is_practice: bool, is_preview: bool
) -> dict[str, Any]:
    problems = dict(answer.problems)
    every = [
        scale(criterion, language, answer.values.get(criterion.pk), problems.pop(criterion.key, ""))
        for criterion in facts.criteria
    ]
    scales = [each for each in every if not each.criterion.is_choice]
    return {
        "study": facts.study,
        # The choice between two sentences; None on the page of a single one.
        "choice": next((each for each in every if each.criterion.is_choice), None),
        "chosen_side": chosen_side(facts, answer.values),
        "scales": scales,
        "scales_direction": direction_of(scales),
        "shown_answer": answer,
        "problems": problems,
        "reasons": CannotJudge.choices,
        "mark_reasons": list(reason_words(facts.study, language).items()),
        "sentence_class": sentence_class(facts.study),
        "is_practice": is_practice,
        "is_preview": is_preview,
        "language": language,
        "chooses_script": facts.study.script == Script.JUDGE and facts.scripts,
    }


@lru_cache(maxsize=PAGES_KEPT)
def page_parts(
    key: tuple[int, int, datetime],
    language: str,
    is_practice: bool,  # noqa: FBT001
    template: str,
) -> tuple[str, ...]:
    """The page of a sentence without an answer, split at its placeholders: HTML, name of a placeholder, HTML, …"""
    facts = study_facts(*key).asked_of(couples=template == COUPLE)
    context = page_context(facts, language, NO_ANSWER, is_practice=is_practice, is_preview=False)
    names = {name: mark_safe(f"\uffff{name}\uffff") for name in PLACEHOLDERS}  # noqa: S308  (our own names)
    return tuple(PLACEHOLDER.split(render_to_string(template, context | names)))


def page(
    facts: StudyFacts,
    sentences: Sequence[ShownSentence],
    language: str,
    values: Mapping[str, object],
    answer: ShownAnswer,
    *,
    is_practice: bool = False,
    is_preview: bool = False,
) -> str:
    """The page of a sentence or, with two, of a couple; ``values`` are those of the placeholders not about them."""
    sentence, other = sentences[0], sentences[-1]
    template = COUPLE if len(sentences) > 1 else SENTENCE
    filled: dict[str, Any] = {
        **values,
        "sentence": shown_sentence_html(facts, sentence, answer.marks),
        "direction": direction(sentence.tokens),
        "other_sentence": shown_sentence_html(facts, other) if template == COUPLE else "",
        "other_direction": direction(other.tokens),
        "words": words_html(sentence.tokens, answer.marks, answer.ticked, reason_words(facts.study, language))
        if facts.study.word_marks and template == SENTENCE
        else "",
    }
    if answer is NO_ANSWER and not is_preview:
        parts = page_parts(facts.key, language, is_practice, template)
        return "".join([str(filled[part]) if number % 2 else part for number, part in enumerate(parts)])
    context = page_context(facts, language, answer, is_practice=is_practice, is_preview=is_preview)
    return render_to_string(template, context | filled)
