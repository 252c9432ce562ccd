"""What a class of yields knows of them besides the grammars' states: nothing, the languages seen, the outer ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cswitch_core.shared_tree import Language


@dataclass(frozen=True)
class Tracking:
    """What a class knows of its yields; all yields of a class agree in it.

    A neutral word, which does not tell its language, is a leaf of None.
    """

    name: str
    leaf: Callable[[Language | None], int]
    join: Callable[[int, int], int]


NEUTRAL = 4  # the outer languages of what has neutral words only


def _outer_languages(left: int, right: int) -> int:
    if NEUTRAL in (left, right):
        return right if left == NEUTRAL else left
    return (left & 2) | (right & 1)


PLAIN = Tracking("nothing", lambda _language: 0, lambda _left, _right: 0)
SEEN_LANGUAGES = Tracking(
    "languages seen",
    lambda language: 0 if language is None else 1 << language,
    lambda left, right: left | right,
)
OUTER_LANGUAGES = Tracking(
    "languages of the first and the last word that tell theirs",
    lambda language: NEUTRAL if language is None else 3 * language,
    _outer_languages,
)
