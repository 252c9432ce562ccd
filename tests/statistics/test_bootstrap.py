"""The interval of a mean resamples sentences and judges, and so covers what a naive one misses."""

import numpy as np
import pytest

from evaluation.statistics.bootstrap import NO_RATINGS, mean_interval

from .rows import ratings_from


def simulated(seed, items=30, judges=12):
    rng = np.random.default_rng(seed)
    item, judge = rng.normal(0, 1, items), rng.normal(0, 1, judges)
    rows = [
        (i, j, item[i] + judge[j] + rng.normal()) for i in range(items) for j in range(judges) if rng.random() < 0.7
    ]
    return ratings_from(rows)


@pytest.mark.parametrize("by_item", [False, True])
def test_the_mean_is_named_and_covered_about_as_often_as_the_interval_says(by_item):
    hits = 0
    for seed in range(150):
        figure = mean_interval(simulated(seed), rng=np.random.default_rng(seed), draws=200, by_item=by_item)
        hits += figure.low <= 0 <= figure.high
    assert 0.88 <= hits / 150 <= 1


def test_means_over_ratings_and_over_sentences_differ_when_sentences_have_unequal_numbers_of_judges():
    ratings = ratings_from([("s1", "asha", 1), ("s1", "ravi", 1), ("s1", "meera", 1), ("s2", "asha", 5)])
    rng = np.random.default_rng(1)
    assert mean_interval(ratings, rng=rng).value == 2
    assert mean_interval(ratings, rng=rng, by_item=True).value == 3


def test_resampling_one_judge_and_one_sentence_moves_nothing():
    figure = mean_interval(ratings_from([("s1", "asha", 4)]), rng=np.random.default_rng(1))
    assert (figure.value, figure.low, figure.high, figure.n) == (4, 4, 4, 1)


def test_no_ratings_says_so():
    assert mean_interval(ratings_from([]), rng=np.random.default_rng(1)).reason == NO_RATINGS
