"""Counting how often pairs are projected."""

from __future__ import annotations

from collections import Counter

import pytest

from cswitch_core import projection


def count_projections(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Forget the trees projected so far and count, by L1 sentence, how often one is projected from now on."""
    counted: Counter[str] = Counter()

    class CountingTree(projection.WorkingTree):
        def __init__(self, parse, units):
            counted[" ".join(parse.words)] += 1
            super().__init__(parse, units)

    projection._projected.cache_clear()
    monkeypatch.setattr(projection, "WorkingTree", CountingTree)
    return counted
