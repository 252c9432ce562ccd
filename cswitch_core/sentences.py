"""A generated sentence: which slot in which language, in order, and its text, tokens and key.

Null words are dropped from ``steps``; two sentences are the same if their steps are. ``writing`` says how one is
written.

A sentence that came from elsewhere and cannot be read in the words of the pair has no steps, only ``foreign`` text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from cswitch_core.projection.punctuation import take_apart
from cswitch_core.shared_tree import L1, LANGUAGES, Language, SharedTree
from cswitch_core.writing import Step, Steps, Token, writing_of
from cswitch_core.writing.spacing import is_dash
from cswitch_core.writing.stretches import Direction, direction_of

__all__ = ["Sentence", "SentenceKeyError", "Span", "Step", "Steps", "Token", "printed", "spans", "switch_points"]

Span = tuple[int, int]
KEY = re.compile(r"(\d+)([ab])")


def switch_points(steps: Sequence[Step]) -> int:
    """Return how often the language changes from one word to the next.

    >>> switch_points([(0, 0), (2, 1), (1, 1), (3, 0)])
    2
    """
    return sum(before[1] != after[1] for before, after in pairwise(steps))


def spans(tree: SharedTree, steps: Steps) -> dict[int, Span]:
    """Return for each node with words in the sentence its span, from its first word to its last."""
    where = {slot: place for place, (slot, _) in enumerate(steps)}
    found: dict[int, Span] = {}
    for number, node in enumerate(tree.nodes):
        if node.slot is not None:
            if node.slot in where:
                found[number] = where[node.slot], where[node.slot] + 1
            continue
        below = [found[child] for child in node.children[L1] if child in found]
        if below:
            found[number] = min(start for start, _ in below), max(stop for _, stop in below)
    return found


class SentenceKeyError(ValueError):
    """A key that names no sentence of the tree."""


@dataclass(frozen=True)
class Sentence:
    """One sentence of a tree. ``key`` is its stable name: slot numbers with a for L1 and b for L2."""

    tree: SharedTree = field(compare=False, repr=False)
    steps: Steps
    foreign: str = ""

    @classmethod
    def from_key(cls, tree: SharedTree, key: str) -> Sentence:
        """Return the sentence that a key names.

        The key of a foreign sentence is its text after an equals sign.
        """
        if key.startswith("="):
            return cls(tree, (), key[1:])
        matches = [KEY.fullmatch(part) for part in key.split()]
        if not matches or None in matches:
            raise SentenceKeyError(f"'{key}' is no key of a sentence; write slots and languages like '0a 1b'")
        steps = tuple((int(match[1]), LANGUAGES["ab".index(match[2])]) for match in matches if match)
        _check(tree, key, steps)
        return cls(tree, steps)

    @classmethod
    def monolingual(cls, tree: SharedTree, language: Language) -> Sentence:
        """Return the sentence of one language alone."""
        sequence = tree.sequences[language]
        return cls(tree, tuple((slot, language) for slot in sequence if not tree.slots[slot].is_null(language)))

    @property
    def key(self) -> str:
        return (
            f"={self.foreign}" if self.foreign else " ".join(f"{slot}{'ab'[language]}" for slot, language in self.steps)
        )

    @property
    def text(self) -> str:
        return self.foreign or writing_of(self.tree).text(self.steps)

    @property
    def tokens(self) -> list[Token]:
        """One entry a slot, words and language, as they are written; punctuation has no language."""
        if self.foreign:
            return [[word, None] for word in self.foreign.split()]
        return writing_of(self.tree).tokens(self.steps)

    @property
    def frame(self) -> str:
        """The code of the language that most of its words are of, or in a tie its last word; empty without any."""
        return self.tree.languages[writing_of(self.tree).frame(self.steps)] if self.steps else ""

    @property
    def direction(self) -> Direction:
        """The direction that the frame is written in, whichever word comes first."""
        return direction_of(str(token) for token, language in self.tokens if language == self.frame)

    @property
    def switch_points(self) -> int:
        return switch_points(self.steps)

    @cached_property
    def spans(self) -> dict[int, Span]:
        """For each node with words in it its span, from its first word to its last."""
        return spans(self.tree, self.steps)

    @property
    def stands_together(self) -> bool:
        """Whether it has words, and those of every constituent stand together."""
        visible = {slot for slot, _ in self.steps}
        return bool(visible) and all(
            stop - start == len(visible.intersection(self.tree.slots_below[node]))
            for node, (start, stop) in self.spans.items()
        )

    @property
    def is_monolingual(self) -> bool:
        """Whether all its words are of one language, in whatever order they stand."""
        return bool(self.steps) and self.switch_points == 0

    def __str__(self) -> str:
        return self.text


def _check(tree: SharedTree, key: str, steps: Steps) -> None:
    slots = [slot for slot, _ in steps]
    if len(set(slots)) < len(slots):
        raise SentenceKeyError(f"'{key}' uses a slot twice")
    for slot, language in steps:
        if slot >= len(tree.slots) or tree.slots[slot].is_null(language):
            raise SentenceKeyError(f"'{key}' names {slot}{'ab'[language]}, which has no word in this tree")


def printed(tokens: Sequence[str]) -> str:
    """Return words and marks as one text, the marks set as those of generated sentences are.

    >>> printed(["he", "(", "Ravi", ")", "said", "–", "“", "go", "”", "!"])
    'he (Ravi) said – “go”!'
    """
    apart = take_apart(tokens)
    words = (
        _before(apart.before.get(word, ())) + tokens[word] + _after(apart.after.get(word, ())) for word in apart.words
    )
    return " ".join(words) + _after(apart.final)


def _before(marks: Iterable[str]) -> str:
    return "".join(f"{mark} " if is_dash(mark) else mark for mark in marks)


def _after(marks: Iterable[str]) -> str:
    return "".join(f" {mark}" if is_dash(mark) else mark for mark in marks)
