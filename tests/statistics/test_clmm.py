"""The mixed model against R's ordinal::clmm (data/clmm_reference.R wrote the numbers; R is not needed here)."""

import json

import numpy as np
import pytest
from scipy import stats

from evaluation.statistics import clmm
from evaluation.statistics.clmm import Design, condition_columns, fit, independent_columns, likelihood_ratio

from .rows import DATA, read_wide

REFERENCE = json.loads((DATA / "clmm_reference.json").read_text())


def design_of(name, *, with_condition=True):
    rows = list(read_wide(f"clmm_{name}.csv"))
    x, names = condition_columns([row["condition"] for row in rows])
    columns = {key: [row[key] for row in rows] for key in ("judge", "pair", "sentence")}
    return Design(
        values=[int(row["rating"]) for row in rows],
        x=x if with_condition else np.zeros((len(rows), 0)),
        names=names if with_condition else [],
        judges=columns["judge"],
        pairs=columns["pair"],
        sentences=columns["sentence"],
    )


@pytest.mark.parametrize("name", list(REFERENCE))
def test_it_agrees_with_rs_clmm_to_four_digits(name):
    expected, result = REFERENCE[name], fit(design_of(name))
    assert result.converged
    assert result.log_likelihood == pytest.approx(expected["log_likelihood"], abs=1e-4)
    for estimate in result.thresholds:
        assert estimate.value == pytest.approx(expected["estimates"][estimate.name], abs=2e-4)
        assert estimate.error == pytest.approx(expected["errors"][estimate.name], abs=2e-4)
    for estimate in result.coefficients:
        assert estimate.value == pytest.approx(expected["estimates"]["condition" + estimate.name], abs=2e-4)
        assert estimate.error == pytest.approx(expected["errors"]["condition" + estimate.name], abs=2e-4)
    for effect, sigma in expected["sigmas"].items():
        assert result.sigmas[effect] == pytest.approx(sigma, abs=5e-4)


def test_the_gradient_is_the_slope_of_the_objective():
    problem = clmm._Problem(design_of("no_pair_effect"))
    point = problem.start() + np.linspace(-0.3, 0.4, problem.size)
    _, gradient = problem.value(point)
    steps = np.eye(problem.size) * 1e-5
    slopes = [(problem.value(point + step)[0] - problem.value(point - step)[0]) / 2e-5 for step in steps]
    assert gradient == pytest.approx(slopes, abs=1e-4)


def test_a_spread_that_came_down_to_zero_by_mistake_is_begun_again(monkeypatch):
    """As in the logarithm of a spread nothing pulls it back from there."""
    usual = clmm._Problem.start

    def without_judges(problem, like):
        start = usual(problem, like)
        place = problem.effects.index("judge") - len(problem.effects)
        start[place] = clmm.SMALLEST_LOG_SIGMA / problem.scale[place, place]
        return start

    monkeypatch.setattr(clmm._Problem, "start", without_judges)
    found = fit(design_of("complete"))
    assert found.sigmas["judge"] == pytest.approx(REFERENCE["complete"]["sigmas"]["judge"], abs=5e-4)
    monkeypatch.setattr(clmm._Problem, "off_the_edge", lambda _problem, _found: None)
    assert fit(design_of("complete")).sigmas["judge"] == 0.0


def test_a_spread_that_belongs_at_zero_is_left_there():
    problem = clmm._Problem(design_of("no_pair_effect"))
    found = problem.minimum(problem.start(), 1e-4)
    assert problem.off_the_edge(found) is None


def test_it_finds_the_effects_that_twelve_thousand_ratings_were_made_from():
    rng = np.random.default_rng(5)
    sentences, judges = 3000, 40
    pair_of = np.arange(sentences) % 300
    conditions = np.array(["EC1", "ML0"])[rng.integers(0, 2, sentences)]
    of_pair, of_sentence, of_judge = (rng.normal(0, s, n) for s, n in ((0.5, 300), (0.7, sentences), (0.8, judges)))
    sentence = np.repeat(np.arange(sentences), 4)
    judge = np.concatenate([rng.choice(judges, 4, replace=False) for _ in range(sentences)])
    eta = 0.6 * (conditions == "ML0")[sentence] + of_pair[pair_of[sentence]] + of_sentence[sentence] + of_judge[judge]
    ratings = np.searchsorted([-2, -1, 0, 1, 2], eta + rng.logistic(size=sentence.size))
    x, names = condition_columns(conditions[sentence].tolist())
    result = fit(Design(ratings.tolist(), x, names, judge.tolist(), pair_of[sentence].tolist(), sentence.tolist()))
    assert result.converged
    assert result.ratings == 12_000
    low, high = result.coefficients[0].interval()
    assert low < 0.6 < high
    assert result.sigmas["sentence"] == pytest.approx(0.7, abs=0.08)
    assert result.sigmas["pair"] == pytest.approx(0.5, abs=0.08)


def test_conditions_are_compared_with_each_other_and_all_at_once():
    full = fit(design_of("complete"))
    ml0, ml1 = full.coefficients
    contrast = full.contrast("ML0", "ML1")
    assert contrast.value == pytest.approx(ml0.value - ml1.value)
    assert full.contrast("ML0", "EC1") == clmm.Estimate(
        "ML0 - EC1", ml0.value, pytest.approx(ml0.error), full.groups["judge"] - 1
    )
    bare = fit(design_of("complete", with_condition=False))
    test = likelihood_ratio(full, bare)
    assert test.n == 2
    gap = full.log_likelihood - bare.log_likelihood
    assert test.value == pytest.approx(stats.f.sf(gap, 2, full.groups["judge"] - 1))
    assert test.value < 0.01


def test_what_cannot_be_fitted_says_why():
    few = Design([1, 2, 3], np.zeros((3, 0)), [], ["a", "b", "c"], ["p"] * 3, ["s"] * 3)
    assert fit(few).reason == clmm.TOO_FEW_RATINGS
    flat = Design([3] * 40, np.zeros((40, 0)), [], list("abcd") * 10, ["p"] * 40, list(range(40)))
    assert fit(flat).reason == clmm.NO_VARIATION


def test_a_sentence_in_two_pairs_is_refused():
    with pytest.raises(ValueError, match="one pair"):
        fit(Design([1, 2], np.zeros((2, 0)), [], ["a", "b"], ["p", "q"], ["s", "s"]))


def test_wald_tests_are_students_with_one_less_than_the_judges():
    ml0 = fit(design_of("complete")).coefficients[0]
    assert ml0.p == pytest.approx(2 * stats.t.sf(abs(ml0.t), ml0.freedom))
    low, high = ml0.interval()
    assert (high - low) / 2 == pytest.approx(stats.t.ppf(0.975, ml0.freedom) * ml0.error)


def small_design(*, values, columns, names, judges=6, sentences=12, pairs=None):
    sentence = np.repeat(np.arange(sentences), judges)
    x = np.array(columns, dtype=float)[:, sentence].T
    who = np.tile(np.arange(judges), sentences)
    of = sentence if pairs is None else np.array(pairs)[sentence]
    return Design(np.asarray(values).ravel().tolist(), x, names, who.tolist(), of.tolist(), sentence.tolist())


def test_complete_separation_is_named_and_never_called_converged():
    """All sentences of one condition have the highest score: the estimate has no bound."""
    rng = np.random.default_rng(2)
    condition = np.arange(12) % 2
    values = np.where(condition[:, None] == 1, 5, rng.integers(0, 3, (12, 6)))
    result = fit(small_design(values=values, columns=[condition], names=["ML0"]))
    assert result.separated == ["ML0"]
    assert not result.converged


def test_the_spread_of_pairs_is_dropped_where_every_pair_has_one_sentence():
    values = np.random.default_rng(4).integers(0, 4, (12, 6))
    alone = fit(small_design(values=values, columns=[np.arange(12) % 2], names=["ML0"]))
    assert set(alone.sigmas) == {"sentence", "judge"}
    paired = fit(small_design(values=values, columns=[np.arange(12) % 2], names=["ML0"], pairs=np.arange(12) // 2))
    assert set(paired.sigmas) == {"sentence", "pair", "judge"}
    assert paired.parameters == alone.parameters + 1


def test_terms_that_others_already_say_are_named():
    one, other = np.array([1.0, 1, 0, 0]), np.array([1.0, 0, 1, 0])
    x, kept, aliased = independent_columns(np.array([one, 1 - one, other, one + other, np.ones(4)]).T, list("abcde"))
    assert (kept, aliased) == (["a", "c"], ["b", "d", "e"])
    assert x.T.tolist() == [one.tolist(), other.tolist()]
