"""Browsing a pair's sentences: how many, which overlap, and any page of them, however many millions there are.

What is listed are texts as people see them, each once. A large set opens with some that show what there is; from there
one can go through all of them in order.

A page is cut straight out of the packed set. A filter by the number of switches is a packed set again, so it is
exact; a filter by phenomenon has to look at sentences one by one, does so within a budget, and says how far it
looked.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random

from django.utils.translation import gettext as _

from evaluation.models import Pair
from evaluation.services import generation
from evaluation.services.errors import Refused
from evaluation.services.generation import SeenSet, Sentence, SetCounts, Wholeness

SENTENCES_PER_PAGE = 25
SENTENCES_LOOKED_AT = 5_000
SECONDS_LOOKING = 0.25
# Above so many words, finding every reading of a text takes too long for a page.
LONG_PAIR = 60
# The same first view whenever somebody looks.
SEED = 2017


@dataclass(frozen=True, slots=True)
class NumberedSentence:
    """A text, shown by one sentence, with the models that generate it and the words it misses or doubles.

    ``number`` is its place in the order of listing, from 1; None in a view that is not in order.
    """

    number: int | None
    sentence: Sentence
    models: tuple[str, ...]
    wholeness: Wholeness


@dataclass(frozen=True, slots=True)
class Filter:
    """Which of a pair's sentences are wanted. ``switches`` None and ``phenomenon`` "" ask for all."""

    model: str
    switches: int | None = None
    phenomenon: str = ""


@dataclass(frozen=True, slots=True)
class SentencePage:
    """A page: texts ``start`` to ``stop`` (half-open, from 0) of ``total`` were looked at, and these fit.

    ``varied``: not a stretch of the list but some of all of it, fewest switches first.
    """

    start: int
    stop: int
    total: int
    is_exact: bool = True
    scanned: bool = False
    varied: bool = False
    # Of a long pair, models are those of the sentence shown and not of everything that reads like it.
    is_long: bool = False
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


def counts(row: Pair, models: Sequence[str]) -> list[tuple[str, SetCounts]]:
    """For each model how many sentences and texts it has, and how many of the sentences miss or double a word."""
    return [(name, generation.set_counts(row, name)) for name in models]


def browse(row: Pair, wanted: Filter, *, start: int | None, models: Sequence[str]) -> SentencePage:
    """The page of the wanted texts that begins at ``start``; without one, a first view of them."""
    return replace(_page(row, wanted, start, models), is_long=is_long(row))


def _page(row: Pair, wanted: Filter, start: int | None, models: Sequence[str]) -> SentencePage:
    chosen = generation.texts(row, wanted.model)
    if wanted.switches is not None:
        chosen = chosen.with_switches(wanted.switches)
    if start is None and not wanted.phenomenon and chosen.count > SENTENCES_PER_PAGE:
        return _varied_page(row, wanted, chosen, models)
    start = min(max(start or 0, 0), chosen.count)
    if wanted.phenomenon:
        return _scanned_page(row, wanted, chosen, start, models)
    stop = min(start + SENTENCES_PER_PAGE, chosen.count)
    found = enumerate(chosen.slice(start, stop), start + 1)
    listed = [_numbered(row, wanted, number, each, models) for number, each in found]
    return SentencePage(start, stop, chosen.count, chosen.is_exact, listed=listed)


def switch_counts(row: Pair, model: str) -> dict[int, int | None]:
    """How many of the model's texts have how many switches; None where that would take too long."""
    if is_long(row):
        return dict.fromkeys(generation.sentences(row, model).counts_by_switches())
    return dict(generation.switch_counts(row, model))


def is_long(row: Pair) -> bool:
    return len(generation.tree_of(row).slots) > LONG_PAIR


def _varied_page(row: Pair, wanted: Filter, chosen: SeenSet, models: Sequence[str]) -> SentencePage:
    drawn = chosen.varied(SENTENCES_PER_PAGE, Random(SEED))  # noqa: S311  (a draw that must be repeatable)
    listed = [_numbered(row, wanted, None, sentence, models) for sentence in drawn]
    return SentencePage(0, len(listed), chosen.count, chosen.is_exact, varied=True, listed=listed)


def _scanned_page(row: Pair, wanted: Filter, chosen: SeenSet, start: int, models: Sequence[str]) -> SentencePage:
    listed: list[NumberedSentence] = []
    looked_until = start
    deadline = time.monotonic() + SECONDS_LOOKING
    for number, sentence in enumerate(chosen.slice(start, start + SENTENCES_LOOKED_AT), start):
        looked_until = number + 1
        if wanted.phenomenon in generation.phenomena_of(sentence):
            listed.append(_numbered(row, wanted, number + 1, sentence, models))
        if len(listed) == SENTENCES_PER_PAGE or time.monotonic() > deadline:
            break
    return SentencePage(start, looked_until, chosen.count, chosen.is_exact, scanned=True, listed=listed)


def _numbered(
    row: Pair, wanted: Filter, number: int | None, sentence: Sentence, models: Sequence[str]
) -> NumberedSentence:
    find = generation.memberships if is_long(row) else generation.models_of_text
    found = {wanted.model, *find(row, sentence, models)}
    generating = tuple(name for name in models if name in found)
    return NumberedSentence(number, sentence, generating, generation.wholeness(sentence))
