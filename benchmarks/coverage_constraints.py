"""Do intervals of constraints' costs hold what they promise? Studies with known costs, fitted as the site does.

Per design: bias of the cost in logits, how often its 95 % interval has the truth in it (goal: 93 to 97 %), how often a
constraint that costs nothing is found to cost something (3 to 7 %), and the processor time of a fit. As a plain
reference in the same run, the interval of a mean difference over all ratings as if they were independent, in points.

Run: python -m benchmarks.coverage_constraints [--studies 200] [--design NUMBER] [--processes 2] [--speed]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import sqrt
from typing import TypeVar

import numpy as np

from evaluation.statistics.costs.data import CLEAN, CostData
from evaluation.statistics.costs.fitting import additivity, fit_costs
from evaluation.statistics.costs.group_tests import group_tests
from evaluation.statistics.costs.held_out import KnownSentences, held_out
from evaluation.statistics.costs.order import couples
from evaluation.statistics.costs.simulated import Spreads, TrueStudy, simulated
from evaluation.statistics.costs.what_if import what_if

Found = TypeVar("Found")
CLOCK: list[float] = []
PROCESSOR: list[float] = []
COSTS = {"one": 0.0, "two": 0.8}
DESIGNS = {
    1: ("16 judges, 16 pairs, every sentence", TrueStudy(COSTS, pairs=16, judges=16)),
    2: ("24 judges, 24 pairs, half of the sentences each", TrueStudy(COSTS, pairs=24, judges=24, ratings_each=48)),
    3: ("8 judges: for these judges", TrueStudy(COSTS, pairs=16, judges=8, spreads=Spreads(judge_slope=0.0))),
}
SIX = {name: 0.2 * place for place, name in enumerate("abcdef")}
LARGE = TrueStudy(SIX, pairs=25, judges=60, ratings_each=180, group_costs=dict.fromkeys(("x", "y", "z"), SIX))


@dataclass(frozen=True)
class Outcome:
    """Of one constraint in one study: the error, whether the intervals had the truth, whether it was found."""

    constraint: str
    error: float
    covered: bool
    plain_covered: bool
    found: bool
    seconds: float


def outcomes(task: tuple[int, int]) -> list[Outcome]:
    design, seed = task
    true = DESIGNS[design][1]
    data = simulated(true, np.random.default_rng([design, seed]))
    started = time.process_time()
    fitted = fit_costs(data, points=False)
    seconds = time.process_time() - started
    found = []
    for constraint, truth in true.costs.items():
        cost = fitted.cost(constraint)
        value, low, high = cost.logits.value, cost.logits.low, cost.logits.high
        if value is not None and low is not None and high is not None:
            plain = plain_interval(data, constraint)
            covered = low <= truth <= high
            # The plain interval is in points, so only a cost of nothing can be looked up in it.
            found.append(
                Outcome(constraint, value - truth, covered, plain[0] <= 0 <= plain[1], not low <= 0 <= high, seconds)
            )
    return found


def plain_interval(data: CostData, constraint: str) -> tuple[float, float]:
    broken, clean = (data.values[data.has_set(one)] for one in (frozenset({constraint}), CLEAN))
    difference = float(clean.mean() - broken.mean())
    reach = 1.96 * sqrt(float(broken.var()) / broken.size + float(clean.var()) / clean.size)
    return difference - reach, difference + reach


def report(design: int, found: list[Outcome]) -> Iterator[str]:
    words, true = DESIGNS[design]
    yield f"\n{design}. {words}"
    yield f"{'constraint':12}{'truth':>8}{'studies':>9}{'bias':>8}{'covered':>9}{'found':>8}{'plain':>8}{'s a fit':>9}"
    for constraint, truth in true.costs.items():
        rows = [one for one in found if one.constraint == constraint]
        if not rows:
            continue
        bias, covered, sure, plain, seconds = (
            float(np.mean([getattr(one, name) for one in rows]))
            for name in ("error", "covered", "found", "plain_covered", "seconds")
        )
        reference = f"{100 * plain:7.1f}%" if truth == 0 else f"{'':>8}"
        yield (
            f"{constraint:12}{truth:8.2f}{len(rows):9d}{bias:8.3f}{100 * covered:8.1f}%{100 * sure:7.1f}%"
            f"{reference}{seconds:9.2f}"
        )


def measure_speed() -> None:
    """10,000 ratings, 6 constraints, 3 groups: everything that the page of constraints shows of one theory."""
    data = simulated(LARGE, np.random.default_rng(1))
    print(f"{len(data.values)} ratings, {len(data.constraints)} constraints, {len(data.groups)} groups")
    print(f"{'':44}{'s':>8}{'processor':>11}")
    all_judges = timed("all judges", lambda: fit_costs(data.without_groups()))
    parts: dict[str, Callable[[], object]] = {
        "without switch points": lambda: fit_costs(
            data.without_groups(), switches=False, points=False, like=all_judges
        ),
        "additive costs": lambda: additivity(all_judges),
        "groups": lambda: group_tests(fit_costs(data, like=all_judges)),
        "each group alone": lambda: [
            fit_costs(data.of_group(group).without_groups(), points=False, like=all_judges) for group in data.groups
        ],
        "order of constraints": lambda: couples(all_judges, rng=np.random.default_rng(1)),
        "what if": lambda: what_if(all_judges, {(one,): 1 for one in (CLEAN, *data.broken_sets)}, 3.0),
        "pairs left out": lambda: held_out(
            _known(data), data.items, data.judges, data.values, rng=np.random.default_rng(1)
        ),
    }
    for name, part in parts.items():
        timed(name, part)
    print(f"{'in all':44}{sum(CLOCK):8.1f}{sum(PROCESSOR):11.1f}")


def timed(name: str, part: Callable[[], Found]) -> Found:
    started, used = time.perf_counter(), time.process_time()
    found = part()
    CLOCK.append(time.perf_counter() - started)
    PROCESSOR.append(time.process_time() - used)
    print(f"{name:44}{CLOCK[-1]:8.1f}{PROCESSOR[-1]:11.1f}", flush=True)
    return found


def _known(data: CostData) -> KnownSentences:
    broken = [one.broken for one in data.sentences]
    return KnownSentences(
        data.constraints,
        [one.pair for one in data.sentences],
        [[one] for one in broken],
        np.array([one.switches for one in data.sentences]),
        {"one theory": np.array([not one for one in broken]), "another": np.array(["a" in one for one in broken])},
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--studies", type=int, default=200)
    parser.add_argument("--design", type=int, choices=list(DESIGNS))
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--speed", action="store_true", help="only the time of a large study")
    options = parser.parse_args()
    if options.speed:
        measure_speed()
        return
    for design in [options.design] if options.design else list(DESIGNS):
        tasks = [(design, seed) for seed in range(options.studies)]
        with ProcessPoolExecutor(options.processes) as pool:
            found = [one for each in pool.map(outcomes, tasks, chunksize=5) for one in each]
        print("\n".join(report(design, found)), flush=True)


if __name__ == "__main__":
    main()
