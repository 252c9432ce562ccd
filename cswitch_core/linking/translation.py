"""Likely translations in plain text: IBM Model 1 (Brown et al., Computational Linguistics 19(2), 1993) on arrays.

Both directions are trained, and a couple is as likely as both say together. All cells of all sentence pairs (a word of
one, a word of the other) lie in flat arrays, so that a round of training is a few additions by group.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from cswitch_core.shared_tree import Both

# With fewer sentence pairs chance says more than the text.
FEWEST_PAIRS = 100
MOST_PAIRS = 20_000
LONGEST_SENTENCE = 60
ROUNDS = 6
LEAST_TIMES = 3
LEAST_LIKELY = 0.3

Bitext = Sequence[Both[Sequence[str]]]
Numbers = NDArray[np.int64]
Shares = NDArray[np.float64]


def translations(bitext: Bitext) -> dict[tuple[str, str], float]:
    """Return word couples with how likely they translate each other, nothing if there is too little text."""
    chosen = [pair for pair in bitext if all(0 < len(side) <= LONGEST_SENTENCE for side in pair)][:MOST_PAIRS]
    if len(chosen) < FEWEST_PAIRS:
        return {}
    words = (_numbers(pair[0] for pair in chosen), _numbers(pair[1] for pair in chosen))
    first, second, first_token, second_token = _cells(chosen, words)
    couples, cell = np.unique(first * len(words[1]) + second, return_inverse=True)
    ones, others = couples // len(words[1]), couples % len(words[1])
    likely = np.sqrt(_trained(cell, second_token, ones) * _trained(cell, first_token, others))
    times = np.bincount(cell)
    names = (list(words[0]), list(words[1]))
    good = np.flatnonzero((likely >= LEAST_LIKELY) & (times >= LEAST_TIMES))
    return {(names[0][ones[at]], names[1][others[at]]): float(likely[at]) for at in good}


def _numbers(sentences: Iterable[Sequence[str]]) -> dict[str, int]:
    numbers: dict[str, int] = {}
    for sentence in sentences:
        for word in sentence:
            numbers.setdefault(word, len(numbers))
    return numbers


def _cells(bitext: Bitext, words: Both[dict[str, int]]) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """Return for every cell its two words, and which token of the whole text each of them is."""
    parts: list[tuple[Numbers, Numbers, Numbers, Numbers]] = []
    starts = [0, 0]
    for one, other in bitext:
        ids = (np.array([words[0][word] for word in one]), np.array([words[1][word] for word in other]))
        tokens = (starts[0] + np.arange(len(one)), starts[1] + np.arange(len(other)))
        across, down = len(other), len(one)
        parts.append(
            (np.repeat(ids[0], across), np.tile(ids[1], down), np.repeat(tokens[0], across), np.tile(tokens[1], down))
        )
        starts = [starts[0] + down, starts[1] + across]
    first, second, first_token, second_token = (np.concatenate(column) for column in zip(*parts, strict=True))
    return first, second, first_token, second_token


def _trained(cell: Numbers, token: Numbers, given: Numbers) -> Shares:
    """Return for each couple the chance of the one word given the other, by expectation and maximisation."""
    chance: Shares = np.ones(len(given))
    for _ in range(ROUNDS):
        weight = chance[cell]
        share = weight / np.bincount(token, weight)[token]
        counts = np.bincount(cell, share)
        chance = counts / np.bincount(given, counts)[given]
    return chance
