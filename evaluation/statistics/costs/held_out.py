"""A community's grammar beside all-or-nothing theories, on sentence pairs that were left out of the fit.

H(s) is the sum of the weights over a sentence's broken set, the cheapest one where there are several. Rivals are fitted
to the same training pairs with the same random effects: each theory as one indicator, switch points alone, nothing at
all. Effects of new pairs and sentences are integrated out. Smaller log-loss is better; errors are over pairs.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from evaluation.statistics.clmm import Fit, fit, independent_columns
from evaluation.statistics.costs.columns import MOST_SWITCHES
from evaluation.statistics.costs.data import Broken
from evaluation.statistics.costs.points import NODE_WEIGHTS, NODES
from evaluation.statistics.design import Design
from evaluation.statistics.figure import Bools, Figure, Floats, Ints

FOLDS = 5
WEIGHTS, SWITCHES, NOTHING = "weights", "switches", "nothing"
FEW_PAIRS = "ten sentence pairs are needed"


@dataclass(frozen=True)
class KnownSentences:
    """Per sentence: its pair, its broken sets under one theory, its switch points, which theories generate it."""

    constraints: tuple[str, ...]
    pairs: Sequence[Hashable]
    families: Sequence[Sequence[Broken]]
    switches: Ints
    generated: Mapping[str, Bools]

    def harmony(self, weights: Mapping[str, float]) -> Floats:
        """H: what each sentence costs."""
        costs = [min(sum(weights.get(one, 0.0) for one in broken) for broken in family) for family in self.families]
        return np.array(costs, dtype=np.float64)

    def breaks(self) -> Floats:
        """sentences x constraints, for those with one broken set; the first one stands for ambiguous sentences."""
        table = [[one in family[0] for one in self.constraints] for family in self.families]
        return np.array(table, dtype=np.float64).reshape(len(table), len(self.constraints))

    def switch_columns(self) -> Floats:
        levels = np.minimum(self.switches, MOST_SWITCHES)
        return (
            np.array([levels == level for level in np.unique(levels)[1:]], dtype=np.float64).reshape(-1, levels.size).T
        )


@dataclass(frozen=True)
class HeldOut:
    """The mean log-loss of a rating over pairs left out, and by how much it exceeds that of the weights."""

    model: str
    loss: Figure
    excess: Figure


def held_out(
    known: KnownSentences, items: Ints, judges: Ints, values: Floats, *, rng: np.random.Generator
) -> list[HeldOut] | Figure:
    labels = list(dict.fromkeys(known.pairs[item] for item in items))
    if len(labels) < 2 * FOLDS:
        return Figure.undefined(FEW_PAIRS, n=len(labels))
    fold_of = dict(zip(labels, rng.permutation(np.arange(len(labels)) % FOLDS), strict=True))
    folds = np.array([fold_of[known.pairs[item]] for item in items])
    ratings = _Ratings(known, items, judges, values)
    losses: dict[str, Floats] = {}
    for fold in range(FOLDS):
        training = folds != fold
        for name, columns in ratings.columns(training).items():
            found = ratings.losses(name, columns, training)
            if isinstance(found, Figure):
                return found
            losses.setdefault(name, np.zeros(len(values)))[~training] = found
    return _compared({name: _by_pair(known, items, labels, one) for name, one in losses.items()})


class _Ratings:
    def __init__(self, known: KnownSentences, items: Ints, judges: Ints, values: Floats) -> None:
        self.known, self.items, self.judges, self.values = known, items, judges, values
        # Each model's last fit: the one without another fifth of the pairs begins there.
        self.last: dict[str, Fit] = {}

    def columns(self, training: Bools) -> dict[str, Floats]:
        """Per model its columns, one row per sentence; the weights are those of the training ratings."""
        known, nothing = self.known, np.zeros((len(self.known.pairs), 0))
        rivals = {name: one.astype(np.float64)[:, None] for name, one in known.generated.items()}
        weighed = known.harmony(self._weights(training))[:, None]
        return {WEIGHTS: weighed, **rivals, SWITCHES: known.switch_columns(), NOTHING: nothing}

    def _weights(self, training: Bools) -> dict[str, float]:
        known = self.known
        clear = training & np.array([len(family) == 1 for family in known.families], dtype=bool)[self.items]
        adjusting = known.switch_columns()
        names = [*(f"switches {place}" for place in range(adjusting.shape[1])), *known.constraints]
        found = self._fitted("", np.hstack([adjusting, known.breaks()]), names, clear)
        if isinstance(found, Figure):
            return {}
        return {one.name: max(0.0, -one.value) for one in found.coefficients if one.name in known.constraints}

    def _fitted(self, model: str, columns: Floats, names: Sequence[str], which: Bools) -> Fit | Figure:
        items = self.items[which]
        x, kept, _aliased = independent_columns(columns[items], names)
        pairs = [self.known.pairs[item] for item in items]
        design = Design(self.values[which].tolist(), x, kept, self.judges[which].tolist(), pairs, items.tolist())
        found = fit(design, tolerance=1e-2, errors=False, like=self.last.get(model))
        if isinstance(found, Fit):
            self.last[model] = found
        return found

    def losses(self, model: str, columns: Floats, training: Bools) -> Floats | Figure:
        """Minus the log of the probability of each rating left out."""
        names = [str(place) for place in range(columns.shape[1])]
        found = self._fitted(model, columns, names, training)
        if isinstance(found, Figure):
            return found
        left = ~training
        beta = {one.name: one.value for one in found.coefficients}
        eta = columns[self.items[left]] @ np.array([beta.get(name, 0.0) for name in names])
        eta = eta + np.array([found.judge_effects.get(judge, 0.0) for judge in self.judges[left].tolist()])
        return -np.log(np.maximum(_probabilities(found, eta, self.values[left]), 1e-12))


def _probabilities(found: Fit, eta: Floats, values: Floats) -> Floats:
    spread = sqrt(sum(found.sigmas.get(name, 0.0) ** 2 for name in ("sentence", "pair")))
    points = [float(found.thresholds[0].name.split("|")[0]), *(float(t.name.split("|")[1]) for t in found.thresholds)]
    edges = np.concatenate(([-np.inf], [one.value for one in found.thresholds], [np.inf]))
    # A point that no training rating has counts as the nearest one that has.
    places = np.abs(np.asarray(points)[None, :] - values[:, None]).argmin(axis=1)
    total = np.zeros(values.size)
    for node, weight in zip(NODES, NODE_WEIGHTS / NODE_WEIGHTS.sum(), strict=True):
        upper, lower = (_logistic(edges[places + step] - eta - spread * node) for step in (1, 0))
        total += weight * (upper - lower)
    return total


def _logistic(x: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-np.clip(x, -500, 500))))


def _by_pair(known: KnownSentences, items: Ints, labels: Sequence[Hashable], losses: Floats) -> Floats:
    places = {label: place for place, label in enumerate(labels)}
    pairs = np.array([places[known.pairs[item]] for item in items])
    return np.asarray(np.bincount(pairs, losses) / np.bincount(pairs))


def _compared(losses: Mapping[str, Floats]) -> list[HeldOut]:
    best = losses[WEIGHTS]
    return [HeldOut(name, _mean(one), _mean(one - best)) for name, one in losses.items()]


def _mean(values: Floats) -> Figure:
    """With the 95 % interval over pairs."""
    from scipy.special import stdtrit

    reach = float(stdtrit(values.size - 1, 0.975)) * float(values.std(ddof=1)) / sqrt(values.size)
    value = float(values.mean())
    return Figure(value, value - reach, value + reach, int(values.size))
