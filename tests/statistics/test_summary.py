"""A summary is what Python's own statistics module says, and what the paper's Table 2 prints."""

import statistics
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.statistics.summary import NO_RATINGS, ONE_RATING, Summary


def summary_of(values):
    return Summary.from_counts(Counter(values))


scores = st.lists(st.integers(0, 5), min_size=2, max_size=30)
same_each_run = settings(max_examples=50, deadline=None, derandomize=True)


@same_each_run
@given(scores)
def test_it_agrees_with_the_statistics_module(values):
    row = summary_of(values)
    assert (row.n, row.min, row.max) == (len(values), min(values), max(values))
    assert row.mean.value == pytest.approx(statistics.mean(values))
    assert row.sigma.value == pytest.approx(statistics.stdev(values))
    assert row.median.value == pytest.approx(statistics.median(values))
    quartiles = statistics.quantiles(values, n=4, method="inclusive")
    assert [figure.value for figure in row.quartiles] == pytest.approx(quartiles)


def test_the_first_row_of_table_2_comes_out_as_printed():
    row = summary_of([1, 5, 4, 5, 3])
    assert (row.min, row.max, row.mean.value, round(row.sigma.value, 2)) == (1, 5, 3.6, 1.67)


def test_the_distribution_covers_points_nobody_gave():
    assert summary_of([1, 1, 4]).distribution(range(6)) == [0, 2, 0, 0, 1, 0]


def test_nothing_rated_and_one_rating_say_why_there_is_no_number():
    assert summary_of([]).mean.reason == NO_RATINGS
    assert summary_of([]).median.reason == NO_RATINGS
    assert summary_of([3]).sigma.reason == ONE_RATING
    assert summary_of([3]).sigma.value is None
