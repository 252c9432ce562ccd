"""Which sentences a set holds, as a formula over grammars and numbers of switch points.

Operations on sets build the formula. It is evaluated once for each class of sentences at the root, and each class
knows which of the grammars generate it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Protocol

from cswitch_core.grammar import Grammar
from cswitch_core.sets.tracking import OUTER_LANGUAGES, PLAIN, SEEN_LANGUAGES, Tracking

Accepting = frozenset[Grammar]


class Formula(Protocol):
    """A condition on a sentence."""

    def holds(self, accepting: Accepting, switches: int) -> bool:
        """Say whether sentences that exactly these grammars generate, with so many switch points, belong to the set."""

    def grammars(self) -> tuple[Grammar, ...]:
        """Return the grammars that the formula names, each once, in its order."""

    def leading(self) -> int:
        """Return how many of the grammars, from the first, are enough to generate all that belongs to the set."""

    def tracking(self) -> Tracking:
        """Return what has to be known about a sentence besides its grammars."""

    def with_grammars(self, change: Callable[[Grammar], Grammar]) -> Formula:
        """Return the same formula over changed grammars: a filter on sentences goes through all operations on sets."""


@dataclass(frozen=True)
class Nothing:
    """No sentence at all."""

    def holds(self, accepting: Accepting, switches: int) -> bool:
        return False

    def grammars(self) -> tuple[Grammar, ...]:
        return ()

    def leading(self) -> int:
        return 0

    def tracking(self) -> Tracking:
        return PLAIN

    def with_grammars(self, change: Callable[[Grammar], Grammar]) -> Formula:
        return self


@dataclass(frozen=True)
class Generated:
    """What one grammar generates."""

    grammar: Grammar

    def holds(self, accepting: Accepting, switches: int) -> bool:
        return self.grammar in accepting

    def grammars(self) -> tuple[Grammar, ...]:
        return (self.grammar,)

    def leading(self) -> int:
        return 1

    def tracking(self) -> Tracking:
        return PLAIN

    def with_grammars(self, change: Callable[[Grammar], Grammar]) -> Formula:
        return Generated(change(self.grammar))


@dataclass(frozen=True)
class Combined:
    """Two formulas joined: ``and``, ``or`` or ``without``."""

    left: Formula
    how: str
    right: Formula

    def holds(self, accepting: Accepting, switches: int) -> bool:
        return combine(self.how, self.left.holds(accepting, switches), self.right.holds(accepting, switches))

    def grammars(self) -> tuple[Grammar, ...]:
        return tuple(dict.fromkeys(self.left.grammars() + self.right.grammars()))

    def leading(self) -> int:
        return len(self.grammars()) if self.how == "or" else self.left.leading()

    def tracking(self) -> Tracking:
        return closest(self.left.tracking(), self.right.tracking())

    def with_grammars(self, change: Callable[[Grammar], Grammar]) -> Formula:
        return Combined(self.left.with_grammars(change), self.how, self.right.with_grammars(change))


@dataclass(frozen=True)
class Switching:
    """What has one of these numbers of switch points; None means any number but zero."""

    formula: Formula
    switch_points: frozenset[int] | None = None

    def holds(self, accepting: Accepting, switches: int) -> bool:
        fits = switches > 0 if self.switch_points is None else switches in self.switch_points
        return fits and self.formula.holds(accepting, switches)

    def grammars(self) -> tuple[Grammar, ...]:
        return self.formula.grammars()

    def leading(self) -> int:
        return self.formula.leading()

    def tracking(self) -> Tracking:
        own = SEEN_LANGUAGES if self.switch_points is None else OUTER_LANGUAGES
        return closest(own, self.formula.tracking())

    def with_grammars(self, change: Callable[[Grammar], Grammar]) -> Formula:
        return Switching(self.formula.with_grammars(change), self.switch_points)


def joined(left: Formula, how: str, right: Formula) -> Formula:
    """Return the two formulas joined, leaving out what can hold nothing."""
    nothing = Nothing()
    if right == nothing:
        return nothing if how == "and" else left
    if left == nothing:
        return right if how == "or" else nothing
    return Combined(left, how, right)


def any_of(formulas: Sequence[Formula]) -> Formula:
    """Return the formula that holds where one of these does."""
    return reduce(lambda left, right: joined(left, "or", right), formulas)


def combine(how: str, left: bool, right: bool) -> bool:  # noqa: FBT001 - truth values are what it is about
    """Return whether something in the left set, in the right set, is in the two joined.

    >>> [combine(how, True, False) for how in ("and", "or", "without")]
    [False, True, True]
    """
    if how == "and":
        return left and right
    return (left or right) if how == "or" else (left and not right)


def closest(*trackings: Tracking) -> Tracking:
    """Return the most detailed of these trackings."""
    return max(trackings, key=[PLAIN, SEEN_LANGUAGES, OUTER_LANGUAGES].index)
