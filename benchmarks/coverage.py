"""Do intervals hold what they promise? Studies with a known truth, and the site's own functions over them.

For each design 200 studies are simulated (`simulated_studies`). Per quantity: bias, and how often the 95 % interval has
the truth in it (goal: 93 to 97 %); per test: how often it rejects at 5 % where there is nothing to find (3 to 7 %).
What misses its goal is marked, and twice where chance cannot be the reason. Beside them, as a reference, what
a plain binomial interval over all judgements would have covered. The mixed model is slow: it has --fits studies only.

Run: python -m benchmarks.coverage [--studies 200] [--fits 100] [--design NUMBER] [--processes 2]
Designs 1 to 13 are those of scales, 14 to 24 of agreement, 25 to 30 of choices, 31 to 38 of phenomena in few sentences,
39 to 41 of choices between nested models, 42 to 44 of scales with cells that are mostly accepted or mostly not, 45 and
46 of single sentences that stand for very unequal numbers.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from math import sqrt
from multiprocessing import get_context

import numpy as np

from benchmarks.coverage_choices import CHOICES, run_choices
from benchmarks.coverage_designs import AGREEMENT, DESIGNS, PHENOMENA, SINGLE, SKEWED, AgreementDesign, PhenomenonDesign
from benchmarks.coverage_nested import NESTED, run_nested
from benchmarks.coverage_tally import Interval, Tally, Test
from benchmarks.simulated_studies import CUT, SimulatedDesign, SimulatedStudy, simulate
from evaluation.statistics.adjusted import adjusted_scores, right_angles
from evaluation.statistics.alpha import krippendorff_alpha
from evaluation.statistics.clmm import Design, Fit, condition_columns, fit, likelihood_ratio
from evaluation.statistics.completeness import completeness
from evaluation.statistics.figure import Figure, Floats, Ints
from evaluation.statistics.icc import icc
from evaluation.statistics.permutation import sign_flips
from evaluation.statistics.strata import equal_pairs, region
from evaluation.statistics.stratified import Judged, mean, share
from evaluation.statistics.two_models import EQUIVALENT, model_difference

MARGIN = 0.1
LIMITS = (0, 5)


def shares_and_means(study: SimulatedStudy, design: SimulatedDesign) -> Iterator[Interval]:
    """What the site would show, and the truth."""
    judged = Judged(study.ratings, (study.ratings.points >= CUT).astype(np.float64))
    scores = Judged(study.ratings, study.ratings.points)
    of_first = region(study.strata, study.strata_of("A", "AB"))
    truth = study.true_accepted("A", "AB") / study.size("A", "AB")
    yield "soundness", share(judged, of_first), truth
    yield "(reference) plain binomial", plain_binomial(study), truth
    if len(design.factors) == 1:
        yield "soundness, mean over pairs", share(judged, equal_pairs(study.strata, of_first)), truth
    only = region(study.strata, study.strata_of("A"))
    yield "accepted of A - B", share(judged, only), study.true_accepted("A") / study.size("A")
    sizes = study.size("A"), study.size("AB")
    yield "mean score", mean(scores, of_first, LIMITS), float(np.average(study.true_mean[[0, 2]], weights=sizes))
    every = study.true_accepted("A", "B", "AB", "O")
    outside = region(study.strata, study.strata_of("B", "O"))
    yield "completeness", completeness(judged, of_first, outside), study.true_accepted("A", "AB") / every


def differences(study: SimulatedStudy) -> Iterator[Interval | Test]:
    judged = Judged(study.ratings, (study.ratings.points >= CUT).astype(np.float64))
    regions = [region(study.strata, study.strata_of(cell)) for cell in ("A", "B", "AB")]
    found = model_difference(judged, regions[0], regions[1], regions[2], margin=MARGIN)
    gap = study.true_accepted("A") - study.true_accepted("B")
    truth = gap / study.true_accepted("A", "B", "AB")
    yield "difference in sentences", found.sentences, gap
    yield "difference of completeness", found.completeness, truth
    if abs(truth) < 1e-9:
        yield "test: no difference", found.differs
    elif abs(abs(truth) - MARGIN) < 1e-9:
        yield "test: equivalence at the margin", found.verdict == EQUIVALENT


def within_pairs(study: SimulatedStudy, design: SimulatedDesign, rng: np.random.Generator) -> Iterator[Interval | Test]:
    """Cells A and B, which are alike, and a phenomenon that does nothing but goes with switch points, which do.

    The tests are for these judges: what each judge thinks of the cells is part of the truth.
    """
    cells, pairs = study.cell_of_stratum[study.strata.of_sentence], study.pair_of_sentence
    means = study.ratings.item_means
    sums = [
        np.bincount(pairs[cells == cell], means[cells == cell], design.pairs)
        / np.maximum(np.bincount(pairs[cells == cell], minlength=design.pairs), 1)
        for cell in (0, 1)
    ]
    found = sign_flips(sums[0] - sums[1], rng=rng, draws=999)
    if design.slope_sd == 0:
        yield "contrast within pairs", found.difference, float(study.true_mean[0] - study.true_mean[1])
    if abs(study.true_mean[0] - study.true_mean[1]) < 1e-9 and found.p.value is not None:
        # With slopes these judges do differ in how they take to A and B; the page says for whom the test holds.
        name = "(reference) sign flips, were it for others" if design.slope_sd else "test: sign flips within pairs"
        yield name, found.p.value <= 0.05
    yield from phenomenon(means, pairs, cells, rng)


def phenomenon(means: Floats, pairs: Ints, cells: Ints, rng: np.random.Generator) -> Iterator[Interval | Test]:
    switches = rng.integers(1, 6, means.size).astype(np.float64)
    having = (rng.random(means.size) < switches / 6).astype(np.float64)
    others = np.column_stack([switches, *(cells == cell for cell in (1, 2))]).astype(np.float64)
    own = adjusted_scores(means - 0.2 * switches, having, pairs, right_angles(others, pairs))
    adjusted = sign_flips(*own, rng=rng, draws=999).within(LIMITS[1] - LIMITS[0])
    yield "phenomenon, adjusted", adjusted.difference, 0.0
    if adjusted.p.value is not None:
        yield "test: phenomenon, adjusted", adjusted.p.value <= 0.05


def mixed_model(study: SimulatedStudy) -> Iterator[Interval | Test]:
    """Cell B against cell A in the mixed model with judges' slopes; on the latent scale it is what was put in."""
    cells = study.cell_of_stratum[study.strata.of_sentence][study.ratings.items]
    x, names = condition_columns([str(cell) for cell in cells])
    slopes = (cells[:, None] == np.unique(cells)[None, :]).astype(np.float64)
    items = study.ratings.items
    whole = Design(
        study.ratings.values.tolist(),
        x,
        names,
        study.ratings.judges.tolist(),
        study.pair_of_sentence[items].tolist(),
        items.tolist(),
        cells.tolist(),
        slopes,
    )
    full = fit(whole)
    bare = fit(Design(whole.values, x[:, :0], [], whole.judges, whole.pairs, whole.sentences, cells.tolist(), slopes))
    if not isinstance(full, Fit) or not isinstance(bare, Fit) or full.separated:
        return
    second = full.coefficients[0]
    yield "mixed model: B against A", Figure(second.value, *second.interval()), study.latent_gap
    if abs(study.latent_gap) < 1e-9:
        yield "test: mixed model, Wald", second.p <= 0.05
        yield "test: mixed model, likelihood ratio", (likelihood_ratio(full, bare).value or 0) <= 0.05


def mixed_model_of_phenomenon(study: SimulatedStudy, rng: np.random.Generator) -> Iterator[Interval | Test]:
    """A phenomenon that does nothing, beside switch points, with which it goes, and cells; judges have slopes."""
    items, cells = study.ratings.items, study.cell_of_stratum[study.strata.of_sentence]
    switches = rng.integers(1, 6, cells.size).astype(np.float64)
    having = (rng.random(cells.size) < switches / 6).astype(np.float64)
    columns = np.column_stack([switches, *(cells == cell for cell in np.unique(cells)[1:]), having])[items]
    names = [*(f"other {place}" for place in range(columns.shape[1] - 1)), "phenomenon"]
    values, judges = study.ratings.values.tolist(), study.ratings.judges.tolist()
    groups = judges, study.pair_of_sentence[items].tolist(), items.tolist()
    slopes = columns[:, -1:] - 0.5
    full = fit(Design(values, columns, names, *groups, slopes=slopes))
    bare = fit(Design(values, columns[:, :-1], names[:-1], *groups, slopes=slopes))
    if not isinstance(full, Fit) or not isinstance(bare, Fit) or full.separated:
        return
    last = full.coefficients[-1]
    yield "mixed model: phenomenon", Figure(last.value, *last.interval()), 0.0
    yield "test: mixed model, phenomenon, Wald", last.p <= 0.05
    yield "test: mixed model, phenomenon, ratio", (likelihood_ratio(full, bare).value or 0) <= 0.05


def plain_binomial(study: SimulatedStudy) -> Figure:
    """Every judgement as if it were independent of every other."""
    inside = study.strata_of("A", "AB")[study.strata.of_sentence][study.ratings.items]
    accepts = study.ratings.values[inside] >= CUT
    value = float(accepts.mean())
    reach = 1.96 * sqrt(value * (1 - value) / accepts.size)
    return Figure(value, value - reach, value + reach)


def run(design: SimulatedDesign, studies: int, fits: int) -> str:
    rng, tally, start = np.random.default_rng(14), Tally(), time.perf_counter()
    # Their own, so that the others stay the same however many are fitted.
    of_fits = np.random.default_rng(15)
    for number in range(studies):
        study = simulate(design, rng)
        tally.note(shares_and_means(study, design))
        tally.note(differences(study))
        tally.note(within_pairs(study, design, rng))
        if number < fits and design.fits:
            study = simulate(replace(design, repeated=False), of_fits)
            tally.note(mixed_model(study))
            tally.note(mixed_model_of_phenomenon(study, of_fits))
    return "\n".join([f"{design.name} ({time.perf_counter() - start:.0f} s)", *tally.lines()])


def run_agreement(design: AgreementDesign, studies: int) -> str:
    """Ordinal alpha, and ICC of the scores before they are cut into points."""
    rng, tally, start = np.random.default_rng(design.judges), Tally(), time.perf_counter()
    for _ in range(studies):
        found = icc(design.study(rng, ordinal=False), rng=rng, draws=300)
        tally.note(
            [
                ("alpha", krippendorff_alpha(design.study(rng), rng=rng), design.alpha()),
                ("ICC(2,1)", found.single, design.icc(1)),
                ("ICC(2,k)", found.average, design.icc(design.per_sentence)),
            ]
        )
    return "\n".join([f"{design.name} ({time.perf_counter() - start:.0f} s)", *tally.lines()])


def run_phenomenon(design: PhenomenonDesign, studies: int) -> str:
    rng, tally, start = np.random.default_rng(16), Tally(), time.perf_counter()
    larger = SimulatedDesign(design.name, pairs=design.pairs, drawn=(design.sentences,) * 3 + (0,))
    for _ in range(studies):
        study = simulate(larger, rng)
        of_pairs = rng.random((design.pairs, 3 * design.sentences)).argsort(axis=1)[:, : design.sentences]
        kept = (of_pairs + 3 * design.sentences * np.arange(design.pairs)[:, None]).ravel()
        cells, pairs = study.cell_of_stratum[study.strata.of_sentence], study.pair_of_sentence
        tally.note(phenomenon(study.ratings.item_means[kept], pairs[kept], cells[kept], rng))
    return "\n".join([f"{design.name} ({time.perf_counter() - start:.0f} s)", *tally.lines()])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--studies", type=int, default=200)
    parser.add_argument("--fits", type=int, default=100)
    last = sum(map(len, (DESIGNS, AGREEMENT, CHOICES, PHENOMENA, NESTED, SKEWED, SINGLE)))
    kinds = "agreement, choices, phenomena, nested models, skewed cells and single sentences"
    numbers = f"1 to {len(DESIGNS)}, then {kinds} up to {last}; all without it"
    parser.add_argument("--design", type=int, choices=range(1, last + 1), metavar="NUMBER", help=numbers)
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args()
    print(f"{chosen.studies} studies a design; * off the goal, *** by more than chance")
    print(f"  {'quantity':<44}{'bias':>10}{'covered or rejected, of':>17}")
    # The matrices are small, and processes that wait for each other's threads are many times as slow.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    with ProcessPoolExecutor(chosen.processes, mp_context=get_context("spawn")) as pool:
        work = [partial(pool.submit, run, design, chosen.studies, chosen.fits) for design in DESIGNS]
        work += [partial(pool.submit, run_agreement, design, chosen.studies) for design in AGREEMENT]
        work += [partial(pool.submit, run_choices, choice, chosen.studies, chosen.fits) for choice in CHOICES]
        work += [partial(pool.submit, run_phenomenon, design, chosen.studies) for design in PHENOMENA]
        work += [partial(pool.submit, run_nested, design, chosen.studies, chosen.fits) for design in NESTED]
        work += [partial(pool.submit, run, design, chosen.studies, 0) for design in [*SKEWED, *SINGLE]]
        for one in [start() for start in (work if chosen.design is None else work[chosen.design - 1 : chosen.design])]:
            print(one.result(), flush=True)


if __name__ == "__main__":
    main()
