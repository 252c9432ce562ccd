"""Browsing a pair's sentences: how many, which overlap, and any page of them, however many millions there are.

A page is cut straight out of the packed set. A filter by the number of switches is a packed set again, so it is
exact; a filter by phenomenon has to look at sentences one by one, does so within a budget, and says how far it
looked.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from evaluation.models import Pair
from evaluation.services import generation
from evaluation.services.errors import Refused
from evaluation.services.generation import Sentence, SentenceSet

SENTENCES_PER_PAGE = 25
SENTENCES_LOOKED_AT = 5_000
SECONDS_LOOKING = 0.25


@dataclass(frozen=True, slots=True)
class NumberedSentence:
    """A sentence with its number in the order of listing (from 1) and the models that generate it."""

    number: int
    sentence: Sentence
    models: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Filter:
    """Which of a pair's sentences are wanted. ``switches`` None and ``phenomenon`` "" ask for all."""

    model: str
    switches: int | None = None
    phenomenon: str = ""


@dataclass(frozen=True, slots=True)
class SentencePage:
    """A page: sentences ``start`` to ``stop`` (half-open, from 0) of ``total`` were looked at, and these fit."""

    start: int
    stop: int
    total: int
    scanned: bool = False
    listed: list[NumberedSentence] = field(default_factory=list)

    @property
    def is_last(self) -> bool:
        return self.stop >= self.total

    @property
    def previous(self) -> int | None:
        """Where the page before begins; a scanned page does not know, so it goes back to the beginning."""
        if not self.start:
            return None
        return 0 if self.scanned else max(0, self.start - SENTENCES_PER_PAGE)

    @property
    def last_start(self) -> int:
        """Where the last page begins."""
        return max(0, (self.total - 1) // SENTENCES_PER_PAGE * SENTENCES_PER_PAGE)


@dataclass(frozen=True, slots=True)
class Overlap:
    """How many sentences a model generates, and how many of them each other model generates too."""

    model: str
    count: int
    shared: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Overlaps:
    """One row for each model, and how many sentences exactly these models generate, the most first."""

    rows: list[Overlap]
    regions: list[tuple[list[str], int]]


def checked_filter(*, model: str, switches: str, phenomenon: str) -> Filter:
    """A filter from what somebody chose; ``Refused`` at the field that cannot be."""
    chosen = generation.checked_models([model])[0]
    if phenomenon and phenomenon not in generation.phenomena():
        raise Refused(_("There is no phenomenon of this name."), field="phenomenon")
    if switches and not (switches.isascii() and switches.isdigit() and len(switches) < 5):
        raise Refused(_("Give the number of switches as a whole number."), field="switches")
    return Filter(chosen, int(switches) if switches else None, phenomenon)


def overlaps(row: Pair, models: Sequence[str]) -> Overlaps:
    """The models' counts and what they share, from one joint packing of them all."""
    regions = generation.regions(row, models)

    def generated_by_all(*names: str) -> int:
        return sum(size for region, size in regions.items() if region.issuperset(names))

    rows = [
        Overlap(name, generated_by_all(name), tuple(generated_by_all(name, other) for other in models))
        for name in models
    ]
    ordered = sorted(regions.items(), key=lambda item: -item[1])
    return Overlaps(rows, [([name for name in models if name in region], size) for region, size in ordered])


def browse(row: Pair, wanted: Filter, *, start: int, models: Sequence[str]) -> SentencePage:
    """The page of the wanted sentences that begins at ``start``."""
    chosen = generation.sentences(row, wanted.model)
    if wanted.switches is not None:
        chosen = chosen.with_switches(wanted.switches)
    start = min(max(start, 0), chosen.count)
    if wanted.phenomenon:
        return _scanned_page(row, chosen, wanted.phenomenon, start, models)
    stop = min(start + SENTENCES_PER_PAGE, chosen.count)
    found = enumerate(chosen.slice(start, stop), start)
    return SentencePage(start, stop, chosen.count, listed=[_numbered(row, n, each, models) for n, each in found])


def switch_counts(row: Pair, model: str) -> dict[int, int]:
    """How many of the model's sentences have how many switches."""
    return dict(generation.sentences(row, model).counts_by_switches())


def _scanned_page(row: Pair, chosen: SentenceSet, phenomenon: str, start: int, models: Sequence[str]) -> SentencePage:
    listed: list[NumberedSentence] = []
    looked_until = start
    deadline = time.monotonic() + SECONDS_LOOKING
    for number, sentence in enumerate(chosen.slice(start, start + SENTENCES_LOOKED_AT), start):
        looked_until = number + 1
        if phenomenon in generation.phenomena_of(sentence):
            listed.append(_numbered(row, number, sentence, models))
        if len(listed) == SENTENCES_PER_PAGE or time.monotonic() > deadline:
            break
    return SentencePage(start, looked_until, chosen.count, scanned=True, listed=listed)


def _numbered(row: Pair, number: int, sentence: Sentence, models: Sequence[str]) -> NumberedSentence:
    return NumberedSentence(number + 1, sentence, tuple(generation.memberships(row, sentence, models)))
