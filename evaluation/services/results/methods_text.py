"""A paragraph on the methods of a study's results, to be quoted in a paper: its own settings, and docs/methods.md.

The sentences in QUOTED stand in docs/methods.md word for word; a test compares them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from evaluation.models import Criterion, Study
from evaluation.services.results.selection import Selection, rules_and_declared
from evaluation.services.studies.sampling.methods import SamplingMethod
from evaluation.services.support.minus import with_minus

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
    "models chosen": "Where sentences were drawn for single models, two models are compared by the choices between a "
    "sentence that only the one and a sentence that only the other generates",
    "models nested": "Where one model lies within another, a sentence of both is compared with a sentence that only "
    "the larger generates",
    "choices": "Choices of one judge, and choices about one pair, hang together: deviations are added up by judge, by "
    "pair and by both (Cameron, Gelbach and Miller 2011)",
    "choice interval": "The interval is Wilson's at the size that has this variance, with Student's t and "
    "Satterthwaite's degrees of freedom, for other judges like these and other pairs.",
    "even": "An even share of the decided choices is tested by the same interval: p is below .05 exactly if the "
    "interval leaves one half out. All contrasts of a study are one family with Holm's correction",
    "scales": "Bradley and Terry's (1952) and Thurstone's (1927, case V) places by maximum likelihood, with sum 0, "
    "“both alike” being half a choice of each.",
    "choice model": "chosen ~ stood first + (1 | judge) + (1 | pair), logistic, by Laplace's approximation, as in R's "
    "`lme4::glmer`",
}

OF_THESE = "The rated sentences stand for no others; intervals are for other judges of them."
SURENESS = "How sure judges were is exported with each choice; no result rests on it."


def methods_of(study: Study, criteria: Sequence[Criterion], selection: Selection) -> str:
    """Of these criteria, in English, as the exports are."""
    scales = [criterion for criterion in criteria if not criterion.is_about_couples]
    chosen = any(criterion.is_choice for criterion in criteria)
    return " ".join(
        [
            *(_of_ratings(study, scales) if scales else []),
            *(_of_choices(study) if chosen else []),
            *([SURENESS] if not scales and not chosen else []),
            *rules_and_declared(study, selection),
        ]
    )


class WhenSet(NamedTuple):
    """When cut and margin were set, as a text goes on after “the cut”."""

    cut: str
    margin: str


def when_set(study: Study) -> WhenSet:
    if study.rated_elsewhere:
        cut = "set when the ratings were brought in, not before they were given"
        return WhenSet(cut, "not set before the ratings were given")
    return WhenSet("set before opening", "set before opening")


def _of_ratings(study: Study, scales: Sequence[Criterion]) -> list[str]:
    cuts = [f"{criterion.key} {with_minus(criterion.cut)}" for criterion in scales if criterion.cut is not None]
    when = when_set(study)
    shares = [f"{QUOTED['accepts']} {QUOTED['share']} Cuts, {when.cut}: {', '.join(cuts)}."] if cuts else []
    return [
        *shares,
        QUOTED["interval"] if study.items.filter(probability__isnull=False).exists() else OF_THESE,
        *([QUOTED["equivalent"], f"Margin, {when.margin}: {study.margin} points of completeness."] if shares else []),
        "Contrasts within sentence pairs: sign flips, corrected by Holm. " + QUOTED["contrasts"],
        QUOTED["model"] + ", judges and pairs having effects of their own for each cell.",
    ]


def _of_choices(study: Study) -> list[str]:
    drawn = any(choice["way"] == SamplingMethod.UNIFORM for choice in study.choices)
    interval = QUOTED["choice interval"]
    if study.pairs.count() == 1:
        interval = interval.replace("these and other pairs", "these, of this sentence pair only")
    return [
        *([f"{QUOTED['models chosen']}. {QUOTED['models nested']}."] if drawn else []),
        f"Shares of choices: {QUOTED['choices']}. {interval} {QUOTED['even']}.",
        f"Scales of choices: {QUOTED['scales']}",
        f"Mixed model of choices, for each contrast: {QUOTED['choice model']}; Wald tests, corrected by Holm.",
    ]
