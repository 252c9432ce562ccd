"""Wrote choices.csv: made-up choices between sentences of three conditions, by 12 judges about 15 pairs.

Each cell says where the first of the two conditions stood on the page, and whether it was chosen.

From the project's folder: ``python -m tests.statistics.data.choices_make``
"""

import numpy as np

from tests.statistics.rows import write_wide

JUDGES, PAIRS, CONDITIONS = 12, 15, {"EC1": 0.8, "ML0": 0.0, "ML2": -0.5}


def main() -> None:
    rng = np.random.default_rng(13)
    rows = []
    judge_effects, pair_effects = rng.normal(0, 0.7, JUDGES), rng.normal(0, 0.6, PAIRS)
    for judge in range(JUDGES):
        for pair in range(PAIRS):
            for first, second in (("EC1", "ML0"), ("EC1", "ML2"), ("ML0", "ML2")):
                stood_first = int(rng.random() < 0.5)
                eta = CONDITIONS[first] - CONDITIONS[second] + judge_effects[judge] + pair_effects[pair]
                eta += 0.3 if stood_first else -0.3
                chosen = int(rng.random() < 1 / (1 + np.exp(-eta)))
                row = {"pair": f"p{pair + 1}", "first": first, "second": second, "judge": f"J{judge + 1}"}
                rows.append(row | {"rating": f"{'first' if stood_first else 'second'} {'yes' if chosen else 'no'}"})
    write_wide("choices.csv", rows)


if __name__ == "__main__":
    main()
