"""Words with their heads, as dependency parsers and treebanks give them, made ready for brackets.

An arc that crosses others is lifted to its head's head until none does (Nivre and Nilsson, ACL 2005), so that every
word stands beside the words below it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace


class NotConverted(ValueError):  # noqa: N818  (what happened)
    """The heads do not make a tree over the words."""


@dataclass(frozen=True, slots=True)
class HeadWord:
    """A word with its tag (Penn or UPOS), its label, and the position of its head (its own position at the root)."""

    text: str
    tag: str
    label: str
    head: int


def projective(words: Sequence[HeadWord]) -> list[HeadWord]:
    """Return the words under one root, without crossing arcs."""
    root = _root(words)
    lifted = [replace(word, head=root) if word.head == place else word for place, word in enumerate(words)]
    _check_acyclic(lifted, root)
    # Each lift shortens a path to the root, so this ends.
    while (place := _crossing(lifted, root)) is not None:
        lifted[place] = replace(lifted[place], head=lifted[lifted[place].head].head)
    return lifted


def _root(words: Sequence[HeadWord]) -> int:
    for word in words:
        if not 0 <= word.head < len(words):
            raise NotConverted(f"the head of '{word.text}' is outside the sentence")
    root = next((place for place, word in enumerate(words) if word.head == place), None)
    if root is None:
        raise NotConverted("no word is the root")
    return root


def _check_acyclic(words: Sequence[HeadWord], root: int) -> None:
    for place in range(len(words)):
        above, steps = place, 0
        while above != root:
            above, steps = words[above].head, steps + 1
            if steps > len(words):
                raise NotConverted("the heads go round in a circle")


def _crossing(words: Sequence[HeadWord], root: int) -> int | None:
    """A word whose head does not dominate everything between the two, the nearest to its head first."""
    arcs = sorted((abs(word.head - place), place) for place, word in enumerate(words) if place != root)
    for _, place in arcs:
        head = words[place].head
        if any(not is_below(words, between, head) for between in range(min(place, head) + 1, max(place, head))):
            return place
    return None


def is_below(words: Sequence[HeadWord], place: int, head: int) -> bool:
    """Tell whether a word is the head or somewhere below it."""
    while place != head and words[place].head != place:
        place = words[place].head
    return place == head
