"""Judges' slopes, separation, aliasing and each cut, against R (data/clmm_cases_reference.R wrote the numbers)."""

import json
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from evaluation.statistics import clmm
from evaluation.statistics.clmm import Design, condition_columns, fit, independent_columns, likelihood_ratio
from evaluation.statistics.sentence_shares import ALIKE, ALL_REACHED, NONE_REACHED, share_of_sentences

from .rows import DATA, read_wide

REFERENCE = json.loads((DATA / "clmm_cases_reference.json").read_text())
IN_R = {"judge:slope": "judge_condition", "pair:condition": "pair_condition"}


def columns(name):
    rows = list(read_wide(f"clmm_{name}.csv"))
    return {key: [row[key] for row in rows] for key in rows[0]}


def by_condition(name, **changes):
    given = columns(name)
    x, names = condition_columns(given["condition"])
    levels = sorted(set(given["condition"]))
    slopes = np.array([[one == level for level in levels] for one in given["condition"]], dtype=float)
    values = [int(value) for value in given["rating"]]
    whole = Design(values, x, names, given["judge"], given["pair"], given["sentence"], given["condition"], slopes)
    return replace(whole, **changes)


def agrees(result, expected, *, prefix="condition", sigmas=IN_R, abs_error=5e-4):
    assert result.log_likelihood == pytest.approx(expected["log_likelihood"], abs=2e-4)
    for estimate in (*result.thresholds, *result.coefficients):
        name = estimate.name if estimate in result.thresholds else prefix + estimate.name
        assert estimate.value == pytest.approx(expected["estimates"][name], abs=abs_error)
        assert estimate.error == pytest.approx(expected["errors"][name], abs=abs_error)
    for effect, sigma in result.sigmas.items():
        assert sigma == pytest.approx(expected["sigmas"][sigmas.get(effect, effect)], abs=2e-3)


def test_judges_and_pairs_have_effects_for_each_condition_as_in_r():
    result = fit(by_condition("slopes"))
    assert result.converged
    assert set(result.sigmas) == {"sentence", "pair:condition", "pair", "judge", "judge:slope"}
    agrees(result, REFERENCE["conditions"])


def test_slopes_make_a_wald_test_less_sure():
    with_slopes = fit(by_condition("slopes"))
    without = fit(by_condition("slopes", slopes=None, conditions=None))
    assert set(without.sigmas) == {"sentence", "pair", "judge"}
    pairs = zip(with_slopes.coefficients, without.coefficients, strict=True)
    assert all(one.error > 1.2 * other.error for one, other in pairs)


def test_the_likelihood_ratio_of_all_conditions_keeps_the_slopes():
    full, bare = fit(by_condition("slopes")), fit(by_condition("slopes", x=np.zeros((480, 0)), names=[]))
    gap = REFERENCE["conditions"]["log_likelihood"] - REFERENCE["conditions_bare"]["log_likelihood"]
    assert likelihood_ratio(full, bare).value == pytest.approx(stats.f.sf(gap, 2, 11), abs=1e-4)


def test_one_property_has_a_slope_per_judge_as_in_r():
    mixed = np.array([[float(value)] for value in columns("slopes")["mixed"]])
    whole = by_condition("slopes", x=mixed, names=["mixed"], slopes=mixed - 0.5, conditions=None)
    expected = REFERENCE["one_slope"]
    agrees(fit(whole), expected, prefix="", sigmas={"judge:slope": "judge_again"})


@pytest.mark.parametrize("cut", range(1, 6))
def test_each_cut_of_the_scale_is_the_binary_model_of_r(cut):
    whole = by_condition("slopes")
    result = fit(replace(whole, values=[value >= cut for value in whole.values]))
    expected = REFERENCE[f"cut_{cut}"]
    assert result.log_likelihood == pytest.approx(expected["log_likelihood"], abs=1e-3)
    for estimate in result.coefficients:
        assert estimate.value == pytest.approx(expected["estimates"]["condition" + estimate.name], abs=5e-3)
        assert estimate.error == pytest.approx(expected["errors"]["condition" + estimate.name], abs=5e-3)


def test_the_same_columns_are_kept_as_by_rs_own_pivoting():
    given = columns("slopes")
    mixed = np.array([float(value) for value in given["mixed"]])
    ml0 = np.array([float(one == "ML0") for one in given["condition"]])
    kept = independent_columns(np.column_stack([mixed, 1 - mixed, ml0]), ["mixed", "plain", "ml0"])[1]
    assert kept == REFERENCE["kept_columns"]


def test_separation_has_no_wald_test_but_the_likelihood_ratio_of_r():
    apart = fit(by_condition("separated", slopes=None, conditions=None, pairs=columns("separated")["sentence"]))
    assert apart.separated == ["ML1"]
    assert not apart.converged
    assert apart.log_likelihood == pytest.approx(REFERENCE["separated"]["log_likelihood"], abs=1e-2)
    x, names = condition_columns(["EC1" if one == "ML1" else one for one in columns("separated")["condition"]])
    whole = by_condition("separated", slopes=None, conditions=None, pairs=columns("separated")["sentence"])
    merged = fit(replace(whole, x=x, names=names))
    assert merged.log_likelihood == pytest.approx(REFERENCE["separated_merged"]["log_likelihood"], abs=1e-3)
    assert likelihood_ratio(apart, merged).value < 1e-3


def test_the_gradient_is_the_slope_of_the_objective_with_all_effects():
    problem = clmm._Problem(by_condition("slopes"))
    point = problem.start() + np.linspace(-0.3, 0.4, problem.size)
    _, gradient = problem.value(point)
    steps = np.eye(problem.size) * 1e-5
    slopes = [(problem.value(point + step)[0] - problem.value(point - step)[0]) / 2e-5 for step in steps]
    assert gradient == pytest.approx(slopes, abs=1e-4)


def test_the_share_of_sentences_that_reach_a_cut_is_that_of_simulated_ones():
    fitted = fit(by_condition("slopes"))
    rng, sigmas = np.random.default_rng(7), fitted.sigmas
    spread = np.sqrt(sum(sigmas[name] ** 2 for name in ("sentence", "pair", "pair:condition")))
    of_judges = np.sqrt(sigmas["judge"] ** 2 + sigmas["judge:slope"] ** 2)
    place = fitted.coefficients[0].value + rng.normal(0, spread, 1500)
    judges = rng.normal(0, of_judges, 2000)
    thresholds = [one.value for one in fitted.thresholds]
    means = sum(1 / (1 + np.exp(t - place[:, None] - judges)) for t in thresholds).mean(axis=1)
    shares = [share_of_sentences(fitted, fitted.coefficients[0].name, cut).value for cut in (1, 3, 5)]
    assert shares[1] == pytest.approx(np.mean(means >= 3), abs=0.04)
    assert shares[0] > shares[1] > shares[2]
    assert share_of_sentences(fitted, "EC1", 6).reason == NONE_REACHED
    assert share_of_sentences(fitted, "EC1", 0).reason == ALL_REACHED


def test_where_sentences_do_not_differ_in_the_model_it_is_not_said_that_all_or_none_reach_the_cut():
    fitted = fit(by_condition("slopes"))
    alike = replace(fitted, sigmas={name: 0.0 if name != "judge" else sd for name, sd in fitted.sigmas.items()})
    assert [share_of_sentences(alike, "EC1", cut).reason for cut in (1, 3, 5)] == [ALIKE] * 3
