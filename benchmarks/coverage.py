"""Do intervals hold what they promise? Studies with a known truth, and the site's own functions over them.

For each design 200 studies are simulated (`simulated_studies`). Per quantity: bias, and how often the 95 % interval has
the truth in it (goal: 93 to 97 %); per test: how often it rejects at 5 % where there is nothing to find (3 to 7 %).
Beside them, as a reference, what a plain binomial interval over all judgements would have covered.

Run: python -m benchmarks.coverage [--studies 200] [--design NUMBER]
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from math import sqrt

import numpy as np

from benchmarks.simulated_studies import CUT, SimulatedDesign, SimulatedStudy, simulate
from evaluation.statistics.alpha import krippendorff_alpha
from evaluation.statistics.completeness import completeness
from evaluation.statistics.figure import Figure
from evaluation.statistics.icc import icc
from evaluation.statistics.permutation import paired_permutation
from evaluation.statistics.rating_table import Ratings
from evaluation.statistics.strata import equal_pairs, region
from evaluation.statistics.stratified import Judged, mean, share
from evaluation.statistics.two_models import BOTH, DIFFERENT, EQUIVALENT, model_difference

MARGIN = 0.1
# Cells whose sizes are 3 : 2 : 5 and whose sentences are alike differ by exactly the margin of 10 points.
AT_THE_MARGIN = (30, 20, 50, 0)
CONTROLS = (40, 40, 40, 200)

DESIGNS = [
    SimulatedDesign("5 judges, share .5, sample", judges=5),
    SimulatedDesign("5 judges, share .2, whole set", judges=5, sizes=(5, 5, 5, 0), shares=(0.2,) * 4),
    SimulatedDesign("5 judges, share .05, sample", judges=5, shares=(0.05,) * 4),
    SimulatedDesign("15 judges, share .95, sample", shares=(0.95,) * 4),
    SimulatedDesign("15 judges, share .5, whole set, slopes", sizes=(5, 5, 5, 0), per_sentence=15, slope_sd=0.6),
    SimulatedDesign(
        "15 judges, share .2, 3 a sentence, unequal pairs", per_sentence=3, unequal=True, shares=(0.2,) * 4
    ),
    SimulatedDesign("15 judges, share .5, unequal pairs, slopes", unequal=True, slope_sd=0.6),
    SimulatedDesign("15 judges, share .5, one sentence a stratum", pairs=30, drawn=(1, 1, 1, 0), per_sentence=3),
    SimulatedDesign(
        "15 judges, 5 % of controls accepted", sizes=CONTROLS, drawn=(5, 5, 5, 10), shares=(0.5, 0.5, 0.5, 0.05)
    ),
    SimulatedDesign("15 judges, exactly at the margin", sizes=AT_THE_MARGIN, drawn=(10, 10, 10, 0), shares=(0.7,) * 4),
]


def check_intervals(study: SimulatedStudy, design: SimulatedDesign) -> Iterator[tuple[str, Figure, float]]:
    """What the site would show, and the truth."""
    judged = Judged(study.ratings, (study.ratings.values >= CUT).astype(np.float64))
    scores = Judged(study.ratings, study.ratings.values)
    of_first = region(study.strata, study.strata_of("A", "AB"))
    truth = study.true_accepted("A", "AB") / study.size("A", "AB")
    yield "soundness", share(judged, of_first), truth
    yield "plain binomial (reference)", plain_binomial(study), truth
    if not design.unequal:
        yield "soundness, mean over pairs", share(judged, equal_pairs(study.strata, study.strata_of("A", "AB"))), truth
    sizes = study.size("A"), study.size("AB")
    yield "mean score", mean(scores, of_first), float(np.average(study.true_mean[[0, 2]], weights=sizes))
    every = study.true_accepted("A", "B", "AB", "O")
    outside = region(study.strata, study.strata_of("B", "O"))
    yield "completeness", completeness(judged, of_first, outside), study.true_accepted("A", "AB") / every


def check_difference(study: SimulatedStudy) -> Iterator[tuple[str, Figure, float] | tuple[str, bool, bool]]:
    judged = Judged(study.ratings, (study.ratings.values >= CUT).astype(np.float64))
    regions = [region(study.strata, study.strata_of(cell)) for cell in ("A", "B", "AB")]
    found = model_difference(judged, *regions, margin=MARGIN)
    gap = study.true_accepted("A") - study.true_accepted("B")
    truth = gap / study.true_accepted("A", "B", "AB")
    yield "difference in sentences", found.sentences, gap
    yield "difference of completeness", found.completeness, truth
    if abs(truth) < 1e-9:
        yield "test: no difference", found.verdict in (DIFFERENT, BOTH), True
    elif abs(abs(truth) - MARGIN) < 1e-9:
        yield "test: equivalence at the margin", found.verdict in (EQUIVALENT, BOTH), True


def check_sign_flips(study: SimulatedStudy, rng: np.random.Generator) -> float | None:
    """The p value of equal cells A and B within pairs."""
    cells = study.cell_of_stratum[study.strata.of_sentence]
    pairs = study.pair_of_sentence
    means = []
    for cell in (0, 1):
        chosen = cells == cell
        sums = np.bincount(pairs[chosen], study.ratings.item_means[chosen], int(pairs.max()) + 1)
        means.append(sums / np.maximum(np.bincount(pairs[chosen], minlength=sums.size), 1))
    return paired_permutation((means[0] - means[1]).tolist(), rng=rng, draws=999).value


def plain_binomial(study: SimulatedStudy) -> Figure:
    """Every judgement as if it were independent of every other."""
    inside = study.strata_of("A", "AB")[study.strata.of_sentence][study.ratings.items]
    accepts = study.ratings.values[inside] >= CUT
    value = float(accepts.mean())
    reach = 1.96 * sqrt(value * (1 - value) / accepts.size)
    return Figure(value, value - reach, value + reach)


def run(design: SimulatedDesign, studies: int) -> list[str]:
    rng = np.random.default_rng(14)
    errors: dict[str, list[float]] = defaultdict(list)
    covered: dict[str, list[bool]] = defaultdict(list)
    rejected: dict[str, list[bool]] = defaultdict(list)
    for _ in range(studies):
        study = simulate(design, rng)
        for name, figure, truth in check_intervals(study, design):
            _note(name, figure, truth, errors, covered)
        for name, found, truth_or_size in check_difference(study):
            if isinstance(found, Figure):
                _note(name, found, float(truth_or_size), errors, covered)
            else:
                rejected[name].append(found)
        p = check_sign_flips(study, rng)
        if p is not None:
            rejected["test: sign flips within pairs"].append(p <= 0.05)
    lines = [_line(name, errors[name], covered[name], studies) for name in covered]
    return lines + [f"  {name:<34}{'':>10}{100 * float(np.mean(hits)):>10.1f} %" for name, hits in rejected.items()]


def _note(
    name: str, figure: Figure, truth: float, errors: dict[str, list[float]], covered: dict[str, list[bool]]
) -> None:
    if figure.value is not None:
        errors[name].append(figure.value - truth)
    if figure.low is not None and figure.high is not None:
        covered[name].append(figure.low - 1e-9 <= truth <= figure.high + 1e-9)


def _line(name: str, errors: list[float], covered: list[bool], studies: int) -> str:
    bias = f"{float(np.mean(errors)):+.3f}" if errors else "-"
    missing = f"  ({studies - len(covered)} without an interval)" if len(covered) < studies else ""
    return f"  {name:<34}{bias:>10}{100 * float(np.mean(covered)):>10.1f} %{missing}"


def check_agreement(studies: int) -> list[str]:
    """Ordinal alpha and ICC over two-way normal studies, whose ICC is known; alpha's truth is that of a large study."""
    lines = []
    for judges in (5, 15):
        rng = np.random.default_rng(judges)
        covered: dict[str, list[bool]] = defaultdict(list)
        large = krippendorff_alpha(_normal_study(400, 120, rng)).value or 0.0
        for _ in range(studies):
            ratings = _normal_study(60, judges, rng)
            found = {
                "alpha": (krippendorff_alpha(ratings, rng=rng, draws=300), large),
                "ICC(2,1)": (icc(ratings, rng=rng, draws=200).single, 0.5),
            }
            for name, (figure, truth) in found.items():
                if figure.low is not None and figure.high is not None:
                    covered[name].append(figure.low <= truth <= figure.high)
        lines += [f"  {name}, {judges} judges: {100 * float(np.mean(hits)):.1f} %" for name, hits in covered.items()]
    return lines


def _normal_study(items: int, judges: int, rng: np.random.Generator) -> Ratings:
    who, what = np.tile(np.arange(judges), items), np.repeat(np.arange(items), judges)
    values = rng.normal(0, 1, items)[what] + rng.normal(0, 0.5, judges)[who] + rng.normal(0, sqrt(0.75), who.size)
    return Ratings.of(what, who, values)


def timed(work: Callable[[], list[str]], title: str) -> None:
    start = time.perf_counter()
    lines = work()
    print(f"{title} ({time.perf_counter() - start:.0f} s)", *lines, sep="\n", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--studies", type=int, default=200)
    parser.add_argument("--design", type=int, help=f"1 to {len(DESIGNS)}; all without it")
    chosen = parser.parse_args()
    print(f"{chosen.studies} studies a design\n  {'quantity':<34}{'bias':>10}{'covered or rejected':>22}")
    designs = DESIGNS if chosen.design is None else [DESIGNS[chosen.design - 1]]
    for design in designs:
        timed(partial(run, design, chosen.studies), design.name)
    if chosen.design is None:
        timed(partial(check_agreement, chosen.studies), "agreement, 60 sentences rated by all")


if __name__ == "__main__":
    main()
