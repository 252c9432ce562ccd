"""Krippendorff's alpha against his published example, another implementation and the plain definition."""

import krippendorff
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from evaluation.statistics.alpha import NO_VARIATION, NOTHING_PAIRS, krippendorff_alpha
from evaluation.statistics.bootstrap import resampled_weights

from . import plain
from .rows import ratings_from

# Krippendorff (2011), example C: four observers, twelve units, missing values.
PUBLISHED = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3],
    [None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None],
]
tables = st.lists(st.lists(st.none() | st.integers(0, 5), min_size=6, max_size=6), min_size=2, max_size=5)


def ratings_of(table):
    cells = [(unit, judge, value) for judge, row in enumerate(table) for unit, value in enumerate(row)]
    return ratings_from([cell for cell in cells if cell[2] is not None])


def units_of(table):
    return [[value for value in column if value is not None] for column in zip(*table, strict=True)]


@pytest.mark.parametrize(("metric", "expected"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)])
def test_it_gives_krippendorffs_published_values(metric, expected):
    figure = krippendorff_alpha(ratings_of(PUBLISHED), metric)
    assert round(figure.value, 3) == expected
    assert figure.n == 40


@settings(max_examples=50, deadline=None, derandomize=True)
@given(tables)
def test_it_agrees_with_the_plain_definition_and_with_the_reference_package(table):
    units = [unit for unit in units_of(table) if len(unit) >= 2]
    pool = [value for unit in units for value in unit]
    assume(len(set(pool)) > 1)
    ordinal = krippendorff_alpha(ratings_of(table), "ordinal").value
    assert ordinal == pytest.approx(plain.alpha(units, plain.ordinal_distance(pool)))
    assert krippendorff_alpha(ratings_of(table), "interval").value == pytest.approx(
        plain.alpha(units, lambda a, b: (a - b) ** 2)
    )
    assert krippendorff_alpha(ratings_of(table), "nominal").value == pytest.approx(
        plain.alpha(units, lambda a, b: a != b)
    )
    data = np.array([[np.nan if value is None else value for value in row] for row in table], dtype=float)
    assert ordinal == pytest.approx(krippendorff.alpha(data, level_of_measurement="ordinal"))


def test_the_interval_is_that_of_resampled_items():
    figure = krippendorff_alpha(ratings_of(PUBLISHED), rng=np.random.default_rng(5), draws=80)
    units = [unit for unit in units_of(PUBLISHED) if len(unit) >= 2]
    draws = []
    for weights in resampled_weights(len(units), 80, np.random.default_rng(5)).astype(int):
        drawn = [unit for unit, times in zip(units, weights, strict=True) for _ in range(times)]
        draws.append(plain.alpha(drawn, plain.ordinal_distance([value for unit in drawn for value in unit])))
    assert (figure.low, figure.high) == pytest.approx(tuple(np.quantile(draws, [0.025, 0.975])))


def test_the_same_seed_gives_the_same_interval():
    first, second = (krippendorff_alpha(ratings_of(PUBLISHED), rng=np.random.default_rng(3)) for _ in range(2))
    assert first == second


def test_no_variation_and_nothing_to_pair_say_so():
    assert krippendorff_alpha(ratings_of([[3, 3], [3, 3]])).reason == NO_VARIATION
    assert krippendorff_alpha(ratings_of([[3, None], [None, 3]])).reason == NOTHING_PAIRS
    assert krippendorff_alpha(ratings_from([])).reason == NOTHING_PAIRS


def test_an_unknown_metric_is_refused():
    with pytest.raises(ValueError, match="nominal, ordinal, interval"):
        krippendorff_alpha(ratings_of(PUBLISHED), "ratio")


def test_a_judge_who_rates_an_item_twice_is_refused():
    with pytest.raises(ValueError, match="twice"):
        ratings_from([("s", "asha", 1), ("s", "asha", 2)])
