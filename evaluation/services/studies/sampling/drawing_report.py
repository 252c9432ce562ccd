"""What a drawing found: per condition how many texts there were and which were left out, and pairs that lack links.

It is stored as `Study.drawing` (numbers of texts as words of digits, for they can be larger than JSON readers take):

    {"conditions": [{"condition": "EC1", "texts": "212", "left_out": "40", "is_exact": true}],
     "short": [{"pair": "p7", "condition": "EC1", "wanted": 3, "found": 0, "left_out": "12"}],
     "unlinked_pairs": 3, "unlinked": [{"pair": "p7", "share": 0.44, "words": "4 of 9 content words unlinked: …"}]}
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from evaluation.models import Pair
from evaluation.services import generation
from evaluation.services.studies.sampling.draw_pair import PairSample

SHORTAGES_KEPT = 20
WORST_PAIRS_KEPT = 10


@dataclass
class ConditionTexts:
    """The texts of a condition over all pairs, and how many of them were left out as missing or doubling a word."""

    texts: int = 0
    left_out: int = 0
    # Otherwise there are at most so many.
    is_exact: bool = True


@dataclass
class DrawingReport:
    """Gathered pair by pair while a study's sentences are drawn."""

    conditions: dict[str, ConditionTexts] = field(default_factory=dict)
    short: list[dict[str, Any]] = field(default_factory=list)
    unlinked: list[dict[str, Any]] = field(default_factory=list)

    def add(self, pair: Pair, drawn: PairSample) -> None:
        self.short += drawn.short
        for source in drawn.sources:
            totals = self.conditions.setdefault(source.condition, ConditionTexts())
            totals.texts += source.size + source.left_out
            totals.left_out += source.left_out
            totals.is_exact = totals.is_exact and source.texts.is_exact and source.all_texts.is_exact
        unlinked = generation.unlinked_content(pair)
        if unlinked.unlinked:
            self.unlinked.append({"pair": pair.external_id, "share": unlinked.share, "words": str(unlinked)})

    def as_json(self) -> dict[str, Any]:
        worst = sorted(self.unlinked, key=lambda row: (-row["share"], row["pair"]))
        return {
            "conditions": [
                {
                    "condition": condition,
                    "texts": str(found.texts),
                    "left_out": str(found.left_out),
                    "is_exact": found.is_exact,
                }
                for condition, found in self.conditions.items()
            ],
            "short": self.short[:SHORTAGES_KEPT],
            "unlinked_pairs": len(self.unlinked),
            "unlinked": worst[:WORST_PAIRS_KEPT],
        }
