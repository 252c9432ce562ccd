"""Planning: the quick analysis beside the full one, what follows from a design, and in which words."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import minimize

from benchmarks.planning_agreement import both
from evaluation.statistics.costs.columns import has_judge_slope
from evaluation.statistics.costs.fitting import fit_costs
from evaluation.statistics.costs.simulated import Spreads, simulated
from evaluation.statistics.planning.design import CHOICES, LOGITS, MODELS, SHARE, PlannedStudy
from evaluation.statistics.planning.linear_mixed import Effect, fit_linear
from evaluation.statistics.planning.outcomes import of_ratings, outcome
from evaluation.statistics.planning.pilot import upper_spreads
from evaluation.statistics.planning.plans import PlanRequest, planned
from evaluation.statistics.planning.power import Curve, Share, curve, judge_designs, pair_designs, power
from evaluation.statistics.planning.words import enough_sentence, for_whom_sentence, plan_sentence

CALM = Spreads(judge=0.5, judge_slope=0.1, pair=0.3, pair_slope=0.1, match=0.1, sentence=0.2)


def deviance(logs, y, x, effects):
    """By the plain formula, with the covariance of all ratings written out."""
    covariance = np.eye(y.size)
    for ratio, one in zip(np.exp(logs), effects, strict=True):
        z = np.zeros((y.size, one.size))
        z[np.arange(y.size), one.levels] = one.weights
        covariance += ratio * z @ z.T
    inverse = np.linalg.inv(covariance)
    information = x.T @ inverse @ x
    b = np.linalg.solve(information, x.T @ inverse @ y)
    rest = (y - x @ b) @ inverse @ (y - x @ b)
    return np.linalg.slogdet(covariance)[1] + y.size * np.log(rest), b, np.linalg.inv(information) * rest / y.size


def test_the_linear_model_is_the_one_that_a_plain_search_finds():
    rng = np.random.default_rng(4)
    judges, items = np.repeat(np.arange(8), 10), np.tile(np.arange(10), 8)
    x = np.column_stack([np.ones(80), items % 2 - 0.5])
    y = rng.normal(size=80) + rng.normal(size=8)[judges] + rng.normal(size=10)[items] - x[:, 1]
    effects = [Effect(judges, np.ones(80)), Effect(items, np.ones(80)), Effect(judges, x[:, 1])]
    best = minimize(lambda logs: deviance(logs, y, x, effects)[0], np.zeros(3), method="Nelder-Mead", tol=1e-8)
    _value, coefficients, covariance = deviance(best.x, y, x, effects)
    found = fit_linear(y, x, effects)
    assert found.coefficients == pytest.approx(coefficients, abs=1e-3)
    assert np.sqrt(np.diag(found.covariance)) == pytest.approx(np.sqrt(np.diag(covariance)), rel=5e-3)


@pytest.mark.parametrize(
    "name", ["small", *(pytest.param(name, marks=pytest.mark.slow) for name in ("six judges: for these", "two models"))]
)
def test_the_quick_analysis_says_what_the_full_model_says(name):
    rows = [both((name, seed)) for seed in range(8)]
    assert np.corrcoef([row.quick for row in rows], [row.full for row in rows])[0, 1] > 0.9
    assert np.mean([row.quick - row.full for row in rows]) == pytest.approx(0, abs=0.1)


@pytest.mark.slow
def test_more_judges_and_more_sentences_find_more():
    design = PlannedStudy(judges=8, pairs=8, effect=0.5)
    few, judges, pairs = (
        power(one, studies=150).found.value
        for one in (design, PlannedStudy(judges=24, pairs=8), PlannedStudy(judges=8, pairs=24))
    )
    assert few < judges
    assert few < pairs


@pytest.mark.slow
def test_no_effect_is_found_in_one_study_of_twenty_and_its_interval_holds_it():
    found = power(PlannedStudy(judges=12, pairs=12, effect=0.0), studies=400)
    assert found.found.value < 0.08
    assert found.covered.value > 0.92
    assert found.truth == 0
    assert found.width_in_logits is None


def test_a_large_effect_is_always_found_with_its_sign():
    found = power(PlannedStudy(judges=12, pairs=12, effect=3.0, unit=LOGITS, spreads=CALM), studies=40)
    assert (found.found.value, found.sign_errors.value, found.failed) == (1.0, 0.0, 0)
    assert 0 < found.found.error < 0.1
    assert found.width < found.truth


@pytest.mark.parametrize(("compared", "unit", "effect"), [(MODELS, "points", 0.6), (CHOICES, SHARE, 0.7)])
def test_models_and_choices_are_planned_by_the_same_machine(compared, unit, effect):
    found = power(PlannedStudy(compared, judges=15, pairs=15, effect=effect, unit=unit), studies=200)
    assert found.truth == pytest.approx(effect, abs=1e-6)
    assert found.covered.value > 0.9
    assert 0.3 < found.found.value < 1


def test_the_same_seed_gives_the_same_answer():
    design = PlannedStudy(judges=8, pairs=8)
    assert power(design, studies=20, seed=3) == power(design, studies=20, seed=3)
    assert power(design, studies=20, seed=3).width != power(design, studies=20, seed=4).width


def test_points_and_logits_are_the_same_effect():
    in_points = PlannedStudy(effect=0.5)
    assert PlannedStudy(effect=in_points.logits, unit=LOGITS).truth == pytest.approx(0.5, abs=1e-6)
    data = simulated(PlannedStudy(judges=150, pairs=200, effect=0.5).true_study, np.random.default_rng(1))
    broken = data.breaks("effect")
    assert data.values[~broken].mean() - data.values[broken].mean() == pytest.approx(0.5, abs=0.15)


def test_minutes_count_what_judges_rate():
    design = PlannedStudy(judges=10, pairs=20, each=20, seconds=30, dropout=0.2)
    assert (design.sentences, design.minutes_each, design.minutes_in_all) == (40, 10.0, 90.0)
    assert PlannedStudy(CHOICES, pairs=20).tasks == 20


def test_a_curve_says_how_many_would_be_enough():
    design = PlannedStudy(judges=8, pairs=8, effect=1.5, unit=LOGITS, spreads=CALM)
    over = curve(judge_designs(design), "judges", studies=40)
    assert over.sizes == [4, 6, 8, 12, 16, 24]
    assert over.found[-1].value > over.found[0].value
    assert [share.value for share in over.these_judges] == [1, 1, 1, 0, 0, 0]
    hopeless = curve(judge_designs(PlannedStudy(judges=4, pairs=5, effect=0.1)), "judges", studies=10)
    assert enough_sentence(hopeless).endswith("more sentences are needed.")
    assert [one.tasks for one in pair_designs(design)] == [10, 12, 16, 24, 32, 48]


def test_the_answer_is_a_plain_sentence():
    found = power(PlannedStudy(judges=10, pairs=8, effect=0.5), studies=10)
    times = round(100 * found.found.value)
    said = f"With 10 judges and 16 sentences you find a cost of half a point in {times} of 100 studies"
    assert (plan_sentence(found), for_whom_sentence(found)) == (f"{said}.", "")


# -- For whom --------------------------------------------------------------------------------------------------------


def test_where_the_results_will_be_for_these_judges_the_plan_says_so():
    found = power(PlannedStudy(judges=8, pairs=8, effect=0.5), studies=10)
    assert plan_sentence(found).endswith(" of 100 studies, for these judges only.")
    assert for_whom_sentence(found).startswith("What it costs other judges would not be known: for that, 10 judges")
    few_each = power(PlannedStudy(judges=20, pairs=12, each=4), studies=10)
    assert few_each.these_judges.value == 1
    assert power(PlannedStudy(MODELS, judges=6, pairs=8), studies=10).these_judges.count == 0


def test_judges_who_stop_half_way_can_leave_too_few_for_others():
    found = power(PlannedStudy(judges=10, pairs=5, dropout=0.2), studies=30)
    assert 0 < found.these_judges.value < 1
    assert f" in {round(100 * found.these_judges.value)} of 100 studies: for that, 10" in for_whom_sentence(found)


def test_the_rule_is_that_of_the_results():
    """The same judges and sentences: the plan is for these judges exactly where the fitted cost is."""
    for judges, each in ((9, None), (10, None), (12, 6)):
        design = PlannedStudy(judges=judges, pairs=8, each=each, effect=1.0, unit=LOGITS, spreads=CALM)
        for seed in range(3):
            data = simulated(design.true_study, np.random.default_rng(seed))
            cost = fit_costs(data, points=False).cost("effect")
            assert of_ratings(data, matched=True, matches=1).these_judges == cost.these_judges
            assert has_judge_slope(data, "effect") != cost.these_judges


def test_the_truth_about_these_judges_is_their_own():
    """Judges differ so much that an interval for six of them seldom holds what it costs judges in general."""
    design = PlannedStudy(judges=6, pairs=30, effect=1.0, unit=LOGITS, spreads=replace(CALM, judge_slope=1.5))
    outcomes = [outcome(design, np.random.default_rng([7, number])) for number in range(200)]
    assert power(design, studies=200, seed=7).covered.value > 0.9
    assert np.mean([one.low <= design.truth <= one.high for one in outcomes]) < 0.8


@pytest.mark.parametrize(
    ("found", "own", "words"),
    [
        (
            [50, 85, 70, 90],
            [1, 1, 0, 0],
            "16 judges would find it in 80 of 100 studies; 8 would for these judges only.",
        ),
        ([50, 70, 85, 90], [1, 1, 0, 0], "12 judges would find it in 80 of 100 studies."),
        ([50, 85, 60, 70], [1, 1, 0, 0], "8 judges would find it in 80 of 100 studies, for these judges only."),
        (
            [50, 60, 60, 70],
            [1, 1, 0, 0],
            "Even 16 judges would not find it in 80 of 100 studies: more sentences are needed.",
        ),
    ],
)
def test_how_many_are_enough_is_said_for_other_judges_first(found, own, words):
    shares = [Share(one, 100) for one in found], [Share(one, 1) for one in own]
    assert enough_sentence(Curve("judges", [6, 8, 12, 16], *shares)) == words


@pytest.mark.parametrize(
    ("fields", "field", "cure"),
    [
        ({"judges": 1}, "judges", "Give a whole number from 2 to 200"),
        ({"pairs": 3}, "pairs", "Give a whole number from 5 to 200"),
        ({"pairs": 150, "matches": 2}, "pairs", "at most 400 sentences"),
        ({"each": 1}, "each", "Give a whole number from 2"),
        ({"dropout": 1.0}, "dropout", "from 0 to 0.99"),
        ({"effect": 9}, "effect", "0 to 1.82 points"),
        ({"effect": 0.7, "unit": SHARE}, "unit", "points or logits"),
        ({"effect": 0.4, "unit": SHARE, "compared": CHOICES}, "effect", "0.5 to 0.99 share"),
        ({"spreads": Spreads(judge=-1)}, "judge", "from 0 to 5"),
        ({"compared": "x"}, "compared", "cost, models, choices"),
        ({"seconds": 0}, "seconds", "from 1 to 3600"),
    ],
)
def test_a_value_that_cannot_be_names_its_field_and_cure(fields, field, cure):
    problem = PlannedStudy(**fields).problems()[0]
    assert problem.field == field
    assert cure in problem.cure


def test_a_pilot_s_spreads_are_taken_at_their_upper_limit():
    data = simulated(PlannedStudy(judges=12, pairs=10, matches=2).true_study, np.random.default_rng(2))
    fitted = fit_costs(data, points=False).fitted
    spreads = upper_spreads(fitted)
    assert fitted.sigmas["judge"] < spreads.judge < 2 * fitted.sigmas["judge"]
    assert fitted.sigmas["sentence"] < spreads.sentence < 2 * fitted.sigmas["sentence"]
    none = replace(fitted, sigmas=dict.fromkeys(fitted.sigmas, 0.0))
    assert upper_spreads(none) == Spreads()


def test_a_plan_s_own_size_is_simulated_once_and_progress_ends_at_the_number_foretold():
    request, seen = PlanRequest(PlannedStudy(judges=8, pairs=8), studies=12, curve_studies=2), []
    found = planned(request, lambda: seen.append(1))
    assert len(seen) == request.simulations
    assert found.curves[0].found[found.curves[0].sizes.index(8)] == found.power.found
    assert PlanRequest.read(request.as_json()) == request
