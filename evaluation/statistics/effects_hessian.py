"""Solving with the Hessian of judge, pair and sentence effects without ever building it.

With the effects standardised, H = I + Z' W Z, where a rating's row z of Z holds sigma_sentence, sigma_pair and
sigma_judge at its sentence, pair and judge. A sentence belongs to one pair, so sentences are coupled only through their
pair and their judges, and once they are eliminated pairs are coupled only through judges: two diagonal eliminations
leave one dense matrix of the size of the number of judges. Determinant, solutions, and the two traces that the gradient
of a Laplace approximation needs all follow in time linear in the number of ratings (for a bounded number of judges).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from evaluation.statistics.figure import Floats, Ints

if TYPE_CHECKING:
    from scipy.sparse import csr_array

CHUNK_CELLS = 4_000_000


@dataclass(frozen=True)
class Grouping:
    """Each rating's judge and sentence, ratings in order of their sentence, and each sentence's pair (`pair_of`)."""

    judges: Ints
    sentences: Ints
    pair_of: Ints
    judge_count: int
    pair_count: int

    @property
    def sentence_count(self) -> int:
        return int(self.pair_of.size)

    @cached_property
    def pairs(self) -> Ints:
        """The pair of each rating."""
        return self.pair_of[self.sentences]

    @property
    def sizes(self) -> tuple[int, int, int]:
        """Effects in the order in which they are stacked: sentences, pairs, judges."""
        return self.sentence_count, self.pair_count, self.judge_count

    @cached_property
    def indexes(self) -> tuple[Ints, Ints, Ints]:
        return self.sentences, self.pairs, self.judges

    def split(self, effects: Floats) -> list[Floats]:
        first, second, _ = self.sizes
        return [effects[:first], effects[first : first + second], effects[first + second :]]

    def contributions(self, effects: Floats, sigmas: Floats) -> list[Floats]:
        """Each group's share of every rating's eta."""
        parts = zip(sigmas, self.split(effects), self.indexes, strict=True)
        return [sigma * part[index] for sigma, part, index in parts]

    def project(self, per_rating: Floats, sigmas: Floats) -> Floats:
        """Z' times one number per rating."""
        parts = zip(sigmas, self.indexes, self.sizes, strict=True)
        return np.concatenate([sigma * np.bincount(index, per_rating, size) for sigma, index, size in parts])


class EffectsHessian:
    """The factored Hessian for given curvatures W (one per rating) and sigmas (sentence, pair, judge)."""

    def __init__(self, grouping: Grouping, curvature: Floats, sigmas: Floats) -> None:
        self.grouping, self.sigmas = grouping, sigmas
        g, (of_sentence, of_pair, of_judge) = grouping, sigmas
        per_sentence = np.bincount(g.sentences, curvature, g.sentence_count)
        self.sentence_diagonal = 1 + of_sentence**2 * per_sentence
        self.to_pair = of_sentence * of_pair * per_sentence
        table = _table(g.sentences, g.judges, curvature, (g.sentence_count, g.judge_count))
        self.to_judges = table * (of_sentence * of_judge)
        # The part of a sentence's curvature that its pair and judges still feel once the sentence is free to move.
        self.left = 1 / self.sentence_diagonal
        self.pair_diagonal = 1 + of_pair**2 * np.bincount(g.pair_of, per_sentence * self.left, g.pair_count)
        sentences_to_pairs = _table(g.pair_of, np.arange(g.sentence_count), self.left, (g.pair_count, g.sentence_count))
        self.pair_to_judges = (sentences_to_pairs @ table).toarray() * (of_pair * of_judge)
        self.judge_factor = self._judge_block(
            np.asarray(np.bincount(g.judges, curvature, g.judge_count), dtype=np.float64)
        )

    def _judge_block(self, per_judge: Floats) -> Floats:
        """The Cholesky factor of the judges' block after both eliminations."""
        block = np.diag(1 + self.sigmas[2] ** 2 * per_judge)
        block -= (self.to_judges.T @ (self.to_judges * self.left[:, None])).toarray()
        block -= self.pair_to_judges.T @ (self.pair_to_judges / self.pair_diagonal[:, None])
        return np.linalg.cholesky(block)

    @cached_property
    def log_determinant(self) -> float:
        judges = 2 * np.log(np.diag(self.judge_factor)).sum()
        return float(np.log(self.sentence_diagonal).sum() + np.log(self.pair_diagonal).sum() + judges)

    @cached_property
    def judge_inverse(self) -> Floats:
        return np.asarray(np.linalg.inv(self.judge_factor @ self.judge_factor.T))

    def solve(self, right: Floats) -> Floats:
        """H^-1 times one number per effect."""
        sentences, pairs, judges = self.grouping.split(right)
        of = self.grouping.pair_of
        kept = sentences * self.left
        pairs = pairs - np.bincount(of, self.to_pair * kept, self.grouping.pair_count)
        judges = judges - self.to_judges.T @ kept - self.pair_to_judges.T @ (pairs / self.pair_diagonal)
        judge_part = self.judge_inverse @ judges
        pair_part = (pairs - self.pair_to_judges @ judge_part) / self.pair_diagonal
        sentence_part = (sentences - self.to_pair * pair_part[of] - self.to_judges @ judge_part) * self.left
        return np.concatenate((sentence_part, pair_part, judge_part))

    def inverse_traces(self) -> Floats:
        """The trace of the inverse over sentences, over pairs and over judges."""
        pair_rows = self.pair_to_judges / self.pair_diagonal[:, None]
        pairs = 1 / self.pair_diagonal + np.sum((pair_rows @ self.judge_inverse) * pair_rows, axis=1)
        slope = self.to_pair * self.left
        sentences = float(np.sum(self.left + slope**2 / self.pair_diagonal[self.grouping.pair_of]))
        for chunk in self._chunks():
            rows = self._sentence_rows(chunk, self.left, -slope)
            sentences += float(np.sum((rows @ self.judge_inverse) * rows))
        return np.array([sentences, pairs.sum(), np.trace(self.judge_inverse)])

    def spreads(self) -> Floats:
        """z' H^-1 z for the row z of each rating: the variance of its eta around the mode."""
        g, (of_sentence, of_pair, of_judge) = self.grouping, self.sigmas
        to_pair = of_pair - of_sentence * self.to_pair * self.left
        fixed = of_sentence**2 * self.left + to_pair**2 / self.pair_diagonal[g.pair_of]
        spreads = fixed[g.sentences] + of_judge**2 * np.diag(self.judge_inverse)[g.judges]
        for chunk in self._chunks():
            rows = self._sentence_rows(chunk, of_sentence * self.left, to_pair)
            products = rows @ self.judge_inverse
            first, last = np.searchsorted(g.sentences, [chunk.start, chunk.stop])
            here, judges = g.sentences[first:last] - chunk.start, g.judges[first:last]
            own = np.sum(rows * products, axis=1)[here]
            spreads[first:last] += own - 2 * of_judge * products[here, judges]
        return np.asarray(spreads)

    def _sentence_rows(self, chunk: slice, scale: Floats, to_pair: Floats) -> Floats:
        """Sentences x judges: each sentence's pull on the judges, directly and through its pair."""
        of = self.grouping.pair_of[chunk]
        rows = (self.to_judges[chunk] * scale[chunk, None]).toarray()
        return np.asarray(rows + (to_pair[chunk] / self.pair_diagonal[of])[:, None] * self.pair_to_judges[of])

    def _chunks(self) -> list[slice]:
        """Runs of sentences small enough that a dense sentences x judges block stays within CHUNK_CELLS."""
        step, total = max(1, CHUNK_CELLS // self.grouping.judge_count), self.grouping.sentence_count
        return [slice(start, min(start + step, total)) for start in range(0, total, step)]


def _table(rows: Ints, columns: Ints, data: Floats, shape: tuple[int, int]) -> csr_array:
    from scipy.sparse import csr_array

    return csr_array((data, (rows, columns)), shape=shape)
