"""Fitted costs as plain JSON, in which a job keeps them: figures with their reasons, and nothing that is no number."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any

from evaluation.statistics.costs.fitting import Cost, CostFit
from evaluation.statistics.costs.group_tests import GroupTest
from evaluation.statistics.costs.held_out import HeldOut
from evaluation.statistics.costs.order import Couple
from evaluation.statistics.costs.what_if import WhatIf
from evaluation.statistics.figure import Figure


def figure(found: Figure) -> dict[str, Any]:
    numbers = {"value": found.value, "low": found.low, "high": found.high}
    plain = {name: value if value is not None and isfinite(value) else None for name, value in numbers.items()}
    return plain | {"n": found.n, "reason": found.reason}


def cost(found: Cost, unadjusted: Cost | None = None) -> dict[str, Any]:
    """`unadjusted` is the same cost from the model without switch points."""
    return {
        "constraint": found.constraint,
        "group": found.group,
        "context": list(found.context),
        "logits": figure(found.logits),
        "points": figure(found.points),
        "error": found.error,
        "freedom": found.freedom,
        "p": found.p,
        "p_holm": found.p_holm,
        "weight": found.weight,
        "without_switches": figure(unadjusted.logits) if unadjusted else None,
        "these_judges": found.these_judges,
        "sentences": found.sentences,
        "pairs": found.pairs,
        "judges": found.judges,
        "ratings": found.ratings,
        "reason": found.reason,
    }


def couple(found: Couple) -> dict[str, Any]:
    return {
        "first": found.first,
        "second": found.second,
        "difference": figure(found.difference),
        "p": found.p,
        "p_holm": found.p_holm,
        "above": found.above,
        "share": found.share,
    }


def group_test(found: GroupTest) -> dict[str, Any]:
    return {
        "constraint": found.constraint,
        "p": figure(found.p),
        "difference": figure(found.difference),
        "p_holm": found.p_holm,
    }


def what_if_row(found: WhatIf) -> dict[str, Any]:
    return {
        "dropped": found.dropped,
        "sentences": str(found.sentences),
        "soundness": figure(found.soundness),
        "completeness": figure(found.completeness),
        "unknown": str(found.unknown),
    }


def held_out_row(found: HeldOut) -> dict[str, Any]:
    return {"model": found.model, "loss": figure(found.loss), "excess": figure(found.excess)}


def fitted(found: CostFit) -> dict[str, Any]:
    """The fit itself: spreads, size, what was left out."""
    if found.fitted is None:
        return {"sigmas": {}, "groups": {}, "ratings": len(found.data.values), "aliased": found.aliased}
    return {
        "sigmas": found.fitted.sigmas,
        "groups": found.fitted.groups,
        "ratings": found.fitted.ratings,
        "aliased": found.aliased,
        "log_likelihood": found.fitted.log_likelihood,
    }


def by_groups(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Of a whole answer what is about groups of judges: which, and their costs theory by theory."""
    theories = [{"theory": one["theory"], "by_group": one["by_group"]} for one in answer["theories"]]
    return {"groups": answer["groups"], "is_current": answer["is_current"], "theories": theories}


def with_figures(stored: Any) -> Any:
    """What was kept, with its figures as such again, for templates and pictures."""
    if isinstance(stored, list):
        return [with_figures(one) for one in stored]
    if not isinstance(stored, dict):
        return stored
    if set(stored) == {"value", "low", "high", "n", "reason"}:
        return Figure(**stored)
    return {name: with_figures(one) for name, one in stored.items()}
