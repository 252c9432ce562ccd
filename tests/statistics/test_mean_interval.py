"""The interval of a mean is for other sentences and judges, and so covers what a naive one misses."""

import numpy as np
import pytest

from evaluation.statistics.mean_interval import NO_RATINGS, mean_interval
from evaluation.statistics.stratified import ONE_JUDGE, ONE_SENTENCE

from .rows import ratings_from


def simulated(seed, items=30, judges=12):
    rng = np.random.default_rng(seed)
    item, judge = rng.normal(0, 1, items), rng.normal(0, 1, judges)
    rows = [
        (i, j, item[i] + judge[j] + rng.normal()) for i in range(items) for j in range(judges) if rng.random() < 0.7
    ]
    return ratings_from(rows)


@pytest.mark.parametrize("judges", [5, 12])
@pytest.mark.parametrize("by_item", [False, True])
def test_the_mean_is_covered_about_as_often_as_the_interval_says(by_item, judges):
    figures = [mean_interval(simulated(seed, judges=judges), (-9, 9), by_item=by_item) for seed in range(200)]
    assert 0.91 <= np.mean([figure.low <= 0 <= figure.high for figure in figures]) <= 0.985


def test_means_over_ratings_and_over_sentences_differ_when_sentences_have_unequal_numbers_of_judges():
    ratings = ratings_from([("s1", "asha", 1), ("s1", "ravi", 1), ("s1", "meera", 1), ("s2", "asha", 5)])
    assert mean_interval(ratings, (0, 5)).value == 2
    assert mean_interval(ratings, (0, 5), by_item=True).value == 3


def test_one_judge_or_one_sentence_says_nothing_about_others():
    alone = mean_interval(ratings_from([("s1", "asha", 4), ("s2", "asha", 2)]), (0, 5))
    assert (alone.value, alone.low, alone.reason) == (3, None, ONE_JUDGE)
    single = mean_interval(ratings_from([("s1", "asha", 4), ("s1", "ravi", 2)]), (0, 5))
    assert (single.value, single.low, single.reason) == (3, None, ONE_SENTENCE)


def test_no_ratings_says_so():
    assert mean_interval(ratings_from([]), (0, 5)).reason == NO_RATINGS


def test_ratings_that_are_all_alike_leave_room_for_others():
    alike = ratings_from([(item, judge, 5) for item in range(10) for judge in range(3)])
    assert mean_interval(alike, (0, 5)).low == pytest.approx(5 * 0.025 ** (1 / 10))
    middle = mean_interval(alike, (0, 10))
    assert middle.low < 4 < 6 < middle.high
