"""Drawing with replacement, many draws at a time."""

from __future__ import annotations

import numpy as np

from evaluation.statistics.figure import Floats

# A block of weights and what is computed from it: a few arrays of 1.6 MB, which stay in the processor's cache.
CHUNK_CELLS = 200_000


def resampled_weights(size: int, draws: int, rng: np.random.Generator) -> Floats:
    """draws x size: how often each of `size` units was drawn, `size` draws with replacement per row."""
    picks = rng.integers(0, size, (draws, size)) + np.arange(draws)[:, None] * size
    return np.bincount(picks.ravel(), minlength=draws * size).reshape(draws, size).astype(np.float64)


def draw_chunks(size: int, draws: int) -> list[int]:
    """Numbers of draws to make at a time so that a block of weights stays small."""
    step = max(1, CHUNK_CELLS // max(size, 1))
    return [min(step, draws - done) for done in range(0, draws, step)]
