"""What the page for readers shows, taken once: the same numbers as in the zip beside it, however often it is read.

The snapshot is plain JSON:

    {"changed_at": "…Z", "signature": "…", "name": "…", "remark": "…", "counts": {"judges": 40, …},
     "criteria": [{"key": "usage", "name": "…", "question": "…", "low": 0, "high": 5, "cut": 3, "n": 2400}],
     "models": [{"label": "EC0", "sentences": 24, "cells": [{"n": 600, "mean": 3.1, "sd": 1.2, "median": 3}]}],
     "sentences": [{"number": 1, "text": "…", "tokens": […], "second": "hi", "condition": "EC0", "cells": […]}],
     "sentences_left_off": 0, "preferences": […], "selection": ["…"], "methods": "…", "pictures": [["usage", "means"]],
     "frozen": {"at": "…", "sha256": "…"} or null, "deviations": [{"what": …, "planned": …, "now": …}]}
"""

from __future__ import annotations

from itertools import islice
from typing import Any

from evaluation.models import CriterionKind, Study
from evaluation.services import reporting
from evaluation.services.exports.cells import iso, rounded
from evaluation.services.exports.study_data import StudyData
from evaluation.services.results.choices.made import Choices
from evaluation.services.results.methods_text import methods_of
from evaluation.services.results.tables import SentenceRow, Summaries, Tables
from evaluation.statistics.choice_shares import Tally
from evaluation.statistics.summary import Summary

SENTENCES_SHOWN = 200
Json = dict[str, Any]


def snapshot_of(data: StudyData) -> Json:
    study, tables = data.study, Tables(data.study, data.selection)
    sentences = tables.sentences()
    shown = [_sentence(row, data) for row in islice(sentences, SENTENCES_SHOWN)]
    return {
        "changed_at": iso(data.changed_at),
        "signature": data.signature,
        "name": study.name,
        "remark": study.remark,
        "languages": study.languages,
        "counts": counts_of(data),
        "criteria": [_criterion(data, key) for key in range(len(data.criteria))],
        "models": [
            {"label": row.label, "sentences": row.sentences, "cells": _cells(row.summaries, data)}
            for row in tables.models("drawn")
            if row.sentences
        ],
        "sentences": shown,
        "sentences_left_off": sum(1 for _ in sentences),
        "preferences": preferences_of(study, data),
        "selection": data.selection.describe(),
        "methods": methods_of(study, data.criteria, data.selection),
        "frozen": frozen_of(study),
        "deviations": [deviation.as_json() for deviation in reporting.deviations(study, with_reasons=False)],
    }


def counts_of(data: StudyData) -> dict[str, int]:
    ratings = data.exclusions.ratings()
    return {
        "judges": ratings.order_by().values("participation_id").distinct().count(),
        "sentences": data.study.items.rated().sentences().count(),
        "couples": data.study.items.rated().couples().count(),
        "pairs": data.study.pairs.count(),
        "ratings": ratings.filter(criterion__kind=CriterionKind.SCALE).count(),
        "choices": ratings.filter(criterion__kind=CriterionKind.CHOICE).count(),
    }


def _criterion(data: StudyData, place: int) -> Json:
    criterion = data.criteria[place]
    columns = {name: getattr(criterion, name) for name in ("key", "low", "high", "cut")}
    return columns | {"name": criterion.text("name", "en"), "question": criterion.text("question", "en")}


def _cells(summaries: Summaries, data: StudyData) -> list[Json]:
    return [_cell(summaries[criterion.key]) for criterion in data.criteria]


def _cell(summary: Summary) -> Json:
    figures = {"mean": summary.mean, "sd": summary.sigma, "median": summary.median}
    return {"n": summary.n} | {name: rounded(figure.value, 3) for name, figure in figures.items()}


def _sentence(row: SentenceRow, data: StudyData) -> Json:
    return {
        "number": row.number,
        "text": row.text,
        "tokens": row.tokens,
        "second": row.second_language,
        "condition": row.condition,
        "cells": _cells(row.summaries, data),
    }


def preferences_of(study: Study, data: StudyData) -> list[Json]:
    """How often each condition was chosen over each other, where judges chose."""
    if not study.asks_choices:
        return []
    sides: dict[tuple[str, str], list[int]] = {}
    couples = {item.pk: item.members for item in study.items.couples().select_related("first", "second")}
    for choice in Choices(study, data.selection).made:
        first, second = couples[choice.couple]
        turned = first.condition > second.condition
        names = (second.condition, first.condition) if turned else (first.condition, second.condition)
        value = {1: 2, 2: 1}.get(choice.value, choice.value) if turned else choice.value
        sides.setdefault(names, []).append(value)
    tallies = {names: Tally.of(values) for names, values in sorted(sides.items())}
    return [
        {
            "first": first,
            "second": second,
            "n": tally.n,
            "chosen": tally.first,
            "other": tally.second,
            "alike": tally.alike,
        }
        for (first, second), tally in tallies.items()
    ]


def frozen_of(study: Study) -> Json | None:
    frozen = reporting.preregistration_of(study)
    return {"at": frozen.frozen_at.isoformat(), "sha256": frozen.sha256} if frozen else None
