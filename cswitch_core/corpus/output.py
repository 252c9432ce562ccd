"""Sentences as lines of output: JSON Lines, a table for spreadsheets, plain text.

A writer is made for one pair and model and then called with each sentence. Lines are put together from what each word
looks like in them, kept from sentence to sentence: the words of a pair are few and its sentences many.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from cswitch_core.files import safe_cell
from cswitch_core.pairs import Pair
from cswitch_core.seen import as_seen
from cswitch_core.sentences import Sentence, Step, step_text
from cswitch_core.sets import SentenceSet
from cswitch_core.shared_tree import SharedTree

OutputFormat = Literal["jsonl", "csv", "text"]
Writer = Callable[[Sentence], str]

CSV_HEADER = "pair,model,text,tokens\r\n"

_encode = json.JSONEncoder(ensure_ascii=False).encode


def count_line(pair: Pair, model: str, sentences: SentenceSet, output: OutputFormat = "jsonl") -> str:
    """Return how many sentences there are, and how many of them differ to the eye."""
    seen = as_seen(sentences)
    if output == "text":
        bound = "" if seen.is_exact else "at most "
        return f"{pair.id}\t{model}\t{sentences.count} sentences, {bound}{seen.count} different to the eye\n"
    counts = {"count": sentences.count, "seen": seen.count, "seen_is_exact": seen.is_exact}
    return _encode({"pair": pair.id, "model": model, **counts}) + "\n"


class Fragment(NamedTuple):
    """What a word is in a line: as part of the text, of a text in JSON, and of a list of tokens in JSON."""

    text: str
    json_text: str
    tokens: str


class _Fragments(dict[Step, Fragment]):
    """The fragments of a tree's words, made when first asked for; the last word brings the closing marks."""

    def __init__(self, tree: SharedTree, *, is_last: bool) -> None:
        super().__init__()
        self._tree, self._is_last = tree, is_last

    def __missing__(self, step: Step) -> Fragment:
        tokens = Sentence(self._tree, (step,)).tokens
        if not self._is_last:
            tokens = tokens[: len(tokens) - len(self._tree.final[step[1]])]
        text = step_text(self._tree, step, is_last=self._is_last)
        self[step] = Fragment(text, _encode(text)[1:-1], _encode(tokens)[1:-1])
        return self[step]


class _SentenceFragments:
    """Gives the fragments of a sentence; one from elsewhere is a single fragment."""

    def __init__(self, tree: SharedTree) -> None:
        self._inner, self._last = _Fragments(tree, is_last=False), _Fragments(tree, is_last=True)

    def __call__(self, sentence: Sentence) -> list[Fragment]:
        if sentence.foreign:
            text = sentence.text
            return [Fragment(text, _encode(text)[1:-1], _encode(sentence.tokens)[1:-1])]
        *steps, end = sentence.steps
        inner = self._inner
        return [*[inner[step] for step in steps], self._last[end]]


def json_lines(pair: Pair, model: str, tree: SharedTree) -> Writer:
    """Return the writer of ``{"pair": …, "model": …, "text": …, "tokens": […]}``."""
    fragments_of = _SentenceFragments(tree)
    head = _encode({"pair": pair.id, "model": model})[:-1]

    def write(sentence: Sentence) -> str:
        fragments = fragments_of(sentence)
        text = "".join([fragment[1] for fragment in fragments])
        tokens = ", ".join([fragment[2] for fragment in fragments])
        return f'{head}, "text": "{text}", "tokens": [{tokens}]}}\n'

    return write


class _Echo:
    """Hands a row back to whoever writes it."""

    def write(self, row: str, /) -> str:
        return row


def csv_rows(pair: Pair, model: str, tree: SharedTree) -> Writer:
    """Return the writer of rows that a spreadsheet shows as they are."""
    fragments_of = _SentenceFragments(tree)
    csv_row: Callable[[Sequence[str]], str] = csv.writer(_Echo()).writerow
    head = [safe_cell(pair.id), safe_cell(model)]

    def write(sentence: Sentence) -> str:
        fragments = fragments_of(sentence)
        text = "".join([fragment[0] for fragment in fragments])
        tokens = ", ".join([fragment[2] for fragment in fragments])
        return csv_row([*head, safe_cell(text), f"[{tokens}]"])

    return write


def plain_text(pair: Pair, model: str, tree: SharedTree) -> Writer:  # noqa: ARG001 - one signature for all formats
    """Return the writer of one sentence a line."""
    fragments_of = _SentenceFragments(tree)
    return lambda sentence: "".join([fragment[0] for fragment in fragments_of(sentence)]) + "\n"


WRITERS: dict[OutputFormat, Callable[[Pair, str, SharedTree], Writer]] = {
    "jsonl": json_lines,
    "csv": csv_rows,
    "text": plain_text,
}
