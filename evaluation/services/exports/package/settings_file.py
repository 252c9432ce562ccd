"""A study's settings and seeds, so that a reader can see how it was set up and draw the same sentences again."""

from __future__ import annotations

from typing import Any

from evaluation.models import Criterion, Participation, Study
from evaluation.services import generation
from evaluation.services.exports.cells import iso
from evaluation.services.exports.signatures import signatures_of
from evaluation.services.exports.study_data import StudyData
from evaluation.services.exports.study_rows.writing import with_pairs

FIELDS = (
    *("slug", "name", "state", "instructions", "consent", "consent_version", "thanks", "refusal", "languages"),
    *("interface_languages", "mark_reasons", "most_failed_checks"),
    *("models_chosen", "choices", "seed", "monolingual", "whole_sentences", "drawing"),
    *("marking", "script", "word_marks", "comments", "design"),
    *(
        "judges_per_item",
        "items_per_judge",
        "one_of_match",
        "repeats",
        "place_minutes",
        "questions",
        "eligibility",
        "margin",
        "judge_groups",
        "declared_selection",
        "rated_elsewhere",
        "remark",
        "revision",
    ),
)


def settings_of(data: StudyData) -> dict[str, Any]:
    study = data.study
    return {
        "study": {name: getattr(study, name) for name in FIELDS}
        | {"drawn_at": iso(study.drawn_at), "choices": choices_of(study)},
        "criteria": [criterion_of(criterion) for criterion in data.study.criteria.asked()],
        "pairs": [str(pair) for pair in study.pairs.order_by("pk")],
        "models": {name: signatures_of(name) for name in study.models_chosen},
        "core_version": generation.CORE_VERSION,
        "selection": data.selection.as_json(),
        "order_seeds": order_seeds(study),
        "signature": data.signature,
    }


def criterion_of(criterion: Criterion) -> dict[str, Any]:
    return {name: getattr(criterion, name) for name in ("key", "kind", "low", "high", "cut", "texts")}


def choices_of(study: Study) -> list[dict[str, Any]]:
    """How sentences were chosen, with the ids of pairs that readers know."""
    wanted = {one.get("pair") for choice in study.choices for one in choice.get("sentences", ())}
    names = {pair.pk: str(pair) for pair in study.pairs.filter(pk__in=wanted - {None})}
    return [with_pairs(choice, names) for choice in study.choices]


def order_seeds(study: Study) -> dict[str, int]:
    """From each judge's seed the order of their sentences follows."""
    return dict(Participation.objects.filter(study=study).order_by("pk").values_list("pseudonym", "seed"))
