"""A paragraph on the methods of a study's results, to be quoted in a paper: its own settings, and docs/methods.md.

The sentences in QUOTED stand in docs/methods.md word for word; a test compares them.
"""

from __future__ import annotations

from collections.abc import Sequence

from evaluation.models import Criterion, Study
from evaluation.services.results.selection import Selection, declared_selection

QUOTED = {
    "accepts": "A judgement accepts a sentence if it is at or above the cut of its criterion.",
    "share": "The quantity is the share of judgements that accept (“a speaker accepts a sentence”).",
    "interval": "The interval is for other sentences of the same pairs and for other judges like these; "
    "pairs are taken as given.",
    "equivalent": "Equivalent: the 90 % interval lies within the margin (two one-sided tests at 5 %; Schuirmann 1987). "
    "Different: the 95 % interval leaves 0 out.",
    "contrasts": "The test holds for these judges: if judges differ in how they take to the two sides, "
    "it rejects too often for other judges.",
    "model": "A cumulative link mixed model with logit link and Laplace's approximation, as in R's `ordinal::clmm` "
    "(Christensen 2019)",
}


def methods_of(study: Study, criteria: Sequence[Criterion], selection: Selection) -> str:
    """In English, as the exports are."""
    cuts = [f"{criterion.key} {criterion.cut}" for criterion in criteria if criterion.cut is not None]
    shares = [f"{QUOTED['accepts']} {QUOTED['share']} Cuts, set before opening: {', '.join(cuts)}."] if cuts else []
    margin = f"Margin, set before opening: {study.margin} points of completeness."
    declared = declared_selection(study)
    rules = "Exclusions are those declared before opening."
    if declared.changed:
        rules = "Exclusions have changed since opening; declared were: " + " ".join(declared.rules)
    return " ".join(
        [
            *shares,
            QUOTED["interval"],
            *([QUOTED["equivalent"], margin] if shares else []),
            "Contrasts within sentence pairs: sign flips, corrected by Holm. " + QUOTED["contrasts"],
            QUOTED["model"] + ", judges and pairs having effects of their own for each cell.",
            *([rules] if declared.known else []),
            *selection.describe()[1:],
        ]
    )
