"""What the page for readers shows, taken once: the same numbers as in the zip beside it, however often it is read.

The snapshot is plain JSON:

    {"changed_at": "…Z", "signature": "…", "name": "…", "remark": "…",
     "overview": {"aims": ["…"], "asked": […], "material": ["…"], "numbers": {"judges": 40, …}, "cautions": […]},
     "findings": [{"key": "usage", "name": "…", "criterion": {"verdicts": […], "agreement_words": "…", …}}],
     "criteria": [{"key": "usage", "name": "…", "question": "…", "low": 0, "high": 5, "cut": 3}],
     "view": "cells" (once "drawn" or "generates"),
     "models": [{"label": "EC0", "sentences": 24, "cells": [{"n": 600, "mean": 3.1, "sd": 1.2, "median": 3}]}],
     "sentences": [{"number": 1, "text": "…", "tokens": […], "second": "hi", "condition": "EC0", "cells": […]}],
     "sentences_left_off": 0, "preferences": […], "selection": ["…"], "methods": "…", "pictures": [["usage", "means"]],
     "frozen": {"at": "…", "sha256": "…"} or null, "deviations": [{"what": …, "planned": …, "now": …}]}

Overview and findings have the names of `results.study_summary`, so that readers and researchers see one summary.
"""

from __future__ import annotations

from dataclasses import asdict
from itertools import islice
from typing import Any

from evaluation.models import Study
from evaluation.services import reporting
from evaluation.services.exports.cells import iso, rounded
from evaluation.services.exports.study_data import StudyData
from evaluation.services.results.choices.made import Choices
from evaluation.services.results.choices.preferences import contrasts
from evaluation.services.results.constraints.as_json import figure
from evaluation.services.results.methods_text import methods_of
from evaluation.services.results.study_summary import (
    ChoiceFindings,
    CriterionFindings,
    Overview,
    StudySummary,
    study_summary,
)
from evaluation.services.results.tables import SentenceRow, Summaries, Tables
from evaluation.statistics.summary import Summary

SENTENCES_SHOWN = 200
Json = dict[str, Any]


def snapshot_of(data: StudyData) -> Json:
    study, tables = data.study, Tables(data.study, data.selection)
    sentences, summed_up = tables.sentences(), study_summary(study, data.selection)
    shown = [_sentence(row, data) for row in islice(sentences, SENTENCES_SHOWN)]
    return {
        "changed_at": iso(data.changed_at),
        "signature": data.signature,
        "name": study.name,
        "remark": study.remark,
        "languages": study.languages,
        "overview": overview_of(summed_up.overview),
        "findings": findings_of(summed_up),
        "criteria": [_criterion(data, key) for key in range(len(data.criteria))],
        "view": "cells",
        "models": [
            {"label": row.label, "sentences": row.sentences, "cells": _cells(row.summaries, data)}
            for row in tables.models("cells")
            if row.sentences
        ],
        "sentences": shown,
        "sentences_left_off": sum(1 for _ in sentences),
        "preferences": preferences_of(study, data),
        "selection": data.selection.describe(),
        "methods": methods_of(study, list(study.criteria.asked()), data.selection).replace("`", ""),
        "frozen": frozen_of(study),
        "deviations": [deviation.as_json() for deviation in reporting.deviations(study, with_reasons=False)],
    }


def overview_of(found: Overview) -> Json:
    """Without how far the study is: it is closed."""
    numbers = {name: value for name, value in vars(found.numbers).items() if isinstance(value, int)}
    return {
        "aims": found.aims,
        "asked": [asdict(one) for one in found.asked],
        "material": found.material,
        "numbers": numbers,
        "cautions": [asdict(one) for one in found.cautions],
    }


def findings_of(found: StudySummary) -> list[Json]:
    """What is said in words; means are in the pictures and tables."""
    parts = [{"key": one.key, "name": one.name, "criterion": _of_criterion(one)} for one in found.criteria]
    if found.choices:
        parts.append({"key": "choices", "name": found.choices.name, "choices": _of_choices(found.choices)})
    return parts


def _of_criterion(found: CriterionFindings) -> Json:
    return {
        "key": found.key,
        "ratings": found.ratings,
        "verdicts": [asdict(one) for one in found.verdicts],
        "agreement_words": found.agreement_words,
        "agreement": {"within_one": figure(found.agreement.within_one)},
        "cautions": [asdict(one) for one in found.cautions],
    }


def _of_choices(found: ChoiceFindings) -> Json:
    figures = {"consistency": figure(found.consistency), "stood_first": figure(found.stood_first)}
    words = {"verdicts": [asdict(one) for one in found.verdicts], "left_out": found.left_out}
    return {"made": found.made} | words | figures


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
    """How often each side of each contrast was chosen, where judges chose."""
    if not study.asks_choices:
        return []
    return [
        {
            "first": one.first,
            "second": one.second,
            "n": one.tally.n,
            "chosen": one.tally.first,
            "other": one.tally.second,
            "alike": one.tally.alike,
        }
        for one in contrasts(Choices(study, data.selection))
    ]


def frozen_of(study: Study) -> Json | None:
    frozen = reporting.preregistration_of(study)
    return {"at": frozen.frozen_at.isoformat(), "sha256": frozen.sha256} if frozen else None
