"""What a study says of itself, as files of its zip."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from evaluation.models import Study
from evaluation.services.reporting.datasheet import datasheet_of
from evaluation.services.reporting.deviations import deviations
from evaluation.services.reporting.preregistration import preregistration_of

FOLDER = "preregistration"


def report_files(
    study: Study, suggestions: Mapping[str, Any] | None = None, *, with_reasons: bool = True
) -> Iterator[tuple[str, str]]:
    """Name and text of each; ``suggestions`` are for the datasheet, ``with_reasons`` for the deviations."""
    yield "heds.json", datasheet_of(study, suggestions=suggestions).json_text()
    frozen = preregistration_of(study)
    if frozen:
        different = [deviation.as_json() for deviation in deviations(study, with_reasons=with_reasons)]
        yield f"{FOLDER}/plan.json", frozen.json_text()
        yield f"{FOLDER}/plan.txt", frozen.text()
        yield f"{FOLDER}/deviations.json", json.dumps(different, ensure_ascii=False, indent=2) + "\n"
