"""How many matched pairs there are to draw, counted before anything is drawn.

It is stored as `Study.available` (numbers of sentences as words of digits, for they can be larger than JSON readers
take):

    {"wanted": 2, "pairs": 5,
     "constraints": [{"theory": "ML2", "constraint": "fragments", "matches": 9, "lacking": 1}],
     "cells": [{"pair": "paper-1", "theory": "ML2", "constraint": "fragments", "violators": "4", "in_one_place": "4",
                "with_partner": "4", "partners": "28", "matches": 2, "why": ""}],
     "cells_left_off": 0}

``violators`` break exactly the constraint, ``with_partner`` are those drawn from, ``partners`` the clean sentences of
as many switch points; ``matches`` is how many of those wanted there can be, at most. Cells that lack some stand first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from evaluation.models import Job, Pair, Study, User
from evaluation.services import generation
from evaluation.services.jobs import Progress, enqueue, job_kind
from evaluation.services.pairs.turns import Busy, TooLong, turn
from evaluation.services.studies.sampling.matched import cells_wanted, matches_of
from evaluation.services.studies.sampling.methods import SamplingMethod, choice_of
from evaluation.services.studies.sampling.study_pairs import pairs_in_turn

PAIRS_COUNTED_AT_ONCE = 30
CELLS_KEPT = 1_000


def request_counting(*, study: Study, actor: User) -> Job | None:
    """Count now if it is quick, else in the background; nothing where nothing is to be counted (any more)."""
    if study.available is not None or choice_of(study.choices, SamplingMethod.MATCHED) is None:
        return None
    if study.pairs.count() <= PAIRS_COUNTED_AT_ONCE:
        with suppress(Busy, TooLong), turn():
            count_available(study)
            return None
    title = _("Count the matched pairs of “%s”") % study.name
    return enqueue(kind="count_matches", title=title, owner=actor, study=study.pk)


def count_available(study: Study, progress: Progress | None = None) -> None:
    """Count and store what there is; nothing is stored if the study was changed meanwhile."""
    progress = progress or Progress()
    choice = choice_of(study.choices, SamplingMethod.MATCHED)
    if choice is None:
        return
    progress.start(study.pairs.count(), _("Counting matched pairs"))
    cells: list[dict[str, Any]] = []
    for pair in pairs_in_turn(study):
        generation.check_time()
        cells += pair_cells(study, pair, choice)
        progress.advance()
    found = _summed(study, choice, cells)
    if Study.objects.filter(pk=study.pk, revision=study.revision).update(available=found):
        study.available = found


def pair_cells(study: Study, pair: Pair, choice: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What one pair has, by theory and constraint."""
    found: dict[str, generation.Matches] = {}
    cells = []
    for theory, constraint in cells_wanted(study, choice):
        found.setdefault(theory, matches_of(study, pair, theory, choice))
        head = {"pair": pair.external_id, "theory": theory, "constraint": constraint}
        cells.append(head | _cell(found[theory], constraint, choice["count"]))
    return cells


def _cell(matches: generation.Matches, constraint: str, wanted: int) -> dict[str, Any]:
    try:
        cell = matches.available(constraint, wanted)
    except generation.OptionError as error:
        # A tree so wide that its orders cannot be packed without this constraint.
        numbers = dict.fromkeys(("violators", "in_one_place", "with_partner", "partners"), "0")
        return numbers | {"matches": 0, "why": str(error)}
    return {
        "violators": str(cell.violators),
        "in_one_place": str(cell.in_one_place),
        "with_partner": str(cell.with_partner),
        "partners": str(cell.partners),
        "matches": min(wanted, cell.most),
        "why": cell.lack,
    }


def _summed(study: Study, choice: Mapping[str, Any], cells: Sequence[dict[str, Any]]) -> dict[str, Any]:
    kept = sorted(cells, key=lambda cell: not cell["why"])[:CELLS_KEPT]
    return {
        "wanted": choice["count"],
        "pairs": len({cell["pair"] for cell in cells}),
        "constraints": [
            _total(theory, constraint, [c for c in cells if (c["theory"], c["constraint"]) == (theory, constraint)])
            for theory, constraint in cells_wanted(study, choice)
        ],
        "cells": kept,
        "cells_left_off": len(cells) - len(kept),
    }


def _total(theory: str, constraint: str, cells: Sequence[dict[str, Any]]) -> dict[str, Any]:
    return {
        "theory": theory,
        "constraint": constraint,
        "matches": sum(cell["matches"] for cell in cells),
        "lacking": sum(bool(cell["why"]) for cell in cells),
    }


@job_kind("count_matches")
def count_matches(progress: Progress, *, study: int) -> dict[str, Any]:
    found = Study.objects.get(pk=study)
    count_available(found, progress)
    return {"address": reverse("study-step", args=[found.slug, "sentences"])}
