"""The share of sentences whose true mean reaches a cut, from a fitted cumulative link mixed model.

A sentence's true mean is that of all judges there could be. It grows with the sentence's place on the latent scale, so
some place is where it reaches the cut; sentences of a condition are normally distributed around the condition's place.
Secondary beside the share of judgements: it rests on the model, and a sentence is no better for being accepted by six
judges of ten instead of by nine.
"""

from __future__ import annotations

from math import erfc, sqrt

import numpy as np

from evaluation.statistics.clmm import Fit
from evaluation.statistics.figure import Figure, Floats

NODES, NODE_WEIGHTS = np.polynomial.hermite_e.hermegauss(31)
NONE_REACHED = "no judgement reached the cut, so the model knows no place for it"
ALL_REACHED = "every judgement reached the cut, so the model knows no place for it"
ALIKE = "the model sees no difference between sentences of a kind, so it would be all of them or none"
SEPARATED = "separated: ratings part completely, so the model knows no places of sentences"


def share_of_sentences(fitted: Fit, condition: str, cut: float) -> Figure:
    """Without an interval; none where ratings part, where the cut is above or below everything that was ever scored.

    Nor is there one where the spread of sentences is estimated as 0: of few ratings that says little, and 0 or 100 %
    would say a lot.
    """
    if fitted.separated:
        return Figure.undefined(SEPARATED)
    points = np.array([float(end) for end in _ends(fitted)])
    if not points[0] < cut <= points[-1]:
        return Figure.undefined(ALL_REACHED if cut <= points[0] else NONE_REACHED)
    place = next((one.value for one in fitted.coefficients if one.name == condition), 0.0)
    spread = sqrt(sum(fitted.sigmas.get(name, 0.0) ** 2 for name in ("sentence", "pair:condition", "pair")))
    if spread < 1e-3:
        return Figure.undefined(ALIKE)
    reached = _place_of(fitted, points, cut)
    return Figure(erfc((reached - place) / spread / sqrt(2)) / 2)


def _ends(fitted: Fit) -> list[str]:
    """The scale points, from the names of the thresholds: 0|1, 1|2 ..."""
    return [fitted.thresholds[0].name.split("|")[0], *(one.name.split("|")[1] for one in fitted.thresholds)]


def _place_of(fitted: Fit, points: Floats, cut: float) -> float:
    """Where on the latent scale a sentence's true mean is the cut, by halving."""
    low, high = -40.0, 40.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _true_mean(fitted, points, middle) < cut else (low, middle)
    return (low + high) / 2


def _true_mean(fitted: Fit, points: Floats, place: float) -> float:
    judges = sqrt(sum(fitted.sigmas.get(name, 0.0) ** 2 for name in ("judge", "judge:slope")))
    thresholds = np.array([one.value for one in fitted.thresholds])
    above = 1 / (1 + np.exp(np.clip(thresholds[:, None] - place - judges * NODES[None, :], -700, 700)))
    return float(points[0] + np.diff(points) @ (above @ NODE_WEIGHTS) / NODE_WEIGHTS.sum())
