"""Solving with the Hessian of sentence, pair and judge effects without ever building it.

With the effects standardised, H = I + Z' W Z, where a rating's row z of Z holds one sigma for its sentence and for each
group that the sentence lies in (match, pair), the values t of the slopes of its pair, and those of its judge's terms.
A sentence lies in one group of each level, so sentences are coupled only through those, the slopes and the terms.

Eliminating a level with sigma s and diagonal D = 1 + s^2 load, whose groups lean on the slopes with t and pull on the
terms with T, leaves the next level with load, t and T divided by D and added up over its members; the slopes' block
less s^2 t' D^-1 t, and the terms' block less s^2 T' D^-1 T. Then the slopes go, a small block for each group of the
last level, and leave one dense matrix of the size of the judges' effects. Determinant, solutions, and the two traces
that the gradient of a Laplace approximation needs all follow in time linear in the number of ratings (for a bounded
number of judges).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from evaluation.statistics.effects_grouping import Grouping, dense
from evaluation.statistics.figure import Floats, Ints

CHUNK_CELLS = 4_000_000


@dataclass(frozen=True)
class _Level:
    """Per group: the curvature it has left, and how it leans on the slopes and pulls on the terms, sigmas included."""

    sigma: float
    loads: Floats
    leans: Floats
    pulls: Any

    @cached_property
    def diagonal(self) -> Floats:
        return np.asarray(1 + self.sigma**2 * self.loads)

    @cached_property
    def root(self) -> Floats:
        return np.asarray(self.sigma / np.sqrt(self.diagonal))


class EffectsHessian:
    """The factored Hessian for given curvatures W (one per rating) and sigmas, in the order of `grouping.sizes`."""

    def __init__(self, grouping: Grouping, curvature: Floats, sigmas: Floats) -> None:
        self.grouping = g = grouping
        first_term = g.level_count + g.slope_count
        self.term_sigmas = np.repeat(sigmas[first_term:], g.sizes[first_term:])
        self.slopes = g.slopes * sigmas[g.level_count : first_term]
        self.levels = self._eliminated(curvature, sigmas)
        block = g.crossed(curvature)
        block *= self.term_sigmas[:, None]
        block *= self.term_sigmas
        block[np.diag_indices_from(block)] += 1
        for level in self.levels:
            left = level.pulls * level.root[:, None]
            block -= dense(left.T @ left)
        self._factor_slopes()
        block -= self.slope_pulls.T @ self.slope_pulls
        self.term_factor = np.linalg.cholesky(block)

    def _eliminated(self, curvature: Floats, sigmas: Floats) -> list[_Level]:
        g, found = self.grouping, []
        loads = _sums(g.sentences, curvature, g.sizes[0])
        leans = loads[:, None] * self.slopes
        pulls: Any = g.pulled(curvature) * self.term_sigmas
        for place in range(g.level_count):
            level = _Level(float(sigmas[place]), loads, leans, pulls if _is_dense(pulls) else pulls.tocsr())
            found.append(level)
            if place < g.level_count - 1:
                left, up = 1 / level.diagonal, g.by_parent[place]
                loads = _sums(g.parents[place], loads * left, g.sizes[place + 1])
                leans, pulls = up(leans * left[:, None]), dense(up(pulls * left[:, None]))
        return found

    def _factor_slopes(self) -> None:
        """Of each group of the last level: the inverse root of its slopes' block, and what they pull in its units."""
        g, count = self.grouping, self.grouping.slope_count
        blocks = np.tile(np.eye(count), (g.level_sizes[-1], 1, 1))
        pulls = np.zeros((g.level_sizes[-1] * count, g.term_size))
        for place, level in enumerate(self.levels):
            weights = -level.leans * level.root[:, None] ** 2
            if not place:
                weights += self.slopes
            outer = weights[:, :, None] * level.leans[:, None, :]
            blocks += g.by_last[place](outer.reshape(len(outer), count**2)).reshape(blocks.shape)
            pulls += dense(g.on_slopes(place, weights).T @ level.pulls)
        self.slope_roots = np.linalg.inv(np.linalg.cholesky(blocks))
        rooted = self.slope_roots @ pulls.reshape(g.level_sizes[-1], count, g.term_size)
        self.slope_pulls = rooted.reshape(pulls.shape)

    @cached_property
    def log_determinant(self) -> float:
        levels = sum(float(np.log(level.diagonal).sum()) for level in self.levels)
        slopes = -2 * np.log(np.diagonal(self.slope_roots, axis1=1, axis2=2)).sum()
        return float(levels + slopes + 2 * np.log(np.diag(self.term_factor)).sum())

    @cached_property
    def term_inverse(self) -> Floats:
        from scipy.linalg.lapack import dpotri

        lower, _failed = dpotri(self.term_factor, lower=1)
        return np.asarray(np.tril(lower) + np.tril(lower, -1).T)

    def solve(self, right: Floats) -> Floats:
        """H^-1 times one number per effect: the levels upwards, slopes, the terms, and down again."""
        from scipy.linalg import cho_solve

        g, parts = self.grouping, self.grouping.split(right)
        first_term = g.level_count + g.slope_count
        slopes = np.array(parts[g.level_count : first_term]).reshape(g.slope_count, g.level_sizes[-1]).T
        terms = np.concatenate(parts[first_term:])
        passed: Floats = np.zeros(g.sizes[0])
        reduced = []
        for place, level in enumerate(self.levels):
            rest = (parts[place] - level.sigma * passed) / level.diagonal
            reduced.append(rest)
            terms = terms - level.sigma * (level.pulls.T @ rest)
            slopes = slopes - g.by_last[place](level.leans * (level.sigma * rest)[:, None])
            if place < g.level_count - 1:
                up = passed + level.sigma * level.loads * rest
                passed = _sums(g.parents[place], up, g.sizes[place + 1])
        rooted = np.einsum("gij,gj->gi", self.slope_roots, slopes)
        terms = terms - rooted.ravel() @ self.slope_pulls
        of_terms = cho_solve((self.term_factor, True), terms, check_finite=False)
        left = rooted - (self.slope_pulls @ of_terms).reshape(rooted.shape)
        of_slopes = np.einsum("gij,gi->gj", self.slope_roots, left)
        return np.concatenate([*self._downwards(reduced, of_slopes, of_terms), of_slopes.T.ravel(), of_terms])

    def _downwards(self, reduced: list[Floats], of_slopes: Floats, of_terms: Floats) -> list[Floats]:
        g, found = self.grouping, []
        above: Floats = np.zeros(g.level_sizes[-1])
        for place in reversed(range(g.level_count)):
            level = self.levels[place]
            leant = np.sum(level.leans * of_slopes[g.last[place]], axis=1)
            felt = level.loads * above + leant + level.pulls @ of_terms
            own = reduced[place] - level.sigma * felt / level.diagonal
            found.append(own)
            above = above + level.sigma * own
            if place:
                above = above[g.parents[place - 1]]
        return found[::-1]

    def inverse_traces(self) -> Floats:
        """The trace of the inverse over each group of effects."""
        g, traces = self.grouping, []
        for lowest, level in enumerate(self.levels):
            # What an effect of this level hands on: to the levels above and, through all of them, to the terms.
            share = level.sigma * level.loads / level.diagonal
            trace, scales = float(np.sum(1 / level.diagonal)), [level.sigma / level.diagonal]
            nodes: list[Ints] = [np.arange(g.sizes[lowest])]
            for place in range(lowest + 1, g.level_count):
                nodes.append(g.parents[place - 1][nodes[-1]])
                above, diagonal = self.levels[place], self.levels[place].diagonal[nodes[-1]]
                trace += float(np.sum((above.sigma * share) ** 2 / diagonal))
                scales.append(-(above.sigma**2) * share / diagonal)
                share = share / diagonal
            leant = self._leant(lowest, nodes, scales, np.zeros_like(level.leans))
            trace += float(np.sum(leant**2))
            for chunk in self._chunks(g.sizes[lowest]):
                rows = self._pulled(lowest, chunk, nodes, scales, leant)
                trace += float(np.sum((rows @ self.term_inverse) * rows))
            traces.append(trace)
        of_terms = np.split(np.diag(self.term_inverse), np.cumsum(g.sizes[g.level_count + g.slope_count :])[:-1])
        return np.array([*traces, *self._slope_traces(), *(float(part.sum()) for part in of_terms)])

    def _slope_traces(self) -> Floats:
        pulls = self.slope_pulls.reshape(*self.slope_roots.shape[:2], self.grouping.term_size)
        rows = (np.swapaxes(self.slope_roots, 1, 2) @ pulls).reshape(self.slope_pulls.shape)
        of_terms = np.sum((rows @ self.term_inverse) * rows, axis=1).reshape(self.slope_roots.shape[:2])
        return np.asarray(np.sum(self.slope_roots**2, axis=(0, 1)) + of_terms.sum(axis=0))

    def spreads(self) -> Floats:
        """z' H^-1 z for the row z of each rating: the variance of its eta around the mode."""
        g = self.grouping
        fixed, kept, scales = np.zeros(g.sizes[0]), np.ones(g.sizes[0]), []
        for level, node in zip(self.levels, g.nodes, strict=True):
            fixed += (level.sigma * kept) ** 2 / level.diagonal[node]
            kept = kept / level.diagonal[node]
            scales.append(level.sigma**2 * kept)
        leant = self._leant(0, g.nodes, scales, self.slopes)
        fixed += np.sum(leant**2, axis=1)
        values = g.values * self.term_sigmas[g.columns]
        inverse = self.term_inverse
        spreads = fixed[g.sentences] + g.met(inverse * np.outer(self.term_sigmas, self.term_sigmas))
        for chunk in self._chunks(g.sizes[0]):
            rows = self._pulled(0, chunk, g.nodes, scales, leant)
            products = rows @ inverse
            first, last = np.searchsorted(g.sentences, [chunk.start, chunk.stop])
            here = g.sentences[first:last] - chunk.start
            met = np.sum(values[first:last] * products[here[:, None], g.columns[first:last]], axis=1)
            spreads[first:last] += np.sum(rows * products, axis=1)[here] - 2 * met
        return np.asarray(spreads)

    def _leant(self, lowest: int, nodes: list[Ints], scales: list[Floats], slopes: Floats) -> Floats:
        """Effects of the lowest level x slopes: how each leans, directly and through levels above, in root units."""
        left = slopes.copy()
        for above, (node, scale) in enumerate(zip(nodes, scales, strict=True)):
            left -= self.levels[lowest + above].leans[node] * scale[:, None]
        return np.asarray(np.einsum("gij,gj->gi", self.slope_roots[self.grouping.last[lowest]], left))

    def _pulled(self, lowest: int, chunk: slice, nodes: list[Ints], scales: list[Floats], leant: Floats) -> Floats:
        """Effects of the lowest level x terms' effects: what each pulls, directly and through levels and slopes."""
        rows = np.zeros((chunk.stop - chunk.start, self.term_sigmas.size))
        for above, (node, scale) in enumerate(zip(nodes, scales, strict=True)):
            rows += dense(self.levels[lowest + above].pulls[node[chunk]]) * scale[chunk, None]
        return np.asarray(rows + self.grouping.on_slopes(lowest, leant)[chunk] @ self.slope_pulls)

    def _chunks(self, total: int) -> list[slice]:
        """Runs of effects small enough that a dense block of them x terms' effects stays within CHUNK_CELLS."""
        step = max(1, CHUNK_CELLS // self.term_sigmas.size)
        return [slice(start, min(start + step, total)) for start in range(0, total, step)]


def _is_dense(table: Any) -> bool:
    return isinstance(table, np.ndarray)


def _sums(groups: Ints, values: Floats, count: int) -> Floats:
    return np.asarray(np.bincount(groups, values, count), dtype=np.float64)
