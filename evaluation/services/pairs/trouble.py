"""How much a pair needs looking at: what makes sentences wrong or leaves none, as one number that puts the worst first.

The sets are counted for proposed pairs only: a file of pairs made by hand is loaded many times faster without.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from evaluation.models import Pair
from evaluation.services import generation
from evaluation.services.generation import CorePair

# Below it a link is a guess; above it nearly all are right.
UNSURE = 0.6
HUGE = 100_000
SECONDS_COUNTING = 0.5
MODEL = "EC0"


@dataclass(frozen=True, slots=True)
class Reason:
    """Something to look at: in a word for a list, and in a sentence."""

    name: str
    words: str


def trouble_columns(pair: CorePair, *, unlinked_share: float, counted: bool = False) -> dict[str, Any]:
    """The columns of `Trouble`; the sentences are counted if the pair is proposed or the caller wants it."""
    mixed = mixed_sentences(pair) if counted or pair.is_proposed else None
    torn = len(generation.torn_phrases(pair))
    doubt = sum(1 - sure for sure in pair.confidences) / max(1, len(pair.confidences))
    size = 2.0 if mixed == 0 else float(mixed is not None and mixed > HUGE)
    return {
        "unsure_links": sum(sure < UNSURE for sure in pair.confidences),
        "torn_phrases": torn,
        "mixed_sentences": mixed,
        "trouble": round(3 * unlinked_share + 2 * doubt + torn / max(1, len(pair.l1_tokens)) + size, 4),
    }


def mixed_sentences(pair: CorePair) -> float | None:
    """How many sentences of the first model are mixed; None if counting takes too long."""
    try:
        with generation.time_limit(SECONDS_COUNTING):
            return float(generation.mixed_count(pair, MODEL))
    except (generation.OutOfTime, OverflowError):
        return None


def reasons(row: Pair) -> list[Reason]:
    """Why a pair should be looked at, the gravest first; none if nothing speaks for it."""
    found = []
    if row.mixed_sentences == 0:
        found.append(Reason("empty", _("no mixed sentence")))
    if row.unlinked_words:
        words = ngettext("%d unlinked content word", "%d unlinked content words", row.unlinked_words)
        found.append(Reason("unlinked", words % row.unlinked_words))
    if row.unsure_links:
        words = ngettext("%d unsure link", "%d unsure links", row.unsure_links)
        found.append(Reason("unsure", words % row.unsure_links))
    if row.torn_phrases:
        words = ngettext("%d torn phrase", "%d torn phrases", row.torn_phrases)
        found.append(Reason("torn", words % row.torn_phrases))
    if row.mixed_sentences is not None and row.mixed_sentences > HUGE:
        found.append(Reason("huge", _("very many sentences")))
    return found
