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
from typing import Literal, NamedTuple, TypeVar

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


class Mark(NamedTuple):
    """A punctuation mark; ``role`` says how it is set, ``pair`` which of the tree's quotes it opens or closes."""

    text: str
    role: Literal["follows", "opens", "closes", "apart", "binds"] = "follows"
    pair: int | None = None


class Gap(NamedTuple):
    """What stands between two neighbouring slots of one language's own sentence, before its first or after its last.

    ``spaces`` has the white space before each mark and after the last, where the original text is known. ``capital``
    says that a sentence or quotation begins here: the word that follows was written with a capital.
    """

    marks: tuple[Mark, ...] = ()
    spaces: tuple[str, ...] | None = None
    capital: bool = False


class Quote(NamedTuple):
    """Marks that come in pairs, and the slots between them; a language without them has None.

    A question that opens inside the sentence (``¿``) and closes with it has an empty closing mark.
    """

    slots: frozenset[int]
    marks: tuple[tuple[str, str] | None, tuple[str, str] | None]


@dataclass(frozen=True, slots=True)
class Slot:
    """One unit of meaning: its tag, and per language its words and where they stood.

    ``words[language]`` is empty where the slot is null in that language, and else as written in mid-sentence. In a tree
    as it is seen (see ``seen``), ``is_alike`` says that the words of both languages look alike and are one word to the
    eye, and ``is_neutral[language]`` that its words there do not tell which language they are of.
    """

    tag: str
    words: Both[str]
    positions: Both[tuple[int, ...]] = ((), ())
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
    ``gaps[language]`` are what stands before, between and after the slots that have words in that language's own
    sentence: one more than there are such slots, or none where nothing is known of its punctuation. ``quotes`` are the
    pairs of marks in them. ``is_capital`` says whether a sentence of the pair begins with a capital.
    """

    languages: Both[str]
    nodes: tuple[Node, ...]
    slots: tuple[Slot, ...]
    gaps: Both[tuple[Gap, ...]] = ((), ())
    quotes: tuple[Quote, ...] = ()
    is_capital: bool = False

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
    def spoken(self) -> Both[tuple[int, ...]]:
        """The slots of each language's own sentence that have words in it, in order."""
        first, second = (
            tuple(slot for slot in self.sequences[language] if self.slots[slot].words[language])
            for language in LANGUAGES
        )
        return first, second

    @cached_property
    def parents(self) -> tuple[int | None, ...]:
        parents: list[int | None] = [None] * len(self.nodes)
        for number, node in enumerate(self.nodes):
            for child in node.children[L1]:
                parents[child] = number
        return tuple(parents)

    @cached_property
    def l2_orders(self) -> tuple[tuple[int, ...], ...]:
        """For each node its children in L2's order, each by its place in L1's."""
        return tuple([_places_of(*node.children) for node in self.nodes])

    @cached_property
    def l1_children(self) -> tuple[tuple[int, ...], ...]:
        """For each node its children in L1's order."""
        return tuple([node.children[L1] for node in self.nodes])

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


def _places_of(l1_order: tuple[int, ...], l2_order: tuple[int, ...]) -> tuple[int, ...]:
    places = {child: place for place, child in enumerate(l1_order)}
    return tuple([places[child] for child in l2_order])
