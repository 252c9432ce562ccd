"""Ratings simulated from the model of costs, where the truth is known: for planning studies and checking intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from evaluation.statistics.costs.data import CLEAN, Broken, CostData, JudgedSentence
from evaluation.statistics.figure import Floats, Ints

THRESHOLDS = (-2.0, -1.0, 0.0, 1.0, 2.0)


@dataclass(frozen=True)
class Spreads:
    """Deviations on the logit scale: of judges and sentences as in the paper's Table 2, the rest moderate."""

    judge: float = 1.0
    judge_slope: float = 0.5
    pair: float = 0.5
    pair_slope: float = 0.3
    match: float = 0.3
    sentence: float = 1.0


@dataclass(frozen=True)
class TrueStudy:
    """Matches per pair and constraint, each a violator and a partner; `together` are further broken sets, one a pair.

    `costs` in logits, or by group of judges; a group's judges are every so-manieth. `ratings_each`: how many sentences
    a judge rates (None: all), of which `dropout` is the share of judges who stop half-way.
    """

    costs: Mapping[str, float]
    pairs: int = 20
    matches: int = 1
    judges: int = 20
    ratings_each: int | None = None
    spreads: Spreads = field(default_factory=Spreads)
    together: Sequence[Broken] = ()
    switch_cost: float = 0.2
    dropout: float = 0.0
    group_costs: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    thresholds: Sequence[float] = THRESHOLDS

    @property
    def constraints(self) -> tuple[str, ...]:
        return tuple(self.costs)

    @property
    def sentence_count(self) -> int:
        return self.pairs * (2 * self.matches * len(self.costs) + len(self.together))


def simulated(true: TrueStudy, rng: np.random.Generator) -> CostData:
    """The ratings of one such study."""
    return simulated_with_costs(true, rng)[0]


def simulated_with_costs(true: TrueStudy, rng: np.random.Generator) -> tuple[CostData, Floats]:
    """The ratings, and for each of them what each constraint in truth costs its judge, in logits."""
    sentences, groups = _sentences(true, rng), group_names(true)
    items, judges = dealt(true, len(sentences), rng)
    effects = _drawn(true, sentences, rng)
    values = _values(true, _eta(true, effects, sentences, groups, items, judges), rng)
    data = CostData(true.constraints, sentences, items, judges, values, groups)
    return data, (_costs(true, groups) - effects.judge_slopes)[judges]


def simulated_values(
    true: TrueStudy,
    sentences: Sequence[JudgedSentence],
    groups: Sequence[str],
    items: Ints,
    judges: Ints,
    rng: np.random.Generator,
) -> Floats:
    """What judges (with their groups) give sentences, from the lowest point, 0; pairs are numbered from 0."""
    effects = _drawn(true, sentences, rng)
    return _values(true, _eta(true, effects, sentences, groups, items, judges), rng)


def _values(true: TrueStudy, eta: Floats, rng: np.random.Generator) -> Floats:
    return np.searchsorted(np.asarray(true.thresholds), eta + rng.logistic(size=eta.size)).astype(np.float64)


def _sentences(true: TrueStudy, rng: np.random.Generator) -> list[JudgedSentence]:
    found, match = [], 0
    for pair in range(true.pairs):
        for constraint in true.constraints:
            for _ in range(true.matches):
                switches = int(rng.integers(1, 5))
                found += [JudgedSentence(pair, one, switches, match) for one in (frozenset({constraint}), CLEAN)]
                match += 1
        found += [JudgedSentence(pair, broken, int(rng.integers(1, 5))) for broken in true.together]
    return found


def group_names(true: TrueStudy) -> list[str]:
    """The group of each judge."""
    names = list(true.group_costs) or [""]
    return [names[judge % len(names)] for judge in range(true.judges)]


def dealt(true: TrueStudy, sentences: int, rng: np.random.Generator) -> tuple[Ints, Ints]:
    """Which sentence which judge rates."""
    each = min(true.ratings_each or sentences, sentences)
    # As the site gives places out: sentences are used evenly.
    rounds = np.concatenate([rng.permutation(sentences) for _ in range(-(-true.judges * each // sentences))])
    items, judges = [], []
    for judge in range(true.judges):
        own = np.unique(rounds[judge * each : (judge + 1) * each])
        if rng.random() < true.dropout:
            own = rng.permutation(own)[: max(1, own.size // 2)]
        items.append(own)
        judges.append(np.full(own.size, judge))
    return np.concatenate(items), np.concatenate(judges)


@dataclass(frozen=True)
class _Effects:
    """What was drawn: of each sentence with its pair and match, of each judge, and of each judge by constraint."""

    sentences: Floats
    judges: Floats
    judge_slopes: Floats


def _drawn(true: TrueStudy, sentences: Sequence[JudgedSentence], rng: np.random.Generator) -> _Effects:
    spreads, count = true.spreads, len(true.constraints)
    pair = np.array([s.pair for s in sentences], dtype=np.int64)
    matches = [-1 if s.match is None else int(str(s.match)) for s in sentences]
    of_match = rng.normal(0, spreads.match, max(matches, default=0) + 2)[matches]
    of_pair, of_pair_slope = (
        rng.normal(0, spreads.pair, true.pairs),
        rng.normal(0, spreads.pair_slope, (true.pairs, count)),
    )
    of_judge = rng.normal(0, spreads.judge, true.judges)
    of_judge_slope = rng.normal(0, spreads.judge_slope, (true.judges, count))
    switches = np.array([min(s.switches, 4) - 1 for s in sentences], dtype=np.float64)
    level = of_pair[pair] + of_match + rng.normal(0, spreads.sentence, len(sentences)) - true.switch_cost * switches
    slopes = np.sum((_broken(true, sentences) - 0.5) * of_pair_slope[pair], axis=1)
    return _Effects(np.asarray(level + slopes), of_judge, of_judge_slope)


def _broken(true: TrueStudy, sentences: Sequence[JudgedSentence]) -> Floats:
    return np.array([[one in s.broken for one in true.constraints] for s in sentences], dtype=np.float64)


def _costs(true: TrueStudy, groups: Sequence[str]) -> Floats:
    """Of each judge by constraint, as for the judge's group."""
    return np.array([[(true.group_costs.get(g) or true.costs)[one] for one in true.constraints] for g in groups])


def _eta(
    true: TrueStudy,
    effects: _Effects,
    sentences: Sequence[JudgedSentence],
    groups: Sequence[str],
    items: Ints,
    judges: Ints,
) -> Floats:
    mine, costs = _broken(true, sentences)[items], _costs(true, groups)
    slopes = np.sum((mine - 0.5) * effects.judge_slopes[judges], axis=1) - np.sum(mine * costs[judges], axis=1)
    return np.asarray(effects.sentences[items] + effects.judges[judges] + slopes)
