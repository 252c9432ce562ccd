"""Intervals for a mean that generalise to other sentences and to other judges.

Ratings share sentences and judges, so resampling single ratings makes intervals far too narrow. Sentences and judges
are drawn independently with replacement, and a rating weighs (times its sentence was drawn) x (times its judge was
drawn): the crossed bootstrap of Owen (2007), The pigeonhole bootstrap, Annals of Applied Statistics 1(2).
"""

from __future__ import annotations

import numpy as np

from evaluation.statistics.figure import Figure, Floats
from evaluation.statistics.rating_table import Ratings

NO_RATINGS = "no ratings yet"
CHUNK_CELLS = 4_000_000


def resampled_weights(size: int, draws: int, rng: np.random.Generator) -> Floats:
    """draws x size: how often each of `size` units was drawn, `size` draws with replacement per row."""
    picks = rng.integers(0, size, (draws, size)) + np.arange(draws)[:, None] * size
    return np.bincount(picks.ravel(), minlength=draws * size).reshape(draws, size).astype(np.float64)


def draw_chunks(size: int, draws: int) -> list[int]:
    """Numbers of draws to make at a time so that a block of weights stays small."""
    step = max(1, CHUNK_CELLS // max(size, 1))
    return [min(step, draws - done) for done in range(0, draws, step)]


def mean_interval(
    ratings: Ratings, *, rng: np.random.Generator, draws: int = 1000, level: float = 0.95, by_item: bool = False
) -> Figure:
    """The mean over ratings, or over the items' means when `by_item`, with its crossed bootstrap interval."""
    if not len(ratings):
        return Figure.undefined(NO_RATINGS)
    value = float(ratings.item_means.mean() if by_item else ratings.values.mean())
    resample = _item_mean_draws if by_item else _rating_mean_draws
    means = [resample(ratings, size, rng) for size in draw_chunks(ratings.item_count, draws)]
    return Figure(value, n=len(ratings)).with_interval(np.concatenate(means), level)


def _rating_mean_draws(ratings: Ratings, draws: int, rng: np.random.Generator) -> Floats:
    items = resampled_weights(ratings.item_count, draws, rng)
    judges = resampled_weights(ratings.judge_count, draws, rng)
    totals = np.sum((items @ ratings.matrix(ratings.values)) * judges, axis=1)
    sizes = np.sum((items @ ratings.matrix()) * judges, axis=1)
    return _ratio(totals, sizes)


def _item_mean_draws(ratings: Ratings, draws: int, rng: np.random.Generator) -> Floats:
    items = resampled_weights(ratings.item_count, draws, rng)
    judges = resampled_weights(ratings.judge_count, draws, rng).T
    sizes = ratings.matrix() @ judges
    means = _ratio(ratings.matrix(ratings.values) @ judges, sizes).T
    present = np.where(np.isfinite(means), items, 0.0)
    return _ratio(np.sum(present * np.nan_to_num(means), axis=1), present.sum(axis=1))


def _ratio(above: Floats, below: Floats) -> Floats:
    return np.divide(above, below, out=np.full_like(above, np.nan, dtype=np.float64), where=below > 0)
