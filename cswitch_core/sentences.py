"""A generated sentence: which slot in which language, in order, and its text, tokens and key.

Null words are dropped from ``steps``; two sentences are the same if their steps are. The text is the words joined
by spaces, with the punctuation that each brings along set as in print: a comma clings to the word before it, an
opening bracket to the word after, a dash to neither. A sentence ends in the marks that close the sentence of its
last word's language.

A sentence that came from elsewhere and cannot be read in the words of the pair has no steps, only ``foreign`` text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from cswitch_core.projection.punctuation import take_apart
from cswitch_core.shared_tree import LANGUAGES, Language, SharedTree

KEY = re.compile(r"(\d+)([ab])")
Token = list[str | None]
Step = tuple[int, Language]  # a slot, and the language whose word for it is spoken
Steps = tuple[Step, ...]


def switch_points(steps: Sequence[Step]) -> int:
    """Return how often the language changes from one word to the next.

    >>> switch_points([(0, 0), (2, 1), (1, 1), (3, 0)])
    2
    """
    return sum(before[1] != after[1] for before, after in pairwise(steps))


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
        last = len(self.steps) - 1
        return self.foreign or "".join(
            step_text(self.tree, step, is_last=place == last) for place, step in enumerate(self.steps)
        )

    @property
    def tokens(self) -> list[Token]:
        """One entry a slot, words and language; punctuation has no language."""
        if self.foreign:
            return [[word, None] for word in self.foreign.split()]
        tokens: list[Token] = []
        for slot, language in self.steps:
            unit = self.tree.slots[slot]
            tokens += [[mark, None] for mark in unit.before[language]]
            tokens.append([unit.words[language], self.tree.languages[language]])
            tokens += [[mark, None] for mark in unit.after[language]]
        closing = self.tree.final[self.steps[-1][1]] if self.steps else ()
        return tokens + [[mark, None] for mark in closing]

    @property
    def switch_points(self) -> int:
        return switch_points(self.steps)

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


def step_text(tree: SharedTree, step: Step, *, is_last: bool) -> str:
    """Return the slot's words with their punctuation, and what comes after: a space, or the end of the sentence."""
    slot, language = tree.slots[step[0]], step[1]
    after = slot.after[language] + (tree.final[language] if is_last else ())
    text = _before(slot.before[language]) + slot.words[language] + _after(after)
    return text if is_last else text + " "


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
    return "".join(f"{mark} " if _is_dash(mark) else mark for mark in marks)


def _after(marks: Iterable[str]) -> str:
    return "".join(f" {mark}" if _is_dash(mark) else mark for mark in marks)


def _is_dash(mark: str) -> bool:
    return all(unicodedata.category(character) == "Pd" for character in mark)
