"""Wrote clmm_slopes.csv and clmm_separated.csv: made-up ratings whose judges have slopes, and ratings that part.

From the project's folder: ``python -m tests.statistics.data.clmm_make``
"""

import numpy as np

from tests.statistics.rows import write_wide

THRESHOLDS = [-2.0, -1.0, 0.0, 1.0, 2.0]


def slopes() -> list[list[object]]:
    """12 judges, 10 pairs of 3 x 2 sentences; 8 judges a sentence, who take to conditions differently."""
    rng = np.random.default_rng(141)
    effects = {"EC1": 0.0, "EC1 & ML0": 0.7, "ML0": 0.3}
    of_judge, of_pair = rng.normal(0, 0.9, 12), rng.normal(0, 0.6, 10)
    of_judge_there, of_pair_there = rng.normal(0, 0.7, (12, 3)), rng.normal(0, 1.0, (10, 3))
    of_judge_mixed = rng.normal(0, 0.8, 12)
    rows: list[list[object]] = []
    for pair in range(10):
        for place, (condition, effect) in enumerate(effects.items()):
            for copy in range(2):
                sentence = f"p{pair}.{place}.{copy}"
                level = effect + of_pair[pair] + of_pair_there[pair, place] + rng.normal(0, 0.6)
                mixed = int(rng.random() < 0.5)
                for judge in sorted(rng.choice(12, 8, replace=False).tolist()):
                    eta = level + of_judge[judge] + of_judge_there[judge, place]
                    eta += (of_judge_mixed[judge] - 0.4) * mixed
                    rating = int(np.searchsorted(THRESHOLDS, eta + rng.logistic()))
                    rows.append([f"J{judge:02}", f"p{pair}", sentence, condition, mixed, rating])
    return rows


def separated() -> list[list[object]]:
    """Every sentence of one condition has the highest score from everybody."""
    rng = np.random.default_rng(142)
    rows: list[list[object]] = []
    for pair in range(8):
        for condition in ("EC1", "ML0", "ML1"):
            level = rng.normal(0, 0.6)
            for judge in range(6):
                score = int(np.searchsorted(THRESHOLDS, level + rng.normal(0, 0.5) + rng.logistic()))
                rating = 5 if condition == "ML1" else min(score, 4)
                rows.append([f"J{judge}", f"p{pair}", f"p{pair}.{condition}", condition, 0, rating])
    return rows


def main() -> None:
    for name, rows in (("slopes", slopes()), ("separated", separated())):
        columns = ("judge", "pair", "sentence", "condition", "mixed", "rating")
        write_wide(f"clmm_{name}.csv", (dict(zip(columns, row, strict=True)) for row in rows))


if __name__ == "__main__":
    main()
