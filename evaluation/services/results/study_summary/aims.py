"""What a study was for, what it asked its judges and how its sentences were chosen, in words, from its settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from evaluation.models import Criterion, Design, Study
from evaluation.services.generation import constraint_words
from evaluation.services.results.study_summary.numbers import Numbers
from evaluation.services.results.wording import listed
from evaluation.services.support.minus import with_minus


@dataclass(frozen=True)
class Asked:
    """One question put to the judges, in their words, with its scale."""

    key: str
    name: str
    question: str
    scale: str
    # The lowest point with which a judge accepts a sentence, or that there is none, in words; empty for a choice.
    cut: str


def asked_of(study: Study) -> list[Asked]:
    return [_asked(criterion) for criterion in study.criteria.asked()]


def _asked(criterion: Criterion) -> Asked:
    question, scale = criterion.text("question", "en"), scale_words(criterion)
    return Asked(criterion.key, str(criterion), question, scale, cut_words(criterion))


def cut_words(criterion: Criterion) -> str:
    if criterion.is_choice:
        return ""
    if criterion.cut is None:
        return _("No cut: means and no shares.")
    return _("From %s on a judgement accepts the sentence.") % with_minus(criterion.cut)


def scale_words(criterion: Criterion) -> str:
    """ "0 (never) to 5 (always)"; of a choice, what could be chosen."""
    if criterion.is_choice:
        return _("one sentence, the other, or both alike") if criterion.low == 0 else _("one sentence or the other")
    labels = criterion.labels("en")
    ends = [with_minus(point) + (f" ({labels[point]})" if labels.get(point) else "") for point in _ends(criterion)]
    return _("%(low)s to %(high)s") % {"low": ends[0], "high": ends[1]}


def _ends(criterion: Criterion) -> tuple[int, int]:
    return criterion.low, criterion.high


# -- What it was for -------------------------------------------------------------------------------------------------


def aims_of(study: Study) -> list[str]:
    """One question for each thing that the study's sentences were chosen for, as its answers can tell."""
    rated = _about_ratings(study) if study.asks_scales else []
    return [*rated, *(_about_preferences(study) if study.asks_choices else [])]


def _about_ratings(study: Study) -> list[str]:
    regions = [_about_regions(choice) for choice in study.choices if choice["way"] == "regions"]
    matched = [_about_constraints(choice) for choice in study.choices if choice["way"] == "matched"]
    return regions + matched or [_about_models(study)]


def _about_preferences(study: Study) -> list[str]:
    """Choices do not say what is accepted, only which of two is preferred."""
    regions = [_of_two_models(choice) for choice in study.choices if choice["way"] == "regions"]
    matched = [_of_partners(choice) for choice in study.choices if choice["way"] == "matched"]
    drawn = any(choice["way"] == "uniform" for choice in study.choices)
    if drawn and not regions and len(study.models_chosen) > 1:
        regions = [_("Of which model do judges prefer the sentences: %s?") % listed(study.models_chosen)]
    return regions + matched or [_("Which of two sentences of a pair do judges prefer?")]


def _of_two_models(choice: Mapping[str, Any]) -> str:
    words = _("Do judges prefer the sentences of %(first)s or those of %(second)s?")
    return words % {"first": choice["first"], "second": choice["second"]}


def _of_partners(choice: Mapping[str, Any]) -> str:
    words = _("Do judges prefer sentences that keep a constraint to those that break it: %s?")
    return words % _constraints_named(choice)


def _about_regions(choice: Mapping[str, Any]) -> str:
    words = _("Do %(first)s and %(second)s generate as much of what judges accept?")
    return words % {"first": choice["first"], "second": choice["second"]}


def _about_constraints(choice: Mapping[str, Any]) -> str:
    return _("What does breaking a constraint cost: %s?") % _constraints_named(choice)


def _constraints_named(choice: Mapping[str, Any]) -> str:
    named = [
        _("%(constraints)s of %(theory)s")
        % {"constraints": listed([constraint_words(one) for one in names]), "theory": theory}
        for theory, names in choice["constraints"].items()
    ]
    return "; ".join(named)


def _about_models(study: Study) -> str:
    if not study.choices:
        return _("How do judges rate these sentences from elsewhere?")
    if {choice["way"] for choice in study.choices} <= {"picked", "imported"}:
        return _("How do judges rate these sentences?")
    if len(study.models_chosen) > 1:
        return _("How do the models compare in what judges accept: %s?") % listed(study.models_chosen)
    return _("How do judges rate what %s generates?") % listed(study.models_chosen)


# -- How its sentences were chosen -----------------------------------------------------------------------------------


def material_words(study: Study, numbers: Numbers) -> list[str]:
    """How the sentences were chosen and given to judges, a sentence each."""
    said = ways_of(study)
    if study.rated_elsewhere:
        said = [_("The sentences were brought in together with their ratings.")]
    if study.models_chosen:
        said.append(_("Models: %s.") % listed(study.models_chosen))
    return [*said, *([_design_words(study)] if numbers.sentences else [])]


def ways_of(study: Study) -> list[str]:
    return [WAYS[choice["way"]](choice) for choice in study.choices if choice["way"] in WAYS]


def _design_words(study: Study) -> str:
    if study.design == Design.EVERYONE:
        return _("Every judge was given everything.")
    return (
        ngettext("Each was given to %d judge.", "Each was given to %d judges.", study.judges_per_item)
        % study.judges_per_item
    )


def _so_many(one: str, many: str) -> Callable[[Mapping[str, Any]], str]:
    return lambda choice: ngettext(one, many, choice["count"]) % choice


WAYS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "uniform": _so_many(
        "%(count)d sentence was drawn at random for each pair and model.",
        "%(count)d sentences were drawn at random for each pair and model.",
    ),
    "regions": _so_many(
        "For each pair %(count)d sentence was drawn at random from what %(first)s but not %(second)s generates, from "
        "what %(second)s but not %(first)s does, and from what both do.",
        "For each pair %(count)d sentences each were drawn at random from what %(first)s but not %(second)s generates, "
        "from what %(second)s but not %(first)s does, and from what both do.",
    ),
    "controls": _so_many(
        "%(count)d control that no model generates was drawn for each pair.",
        "%(count)d controls that no model generates were drawn for each pair.",
    ),
    "matched": _so_many(
        "For each pair and constraint %(count)d sentence that breaks only this constraint was drawn, with its nearest "
        "partner that breaks none.",
        "For each pair and constraint %(count)d sentences that break only this constraint were drawn, each with its "
        "nearest partner that breaks none.",
    ),
    "known_controls": _so_many(
        "Controls whose answer is known come from %(count)d pair.",
        "Controls whose answer is known come from %(count)d pairs.",
    ),
    "picked": lambda choice: (
        ngettext("%d sentence was picked by hand.", "%d sentences were picked by hand.", len(choice["sentences"]))
        % len(choice["sentences"])
    ),
    "imported": lambda choice: (
        ngettext(
            "%(number)d sentence came from “%(source)s”.",
            "%(number)d sentences came from “%(source)s”.",
            len(choice["sentences"]),
        )
        % {"number": len(choice["sentences"]), "source": choice["source"]}
    ),
}
