"""A plan in plain sentences."""

from __future__ import annotations

from evaluation.statistics.costs.columns import SLOPE_JUDGES, SLOPE_SENTENCES
from evaluation.statistics.planning.design import CHOICES, LOGITS, MODELS, SHARE, PlannedStudy
from evaluation.statistics.planning.power import Curve, Power


def effect_words(design: PlannedStudy) -> str:
    """
    >>> effect_words(PlannedStudy(effect=0.5))
    'a cost of half a point'
    """
    if design.unit == SHARE:
        return f"that the better sentence wins {100 * design.effect:.0f} of 100 choices"
    what = {CHOICES: "a preference", MODELS: "a difference"}.get(design.compared, "a cost")
    between = " between two models" if design.compared == MODELS else ""
    return f"{what} of {_amount(design)}{between}"


def _amount(design: PlannedStudy) -> str:
    if design.unit == LOGITS:
        return f"{design.effect:g} logits"
    return {0.5: "half a point", 1.0: "one point"}.get(design.effect, f"{design.effect:g} points")


def size_words(design: PlannedStudy) -> str:
    """
    >>> size_words(PlannedStudy(judges=20, pairs=24))
    '20 judges and 48 sentences'
    """
    return f"{design.judges} judges and {design.tasks} {task_word(design)}"


def task_word(design: PlannedStudy) -> str:
    return "couples" if design.compared == CHOICES else "sentences"


def plan_sentence(found: Power) -> str:
    """With 20 judges and 48 sentences you find a cost of half a point in 83 of 100 studies.

    Where the results would hold for the study's own judges, it ends in "for these judges only".
    """
    times = round(100 * found.found.value)
    whom = ", for these judges only" if found.these_judges.mostly else ""
    return f"With {size_words(found.design)} you find {effect_words(found.design)} in {times} of 100 studies{whom}."


def for_whom_sentence(found: Power) -> str:
    """Why the answer would hold for the study's own judges only, and in how many studies; empty if in none."""
    share = found.these_judges
    if not share.count:
        return ""
    times = "" if share.count == share.n else f" in {max(1, round(100 * share.value))} of 100 studies"
    return (
        f"What it costs other judges would not be known{times}: for that, {SLOPE_JUDGES} judges must each rate "
        f"{SLOPE_SENTENCES} sentences that break the constraint and {SLOPE_SENTENCES} that keep it."
    )


def enough_sentence(curve: Curve) -> str:
    """Which size would find it in 80 of 100 studies, all else being as planned; first for other judges too."""
    own = curve.enough_for_these
    if curve.enough is not None:
        also = f"; {own} would for these judges only" if own is not None and own < curve.enough else ""
        return f"{curve.enough} {curve.over} would find it in 80 of 100 studies{also}."
    if own is not None:
        return f"{own} {curve.over} would find it in 80 of 100 studies, for these judges only."
    other = "judges" if curve.over != "judges" else "sentences"
    return f"Even {curve.sizes[-1]} {curve.over} would not find it in 80 of 100 studies: more {other} are needed."
