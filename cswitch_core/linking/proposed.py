"""A link as it is proposed: which two words, how sure, and why."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True, order=True)
class ProposedLink:
    """A word of the first sentence and one of the second, from 0 on. ``confidence``: how often such ones were right."""

    first: int
    second: int
    confidence: float
    reason: str

    def mirrored(self) -> ProposedLink:
        return replace(self, first=self.second, second=self.first)
