"""What a grammar is: a model's rules for one constituent and its children, from which sets of sentences are packed.

Every rule of the five models is local: it looks at a node, at the children that stand side by side in it and at the
two slots that meet where they touch. A *grammar* therefore knows only

- the *states* of a preterminal realised in a language, and
- how the children of one node, placed **from the last to the first**, become states of the node (``start``, ``extend``,
  ``finish``); what lies half-way is called a *partial*.

States and partials are tuples of small integers: cheap to compare, and in the same order on every machine.

Well-formed fragments (the paper's algorithm 3)
-----------------------------------------------
Two neighbours of one language must follow each other directly in that language's own sentence. A constituent is
contiguous in both sentences, so all that matters about its outermost slot is an *edge*: its language and whether it is
*flush*, that is, stands at the constituent's own end in that language. A slot that is not flush has its own-language
neighbour inside the constituent, and no outside neighbour of that language can be right.

Source: Bhat, Choudhury and Bali (EACL 2017), supplementary algorithms 1 to 8.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from cswitch_core.shared_tree import Both, Language, SharedTree

State = tuple[int, ...]
Partial = tuple[int, ...]
Feature = Any  # a small integer; a tuple where one grammar stands around another (see ``tied``)

FLUSH = 1
NOTHING = -1  # no child placed yet
OUTSIDE = -2  # who may stand before is decided outside the constituent
NOBODY = -3  # no neighbour of this language can be right


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """The shape of one node: children are numbered in L1's order, ``orders[language]`` lists them in that language's.

    ``places[language][child]`` is the child's place there; ``features`` is what the grammar noted about each child;
    ``balanced[k]`` says whether the first k children of both rules are the same set.
    """

    orders: Both[tuple[int, ...]]
    places: Both[tuple[int, ...]]
    balanced: tuple[bool, ...]
    size: int
    features: tuple[Feature, ...] = ()
    is_root: bool = False

    def at(self, features: tuple[Feature, ...], *, is_root: bool) -> Frame:
        return Frame(self.orders, self.places, self.balanced, self.size, features, is_root)


@lru_cache(maxsize=4096)
def frame_of(l2_order: tuple[int, ...]) -> Frame:
    """Return the frame of a node whose children, numbered in L1's order, stand like this in L2's.

    >>> frame_of((1, 0, 2)).balanced
    (True, False, True, True)
    """
    size = len(l2_order)
    l2_places = [0] * size
    for place, child in enumerate(l2_order):
        l2_places[child] = place
    balanced, highest = [True], -1
    for place, child in enumerate(l2_order):
        highest = max(highest, child)
        balanced.append(highest == place)
    l1_order = tuple(range(size))
    return Frame((l1_order, l2_order), (l1_order, tuple(l2_places)), tuple(balanced), size)


class Grammar(Protocol):
    """One model's rules for one pair of languages; equal grammars share their packed constituents."""

    def __hash__(self) -> int:
        """Return the same for equal grammars."""

    def features(self, tree: SharedTree) -> Sequence[Feature]:
        """Return for each node what the rules want to know about it besides its shape."""

    def leaf(self, feature: Feature, language: Language) -> Iterable[State]:
        """Return the states of a preterminal realised in this language."""

    def start(self, frame: Frame) -> Iterable[Partial]:
        """Return the partials in which no child has been placed."""

    def candidates(self, frame: Frame, partial: Partial) -> Iterable[int]:
        """Return the children that may stand next, to the left of those placed; none if all are placed."""

    def extend(self, frame: Frame, partial: Partial, child: int, state: State) -> Partial | None:
        """Place a child in this state to the left of those placed, or refuse."""

    def placed(self, partial: Partial) -> int:
        """Return how many children have been placed."""

    def finish(self, frame: Frame, partial: Partial) -> State | None:
        """Return the node's state if all children have been placed."""

    def accepts(self, state: State) -> bool:
        """Say whether the root may be in this state."""


def edge(language: int, *, flush: bool) -> int:
    return 2 * language + flush


def left_requirement(frame: Frame, child: int, first: int) -> int:
    """Return what the leftmost child, with this first edge, requires of its neighbour: a language and a child."""
    language = first >> 1
    wanted = NOBODY
    if first & FLUSH:
        place = frame.places[language][child]
        wanted = frame.orders[language][place - 1] if place else OUTSIDE
    return language + 2 * (wanted - NOBODY)


def last_edge(frame: Frame, child: int, last: int) -> int:
    """Return the node's last edge, given its last child and that child's."""
    language = last >> 1
    flush = bool(last & FLUSH) and frame.places[language][child] == frame.size - 1
    return edge(language, flush=flush)


def fits(requirement: int, child: int, last: int) -> bool:
    """Say whether a child with this last edge makes a well-formed fragment with what stands to its right.

    This is the constraint ``fragments``.
    """
    return (last >> 1) != (requirement & 1) or bool(last & FLUSH and (requirement >> 1) + NOBODY == child)


def first_edge(requirement: int) -> int:
    """Return the node's first edge, once all children have been placed."""
    return edge(requirement & 1, flush=(requirement >> 1) + NOBODY == OUTSIDE)
