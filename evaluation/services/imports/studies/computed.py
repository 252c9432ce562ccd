"""What took long to compute, brought back as finished jobs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils import timezone

from evaluation.models import Criterion, Job, JobState, Study, User
from evaluation.services.exports.study_rows.computed import PAGES
from evaluation.services.exports.study_rows.fields import wrong
from evaluation.services.imports.studies.shapes import check_computed
from evaluation.services.imports.studies.zip_file import StudyZip
from evaluation.services.results import set_sizes

Row = dict[str, Any]


def restore_computed(
    source: StudyZip, study: Study, criteria: Mapping[str, Criterion], pairs: Mapping[int, int], *, owner: User
) -> None:
    now = timezone.now()
    for where, row in source.rows("computed"):
        kind, arguments, result = row.get("kind"), row.get("arguments"), row.get("result")
        if kind not in PAGES or not isinstance(arguments, dict) or not isinstance(result, dict):
            raise wrong(where, "kind")
        check_computed(kind, result, where)
        address = reverse(PAGES[kind], args=[study.slug])
        if "criterion" in arguments:
            if arguments["criterion"] not in criteria:
                raise wrong(where, "criterion")
            address += f"?criterion={arguments['criterion']}"
            arguments = arguments | {"criterion": criteria[arguments["criterion"]].pk}
        if kind == set_sizes.KIND:
            result = _sizes(study, result, pairs, where)
        Job.objects.create(
            kind=kind,
            title=str(row.get("title", ""))[:200],
            owner=owner,
            arguments=arguments | {"study": study.pk},
            state=JobState.DONE,
            result=result | {"address": address},
            started_at=now,
            finished_at=now,
        )


def _sizes(study: Study, result: Row, pairs: Mapping[int, int], where: str) -> Row:
    """The sizes by this site's numbers of the pairs, and marked as of today if they were."""
    try:
        cells = [[pairs[number], [*map(str, names)], str(int(size))] for number, names, size in result["cells"]]
    except (KeyError, TypeError, ValueError) as error:
        raise wrong(where, "cells") from error
    is_current = result.get("stamp") == "current"
    return result | {"cells": cells, "stamp": set_sizes.stamp(study, set_sizes.pairs_of(study)) if is_current else ""}
