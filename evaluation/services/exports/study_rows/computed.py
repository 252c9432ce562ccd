"""What took long to compute and is kept with its job: fitted models, costs of constraints, sizes of the models' sets.

The latest answer of each kind (and criterion, and way of grouping judges) goes into the zip and comes back as a
finished job.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from evaluation.models import Job, JobState, Study
from evaluation.services.results import mixed_model, set_sizes
from evaluation.services.results.choices import mixed_model as choice_model
from evaluation.services.results.constraints import costs
from evaluation.services.studies.judge_groups import JudgeGroups

# With the page that shows each.
PAGES = {
    set_sizes.KIND: "results-comparison",
    mixed_model.KIND: "results-comparison",
    choice_model.KIND: "results-choices",
    costs.KIND: "results-constraints",
}


def computed_rows(study: Study, pair_numbers: Mapping[int, int]) -> Iterator[dict[str, Any]]:
    criteria = dict(study.criteria.values_list("pk", "key"))
    done = Job.objects.filter(kind__in=PAGES, arguments__study=study.pk, state=JobState.DONE).order_by("pk")
    latest = {(job.kind, job.arguments.get("criterion"), _grouping(job)): job for job in done}
    for job in sorted(latest.values(), key=lambda job: job.pk):
        arguments = {name: value for name, value in job.arguments.items() if name not in ("study", "criterion")}
        if "criterion" in job.arguments:
            arguments["criterion"] = criteria.get(job.arguments["criterion"], "")
        answer = mixed_model.answer_of(job) if job.kind == mixed_model.KIND else job.result
        result = {name: value for name, value in answer.items() if name != "address"}
        if job.kind == set_sizes.KIND:
            result = _sizes_by_number(study, result, pair_numbers)
        yield {"kind": job.kind, "title": job.title, "arguments": arguments, "result": result}


def _grouping(job: Job) -> JudgeGroups | None:
    return JudgeGroups.from_json(job.result["groups"]) if job.kind == costs.KIND else None


def _sizes_by_number(study: Study, result: dict[str, Any], numbers: Mapping[int, int]) -> dict[str, Any]:
    """Pairs by their place in the file; whether they are those of today instead of a stamp over a site's numbers."""
    is_current = result["stamp"] == set_sizes.stamp(study, set_sizes.pairs_of(study))
    cells = [[numbers.get(pair, 0), names, size] for pair, names, size in result["cells"]]
    return result | {"stamp": "current" if is_current else "", "cells": cells}
