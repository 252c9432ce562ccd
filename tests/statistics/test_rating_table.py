"""Ratings as three arrays: some of them, and sums over the items of each judge."""

from __future__ import annotations

import numpy as np
import pytest

from evaluation.statistics import rating_table
from evaluation.statistics.rating_table import Ratings

ROWS = [("s1", "asha", 4), ("s1", "ravi", 2), ("s2", "asha", 5), ("s3", "kiran", 0), ("s3", "ravi", 1)]
RATINGS = Ratings.of(*zip(*ROWS, strict=True))


def rows(ratings: Ratings) -> set[tuple[str, str, int]]:
    return {
        (ratings.item_labels[item], ratings.judge_labels[judge], int(value))
        for item, judge, value in zip(ratings.items, ratings.judges, ratings.values, strict=True)
    }


@pytest.mark.parametrize("left_out", ["asha", "ravi", "kiran", "s1", "s2", "s3", ""])
def test_some_of_the_ratings_keep_their_names_and_nobody_without_a_rating_is_left(left_out):
    kept = np.array([left_out not in row for row in ROWS])
    left = RATINGS.among(kept)
    assert rows(left) == {row for row in ROWS if left_out not in row}
    assert set(left.item_labels) == {item for item, _judge, _value in rows(left)}
    assert set(left.judge_labels) == {judge for _item, judge, _value in rows(left)}


@pytest.mark.parametrize("dense_cells", [0, 100], ids=["sparse", "dense"])
def test_weights_of_sentences_are_added_up_for_each_judge_who_rated_them(monkeypatch, dense_cells):
    monkeypatch.setattr(rating_table, "DENSE_CELLS", dense_cells)
    ratings = Ratings.of(*zip(*ROWS, strict=True))
    sums = dict(zip(ratings.judge_labels, ratings.sums_by_judge(np.array([1.0, 10.0, 100.0])), strict=True))
    assert sums == {"asha": 11.0, "ravi": 101.0, "kiran": 100.0}
    assert ratings.judges_of(np.array([False, True, False])) == 1
    assert ratings.judges_of(np.array([True, False, True])) == 3


@pytest.mark.parametrize("countable", [0, 100])
def test_a_judge_who_rated_a_sentence_twice_is_an_error(monkeypatch, countable):
    monkeypatch.setattr(rating_table, "COUNTABLE", countable)
    with pytest.raises(ValueError, match="choose which answer counts first"):
        Ratings.of([1, 1, 2], [7, 7, 7], [4, 5, 4])


def test_points_that_nobody_gave_any_more_are_gone_and_values_stay():
    left = RATINGS.among(np.array([True, False, True, False, True]))
    assert left.points.tolist() == [1, 4, 5]
    assert left.values.tolist() == [4, 5, 1]
    assert left.counts.tolist() == [[0, 1, 0], [0, 0, 1], [1, 0, 0]]
    assert left.counts_by_judge.tolist() == [[0, 1, 1], [1, 0, 0]]


def test_a_rating_takes_nine_bytes():
    items, judges = np.divmod(np.arange(1_000), 10)
    ratings = Ratings.of(items, judges, (items + judges) % 6)
    assert sum(part.nbytes for part in (ratings.items, ratings.judges, ratings.given)) == 9 * len(ratings)
    some = ratings.among(ratings.values > 2)
    assert sum(part.nbytes for part in (some.items, some.judges, some.given)) == 9 * len(some)
