"""Reproducible randomness: every sample and every order comes from a seed that is stored with it."""

from __future__ import annotations

from random import Random


def seeded(seed: int | str) -> Random:
    return Random(seed)  # noqa: S311  (reproducible on purpose; keys and links come from `secrets`)
