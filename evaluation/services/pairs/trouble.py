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
# Without a mixed sentence, or with very many, a pair is looked at even if its links seem right.
EMPTY_WEIGHT, HUGE_WEIGHT = 2, 1
SECONDS_COUNTING = 0.5
MODEL = "EC0"


@dataclass(frozen=True, slots=True)
class Reason:
    """Something to look at: in a word for a list, and in a sentence."""

    name: str
    words: str


def trouble_columns(pair: CorePair, *, counted: bool = False) -> dict[str, Any]:
    """The columns of `Trouble`; the sentences are counted if the pair is proposed or the caller wants it."""
    mixed = mixed_sentences(pair) if counted or pair.is_proposed else None
    found = generation.trouble_of(pair)
    size = EMPTY_WEIGHT if mixed == 0 else HUGE_WEIGHT if mixed is not None and mixed > HUGE else 0
    return {
        "unsure_links": sum(sure < UNSURE for sure in pair.confidences),
        "lost_links": found.lost_links,
        "torn_phrases": found.torn_phrases,
        "mixed_sentences": mixed,
        "trouble": round(found.score + size, 4),
    }


def mixed_sentences(pair: CorePair) -> float | None:
    """How many sentences of the first model are mixed; None if counting takes too long."""
    try:
        with generation.time_limit(SECONDS_COUNTING):
            return float(generation.mixed_count(pair, MODEL))
    except (generation.OutOfTime, OverflowError):
        return None


def reasons(row: Pair) -> list[Reason]:
    """Why a pair stands where it stands, the gravest first; nothing if its links were made by hand and all is well.

    The last says about how many of ten pairs of this trouble needed a change, where that was measured.
    """
    found = []
    if row.mixed_sentences == 0:
        found.append(Reason("empty", _("no mixed sentence")))
    if row.unlinked_words:
        words = ngettext("%d unlinked content word", "%d unlinked content words", row.unlinked_words)
        found.append(Reason("unlinked", words % row.unlinked_words))
    if row.lost_links:
        words = ngettext("%d word left over in both", "%d words left over in both", row.lost_links)
        found.append(Reason("lost", words % row.lost_links))
    if row.unsure_links:
        words = ngettext("%d unsure link", "%d unsure links", row.unsure_links)
        found.append(Reason("unsure", words % row.unsure_links))
    if row.torn_phrases:
        words = ngettext("%d torn phrase", "%d torn phrases", row.torn_phrases)
        found.append(Reason("torn", words % row.torn_phrases))
    if row.mixed_sentences is not None and row.mixed_sentences > HUGE:
        found.append(Reason("huge", _("very many sentences")))
    if row.confidence:
        sure = round(100 * sum(row.confidence) / len(row.confidence))
        found.append(Reason("average", _("links %d %% sure on average") % sure))
        chance = generation.chance_of_change(row.trouble, (row.l1_lang, row.l2_lang))
        if chance is not None:
            found.append(Reason("chance", _("about %d in 10 test pairs like it needed a change") % round(10 * chance)))
    return found
