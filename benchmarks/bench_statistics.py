"""Agreement on 10,000 items x 5 judges with 1,000 bootstrap draws, and the mixed model on 50,000 ratings.

Run: python -m benchmarks.bench_statistics
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from evaluation.statistics.alpha import krippendorff_alpha
from evaluation.statistics.clmm import Design, condition_columns, fit
from evaluation.statistics.icc import icc
from evaluation.statistics.judge_consistency import against_the_rest
from evaluation.statistics.pairwise import pairwise, share_within_one
from evaluation.statistics.rating_table import Ratings

ITEMS, JUDGES, POOL, DRAWS = 10_000, 5, 50, 1_000


def study(seed: int = 1) -> Ratings:
    """10,000 items, each rated by 5 of 50 judges, on 0..5."""
    rng = np.random.default_rng(seed)
    items = np.repeat(np.arange(ITEMS), JUDGES)
    judges = np.argsort(rng.random((ITEMS, POOL)), axis=1)[:, :JUDGES].ravel()
    latent = rng.normal(0, 1, ITEMS)[items] + rng.normal(0, 0.6, POOL)[judges] + rng.logistic(size=items.size)
    values = np.searchsorted([-2, -1, 0, 1, 2], latent).astype(float)
    return Ratings.of(items, judges, values)


def mixed_model(ratings: Ratings) -> object:
    conditions = np.array(["EC1", "ML0", "ML1"])[ratings.items % 3].tolist()
    x, names = condition_columns(conditions)
    pairs = (ratings.items // 20).tolist()
    return fit(Design(ratings.values.tolist(), x, names, ratings.judges.tolist(), pairs, ratings.items.tolist()))


def timed(name: str, work: Callable[[], object]) -> None:
    start = time.perf_counter()
    work()
    print(f"{name:<58}{time.perf_counter() - start:8.2f} s")


def main() -> None:
    ratings, rng = study(), np.random.default_rng(2)
    print(f"{len(ratings):,} ratings: {ITEMS:,} items x {JUDGES} judges (of {POOL}), {DRAWS:,} draws")
    timed("Krippendorff's ordinal alpha with interval", lambda: krippendorff_alpha(ratings, rng=rng))
    timed("ICC(2,1), ICC(2,k) with intervals (incomplete design)", lambda: icc(ratings, rng=rng, draws=DRAWS))
    timed("weighted kappa, all pairs of judges", lambda: pairwise(ratings))
    timed("share within one point", lambda: share_within_one(ratings))
    timed("each judge against the rest", lambda: against_the_rest(ratings))
    timed("cumulative link mixed model", lambda: mixed_model(ratings))


if __name__ == "__main__":
    main()
