"""One sentence of a pair: read from typed text, explained, measured, and as a study stores it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

import cswitch_core
from cswitch_core import Sentence, UnlinkedContent, Verdict, scripts, wholeness
from cswitch_core.approximate import read_approximately
from cswitch_core.projection.punctuation import is_punctuation
from cswitch_core.scripts import script_of
from cswitch_core.writing.stretches import Stretch
from cswitch_core.writing.stretches import stretches as cut_into_stretches
from evaluation.models import Pair
from evaluation.services.generation.pairs import core_pair
from evaluation.services.generation.sets import models_of_text, tree_of


def reading(row: Pair, text: str) -> Sentence | None:
    """The typed text as a sentence of this pair, if its words can be read as one."""
    return next(iter(cswitch_core.read_sentence(tree_of(row), text)), None)


def readings(row: Pair, text: str) -> list[Sentence]:
    """Every sentence of this pair that the typed text can be read as; several where a word occurs twice."""
    return list(cswitch_core.read_sentence(tree_of(row), text))


def is_nearly_of(row: Pair, text: str) -> bool:
    """Whether the text can be read in the words of the pair, or in forms of them."""
    return read_approximately(tree_of(row), text, (row.l1_lang, row.l2_lang)).sentence is not None


def approximate_reading(row: Pair, text: str, models: Iterable[str]) -> dict[str, Any]:
    """The text read in the words of the pair or in forms of them, and what each model says of that sentence."""
    found = read_approximately(tree_of(row), text, (row.l1_lang, row.l2_lang))
    differences = [[each.typed, each.word, each.kind] for each in found.differences]
    if found.sentence is None:
        return {"reason": found.reason, "differences": differences}
    rules: dict[str, str] = {}
    generated = set(models_of_text(row, found.sentence, models))
    for verdict in explain(row, found.sentence.text, [name for name in models if name not in generated]):
        rules.setdefault(verdict.model, verdict.rule)
    return {
        "read_as": found.sentence.text,
        "differences": differences,
        "reason": "",
        "models": [name for name in models if name in generated],
        "rules": rules,
    }


def explain(row: Pair, text: str, models: Iterable[str]) -> list[Verdict]:
    """For each model whether it generates the typed sentence, and the first rule that forbids it if not."""
    return cswitch_core.explain(tree_of(row), text, list(models))


def unlinked_content(row: Pair) -> UnlinkedContent:
    """The content words of a pair that have no link, of how many."""
    return cswitch_core.unlinked_content(tree_of(row), links=core_pair(row).links)


def wholeness_of_text(row: Pair, sentence: Sentence) -> dict[str, list[str]]:
    """The missing and doubled words of the reading that has fewest: a reader takes a text as whole if it can be."""
    found = wholeness(sentence)
    if not found.is_whole:
        others = map(wholeness, readings(row, sentence.text))
        found = min((found, *others), key=lambda each: len(each.missing) + len(each.doubled))
    return {"missing": sorted(found.missing), "doubled": sorted(found.doubled)}


def stretches(sentence: Sentence) -> list[Stretch]:
    """The sentence's text, cut where the language changes; each stretch has its language and direction."""
    return cut_into_stretches(sentence.text, sentence.tokens)


def describe(sentence: Sentence) -> dict[str, Any]:
    """Everything about a sentence that a study item stores, as plain JSON."""
    return {
        "key": sentence.key,
        "text": sentence.text,
        "tokens": words_and_marks(sentence),
        "measures": measures(sentence),
    }


def in_other_script(row: Pair, sentence: Sentence) -> dict[str, Any] | None:
    """The sentence in the other form of its pair's words, as a study item stores it; None if there is none.

    Words and marks must be as many in both, for judges mark words by their number.
    """
    other = scripts.in_other_script(sentence, core_pair(row))
    tokens = words_and_marks(other) if other else []
    own = words_and_marks(sentence)
    if other is None or len(tokens) != len(own):
        return None
    written = [script_of(_words_of(each, row.l2_lang)) for each in (own, tokens)]
    return {"text": other.text, "tokens": tokens, "scripts": written} if written[0] != written[1] else None


def _words_of(tokens: list[list[str | None]], language: str) -> list[str]:
    return [str(word) for word, spoken in tokens if spoken == language]


def words_and_marks(sentence: Sentence) -> list[list[str | None]]:
    """Each word with its language and each mark without, one at a time also where a slot has several words."""
    return [
        [part, None if is_punctuation(part) else language]
        for words, language in sentence.tokens
        for part in str(words).split()
    ]


def measures(sentence: Sentence) -> dict[str, Any]:
    """The measures as plain JSON: sets and tuples become sorted lists."""
    measured = asdict(cswitch_core.measure(sentence))
    return {name: sorted(value) if isinstance(value, frozenset | tuple) else value for name, value in measured.items()}


def phenomena_of(sentence: Sentence) -> frozenset[str]:
    return frozenset(cswitch_core.measure(sentence).phenomena)
