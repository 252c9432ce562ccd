"""A grammar that keeps to another's rules but lets one constraint be broken, in at most so many places.

A *place* is one step of a derivation, one child being put beside those placed, that the grammar refuses and the same
grammar *tolerating* the constraint does not: two neighbours that make no fragment, a constituent out of its position, a
word that may not switch alone. Where one child out of place puts others out of theirs, the constituent is the place: a
grammar names such constraints in ``broken_as_a_whole``. Of several derivations of a sentence the one with the fewest
broken places counts.

Both grammars keep track of the same things, so one partial serves both. A node's state is theirs, followed by the
number of places broken in it; a partial is theirs, followed by that number and by whether the constraint is broken
among the children placed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, NamedTuple, Protocol, runtime_checkable

from cswitch_core.grammar import Feature, Frame, Grammar, Partial, State
from cswitch_core.shared_tree import Language, SharedTree


@runtime_checkable
class TolerantGrammar(Grammar, Protocol):
    """A grammar that can let a constraint be broken and still see where it is."""

    broken_as_a_whole: ClassVar[frozenset[str]]

    def tolerating(self, constraint: str) -> Grammar:
        """Return the grammar that keeps track of this constraint without enforcing it."""


class Features(NamedTuple):
    """What the two grammars note about a node."""

    strict: Feature
    tolerant: Feature


@dataclass(frozen=True)
class Tolerance:
    """What the strict grammar generates, or would if the tolerant one overruled it at most so many times."""

    strict: Grammar
    tolerant: Grammar
    most_places: int
    as_a_whole: bool = False

    def features(self, tree: SharedTree) -> Sequence[Features]:
        return [Features(*both) for both in zip(self.strict.features(tree), self.tolerant.features(tree), strict=True)]

    def leaf(self, feature: Features, language: Language) -> Iterable[State]:
        return [(*state, 0) for state in self.tolerant.leaf(feature.tolerant, language)]

    def start(self, frame: Frame) -> Iterable[Partial]:
        return [(*partial, 0, 0) for partial in self.tolerant.start(_frames(frame)[1])]

    def candidates(self, frame: Frame, partial: Partial) -> Iterable[int]:
        return self.tolerant.candidates(_frames(frame)[1], partial[:-2])

    def extend(self, frame: Frame, partial: Partial, child: int, state: State) -> Partial | None:
        strict, tolerant = _frames(frame)
        inner = self.tolerant.extend(tolerant, partial[:-2], child, state[:-1])
        if inner is None:
            return None
        places, is_broken = partial[-2] + state[-1], partial[-1]
        if not is_broken and self.strict.extend(strict, partial[:-2], child, state[:-1]) is None:
            places, is_broken = places + 1, int(self.as_a_whole)
        return (*inner, places, is_broken) if places <= self.most_places else None

    def placed(self, partial: Partial) -> int:
        return self.tolerant.placed(partial[:-2])

    def finish(self, frame: Frame, partial: Partial) -> State | None:
        inner = self.tolerant.finish(_frames(frame)[1], partial[:-2])
        return None if inner is None else (*inner, partial[-2])

    def accepts(self, state: State) -> bool:
        return self.tolerant.accepts(state[:-1])


def tolerance(grammar: Grammar, constraint: str, most_places: int) -> Grammar:
    """Let a constraint be broken in so many places; a grammar that cannot see them is left as it is."""
    if not isinstance(grammar, TolerantGrammar):
        return grammar
    as_a_whole = constraint in grammar.broken_as_a_whole
    return Tolerance(grammar, grammar.tolerating(constraint), most_places, as_a_whole)


@lru_cache(maxsize=4096)
def _frames(frame: Frame) -> tuple[Frame, Frame]:
    """Return the frame as each of the two grammars knows it."""
    both = list(zip(*frame.features, strict=True))
    return frame.at(both[0], is_root=frame.is_root), frame.at(both[1], is_root=frame.is_root)
