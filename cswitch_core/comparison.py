"""Comparing models over pairs: Table 1's columns, intersections, which model subsumes which (the paper's section 2.4).

A *subsumes* B on some pairs if B's set is a subset of A's for each of them; where it does not, the first sentence
of B - A is the counter-example. Counts are exact: all models are packed side by side, and each class of sentences
knows which of them generate it.

>>> from cswitch_core.paper import paper_pairs
>>> compared = compare(paper_pairs(), ["EC1", "ML2"])
>>> compared.totals["ML2"], compared.shared[("EC1", "ML2")]
(420, 216)
>>> compared.counter_examples[("ML2", "EC1")].pair_id
'paper-4'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from cswitch_core.models import Model
from cswitch_core.models.registry import model as model_named
from cswitch_core.pairs import Pair
from cswitch_core.projection import project
from cswitch_core.seen import as_seen
from cswitch_core.sets import SentenceSet
from cswitch_core.shape import Shape, shape
from cswitch_core.shared_tree import SharedTree

Region = frozenset[str]
Names = tuple[str, str]


@dataclass(frozen=True)
class CounterExample:
    """A sentence that shows that one model does not subsume another."""

    pair_id: str
    text: str


@dataclass(frozen=True)
class PairCounts:
    """One pair: its shape, and how many sentences each model, and each two models together, generate for it.

    ``seen`` counts the texts of each model that differ to the eye.
    """

    pair_id: str
    shape: Shape
    counts: dict[str, int]
    shared: dict[Names, int]
    seen: dict[str, int]


@dataclass
class Comparison:
    """The rows, their sums, and for each two models (A, B) the first sentence of B that A does not generate."""

    models: tuple[str, ...]
    rows: list[PairCounts] = field(default_factory=list)
    totals: dict[str, int] = field(default_factory=dict)
    seen: dict[str, int] = field(default_factory=dict)
    shared: dict[Names, int] = field(default_factory=dict)
    counter_examples: dict[Names, CounterExample] = field(default_factory=dict)

    def subsumes(self, one: str, another: str) -> bool:
        """Say whether the first model generates whatever the second does, on every pair compared."""
        return (one, another) not in self.counter_examples

    def add(self, row: PairCounts) -> None:
        self.rows.append(row)
        for name, number in row.counts.items():
            self.totals[name] = self.totals.get(name, 0) + number
            self.seen[name] = self.seen.get(name, 0) + row.seen[name]
        for names, number in row.shared.items():
            self.shared[names] = self.shared.get(names, 0) + number

    def as_json(self) -> dict[str, Any]:
        """Return plain data; two names are written with a blank between them."""
        return {
            "models": list(self.models),
            "pairs": [
                {
                    "pair": row.pair_id,
                    **row.shape._asdict(),
                    "counts": row.counts,
                    "seen": row.seen,
                    "shared": _plain(row.shared),
                }
                for row in self.rows
            ],
            "totals": self.totals,
            "seen": self.seen,
            "shared": _plain(self.shared),
            "subsumes": {
                f"{one} {another}": self.subsumes(one, another) for one, another in product(self.models, repeat=2)
            },
            "counter_examples": {
                " ".join(names): {"pair": example.pair_id, "text": example.text}
                for names, example in self.counter_examples.items()
            },
        }


def compare(pairs: Iterable[Pair], models: Sequence[str | Model]) -> Comparison:
    """Compare models over pairs, which are read one after the other."""
    chosen = [model_named(each) if isinstance(each, str) else each for each in models]
    comparison = Comparison(tuple(model.name for model in chosen))
    for pair in pairs:
        tree = project(pair)
        sets = {model.name: model.sentences(tree, pair_id=pair.id) for model in chosen}
        sizes = regions(tree, sets)
        counts = {name: _within(sizes, name) for name in sets}
        shared = {(one, another): _within(sizes, one, another) for one, another in product(sets, repeat=2)}
        seen = {name: as_seen(each).count for name, each in sets.items()}
        comparison.add(PairCounts(pair.id, shape(tree), counts, shared, seen))
        for names in shared:
            one, another = names
            if names not in comparison.counter_examples and shared[names] < counts[another]:
                first = (sets[another] - sets[one]).kth(0)
                comparison.counter_examples[names] = CounterExample(pair.id, first.text)
    return comparison


def regions(tree: SharedTree, sets: dict[str, SentenceSet]) -> dict[Region, int]:
    """Return how many sentences lie in exactly these of the sets, for each choice of sets that has some.

    The sets are all of sentences, or all as they are seen.

    >>> from cswitch_core.paper import paper_tree
    >>> tree = paper_tree(4)
    >>> sizes = regions(tree, {name: model_named(name).sentences(tree) for name in ("EC1", "ML2")})
    >>> sorted((sorted(names), size) for names, size in sizes.items())
    [(['EC1'], 40), (['EC1', 'ML2'], 16), (['ML2'], 24)]
    """
    sizes: dict[Region, int] = {}
    some = next(iter(sets.values()))
    for accepting, switches, size in some.joint_sizes([each.formula for each in sets.values()]):
        region = frozenset(name for name, each in sets.items() if each.formula.holds(accepting, switches))
        sizes[region] = sizes.get(region, 0) + size
    for sentence in {sentence for each in sets.values() for sentence in (*each.added, *each.removed)}:
        ruled = frozenset(name for name, each in sets.items() if sentence in type(each)(tree, each.formula))
        actual = frozenset(name for name, each in sets.items() if sentence in each)
        sizes[ruled] = sizes.get(ruled, 0) - 1
        sizes[actual] = sizes.get(actual, 0) + 1
    return {region: size for region, size in sizes.items() if region and size}


def _within(sizes: dict[Region, int], *names: str) -> int:
    return sum(size for region, size in sizes.items() if region.issuperset(names))


def _plain(numbers: dict[Names, int]) -> dict[str, int]:
    return {" ".join(names): number for names, number in numbers.items()}
