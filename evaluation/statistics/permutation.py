"""Sign flips within pairs with the interval that goes with them, Holm's correction and Cliff's delta.

The unit of a comparison is what both sides share: a sentence pair. Under the hypothesis that both are rated alike, the
sign of each pair's difference is a coin toss. All 2^n sign patterns are tried when there are at most EXACT_LIMIT pairs;
otherwise random ones, counting the pattern seen as one of them (Phipson and Smyth 2010).

A difference d is tested in the same way by the signs of (difference - d). The values of d that are not rejected are the
interval, so it leaves 0 out exactly if p is below .05. A pattern with sums a of the flipped differences and b of the
flipped weights is as far out as what was seen for all d between (A - a) / (n - b) and (A + a) / (n + b), A and n being
the sums without flips; so the ends of the interval are quantiles of these, and nothing is searched for. Adjusted sums
are divided by their standard deviation first (`evaluation.statistics.adjusted`), which leaves b between -n and n.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil

import numpy as np

from evaluation.statistics.figure import Figure, Floats

EXACT_LIMIT = 16
NO_PAIRS = "no sentence pair has rated sentences of both"
TOO_FEW_PAIRS = "too few pairs for an interval"
ONE_GROUP = "one of the two groups is empty"
BEYOND = "too few sentences: the adjusted difference would be larger than the scale"


@dataclass(frozen=True)
class SignFlips:
    """The (weighted) mean difference with its interval, and the two-sided p value of none; n pairs."""

    difference: Figure
    p: Figure

    def within(self, width: float) -> SignFlips:
        """With an interval no wider than differences on a scale of this width can be, or the reason why there is none.

        What cannot be is left out, so the interval has the truth in it as often as before, and 0 as well.

        >>> SignFlips(Figure(2.0, -1.0, 9.0), Figure(0.2)).within(5).difference
        Figure(value=2.0, low=-1.0, high=5, n=0, reason='')
        """
        found = self.difference
        if found.value is not None and abs(found.value) > width:
            return SignFlips(Figure.undefined(BEYOND, found.n), Figure.undefined(BEYOND, found.n))
        if found.low is None or found.high is None:
            return self
        return replace(self, difference=replace(found, low=max(found.low, -width), high=min(found.high, width)))


def sign_flips(
    differences: Sequence[float] | Floats,
    weights: Sequence[float] | Floats | None = None,
    others: Floats | None = None,
    *,
    rng: np.random.Generator,
    draws: int = 10_000,
    level: float = 0.95,
) -> SignFlips:
    """From one difference per pair or, with `weights`, one score per pair, the difference being score / weight.

    `others`: per pair, what the property asked about shares with each other one that it was adjusted for.

    >>> found = sign_flips([1.0, 2.0, 3.0], rng=np.random.default_rng(1))
    >>> found.difference.value, found.p.value
    (2.0, 0.25)
    """
    scores = np.asarray(differences, dtype=np.float64)
    sizes = np.ones(scores.size) if weights is None else np.asarray(weights, dtype=np.float64)
    n = int(scores.size)
    if not n:
        return SignFlips(Figure.undefined(NO_PAIRS), Figure.undefined(NO_PAIRS))
    shared = np.zeros((n, 0)) if others is None else others
    sums = _flipped(np.column_stack([scores, sizes, shared]), rng, draws)
    total, size = float(scores.sum()), float(sizes.sum())
    flipped, flipped_sizes = _standardised(sums, total, size)
    beyond = np.abs(flipped) >= abs(total) - 1e-9 * max(1.0, abs(total))
    lows, highs = _ends(total, size, flipped, flipped_sizes)
    kept = ceil((1 - level) * flipped.size - 1e-9)
    low, high = float(np.partition(lows, kept - 1)[kept - 1]), float(np.partition(highs, -kept)[-kept])
    if not np.isfinite([low, high]).all():
        return SignFlips(Figure(total / size, n=n, reason=TOO_FEW_PAIRS), Figure(float(beyond.mean()), n=n))
    return SignFlips(Figure(total / size, low, high, n), Figure(float(beyond.mean()), n=n))


def _flipped(columns: Floats, rng: np.random.Generator, draws: int) -> Floats:
    """The sums of the columns under each pattern of signs of the rows; the pattern seen is among them."""
    n = len(columns)
    if n <= EXACT_LIMIT:
        patterns = np.arange(2**n)[:, None] >> np.arange(n)[None, :]
        return np.asarray(((patterns & 1) * 2.0 - 1) @ columns)
    step = max(1, 32_000_000 // n)
    blocks = [min(step, draws - done) for done in range(0, draws, step)]
    return np.concatenate([columns.sum(axis=0)[None, :], *(_random_flips(columns, size, rng) for size in blocks)])


def _random_flips(columns: Floats, draws: int, rng: np.random.Generator) -> Floats:
    """The sums of the columns with random signs. A random byte decides about eight pairs, whose sums are looked up."""
    width, count = (len(columns) + 7) // 8, columns.shape[1]
    padded = np.zeros((width * 8, count))
    padded[: len(columns)] = columns
    bits = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1).astype(np.float64)
    sums_of_bytes = bits @ padded.reshape(width, 8, count)
    drawn = np.frombuffer(rng.bytes(draws * width), dtype=np.uint8).reshape(draws, width).T.astype(np.intp, order="C")
    with_plus = np.zeros((draws, count))
    for sums, bytes_drawn in zip(sums_of_bytes, drawn, strict=True):
        with_plus += sums.take(bytes_drawn, axis=0)
    # A sum with signs is twice the sum of those with a plus, less the sum of all.
    return np.asarray(2 * with_plus - columns.sum(axis=0))


def _standardised(sums: Floats, total: float, size: float) -> tuple[Floats, Floats]:
    """The sums of scores and weights, each over its standard deviation, that of the sums seen being 1."""
    flipped, sizes, others = sums[:, 0], sums[:, 1], sums[:, 2:]
    variance = 1 - (others**2).sum(axis=1) / size
    # Of a pattern without variance nothing is known: it counts as being as far out as the one seen.
    varies = variance > 1e-9
    deviation = np.sqrt(variance[varies])
    over = np.full(flipped.size, total), np.full(flipped.size, size)
    over[0][varies], over[1][varies] = flipped[varies] / deviation, sizes[varies] / deviation
    return over


def _ends(total: float, size: float, flipped: Floats, flipped_sizes: Floats) -> tuple[Floats, Floats]:
    """Between which differences each pattern is as far out as the one seen."""
    some = np.abs(flipped_sizes) < size * (1 - 1e-9)
    # Without flips, or with all signs flipped, that holds for every difference.
    lows, highs = np.full(flipped.size, -np.inf), np.full(flipped.size, np.inf)
    one = (total - flipped[some]) / (size - flipped_sizes[some])
    other = (total + flipped[some]) / (size + flipped_sizes[some])
    lows[some], highs[some] = np.minimum(one, other), np.maximum(one, other)
    return lows, highs


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's (1979) step-down adjustment, in the order given.

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03, 0.005])]
    [0.03, 0.06, 0.06, 0.02]
    """
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    adjusted, largest = [0.0] * len(p_values), 0.0
    for rank, index in enumerate(order):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[index]))
        adjusted[index] = largest
    return adjusted


def cliffs_delta(first: Sequence[float] | Floats, second: Sequence[float] | Floats) -> Figure:
    """P(first > second) - P(first < second) over all pairs of values, one of each group. It describes these sentences.

    >>> cliffs_delta([3, 4, 5], [1, 2, 3]).value
    0.8888888888888888
    """
    x, y = np.asarray(first, dtype=np.float64), np.sort(np.asarray(second, dtype=np.float64))
    if not x.size or not y.size:
        return Figure.undefined(ONE_GROUP)
    above = np.searchsorted(y, x, "left") - (y.size - np.searchsorted(y, x, "right"))
    return Figure(float(above.mean() / y.size), n=int(x.size + y.size))
