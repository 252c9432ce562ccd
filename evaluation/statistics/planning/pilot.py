"""Spreads of a pilot study for planning: not as estimated but at their upper 80 % limit (Browne 1995).

A small pilot is as likely to find a spread too small as too large, and a study planned with too small a one finds less
than it promised.
"""

from __future__ import annotations

from dataclasses import asdict, replace
from math import exp, sqrt

import numpy as np

from evaluation.statistics.clmm import Fit
from evaluation.statistics.costs.simulated import Spreads
from evaluation.statistics.planning.design import LARGEST_SPREAD

# The quantile of the normal distribution below which 80 % lie.
UPPER = 0.8416
LARGEST_STEP = 1.5


def upper_spreads(fitted: Fit) -> Spreads:
    """What the model estimates, on the log scale plus 0.84 standard errors; of several slopes the largest.

    What it has not, or estimates as 0, stays at the default: a pilot that sees nothing does not show that there is
    nothing.
    """
    errors = np.sqrt(np.maximum(np.diag(fitted.joint)[-len(fitted.sigmas) :], 0)).tolist()
    found: dict[str, float] = {}
    for (name, sigma), error in zip(fitted.sigmas.items(), errors, strict=True):
        if sigma > 0:
            limit = min(LARGEST_SPREAD, sigma * exp(min(LARGEST_STEP, UPPER * error)))
            # One effect for each of two conditions differs by sqrt(2) of its spread between them, a slope by one.
            limit *= sqrt(2) if name in {"judge:slope", "pair:condition"} else 1.0
            field = f"{name.partition(':')[0]}_slope" if ":" in name else name
            found[field] = max(found.get(field, 0.0), limit)
    known = asdict(Spreads())
    return replace(Spreads(), **{name: round(value, 3) for name, value in found.items() if name in known})
