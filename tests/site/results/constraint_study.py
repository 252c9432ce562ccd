"""A study of matched pairs whose ratings are simulated, so that the costs behind them are known."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np

from evaluation.models import Participation, Place, PlaceState, Rating, Study
from evaluation.statistics.costs.simulated import Spreads, TrueStudy, simulated
from tests.site.factories import make_item, make_pair, make_participation, make_study, person

COSTS = {"fragments": 0.2, "positions": 2.0}
SPREADS = Spreads(judge=0.6, judge_slope=0.2, pair=0.3, pair_slope=0.1, match=0.1, sentence=0.3)


def constraint_study(owner, *, pairs: int = 10, judges: int = 16, matches: int = 1, **fields) -> Study:
    """One match per pair and constraint, every sentence rated by every judge; every other judge speaks Marathi."""
    study = make_study(
        owner, items=0, slug="laboratory", models_chosen=["EC0", "ML0"], questions=["native_language", "age"]
    )
    true = TrueStudy(COSTS, pairs=pairs, judges=judges, matches=matches, spreads=SPREADS, **fields)
    data = simulated(true, np.random.default_rng(5))
    rows = [make_pair(owner, external_id=f"lab-{number}") for number in range(pairs)]
    study.pairs.add(*rows)
    items = [
        make_item(study, number, pair=rows[one.pair], probability=None, **_facts(one, number, COSTS))
        for number, one in enumerate(data.sentences, start=1)
    ]
    _rate(study, items, data, [_judge(study, number) for number in range(judges)])
    return study


def _facts(one, number, constraints):
    broken = [name for name in constraints if name in one.broken]
    constraint = list(constraints)[(number - 1) // 2 % len(constraints)]
    match = {"theory": "EC0", "constraint": constraint, "distance": 2, "switches": one.switches, "places": 1}
    return {
        "broken": {"EC0": [broken], "ML0": [["nesting"], ["functional_words"]]},
        "match": match | {"number": one.match + 1, "role": "violator" if broken else "partner"},
        "measures": {"switch_points": one.switches, "words": 5 + len(broken)},
        "memberships": [] if broken else ["EC0"],
    }


def _judge(study, number) -> Participation:
    answers = {"native_language": "mr" if number % 2 else "hi", "age": 20 + number * 3}
    return make_participation(study, person(f"lab-judge-{number}", "judge"), answers=answers)


def _rate(study, items, data, judges) -> None:
    at, usage = datetime(2026, 11, 1, tzinfo=UTC), study.criteria.get(key="usage")
    given = list(zip(data.items.tolist(), data.judges.tolist(), data.values.tolist(), strict=True))
    places = Place.objects.bulk_create(
        Place(participation=judges[j], item=items[i], order=order, state=PlaceState.DONE, answered_at=at)
        for order, (i, j, _value) in enumerate(given)
    )
    facts = {"criterion": usage, "study": study, "first_given_at": at, "given_at": at}
    Rating.objects.bulk_create(
        Rating(place=place, item=items[i], participation=judges[j], value=int(v), first_value=int(v), **facts)
        for place, (i, j, v) in zip(places, given, strict=True)
    )
