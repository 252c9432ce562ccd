"""Counting how often the site has a pair projected."""

from __future__ import annotations

from collections import Counter

import pytest

from evaluation.services.generation import pairs, sets
from tests.core import projections


def count_projections(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Forget the trees and sets remembered so far and count, by L1 sentence, how often one is projected from now on."""
    for cached in (pairs.remembered_pair, sets.remembered_tree, sets._sentences):
        cached.cache_clear()
    return projections.count_projections(monkeypatch)
