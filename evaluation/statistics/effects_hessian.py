"""Solving with the Hessian of sentence, pair and judge effects without ever building it.

With the effects standardised, H = I + Z' W Z, where a rating's row z of Z holds one sigma for its sentence, for each
group that the sentence lies in (pair and condition, pair), and the values of its terms: judge, slopes of judges and
pairs. A sentence lies in one group of each level, so sentences are coupled only through those and through the terms:
eliminating level after level is diagonal each time, and leaves one dense matrix of the size of the terms' effects.

Eliminating a level with sigma s, diagonal D = 1 + s^2 load and pulls T on the terms' effects leaves the next level
with the load and the pulls divided by D, added up over its members, and the terms' block less s^2 T' D^-1 T.
Determinant, solutions, and the two traces that the gradient of a Laplace approximation needs all follow in time linear
in the number of ratings (for a bounded number of judges).
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from evaluation.statistics.effects_grouping import Grouping, dense
from evaluation.statistics.figure import Floats, Ints

CHUNK_CELLS = 4_000_000


class EffectsHessian:
    """The factored Hessian for given curvatures W (one per rating) and sigmas, in the order of `grouping.sizes`."""

    def __init__(self, grouping: Grouping, curvature: Floats, sigmas: Floats) -> None:
        self.grouping = g = grouping
        self.level_sigmas = sigmas[: g.level_count]
        self.term_sigmas = np.repeat(sigmas[g.level_count :], g.sizes[g.level_count :])
        block = g.crossed(curvature)
        block *= self.term_sigmas[:, None]
        block *= self.term_sigmas
        block[np.diag_indices_from(block)] += 1
        loads = _sums(g.sentences, curvature, g.sizes[0])
        pulls: Any = g.pulled(curvature) * self.term_sigmas
        self.diagonals: list[Floats] = []
        self.loads: list[Floats] = []
        self.pulls: list[Any] = []
        for level, sigma in enumerate(self.level_sigmas):
            diagonal = 1 + sigma**2 * loads
            self.diagonals.append(diagonal)
            self.loads.append(loads)
            self.pulls.append(pulls if isinstance(pulls, np.ndarray) else pulls.tocsr())
            left = pulls * (1 / diagonal)[:, None]
            block -= sigma**2 * dense(pulls.T @ left)
            if level < g.level_count - 1:
                loads = _sums(g.parents[level], loads / diagonal, g.sizes[level + 1])
                pulls = dense(g.by_parent[level](left))
        self.term_factor = np.linalg.cholesky(block)

    @cached_property
    def log_determinant(self) -> float:
        terms = 2 * np.log(np.diag(self.term_factor)).sum()
        return float(sum(np.log(diagonal).sum() for diagonal in self.diagonals) + terms)

    @cached_property
    def term_inverse(self) -> Floats:
        from scipy.linalg.lapack import dpotri

        lower, _failed = dpotri(self.term_factor, lower=1)
        return np.asarray(np.tril(lower) + np.tril(lower, -1).T)

    def solve(self, right: Floats) -> Floats:
        """H^-1 times one number per effect: the levels upwards, the terms, the levels downwards."""
        from scipy.linalg import cho_solve

        g, parts = self.grouping, self.grouping.split(right)
        terms = np.concatenate(parts[g.level_count :])
        passed: Floats = np.zeros(g.sizes[0])
        reduced = []
        for level, sigma in enumerate(self.level_sigmas):
            rest = (parts[level] - sigma * passed) / self.diagonals[level]
            reduced.append(rest)
            terms = terms - sigma * (self.pulls[level].T @ rest)
            if level < g.level_count - 1:
                up = passed + sigma * self.loads[level] * rest
                passed = _sums(g.parents[level], up, g.sizes[level + 1])
        of_terms = cho_solve((self.term_factor, True), terms, check_finite=False)
        return np.concatenate([*self._downwards(reduced, of_terms), of_terms])

    def _downwards(self, reduced: list[Floats], of_terms: Floats) -> list[Floats]:
        g, found = self.grouping, []
        above: Floats = np.zeros(g.sizes[g.level_count - 1])
        for level in reversed(range(g.level_count)):
            sigma = self.level_sigmas[level]
            felt = self.loads[level] * above + self.pulls[level] @ of_terms
            own = reduced[level] - sigma * felt / self.diagonals[level]
            found.append(own)
            above = above + sigma * own
            if level:
                above = above[g.parents[level - 1]]
        return found[::-1]

    def inverse_traces(self) -> Floats:
        """The trace of the inverse over each group of effects."""
        g, traces = self.grouping, []
        for level, sigma in enumerate(self.level_sigmas):
            # What an effect of this level hands on: to the levels above and, through all of them, to the terms.
            share = sigma * self.loads[level] / self.diagonals[level]
            trace, scales = float(np.sum(1 / self.diagonals[level])), [sigma / self.diagonals[level]]
            nodes = [np.arange(g.sizes[level])]
            for above in range(level + 1, g.level_count):
                nodes.append(g.parents[above - 1][nodes[-1]])
                diagonal = self.diagonals[above][nodes[-1]]
                trace += float(np.sum((self.level_sigmas[above] * share) ** 2 / diagonal))
                scales.append(-(self.level_sigmas[above] ** 2) * share / diagonal)
                share = share / diagonal
            for chunk in self._chunks(g.sizes[level]):
                rows = self._pulled(level, chunk, nodes, scales)
                trace += float(np.sum((rows @ self.term_inverse) * rows))
            traces.append(trace)
        diagonal = np.diag(self.term_inverse)
        of_terms = np.split(diagonal, np.cumsum(g.sizes[g.level_count :])[:-1])
        return np.array(traces + [float(part.sum()) for part in of_terms])

    def spreads(self) -> Floats:
        """z' H^-1 z for the row z of each rating: the variance of its eta around the mode."""
        g = self.grouping
        fixed, kept, scales = np.zeros(g.sizes[0]), np.ones(g.sizes[0]), []
        for sigma, diagonal, node in zip(self.level_sigmas, self.diagonals, g.nodes, strict=True):
            fixed += (sigma * kept) ** 2 / diagonal[node]
            kept = kept / diagonal[node]
            scales.append(sigma**2 * kept)
        values = g.values * self.term_sigmas[g.columns]
        inverse = self.term_inverse
        spreads = fixed[g.sentences]
        for one in range(g.columns.shape[1]):
            for other in range(one + 1):
                met = inverse[g.columns[:, one], g.columns[:, other]]
                spreads = spreads + (1 + (other < one)) * values[:, one] * values[:, other] * met
        for chunk in self._chunks(g.sizes[0]):
            rows = self._pulled(0, chunk, g.nodes, scales)
            products = rows @ inverse
            first, last = np.searchsorted(g.sentences, [chunk.start, chunk.stop])
            here = g.sentences[first:last] - chunk.start
            met = np.sum(values[first:last] * products[here[:, None], g.columns[first:last]], axis=1)
            spreads[first:last] += np.sum(rows * products, axis=1)[here] - 2 * met
        return np.asarray(spreads)

    def _pulled(self, lowest: int, chunk: slice, nodes: list[Ints], scales: list[Floats]) -> Floats:
        """Effects of the lowest level x terms' effects: what each pulls, directly and through the levels above it."""
        rows = np.zeros((chunk.stop - chunk.start, self.term_sigmas.size))
        for above, (node, scale) in enumerate(zip(nodes, scales, strict=True)):
            part = dense(self.pulls[lowest + above][node[chunk]])
            rows += part * scale[chunk, None]
        return rows

    def _chunks(self, total: int) -> list[slice]:
        """Runs of effects small enough that a dense block of them x terms' effects stays within CHUNK_CELLS."""
        step = max(1, CHUNK_CELLS // self.term_sigmas.size)
        return [slice(start, min(start + step, total)) for start in range(0, total, step)]


def _sums(groups: Ints, values: Floats, count: int) -> Floats:
    return np.asarray(np.bincount(groups, values, count), dtype=np.float64)
