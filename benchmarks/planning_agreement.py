"""Does the quick analysis of planned studies decide as the full model does? The same simulated studies through both.

Per design: in how many of 100 studies each finds the effect, in how many they differ, how closely their test statistics
go together, and the processor time of each. Costs go through `fit_costs`, comparisons of two models through `clmm.fit`,
as the results pages do. Choices are planned by the site's own analysis, so there is nothing to compare.

Run: python -m benchmarks.planning_agreement [--studies 200] [--design NAME] [--processes 2] [--speed]
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

import numpy as np

from evaluation.statistics.clmm import Estimate, Fit, fit
from evaluation.statistics.costs.data import CostData
from evaluation.statistics.costs.fitting import fit_costs
from evaluation.statistics.costs.simulated import Spreads, simulated
from evaluation.statistics.design import Design
from evaluation.statistics.planning.design import COST, LOGITS, MODELS, PlannedStudy
from evaluation.statistics.planning.outcomes import NOTHING, of_ratings
from evaluation.statistics.planning.power import power

DESIGNS = {
    "small": PlannedStudy(judges=12, pairs=12, effect=1.2, unit=LOGITS),
    "half of the sentences each": PlannedStudy(judges=16, pairs=16, each=16, effect=1.0, unit=LOGITS),
    "two matches a pair": PlannedStudy(judges=10, pairs=10, matches=2, effect=1.0, unit=LOGITS),
    "no cost": PlannedStudy(judges=16, pairs=12, effect=0.0, unit=LOGITS),
    "drop-out, judges who differ": PlannedStudy(
        judges=20, pairs=14, dropout=0.4, effect=1.2, unit=LOGITS, spreads=Spreads(judge_slope=1.0, sentence=0.7)
    ),
    "seven points, strict": PlannedStudy(judges=12, pairs=20, scale=7, effect=1.8, unit=LOGITS),
    "six judges: for these": PlannedStudy(judges=6, pairs=16, effect=1.0, unit=LOGITS),
    "eight judges, two matches": PlannedStudy(judges=8, pairs=10, matches=2, effect=1.0, unit=LOGITS),
    "two models": PlannedStudy(MODELS, judges=12, pairs=10, matches=2, effect=0.8, unit=LOGITS),
}


@dataclass(frozen=True)
class Both:
    """Test statistics, decisions and processor seconds of the quick and of the full analysis."""

    quick: float
    full: float
    quick_found: bool
    full_found: bool
    quick_seconds: float
    full_seconds: float


def both(task: tuple[str, int]) -> Both | None:
    name, seed = task
    design = DESIGNS[name]
    data = simulated(design.true_study, np.random.default_rng([16, seed]))
    started = time.process_time()
    quick = of_ratings(data, matched=design.compared == COST, matches=design.matches)
    between = time.process_time()
    full = _cost(data) if design.compared == COST else _difference(data)
    ended = time.process_time()
    if quick is None or full is None or not full.error:
        return None
    low, high = full.interval()
    return Both(
        2 * quick.value / quick.width,
        2 * full.value / (high - low),
        quick.finds(NOTHING),
        low > 0 or high < 0,
        between - started,
        ended - between,
    )


def _cost(data: CostData) -> Estimate | None:
    cost = fit_costs(data, points=False).cost("effect")
    if cost.logits.value is None or cost.error is None or cost.freedom is None:
        return None
    return Estimate("effect", cost.logits.value, cost.error, cost.freedom)


def _difference(data: CostData) -> Estimate | None:
    broken = data.breaks("effect")
    design = Design(
        values=data.values.tolist(),
        x=broken[:, None].astype(np.float64),
        names=["effect"],
        judges=data.judges.tolist(),
        pairs=[data.sentences[item].pair for item in data.items],
        sentences=data.items.tolist(),
        conditions=broken.tolist(),
        slopes=np.column_stack([broken, ~broken]).astype(np.float64),
    )
    found = fit(design)
    return found.combination("effect", {"effect": -1.0}) if isinstance(found, Fit) else None


def report(name: str, rows: list[Both]) -> str:
    quick, full = (100 * float(np.mean([getattr(one, f"{way}_found") for one in rows])) for way in ("quick", "full"))
    differ = 100 * float(np.mean([one.quick_found != one.full_found for one in rows]))
    together = float(np.corrcoef([one.quick for one in rows], [one.full for one in rows])[0, 1])
    times = [1000 * float(np.mean([getattr(one, f"{way}_seconds") for one in rows])) for way in ("quick", "full")]
    return f"{name:29}{len(rows):8}{quick:8.1f}{full:8.1f}{differ:8.1f}{together:8.3f}{times[0]:8.1f}{times[1]:8.0f}"


def measure_speed() -> None:
    """1,000 simulations of the default design."""
    started, used = time.perf_counter(), time.process_time()
    found = power(PlannedStudy(), studies=1000)
    elapsed, used = time.perf_counter() - started, time.process_time() - used
    print(f"1,000 studies: {elapsed:.1f} s, {used:.1f} s of processor; found in {100 * found.found.value:.1f} of 100")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--studies", type=int, default=200)
    parser.add_argument("--design", choices=list(DESIGNS))
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--speed", action="store_true", help="only the time of 1,000 simulations")
    options = parser.parse_args()
    if options.speed:
        measure_speed()
        return
    print(f"{'design':29}{'studies':>8}{'quick':>8}{'full':>8}{'differ':>8}{'corr':>8}{'ms':>8}{'ms full':>8}")
    for name in [options.design] if options.design else list(DESIGNS):
        with ProcessPoolExecutor(options.processes) as pool:
            found = pool.map(both, [(name, seed) for seed in range(options.studies)], chunksize=5)
            print(report(name, [one for one in found if one is not None]), flush=True)


if __name__ == "__main__":
    main()
