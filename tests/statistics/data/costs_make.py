"""Wrote costs_*.csv: made-up ratings of sentences that break constraints, whose judges and pairs have slopes.

From the project's folder: ``python -m tests.statistics.data.costs_make``
"""

import numpy as np

from evaluation.statistics.costs.data import JudgedSentence, set_name
from evaluation.statistics.costs.simulated import Spreads, TrueStudy, simulated
from tests.statistics.rows import write_wide

SPREADS = Spreads(judge=0.9, judge_slope=1.2, pair=0.8, pair_slope=1.4, match=0.8, sentence=0.7)
BOTH = frozenset({"fragments", "positions"})
STUDIES = {
    # Two constraints, each judge rates every sentence.
    "two": (161, TrueStudy({"fragments": 0.4, "positions": 1.2}, pairs=10, matches=2, judges=12, spreads=SPREADS)),
    # Broken together as well, most places rated by some judges only.
    "together": (
        162,
        TrueStudy(
            {"fragments": 0.8, "positions": 0.5},
            pairs=14,
            judges=14,
            matches=2,
            ratings_each=60,
            together=[BOTH, BOTH],
            spreads=SPREADS,
        ),
    ),
    # Two groups of judges with costs of their own.
    "groups": (
        163,
        TrueStudy(
            {"nesting": 0.5},
            pairs=12,
            matches=3,
            judges=16,
            spreads=SPREADS,
            group_costs={"north": {"nesting": 0.2}, "south": {"nesting": 1.4}},
        ),
    ),
}


def kept(name: str, sentence: JudgedSentence) -> bool:
    """In one study not all pairs have the same sentences, so that their means differ."""
    pair = int(str(sentence.pair))
    if name != "together":
        return True
    return not (pair % 2 and sentence.broken == BOTH) and not (pair % 3 == 0 and sentence.broken == {"positions"})


def main() -> None:
    for name, (seed, true) in STUDIES.items():
        data = simulated(true, np.random.default_rng(seed))
        rows = []
        for item, judge, value in sorted(zip(data.items, data.judges, data.values, strict=True)):
            one = data.sentences[item]
            if kept(name, one):
                row = {"pair": f"p{one.pair}", "sentence": f"s{item}"}
                row |= {"match": f"alone {item}" if one.match is None else f"m{one.match}"}
                row |= {"broken": set_name(one.broken, data.constraints) or "clean", "switches": one.switches}
                row |= {"judge": f"J{judge:02}", "group": data.judge_groups[judge], "rating": int(value)}
                rows.append(row)
        write_wide(f"costs_{name}.csv", rows)


if __name__ == "__main__":
    main()
