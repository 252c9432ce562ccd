"""Wrote icc_cases.csv: made-up ratings in incomplete tables of several shapes, for the ICC.

From the project's folder: ``python -m tests.statistics.data.icc_make``
"""

import numpy as np

from tests.statistics.rows import write_wide

STEPS = [-1.6, -0.8, 0.0, 0.8, 1.6]


def rated(rng: np.random.Generator, kept: np.ndarray, *, sentence: float = 1.0, judge: float = 0.6) -> list[list[int]]:
    """Sentence, judge, rating from 0 to 5 of the cells that are kept, by the deviations of sentences and of judges."""
    latent = rng.normal(0, sentence, (kept.shape[0], 1)) + rng.normal(0, judge, (1, kept.shape[1]))
    ratings = np.searchsorted(STEPS, latent + rng.normal(0, 0.9, kept.shape))
    return [[int(row), int(column), int(ratings[row, column])] for row, column in np.argwhere(kept)]


def cases() -> dict[str, list[list[int]]]:
    rng = np.random.default_rng(1972)
    few = np.ones((40, 6), dtype=bool)
    few[rng.choice(40, 5, replace=False), rng.choice(6, 5)] = False
    many = rng.random((80, 20)).argsort(axis=1) < 3
    unbalanced = rng.random((60, 8)) < np.linspace(0.95, 0.15, 8)
    one_with_few = np.ones((40, 6), dtype=bool)
    one_with_few[2:, 5] = False
    two_thirds = rng.random((50, 7)) < 2 / 3
    return {
        "few_missing": rated(rng, few),
        "many_missing": rated(rng, many),
        "unbalanced_judges": rated(rng, unbalanced),
        "one_judge_with_two_ratings": rated(rng, one_with_few),
        "judges_alike": rated(rng, two_thirds, judge=0.0),
        "sentences_alike": rated(np.random.default_rng(1), two_thirds, sentence=0.0),
    }


def main() -> None:
    columns = ("case", "sentence", "judge", "rating")
    ratings = [(name, *row) for name, rows in cases().items() for row in rows]
    write_wide("icc_cases.csv", (dict(zip(columns, rating, strict=True)) for rating in ratings))


if __name__ == "__main__":
    main()
