"""The tree that both sentences of a pair share.

Notation
--------
A *language* is ``L1`` or ``L2``: a value to index with, never a name in code; ``other(language)`` is the one beside it.
A *slot* is one unit of meaning with its words in each language; a side may be null (no words there).
A *node* knows its children in the order of each language. Nodes lie in one tuple, children before their parents, and
name each other by position, so that a subtree is shared by being pointed at and never hashed or copied.

Source: Bhat, Choudhury and Bali (EACL 2017), section 3.1: after projection both languages have one tree and differ only
in the order of the children of its nodes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeVar

Language = Literal[0, 1]
L1: Language = 0
L2: Language = 1
LANGUAGES: tuple[Language, Language] = (L1, L2)

T = TypeVar("T")
Both = tuple[T, T]


def other(language: Language) -> Language:
    """Return the language beside this one.

    >>> other(L1) == L2, other(L2) == L1
    (True, True)
    """
    return L2 if language == L1 else L1


@dataclass(frozen=True, slots=True)
class Slot:
    """One unit of meaning: its tag, and per language its words, where they stood, and the punctuation they bring along.

    ``words[language]`` is empty where the slot is null in that language. ``before`` and ``after`` hold punctuation that
    clings to the slot when it is realised in that language. In a tree as it is seen (see ``seen``), ``is_alike`` says
    that the words of both languages look alike and are one word to the eye, and ``is_neutral[language]`` that its words
    there do not tell which language they are of.
    """

    tag: str
    words: Both[str]
    positions: Both[tuple[int, ...]] = ((), ())
    before: Both[tuple[str, ...]] = ((), ())
    after: Both[tuple[str, ...]] = ((), ())
    is_alike: bool = False
    is_neutral: Both[bool] = (False, False)

    def is_null(self, language: Language) -> bool:
        return not self.words[language]


@dataclass(frozen=True, slots=True)
class Node:
    """A constituent, whose ``children[language]`` are node numbers in that language's order, or a preterminal."""

    label: str
    children: Both[tuple[int, ...]] = ((), ())
    slot: int | None = None

    @property
    def is_preterminal(self) -> bool:
        return self.slot is not None


@dataclass(frozen=True)
class SharedTree:
    """One tree, two orders. ``nodes`` has children before parents; the root is the last node.

    ``slots`` are numbered in L1's order (slots null in L1 stand where the rule for null children puts them).
    ``final[language]`` is the punctuation that closes that language's sentence.
    """

    languages: Both[str]
    nodes: tuple[Node, ...]
    slots: tuple[Slot, ...]
    final: Both[tuple[str, ...]] = ((), ())

    @property
    def root(self) -> int:
        return len(self.nodes) - 1

    @cached_property
    def sequences(self) -> Both[tuple[int, ...]]:
        """The slots of each language's own sentence, in order, null slots keeping their place."""
        return tuple(self._sequence(L1)), tuple(self._sequence(L2))

    @cached_property
    def places(self) -> Both[dict[int, int]]:
        """For each language, the place of each slot in that language's sequence."""
        first, second = ({slot: place for place, slot in enumerate(sequence)} for sequence in self.sequences)
        return first, second

    @cached_property
    def parents(self) -> tuple[int | None, ...]:
        parents: list[int | None] = [None] * len(self.nodes)
        for number, node in enumerate(self.nodes):
            for child in node.children[L1]:
                parents[child] = number
        return tuple(parents)

    @cached_property
    def slots_below(self) -> tuple[tuple[int, ...], ...]:
        """For each node its slots, in L1's order."""
        below: list[tuple[int, ...]] = []
        for node in self.nodes:
            if node.slot is not None:
                below.append((node.slot,))
            else:
                below.append(tuple(slot for child in node.children[L1] for slot in below[child]))
        return tuple(below)

    def _sequence(self, language: Language) -> Iterator[int]:
        stack = [self.root]
        while stack:
            node = self.nodes[stack.pop()]
            if node.slot is not None:
                yield node.slot
            stack.extend(reversed(node.children[language]))
