"""Sentences as lines of output: JSON Lines, a table for spreadsheets, plain text.

A writer is made for one pair and model and then called with each sentence. Lines are put together from what each word
looks like in them, kept from sentence to sentence: the words of a pair are few and its sentences many.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from itertools import pairwise
from typing import Literal, NamedTuple

from cswitch_core.files import safe_cell
from cswitch_core.pairs import Pair
from cswitch_core.seen import as_seen
from cswitch_core.sentences import Sentence, Step
from cswitch_core.sets import SentenceSet
from cswitch_core.shared_tree import SharedTree
from cswitch_core.unpaired import Wholeness
from cswitch_core.word_lists import WordLists
from cswitch_core.wording import counted
from cswitch_core.writing import Context, Piece, Writing, writing_of

OutputFormat = Literal["jsonl", "csv", "text"]
Writer = Callable[[Sentence], str]

CSV_HEADER = "pair,model,text,tokens\r\n"

_encode = json.JSONEncoder(ensure_ascii=False).encode


def count_line(pair: Pair, model: str, sentences: SentenceSet, words: WordLists, output: OutputFormat = "jsonl") -> str:
    """Return how many sentences there are and how many texts differ to the eye, of both how many are whole."""
    seen, counts = as_seen(sentences), sentences.whole_counts(words)
    whole = seen.whole(words)
    is_exact = seen.is_exact and whole.is_exact
    if output == "text":
        all_of_them = f"{counted(counts.count, 'sentence')} ({counts.whole:,} whole)"
        bound = "" if is_exact else "at most "
        return (
            f"{pair.id}\t{model}\t{all_of_them}, {bound}{seen.count:,} different to the eye ({whole.count:,} whole)\n"
        )
    texts = {"count": counts.count, "seen": seen.count, "seen_whole": whole.count, "seen_is_exact": is_exact}
    return _encode({"pair": pair.id, "model": model, **texts, **asdict(counts)}) + "\n"


def with_words(line: str, said: Wholeness) -> str:
    """Add to a line of JSON the words that its sentence misses or doubles."""
    return f"{line[:-2]}, {_encode({'missing': said.missing, 'doubled': said.doubled})[1:]}\n"


class Fragment(NamedTuple):
    """What a word is in a line: as part of the text, of a text in JSON, and of a list of tokens in JSON."""

    text: str
    json_text: str
    tokens: str


class _Fragments(dict[tuple[Context, Step], Fragment]):
    """The fragments of a tree's words, each after what matters of the word before it, made when first asked for."""

    def __init__(self, writing: Writing) -> None:
        super().__init__()
        self._writing = writing

    def __missing__(self, key: tuple[Context, Step]) -> Fragment:
        found = self[key] = _piece_fragment(self._writing, self._writing.piece(*key))
        return found


def _fragments_of(tree: SharedTree) -> _SentenceFragments:
    """Return the tree's fragments, which the lines of all models are made of."""
    found: _SentenceFragments | None = tree.__dict__.get("_fragments")
    if found is None:
        found = tree.__dict__["_fragments"] = _SentenceFragments(tree)
    return found


class _SentenceFragments:
    """Gives the fragments of a sentence; one from elsewhere, or of a pair with quotes, is a single fragment."""

    def __init__(self, tree: SharedTree) -> None:
        self._writing = writing_of(tree)
        self._words = _Fragments(self._writing)
        self._ends = [_fragment(end.before, [[mark, None] for mark in end.marks]) for end in self._writing.closings]

    def __call__(self, sentence: Sentence) -> list[Fragment]:
        steps = sentence.steps
        if not steps or not self._writing.is_local:
            return [_fragment(sentence.text, sentence.tokens)]
        words, (end, another) = self._words, self._ends
        if end != another:
            end = self._ends[self._writing.frame(steps)]
        fragments = [words[None, steps[0]]]
        if self._writing.is_plain:
            fragments += [words[0, step] for step in steps[1:]]
        else:
            fragments += [words[both] for both in pairwise(steps)]
        return [*fragments, end] if end.text else fragments


def _piece_fragment(writing: Writing, piece: Piece) -> Fragment:
    word = [piece.word, writing.tree.languages[piece.language]]
    return _fragment(piece.before + piece.word, [*([mark, None] for mark in piece.marks), word])


def _fragment(text: str, tokens: Sequence[Sequence[str | None]]) -> Fragment:
    return Fragment(text, _encode(text)[1:-1], _encode(tokens)[1:-1])


def json_lines(pair: Pair, model: str, tree: SharedTree) -> Writer:
    """Return the writer of ``{"pair": …, "model": …, "text": …, "tokens": […]}``."""
    fragments_of = _fragments_of(tree)
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
    fragments_of = _fragments_of(tree)
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
    fragments_of = _fragments_of(tree)
    return lambda sentence: "".join([fragment[0] for fragment in fragments_of(sentence)]) + "\n"


WRITERS: dict[OutputFormat, Callable[[Pair, str, SharedTree], Writer]] = {
    "jsonl": json_lines,
    "csv": csv_rows,
    "text": plain_text,
}
