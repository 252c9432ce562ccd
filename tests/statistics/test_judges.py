"""Judges beside each other, beside the rest and beside themselves, against plain Python."""

import statistics
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.statistics.judge_consistency import NO_REPEATS, NOBODY_ELSE, against_the_rest, own_repeats, z_scores
from evaluation.statistics.pairwise import (
    ALWAYS_WITHIN,
    NO_VARIATION,
    NOTHING_SHARED,
    pairwise,
    share_within_one,
    weighted_kappa,
)
from evaluation.statistics.rating_table import Ratings

from . import plain
from .rows import ratings_from

# item -> judge -> score, with holes
TABLE = {
    "s1": {"asha": 5, "ravi": 4, "meera": 2},
    "s2": {"asha": 3, "ravi": 3},
    "s3": {"asha": 0, "ravi": 2, "meera": 1},
    "s4": {"asha": 4, "meera": 5},
    "s5": {"ravi": 1},
}
ROWS = [(item, judge, score) for item, scores in TABLE.items() for judge, score in scores.items()]
RATINGS = ratings_from(ROWS)
JUDGES = list(RATINGS.judge_labels)


def shared_scores(first, second):
    both = [scores for scores in TABLE.values() if first in scores and second in scores]
    return [scores[first] for scores in both], [scores[second] for scores in both]


def test_pairwise_kappa_is_the_definition_over_the_shared_items():
    result = pairwise(RATINGS)
    for a, b in combinations(range(3), 2):
        x, y = shared_scores(JUDGES[a], JUDGES[b])
        assert result.kappa(a, b).value == pytest.approx(plain.quadratic_kappa(x, y))
        assert result.kappa(a, b).n == len(x)


def pooled(pairs):
    """Distances of judgements of the same item over those of different items, each summed over pairs of judges."""
    apart = by_chance = 0
    for a, b in pairs:
        x, y = shared_scores(JUDGES[a], JUDGES[b])
        apart += sum((p - q) ** 2 for p, q in zip(x, y, strict=True))
        different = [(p - q) ** 2 for (i, p), (j, q) in product(enumerate(x), enumerate(y)) if i != j]
        by_chance += len(x) * statistics.mean(different)
    return 1 - apart / by_chance


def test_pooled_kappa_sums_over_pairs_of_judges_before_it_divides():
    result = pairwise(RATINGS)
    assert result.pooled_kappa().value == pytest.approx(pooled(combinations(range(3), 2)))
    assert result.pooled_kappa(0).value == pytest.approx(pooled([(0, 1), (0, 2)]))


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=2, max_size=8))
def test_pooled_kappa_of_two_judges_is_their_kappa(scores):
    rows = [(item, judge, score) for item, pair in enumerate(scores) for judge, score in enumerate(pair)]
    result = pairwise(ratings_from(rows))
    for figure in (result.pooled_kappa(), result.pooled_kappa(1)):
        assert (figure.value, figure.reason) == (result.kappa(0, 1).value, result.kappa(0, 1).reason)


def test_pooled_kappa_is_not_below_minus_one():
    rows = [(item, judge, score) for item, row in enumerate([[1, 4, 4], [5, 2, 2]]) for judge, score in enumerate(row)]
    assert pairwise(ratings_from(rows)).pooled_kappa(0).value == -1


def test_pooled_kappa_does_not_sink_when_judges_share_few_items():
    """The mean of kappas did: .24 with 60 shared items, .13 with about one."""
    rng = np.random.default_rng(3)
    item = rng.normal(0, 1, 4000)
    many = [(i, j, round(item[i] + rng.normal(0, 1), 1)) for i in range(600) for j in range(6)]
    few = [(i, j, round(item[i] + rng.normal(0, 1), 1)) for i in range(4000) for j in rng.permutation(90)[:4]]
    first, second = (pairwise(ratings_from(rows)).pooled_kappa().value for rows in (many, few))
    assert first == pytest.approx(0.5, abs=0.05)
    assert second == pytest.approx(0.5, abs=0.05)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=2, max_size=20))
def test_weighted_kappa_is_the_definition(pairs):
    first, second = zip(*pairs, strict=True)
    figure = weighted_kappa(first, second)
    if len(set(first) | set(second)) == 1:
        assert figure.reason == NO_VARIATION
    else:
        assert figure.value == pytest.approx(plain.quadratic_kappa(first, second))


def test_judges_who_share_nothing_have_no_kappa():
    result = pairwise(ratings_from([("s1", "asha", 1), ("s2", "ravi", 2)]))
    assert result.kappa(0, 1).reason == NOTHING_SHARED
    assert result.pooled_kappa().value is None


def test_the_share_within_one_point_is_over_all_pairs_of_judgements():
    gaps = [abs(a - b) for scores in TABLE.values() for a, b in combinations(scores.values(), 2)]
    figure = share_within_one(RATINGS)
    assert figure.value == pytest.approx(sum(gap <= 1 for gap in gaps) / len(gaps))
    assert figure.n == len(gaps)


def test_on_a_scale_of_two_points_no_share_is_within_one():
    """It could only be all of them; on a longer scale whose other points nobody used it says something."""
    ratings = ratings_from([("s1", "asha", 0), ("s1", "ravi", 1), ("s2", "asha", 1), ("s2", "ravi", 1)])
    for length, value, reason in ((1, None, ALWAYS_WITHIN), (5, 1.0, "")):
        beside, repeats = against_the_rest(ratings, length)[0], own_repeats([(0, 1)], length)
        for figure in (share_within_one(ratings, length), beside.within_one, repeats.within_one):
            assert (figure.value, figure.reason) == (value, reason)


def test_a_judge_is_compared_with_the_mean_of_the_others():
    asha = against_the_rest(RATINGS)[JUDGES.index("asha")]
    own, rest = [5, 3, 0, 4], [3, 3, 1.5, 5]
    assert asha.shared == 4
    assert asha.bias.value == pytest.approx(statistics.mean(a - b for a, b in zip(own, rest, strict=True)))
    assert asha.correlation.value == pytest.approx(statistics.correlation(own, rest))
    assert asha.distance.value == pytest.approx((2 + 0 + 1.5 + 1) / 4)
    assert asha.within_one.value == 0.5


def test_a_judge_alone_says_that_nobody_else_rated():
    assert against_the_rest(ratings_from([("s1", "asha", 3)]))[0].bias.reason == NOBODY_ELSE


def test_own_repeats_count_same_and_within_one():
    repeats = own_repeats([(3, 3), (4, 5), (1, 3), (2, 2)])
    assert repeats.same.value == 0.5
    assert repeats.within_one.value == 0.75
    assert repeats.distance.value == 0.75
    assert repeats.kappa.value == pytest.approx(plain.quadratic_kappa([3, 4, 1, 2], [3, 5, 3, 2]))
    assert own_repeats([]).same.reason == NO_REPEATS


def test_z_scores_are_within_the_judge_and_absent_without_spread():
    ratings = Ratings.of([1, 1, 2, 2, 1], ["asha", "ravi", "asha", "ravi", "kiran"], [1, 3, 5, 3, 4])
    asha, kiran, ravi = z_scores(ratings)
    sigma = statistics.stdev([1, 5])
    assert ratings.points.tolist() == [1, 3, 4, 5]
    assert asha.tolist() == pytest.approx([-2 / sigma, 0, 1 / sigma, 2 / sigma])
    assert np.isnan([*kiran, *ravi]).all()
