"""Quotes and brackets: shown in pairs around the words they enclose, or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cswitch_core.shared_tree import Language, Mark, Quote, SharedTree, other

Step = tuple[int, Language]


class Shown(NamedTuple):
    """A pair of marks around the words from one place of the sentence to another, both included."""

    first: int
    last: int
    opening: Mark
    closing: Mark


def shown_quotes(tree: SharedTree, steps: Sequence[Step]) -> list[Shown]:
    """Return the pairs that a sentence shows, outer ones first.

    A pair is shown if the words it encloses stand together, in the style of the language of most of them; one that
    only one language has is shown only if that is the one. A tie goes to the first word.
    """
    found = [_shown(quote, number, steps) for number, quote in enumerate(tree.quotes)]
    return sorted(filter(None, found), key=lambda shown: shown.first - shown.last)


def _shown(quote: Quote, number: int, steps: Sequence[Step]) -> Shown | None:
    places = [place for place, (slot, _) in enumerate(steps) if slot in quote.slots]
    if not places or places[-1] - places[0] >= len(places):
        return None
    first = steps[places[0]][1]
    of_first = sum(steps[place][1] == first for place in places)
    marks = quote.marks[first if 2 * of_first >= len(places) else other(first)]
    if marks is None or not (marks[1] or places[-1] == len(steps) - 1):
        return None
    return Shown(places[0], places[-1], Mark(marks[0], "opens", number), Mark(marks[1], "closes", number))
