"""Intraclass correlations against Shrout and Fleiss's table and against data with known variances."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.statistics import icc as module
from evaluation.statistics.icc import (
    ITEMS_ALIKE,
    MEAN_SQUARES,
    MOMENTS,
    NO_VARIATION,
    REML,
    TOO_FEW_ITEMS,
    TOO_FEW_JUDGES,
    icc,
)
from evaluation.statistics.other_judges import ONE_PAIR, UNANIMOUS
from evaluation.statistics.two_way_reml import reml_components

from .rows import DATA, ratings_from, read_wide

# Shrout and Fleiss (1979), table 2: six targets, four judges.
SHROUT_FLEISS = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]


def cells(table):
    return [(i, j, value) for i, row in enumerate(table) for j, value in enumerate(row)]


def seeded():
    return np.random.default_rng(11)


def test_it_gives_shrout_and_fleiss_published_values_and_intervals():
    result = icc(ratings_from(cells(SHROUT_FLEISS)), rng=seeded())
    assert round(result.single.value, 2) == 0.29
    assert round(result.average.value, 2) == 0.62
    assert (round(result.single.low, 3), round(result.single.high, 3)) == (0.019, 0.761)
    assert (round(result.average.low, 3), round(result.average.high, 3)) == (0.071, 0.927)
    assert result.judges_per_item == 4


REFERENCE = json.loads((DATA / "icc_reference.json").read_text())


def reference_rows(name):
    """Of a study of the mixed model, or of one of the tables made for the ICC."""
    own = f"clmm_{name}.csv"
    rows = read_wide(own if (DATA / own).exists() else "icc_cases.csv")
    rows = [row for row in rows if row.get("case", name) == name]
    return [(row["sentence"], row["judge"], float(row["rating"])) for row in rows]


@pytest.mark.parametrize("name", list(REFERENCE))
def test_incomplete_tables_have_the_variances_of_rs_lme4(name):
    result, expected = icc(ratings_from(reference_rows(name)), rng=seeded(), draws=10), REFERENCE[name]
    assert result.estimator == REML
    for part in ("item", "judge", "residual"):
        assert getattr(result.components, part) == pytest.approx(expected[part], rel=1e-4, abs=1e-6)
    assert result.single.value == pytest.approx(expected["icc"], abs=5e-5)


def test_the_reference_has_tables_whose_judges_or_sentences_do_not_differ():
    assert REFERENCE["judges_alike"]["judge"] == pytest.approx(0, abs=1e-12)
    assert REFERENCE["sentences_alike"]["item"] == pytest.approx(0, abs=1e-12)


def test_the_estimator_is_named(monkeypatch):
    assert icc(ratings_from(cells(SHROUT_FLEISS)), rng=seeded()).estimator == MEAN_SQUARES
    holed = ratings_from(simulated(60, 6, 0.7, 4))
    by_reml = icc(holed, rng=seeded(), draws=20)
    monkeypatch.setattr(module, "MOST_JUDGES", 5)
    by_moments = icc(holed, rng=seeded(), draws=20)
    assert (by_reml.estimator, by_moments.estimator) == (REML, MOMENTS)
    assert by_moments.single.value == pytest.approx(by_reml.single.value, abs=0.05)


def simulated(items, judges, share_kept, seed):
    rng = np.random.default_rng(seed)
    item, judge = rng.normal(0, 1.2, items), rng.normal(0, 0.5, judges)
    return [
        (i, j, item[i] + judge[j] + rng.normal(0, 0.8))
        for i in range(items)
        for j in range(judges)
        if rng.random() < share_kept
    ]


def test_it_recovers_known_variances_when_two_thirds_of_the_cells_are_missing():
    result = icc(ratings_from(simulated(1500, 40, 1 / 3, 2)), rng=seeded(), draws=100)
    truth = 1.44 / (1.44 + 0.25 + 0.64)
    assert result.single.value == pytest.approx(truth, abs=0.05)
    assert result.single.low < truth < result.single.high
    assert result.components.residual == pytest.approx(0.64, rel=0.03)


def test_one_missing_cell_moves_the_numbers_a_little_only():
    whole = icc(ratings_from(simulated(60, 6, 1, 4)), rng=seeded())
    holed = icc(ratings_from(simulated(60, 6, 1, 4)[1:]), rng=seeded(), draws=1000)
    assert holed.single.value == pytest.approx(whole.single.value, abs=0.01)
    assert holed.single.low == pytest.approx(whole.single.low, abs=0.12)
    assert holed.single.high == pytest.approx(whole.single.high, abs=0.08)


def test_undefined_values_say_why():
    assert icc(ratings_from([(1, "a", 1), (2, "a", 2)]), rng=seeded()).single.reason == TOO_FEW_JUDGES
    assert icc(ratings_from([(1, "a", 1), (1, "b", 2)]), rng=seeded()).single.reason == TOO_FEW_ITEMS
    assert icc(ratings_from(cells([[3, 3], [3, 3]])), rng=seeded()).average.reason == NO_VARIATION


@pytest.mark.parametrize("rows", [cells([[1] * 3, [3] * 3, [5] * 3]), cells([[1] * 3, [3] * 3, [5] * 3])[1:]])
def test_perfect_agreement_is_one_and_tells_nothing_of_others(rows):
    result = icc(ratings_from(rows), rng=seeded())
    for figure in (result.single, result.average):
        assert (figure.value, figure.bounds, figure.reason) == (1, None, UNANIMOUS)


@pytest.mark.parametrize("rows", [cells([[1, 2], [3, 3], [5, 4]]), cells([[1, 1], [3, 3]]), simulated(20, 2, 0.8, 3)])
def test_two_judges_tell_nothing_of_others(rows):
    result = icc(ratings_from(rows), rng=seeded(), draws=10)
    for figure in (result.single, result.average):
        assert figure.value is not None
        assert (figure.bounds, figure.reason) == (None, ONE_PAIR)


def small_tables(judges):
    row = st.lists(st.none() | st.integers(0, 4), min_size=judges, max_size=judges)
    whole = st.lists(st.integers(0, 4), min_size=judges, max_size=judges)
    return st.lists(row, min_size=2, max_size=5) | st.lists(whole, min_size=2, max_size=5)


@settings(max_examples=80, deadline=None, derandomize=True)
@given(st.integers(2, 5).flatmap(small_tables))
def test_an_icc_and_its_interval_are_possible(table):
    rows = [cell for cell in cells(table) if cell[2] is not None]
    result = icc(ratings_from(rows), rng=seeded(), draws=40)
    for figure in (result.single, result.average):
        if figure.low is None:
            assert figure.reason
            assert figure.value is None or 0 <= figure.value <= 1
        else:
            assert 0 <= figure.low <= figure.value <= figure.high <= 1
            assert figure.low < figure.high


def test_contradicting_judges_have_an_icc_of_zero():
    assert icc(ratings_from(cells([[5, 4], [1, 4]])), rng=seeded()).average.value >= 0
    opposed = icc(ratings_from(cells([[1, 5, 3], [5, 1, 3], [3, 3, 3]])), rng=seeded())
    assert (opposed.single.value, opposed.average.value, opposed.average.reason) == (0, 0, ITEMS_ALIKE)


def test_judges_who_each_give_one_score_throughout_do_not_tell_sentences_apart():
    result = icc(ratings_from(cells([[1, 2, 4]] * 4)), rng=seeded())
    assert result.single.value == pytest.approx(0)
    assert (result.single.bounds, result.single.reason) == (None, ITEMS_ALIKE)


def test_a_constant_distance_between_judges_leaves_an_interval():
    figure = icc(ratings_from(cells([[1, 2, 3], [3, 4, 5], [2, 3, 4], [5, 6, 7]])), rng=seeded()).single
    assert 0 < figure.low < figure.value < figure.high < 1


@pytest.mark.parametrize(
    "table",
    [
        # Mean squares give a negative variance of the judges, of the sentences, of both.
        [[1, 2, 1], [4, 5, 5], [2, 2, 3], [5, 4, 4]],
        [[1, 4, 5], [2, 5, 4], [1, 5, 5], [2, 3, 4]],
        [[1, 5, 3], [4, 1, 3], [3, 2, 5], [3, 4, 1]],
    ],
)
def test_variances_of_complete_tables_are_never_negative_and_those_of_reml(table):
    ratings = ratings_from(cells(table))
    found = icc(ratings, rng=seeded()).components
    expected = reml_components(ratings, (0.1, 0.1))
    assert 0 in (found.item, found.judge)
    assert (found.item, found.judge, found.residual) == pytest.approx(expected, rel=1e-3, abs=1e-3)
