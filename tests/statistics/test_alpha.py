"""Krippendorff's alpha against his published example, another implementation and the plain definition."""

import krippendorff
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from evaluation.statistics.alpha import NO_VARIATION, NOTHING_PAIRS, krippendorff_alpha
from evaluation.statistics.alpha_interval import TOO_FEW_ITEMS, _Table
from evaluation.statistics.disagreement import METRICS
from evaluation.statistics.other_judges import ONE_PAIR, UNANIMOUS

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


def simulated(rng, items=50, judges=5):
    """On a scale of 0 to 5, with judges who differ in how strict they are."""
    latent = rng.normal(0, 1, items)[:, None] + rng.normal(0, 0.5, judges) + rng.normal(0, 0.9, (items, judges))
    return ratings_of(np.searchsorted([-1.6, -0.8, 0, 0.8, 1.6], latent).T.tolist())


@pytest.mark.slow
@pytest.mark.parametrize(("items", "judges"), [(50, 5), (10, 15)])
def test_the_interval_covers_what_other_judges_and_items_would_say(items, judges):
    """Resampling items alone covers about 83 % with five judges; few items draw alpha and its interval down."""
    rng = np.random.default_rng(5)
    truth = np.mean([krippendorff_alpha(simulated(rng, 2000, 200)).value for _ in range(6)])
    figures = [krippendorff_alpha(simulated(rng, items, judges), rng=rng) for _ in range(150)]
    assert 0.91 <= np.mean([figure.low <= truth <= figure.high for figure in figures]) <= 0.995
    assert np.mean([figure.high < truth for figure in figures]) < 0.06


@settings(max_examples=30, deadline=None, derandomize=True)
@given(tables)
def test_the_interval_lies_about_an_alpha_whose_chance_has_no_pairs_of_one_item_or_one_judge(table):
    units = [unit for unit in units_of(table) if len(unit) >= 2]
    assume(units)
    ratings = ratings_of(table)
    ratings = ratings.among((ratings.per_item >= 2)[ratings.items])
    distance = plain.ordinal_distance([value for unit in units for value in unit])
    assert np.exp(_Table(ratings, "ordinal").centre()) == pytest.approx(plain.unlike(table, distance), nan_ok=True)


@settings(max_examples=30, deadline=None, derandomize=True)
@given(tables, st.sampled_from(METRICS), st.randoms(use_true_random=False))
def test_what_is_left_without_some_ratings_is_the_alpha_of_the_others(table, metric, random):
    ratings = ratings_of(table)
    assume(len(ratings))
    gone = np.array([random.random() < 0.3 for _rating in range(len(ratings))])
    left = _Table(ratings, metric)._left(ratings.items[gone], ratings.given[gone])
    expected = krippendorff_alpha(ratings.among(~gone), metric).value
    assert 1 - np.exp(_Table(ratings, metric)._logs_unlike(left[None]))[0] == pytest.approx(
        np.nan if expected is None or expected == 1 else expected, nan_ok=True
    )


def test_without_the_only_items_that_judges_disagree_about_nothing_is_unlike():
    values = np.arange(28 * 3000) // 28 % 5
    values[:560] = np.random.default_rng(7).integers(0, 5, 560)
    ratings = ratings_from([(place // 28, place % 28, value) for place, value in enumerate(values.tolist())])
    table = _Table(ratings, "ordinal")
    left = np.array([table._left(ratings.items[:end], ratings.given[:end]) for end in range(532, 561, 28)])
    assert np.isfinite(table._logs_unlike(left)).tolist() == [True, False]


@settings(max_examples=50, deadline=None, derandomize=True)
@given(tables)
def test_an_interval_has_alpha_in_it_and_stays_within_what_is_possible(table):
    figure = krippendorff_alpha(ratings_of(table), rng=np.random.default_rng(1))
    if figure.low is None:
        assert figure.reason
    else:
        assert -1 <= figure.low <= figure.value <= figure.high <= 1
        assert figure.low < figure.high


def test_a_single_sentence_has_no_interval():
    figure = krippendorff_alpha(ratings_of([[1], [2], [4]]), rng=np.random.default_rng(1))
    assert (figure.low, figure.reason) == (None, TOO_FEW_ITEMS)


@pytest.mark.parametrize("second", [[1, 3, 3, 5], [1, 2, 3, 4]])
def test_two_judges_say_nothing_about_others(second):
    """Nor do two who agree throughout, with a third who rated other sentences."""
    table = [[1, 2, 3, 4, None], [*second, None], [None, None, None, None, 2]]
    figure = krippendorff_alpha(ratings_of(table), rng=np.random.default_rng(1))
    assert (figure.bounds, figure.reason) == (None, ONE_PAIR)


def test_perfect_agreement_says_nothing_about_how_far_others_agree():
    figure = krippendorff_alpha(ratings_of([[1, 2, 3, 4]] * 3), rng=np.random.default_rng(1))
    assert (figure.value, figure.bounds, figure.reason) == (1, None, UNANIMOUS)


def test_judges_whose_absence_changes_nothing_leave_no_interval():
    table = [[0, 1, 0], [0, None, 0], [None, 0, None], [0, None, 0]]
    figure = krippendorff_alpha(ratings_of(table), rng=np.random.default_rng(1))
    assert (figure.value, figure.bounds, figure.reason) == (0, None, TOO_FEW_ITEMS)


def test_many_judges_are_left_out_in_groups():
    figure = krippendorff_alpha(simulated(np.random.default_rng(2), 20, 120), rng=np.random.default_rng(3))
    assert figure.low < figure.value < figure.high


def test_the_same_seed_gives_the_same_interval():
    first, second = (krippendorff_alpha(ratings_of(PUBLISHED), rng=np.random.default_rng(3)) for _ in range(2))
    assert first == second


def test_the_order_of_the_ratings_does_not_matter():
    table = [(item, judge, (item * judge + item) % 4) for item in range(40) for judge in range(6)]
    shuffled = [table[place] for place in np.random.default_rng(2).permutation(len(table))]
    first, second = (krippendorff_alpha(ratings_from(rows), rng=np.random.default_rng(1)) for rows in (table, shuffled))
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
