"""Drawing with replacement, many draws at a time."""

from __future__ import annotations

import numpy as np

from evaluation.statistics.figure import Floats

CHUNK_CELLS = 1_000_000


def resampled_weights(size: int, draws: int, rng: np.random.Generator) -> Floats:
    """draws x size: how often each of `size` units was drawn, `size` draws with replacement per row."""
    picks = rng.integers(0, size, (draws, size)) + np.arange(draws)[:, None] * size
    return np.bincount(picks.ravel(), minlength=draws * size).reshape(draws, size).astype(np.float64)


def draw_chunks(size: int, draws: int) -> list[int]:
    """Numbers of draws to make at a time so that a block of weights stays small."""
    step = max(1, CHUNK_CELLS // max(size, 1))
    return [min(step, draws - done) for done in range(0, draws, step)]
