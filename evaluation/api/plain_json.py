"""The results' own classes as plain JSON."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import datetime
from typing import Any

from evaluation.statistics.summary import Summary


def plain(value: Any) -> Any:
    """What can be sent: a number that does not exist becomes null, never NaN, which is no JSON.

    >>> plain({"mean": float("nan"), 2: (1, 2)})
    {'mean': None, '2': [1, 2]}
    """
    if isinstance(value, Summary):
        return summary(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return sequence_or_scalar(value)


def sequence_or_scalar(value: Any) -> Any:
    if isinstance(value, str | bool | int) or value is None:
        return value
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, set | frozenset):
        return sorted(plain(inner) for inner in value)
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    return [plain(inner) for inner in value] if isinstance(value, Sequence | range) else str(value)


def summary(row: Summary) -> dict[str, Any]:
    low, _, high = row.quartiles
    return {
        "n": row.n,
        "min": row.min,
        "max": row.max,
        "mean": row.mean.value,
        "sd": row.sigma.value,
        "median": row.median.value,
        "quartiles": [low.value, high.value],
        "distribution": {str(point): count for point, count in row.counts},
    }
