"""What breaking a constraint costs, against R's ordinal::clmm (data/costs_reference.R wrote the numbers)."""

import json
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from evaluation.statistics.clmm import fit
from evaluation.statistics.costs import fitting
from evaluation.statistics.costs.contexts import FEW_PAIRS, NO_CLEAN, NO_VIOLATORS
from evaluation.statistics.costs.data import CLEAN, CostData, JudgedSentence, set_name
from evaluation.statistics.costs.fitting import (
    ALIASED,
    NOT_CONVERGED,
    NOTHING_BROKEN,
    ONE_JUDGE,
    SEPARATED,
    additivity,
    fit_costs,
)
from evaluation.statistics.costs.group_tests import ONE_GROUP, group_tests, large_groups
from evaluation.statistics.costs.held_out import FEW_PAIRS as FEW_PAIRS_LEFT
from evaluation.statistics.costs.held_out import KnownSentences, held_out
from evaluation.statistics.costs.order import couples
from evaluation.statistics.costs.paired import NO_MATCHES, NOBODY_RATED_BOTH, RatedMatch, paired_cost
from evaluation.statistics.costs.simulated import Spreads, TrueStudy, simulated
from evaluation.statistics.costs.what_if import NO_SHARE, what_if
from evaluation.statistics.figure import Figure

from .rows import DATA, read_wide

REFERENCE = json.loads((DATA / "costs_reference.json").read_text())
CALM = Spreads(judge=0.5, judge_slope=0.1, pair=0.3, pair_slope=0.1, match=0.1, sentence=0.3)


def read(name, constraints, *, groups=False):
    rows = list(read_wide(f"costs_{name}.csv"))
    places = {name: place for place, name in enumerate(dict.fromkeys(row["sentence"] for row in rows))}
    sentences = {}
    for row in rows:
        broken = CLEAN if row["broken"] == "clean" else frozenset(row["broken"].split("+"))
        match = None if row["match"].startswith("alone") else row["match"]
        sentences[row["sentence"]] = JudgedSentence(row["pair"], broken, int(row["switches"]), match)
    judges = {name: place for place, name in enumerate(dict.fromkeys(row["judge"] for row in rows))}
    group_of = {row["judge"]: row["group"] for row in rows}
    return CostData(
        tuple(constraints),
        list(sentences.values()),
        np.array([places[row["sentence"]] for row in rows]),
        np.array([judges[row["judge"]] for row in rows]),
        np.array([float(row["rating"]) for row in rows]),
        [group_of[judge] if groups else "" for judge in judges],
    )


def agrees(found, expected, names):
    """Coefficients, standard errors, variances and log-likelihood, to three digits."""
    fitted = found.fitted
    assert fitted.log_likelihood == pytest.approx(expected["log_likelihood"], abs=1e-3)
    for estimate in (*fitted.thresholds, *fitted.coefficients):
        name = names(estimate.name)
        assert estimate.value == pytest.approx(expected["estimates"][name], rel=1e-3, abs=1e-3)
        assert estimate.error == pytest.approx(expected["errors"][name], rel=1e-3, abs=1e-3)
    for effect, sigma in fitted.sigmas.items():
        assert sigma == pytest.approx(expected["sigmas"][effect.replace(":", "_")], rel=1e-3, abs=1e-3)


def in_r(name):
    """What R calls a coefficient of ours."""
    if "|" in name:
        return name
    if name.startswith("switches "):
        return name.replace(" ", "")
    if name.startswith("pair mean of "):
        return name.replace("pair mean of ", "mean_")
    if name.startswith("group "):
        return name.replace(" ", "")
    broken, _, group = name.partition(" @ ")
    return f"group{group}:broken{broken}" if group else f"broken{broken}"


BOTH = ("fragments", "positions")


def test_two_constraints_cost_what_r_says():
    found = fit_costs(read("two", BOTH))
    agrees(found, REFERENCE["two"], in_r)
    assert found.aliased == ["pair mean of fragments", "pair mean of positions"]
    cost = found.cost("positions")
    assert cost.logits.value == pytest.approx(-REFERENCE["two"]["estimates"]["brokenpositions"], abs=1e-3)
    assert (cost.sentences, cost.pairs, cost.judges, cost.ratings) == (20, 10, 12, 240)
    assert cost.these_judges is False
    assert cost.points.low < cost.points.value < cost.points.high


def test_constraints_broken_together_cost_what_r_says_and_add_up_or_not():
    found = fit_costs(read("together", BOTH))
    agrees(found, REFERENCE["together"], in_r)
    gap = REFERENCE["together"]["log_likelihood"] - REFERENCE["together_additive"]["log_likelihood"]
    assert additivity(found).n == 1
    assert additivity(found).value == pytest.approx(stats.f.sf(2 * gap, 1, 13), abs=2e-3)


def test_groups_have_their_own_costs_as_in_r():
    found = fit_costs(read("groups", ["nesting"], groups=True))
    agrees(found, REFERENCE["groups"], in_r)
    (test,) = group_tests(found)
    estimates = REFERENCE["groups"]["estimates"]
    expected = estimates["groupsouth:brokennesting"] - estimates["groupnorth:brokennesting"]
    assert test.difference.value == pytest.approx(expected, abs=2e-3)
    assert test.p_holm == test.p.value


def study(costs, *, seed=3, **fields):
    true = TrueStudy(costs, **{"pairs": 8, "judges": 12, "spreads": CALM} | fields)
    return simulated(true, np.random.default_rng(seed))


def part(data, kept):
    return replace(data, items=data.items[kept], judges=data.judges[kept], values=data.values[kept])


def test_one_that_costs_more_stands_above():
    found = fit_costs(study({"a": 2.5, "b": 0.2}), points=False)
    (couple,) = couples(found, rng=np.random.default_rng(1), resamples=100)
    assert couple.above == "a"
    assert couple.share == 1.0
    assert couple.difference.low > 0
    assert couples(fit_costs(study({"a": 1.0})), rng=np.random.default_rng(1)) == []


def test_a_constraint_that_never_occurs_alone_has_a_cost_in_context():
    data = study({"a": 1.0, "b": 1.0}, together=[frozenset("ab"), frozenset("ab")])
    kept = ~data.has_set(frozenset("b"))
    found = fit_costs(
        CostData(
            ("a", "b", "c"), data.sentences, data.items[kept], data.judges[kept], data.values[kept], data.judge_groups
        )
    )
    assert found.cost("a").context == ()
    assert found.cost("b").context == ("a",)
    assert found.cost("b").weights == {"a+b": -1.0, "a": 1.0}
    assert found.cost("c").reason == NO_VIOLATORS


def test_what_cannot_be_estimated_says_why():
    one_judge = fit_costs(study({"a": 1.0}, judges=1))
    assert one_judge.cost("a").reason == ONE_JUDGE
    data = study({"a": 1.0})
    clean = data.has_set(CLEAN)

    def part(kept):
        return CostData(
            data.constraints, data.sentences, data.items[kept], data.judges[kept], data.values[kept], [""] * 12
        )

    assert fit_costs(part(clean)).cost("a").reason == NOTHING_BROKEN
    assert fit_costs(part(~clean)).cost("a").reason == NO_CLEAN
    few = np.array([one.pair < 4 for one in data.sentences])[data.items]
    assert fit_costs(part(few | clean)).cost("a").reason == FEW_PAIRS
    alike = CostData(data.constraints, data.sentences, data.items, data.judges, data.values * 0, [""] * 12)
    assert "the same" in fit_costs(alike).cost("a").reason


def test_ratings_that_part_completely_have_no_cost():
    data = study({"a": 1.0}, pairs=10)
    broken = data.breaks("a")
    values = np.where(broken, 0.0, 4.0 + data.values % 2)
    assert fit_costs(replace(data, values=values)).cost("a").reason == SEPARATED


def test_pairs_that_hardly_differ_in_their_means_do_not_count_as_separated():
    """Shares of 0.50 and 0.51 are told apart by a huge coefficient that moves no rating."""
    found = fit_costs(study({"a": 1.0}, judges=24, ratings_each=15), points=False)
    mean = next(one for one in found.fitted.coefficients if one.name == "pair mean of a")
    assert mean.error > 10
    assert found.fitted.converged
    assert found.cost("a").logits.value is not None


def test_a_search_that_ended_too_early_is_not_called_converged_and_gives_no_cost(monkeypatch):
    monkeypatch.setattr(fitting, "fit", lambda design, **_options: fit(design, tolerance=5.0))
    found = fit_costs(study({"a": 1.0}))
    assert not found.fitted.converged
    assert found.cost("a").reason == NOT_CONVERGED


def test_a_small_spread_is_found_where_the_likelihood_is_almost_flat():
    true = TrueStudy({"one": 0.0, "two": 0.8}, pairs=16, judges=8, spreads=Spreads(judge_slope=0.0))
    found = fit_costs(simulated(true, np.random.default_rng([3, 170])), points=False)
    assert found.fitted.converged
    assert found.fitted.sigmas["pair:one"] == pytest.approx(0.17, abs=0.02)


def test_what_goes_with_the_number_of_switches_is_not_estimable():
    data = study({"a": 1.0})
    sentences = [JudgedSentence(one.pair, one.broken, 2 if one.broken else 1, one.match) for one in data.sentences]
    found = fit_costs(replace(data, sentences=sentences))
    assert found.aliased[-1] == "a"
    assert found.cost("a").reason == ALIASED
    unadjusted = fit_costs(found.data, switches=False)
    assert unadjusted.cost("a").logits.value is not None


def test_few_judges_mean_for_these_judges():
    found = fit_costs(study({"a": 1.0}, judges=6))
    assert found.cost("a").these_judges
    assert "judge:a" not in found.fitted.sigmas
    assert found.cost("a").freedom == 7, "there are eight pairs"


def test_groups_need_eight_judges():
    data = study({"a": 1.0}, group_costs={"x": {"a": 1.0}, "y": {"a": 1.0}}, judges=15)
    found, left_out = large_groups(data)
    assert isinstance(found, Figure)
    assert found.reason == ONE_GROUP
    assert left_out == {"y": 7}


def test_dropping_a_constraint_makes_a_theory_less_sound_and_more_complete():
    found = fit_costs(study({"a": 2.5}))
    clean, a, either = (CLEAN,), (frozenset("a"),), (frozenset("a"), frozenset("b"))
    as_it_is, without = what_if(found, {clean: 10, a: 30, either: 5, (frozenset("b"),): 7}, 3)
    assert (as_it_is.sentences, without.sentences) == (10, 45)
    assert without.soundness.value < as_it_is.soundness.value
    assert as_it_is.completeness.value < without.completeness.value == pytest.approx(1)
    assert as_it_is.unknown == 7


def test_dropping_a_constraint_that_nobody_saw_broken_alone_is_not_estimated():
    found = fit_costs(replace(study({"a": 1.0}), constraints=("a", "b")))
    clean, a, b = (CLEAN,), (frozenset("a"),), (frozenset("b"),)
    _as_it_is, without_a, without_b = what_if(found, {clean: 10, a: 30, b: 7}, 3)
    assert without_a.soundness.value is not None
    assert (without_b.sentences, without_b.soundness.reason) == (17, NO_SHARE)


def test_weights_foretell_pairs_left_out_better_than_nothing():
    data = study({"a": 3.0, "b": 0.0}, pairs=12)
    known = KnownSentences(
        ("a", "b"),
        [one.pair for one in data.sentences],
        [(one.broken,) for one in data.sentences],
        np.array([one.switches for one in data.sentences]),
        {"T": np.array([not one.broken for one in data.sentences])},
    )
    found = held_out(known, data.items, data.judges, data.values, rng=np.random.default_rng(1))
    by_model = {one.model: one for one in found}
    assert list(by_model) == ["weights", "T", "switches", "nothing"]
    assert by_model["T"].excess.value > 0
    assert by_model["nothing"].excess.low > 0
    few = data.items < 6
    refused = held_out(known, data.items[few], data.judges[few], data.values[few], rng=np.random.default_rng(1))
    assert refused.reason == FEW_PAIRS_LEFT


def test_the_paired_answer_is_over_sentence_pairs_and_counts_ties_as_half():
    matches = [
        RatedMatch(1, {1: 2, 2: 3}, {1: 4, 2: 3}, {"words": 5}, {"words": 6}),
        RatedMatch(1, {1: 1}, {1: 4}, {"words": 5}, {"words": 6}),
        RatedMatch(2, {1: 2}, {3: 2}, {"words": 5}, {"words": 8}),
        RatedMatch(3, {}, {1: 5}, {"words": 5}, {"words": 8}),
    ]
    found = paired_cost(matches, rng=np.random.default_rng(1))
    # Pair 1: (1 + 3) / 2, pair 2: 0.
    assert found.cost.value == pytest.approx(1.0)
    assert (found.matches, found.pairs, found.judges_of_both) == (3, 2, 2)
    assert found.preferred.value == pytest.approx((1 + 0.5 + 1) / 3)
    assert found.measures[0].partners == pytest.approx(20 / 3)
    assert paired_cost([], rng=np.random.default_rng(1)).cost.reason == NO_MATCHES
    apart = paired_cost(matches[2:3], rng=np.random.default_rng(1))
    assert apart.preferred.reason == NOBODY_RATED_BOTH


def test_judges_who_drop_out_and_lists_leave_places_empty():
    data = study({"a": 1.0}, ratings_each=6, dropout=0.5, judges=30)
    sizes = np.bincount(data.judges)
    assert 3 in sizes
    assert sizes.max() <= 6
    assert set_name(frozenset("a"), data.constraints) == "a"
