"""The signatures of the models that a condition names."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from evaluation.services import generation
from evaluation.services.errors import Refused
from evaluation.services.results.cells import models_of_cell


def item_signature(stored: str, memberships: Iterable[str]) -> str:
    """As stored when the sentence was drawn; for one that was picked or imported, of the models that generate it."""
    return stored or " ".join(filter(None, map(signatures_of, memberships)))


@lru_cache(256)
def signatures_of(condition: str) -> str:
    """Of each model in ``EC0``, ``EC0 - ML2``, ``EC0 & ML2`` or ``EC0 & ML2 only``; else empty."""
    names = models_of_cell(condition) or [part.strip() for part in condition.replace(" & ", " - ").split(" - ")]
    try:
        return " ".join(generation.model_signature(name) for name in generation.checked_models(names))
    except Refused:
        return ""
