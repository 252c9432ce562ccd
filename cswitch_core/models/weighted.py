"""Weighted: a community's grammar, in which each constraint of a theory has a cost instead of being kept or not.

The cost H of a sentence is the sum of the weights of its broken constraints; of several broken sets (see ``broken``)
the cheapest counts. A constraint without a weight must be kept. ``Weighted(EC0, positions=1.2, limit=1)`` generates
every sentence with H of at most the limit, or, without a limit, every one that has a cost. As weights are not negative,
that is the union of the theory's variants whose constraints that are off cost so much: an exact packed set. With
positive weights and limit 0 it is the theory, with all weights 0 the theory's universe.

Drawing goes by cost: a sentence is drawn with probability proportional to exp(-H / temperature). First the cost is
chosen, with weight count * exp(-H / temperature), then one of its sentences evenly. What has been drawn is not drawn
again; the rest keep their proportions. Weights, costs and the numbers of sentences are exact; exp is a float, and used
as the fraction that it is.

>>> from cswitch_core.models.registry import model
>>> from cswitch_core.paper import paper_tree
>>> [model(f"Weighted(ML2, fragments=0.5, functional_words=1, limit={limit})").sentences(paper_tree(1)).count
...  for limit in (0, 0.5, 1, 1.5)]
[28, 32, 85, 256]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from math import exp, lcm
from random import Random
from typing import cast

from cswitch_core.grammar import Grammar
from cswitch_core.models.base import Model, OptionError, RuleModel
from cswitch_core.sentences import Sentence
from cswitch_core.sets import SentenceSet
from cswitch_core.sets.formulas import Accepting, Formula, any_of
from cswitch_core.sets.sampling import shuffled
from cswitch_core.sets.tracking import Tracking
from cswitch_core.shared_tree import SharedTree

Names = tuple[str, ...]
LIMIT, TEMPERATURE = "limit", "temperature"


@dataclass(frozen=True)
class Costing:
    """What one of a theory's variants generates, the cheapest first; if a cost is named, only what costs that."""

    variants: tuple[tuple[Fraction, Formula], ...]
    wanted: Fraction | None = None

    def cost(self, accepting: Accepting, switches: int) -> Fraction | None:
        holding = (cost for cost, formula in self.variants if formula.holds(accepting, switches))
        return next(holding, None)

    def holds(self, accepting: Accepting, switches: int) -> bool:
        cost = self.cost(accepting, switches)
        return cost is not None and self.wanted in (None, cost)

    def grammars(self) -> tuple[Grammar, ...]:
        return self._all.grammars()

    def leading(self) -> int:
        return self._all.leading()

    def tracking(self) -> Tracking:
        return self._all.tracking()

    def with_grammars(self, change: Callable[[Grammar], Grammar]) -> Formula:
        return replace(self, variants=tuple((cost, each.with_grammars(change)) for cost, each in self.variants))

    @property
    def _all(self) -> Formula:
        return any_of([formula for _, formula in self.variants])


class Weighted(Model):
    """What a theory generates if its constraints may be broken at a cost."""

    base_name = "Weighted"

    def __init__(self, theory: Model, options: Mapping[str, str]) -> None:
        if not isinstance(theory, RuleModel):
            raise OptionError(f"{theory.name} has no constraints that could be weighed")
        self.theory = theory
        known = [constraint.name for constraint in theory.kept]
        numbers = {name: _number(name, text) for name, text in options.items()}
        self.limit, self.temperature = numbers.pop(LIMIT, None), numbers.pop(TEMPERATURE, Fraction(1))
        if self.temperature == 0:
            raise OptionError(f"{TEMPERATURE} must be more than 0")
        for name in numbers:
            if name not in known:
                others = f"beside them there are {LIMIT} and {TEMPERATURE}"
                raise OptionError(f"{theory.name} has no constraint '{name}'; it has {', '.join(known)}; {others}")
        self.weights: dict[str, Fraction] = {name: numbers[name] for name in known if name in numbers}
        self.name = f"{self.base_name}({', '.join([theory.name, *map('='.join, options.items())])})"

    def _digest(self) -> str:
        return self.theory.signature.split("|")[1]

    def cost(self, broken: Names) -> Fraction | None:
        """Return what a broken set costs, or None if it holds a constraint without a weight."""
        return self._sum(broken) if set(broken) <= set(self.weights) else None

    def _sum(self, names: Names) -> Fraction:
        return sum((self.weights[name] for name in names), Fraction(0))

    def sentences(self, tree: SharedTree, *, pair_id: str | None = None) -> SentenceSet:
        affordable = self._affordable()
        largest = [one for one in affordable if not any(set(one) < set(another) for another in affordable)]
        return SentenceSet(tree, any_of([self._variant(tree, names) for names in largest]))

    def by_cost(self, tree: SharedTree) -> SentenceSet:
        """Return the same sentences as a set that knows their costs, for ``CostSampler``."""
        cheapest_first = sorted(self._affordable(), key=self._sum)
        return SentenceSet(
            tree, Costing(tuple((self._sum(each), self._variant(tree, each)) for each in cheapest_first))
        )

    def _affordable(self) -> list[Names]:
        """Return the sets of constraints that cost no more than the limit."""
        subsets = (names for size in range(len(self.weights) + 1) for names in combinations(self.weights, size))
        return [names for names in subsets if self.limit is None or self._sum(names) <= self.limit]

    def _variant(self, tree: SharedTree, names: Names) -> Formula:
        return self.theory.without(names).sentences(tree).formula


class CostSampler:
    """Draws from a set that knows the costs of its sentences (``Weighted.by_cost``, or its texts, or those whole)."""

    def __init__(self, sentences: SentenceSet, temperature: Fraction) -> None:
        costing = cast("Costing", sentences.formula)
        self.counts: dict[Fraction, int] = {}
        sizes = sentences.joint_sizes([costing])
        known = [(cost, each[2]) for each in sizes if (cost := costing.cost(each[0], each[1])) is not None]
        for cost, count in known:
            self.counts[cost] = self.counts.get(cost, 0) + count
        self.sets = {cost: sentences.selected_by(replace(costing, wanted=cost)) for cost in sorted(self.counts)}
        weights = {cost: Fraction(exp(-float(cost / temperature))) for cost in self.sets}
        scale = lcm(*(weight.denominator for weight in weights.values()))
        self.weights = {cost: int(weight * scale) for cost, weight in weights.items()}

    def probability(self, cost: Fraction) -> Fraction:
        """Return the probability with which a given sentence of this cost is the first to be drawn."""
        total = sum(self.weights[each] * count for each, count in self.counts.items())
        return Fraction(self.weights[cost], total)

    def cost_at(self, number: int, left: Mapping[Fraction, int]) -> Fraction:
        """Return the cost that a number below the weight of all sentences left falls to."""
        for cost, weight in self.weights.items():
            number -= weight * left[cost]
            if number < 0:
                return cost
        raise IndexError("the sentences left weigh less than that")

    def sample(self, size: int, rng: Random) -> list[Sentence]:
        """Draw so many distinct sentences, or all that have a chance."""
        left = {cost: self.sets[cost].count for cost in self.sets}
        numbers = {cost: shuffled(count, rng) for cost, count in left.items()}
        drawn: dict[str, Sentence] = {}
        while len(drawn) < size and (total := sum(self.weights[cost] * count for cost, count in left.items())):
            cost = self.cost_at(rng.randrange(total), left)
            left[cost] -= 1
            sentence = self.sets[cost].kth(next(numbers[cost]))
            drawn.setdefault(sentence.text, sentence)
        return list(drawn.values())


def _number(name: str, text: str) -> Fraction:
    try:
        number = Fraction(text)
    except (ValueError, ZeroDivisionError):
        number = Fraction(-1)
    if number < 0:
        raise OptionError(f"{name} must be a number that is not negative, such as 1.5, not '{text}'")
    return number
