"""The costs of a study's constraints on one criterion, fitted in the background for all judges and by group.

The job keeps its answer together with what it was computed from, so that the page can say when ratings have come in
since. Each theory by itself: what judges lose where its constraints are broken. The last answer for each way of
grouping judges counts, so that groups looked at later never replace those that were declared before opening.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from evaluation.models import Criterion, Job, JobState, Study, User
from evaluation.services import audit
from evaluation.services.errors import Refused
from evaluation.services.generation import broken_counts
from evaluation.services.jobs import Progress, enqueue, job_kind
from evaluation.services.results.constraints import as_json
from evaluation.services.results.constraints.material import Material, material_of
from evaluation.services.results.mixed_model import data_stamp
from evaluation.services.results.selection import Selection
from evaluation.services.studies.judge_groups import JudgeGroups
from evaluation.statistics.costs.data import CostData
from evaluation.statistics.costs.fitting import CostFit, additivity, fit_costs
from evaluation.statistics.costs.group_tests import group_tests, large_groups
from evaluation.statistics.costs.held_out import held_out
from evaluation.statistics.costs.order import couples
from evaluation.statistics.costs.what_if import what_if
from evaluation.statistics.figure import Figure

KIND = "constraint_costs"
# What is done for each theory, for the progress bar.
STEPS = 6


def start(*, study: Study, criterion: Criterion, groups: JudgeGroups, actor: User | None) -> Job:
    """Fit in the background; the job that is still at the same, if there is one."""
    if criterion.study_id != study.pk:
        raise Refused(_("This criterion belongs to another study."), field="criterion")
    same = next((job for job in _unfinished(study, criterion) if job.arguments.get("groups") == groups.as_json()), None)
    if same:
        return same
    audit.record(actor, "study.constraint_costs", study, slug=study.slug, criterion=criterion.key)
    title = _("Costs of constraints in “%(study)s”, %(criterion)s") % {"study": study.name, "criterion": criterion}
    arguments = {"study": study.pk, "criterion": criterion.pk, "groups": groups.as_json()}
    return enqueue(kind=KIND, title=title, owner=actor, **arguments)


Answer = dict[str, Any]


def answers(study: Study, criterion: Criterion) -> list[Answer]:
    """The last one for each way of grouping judges (all together is one), that of the declared groups first.

    Each with `is_current`: whether nothing has changed since.
    """
    done, found = list(_jobs(study, criterion).filter(state=JobState.DONE).order_by("-pk")), dict[JudgeGroups, Answer]()
    stamp = data_stamp(study) if done else ""
    for job in done:
        groups = JudgeGroups.from_json(job.result["groups"])
        told = job.result["groups"] | {"declared": groups.is_declared(study)}
        found.setdefault(groups, job.result | {"groups": told, "is_current": job.result.get("data") == stamp})
    return sorted(found.values(), key=lambda one: not one["groups"]["declared"])


def grouped(found: Iterable[Answer]) -> list[Answer]:
    """Those by group of judges."""
    return [one for one in found if JudgeGroups.from_json(one["groups"])]


def for_all_judges(found: Sequence[Answer]) -> Answer | None:
    """The one whose costs for all judges are shown: to the data of today, and of such the first."""
    return next((one for one in found if one["is_current"]), next(iter(found), None))


def latest(study: Study, criterion: Criterion) -> Answer | None:
    return for_all_judges(answers(study, criterion))


def of_theory(found: Answer | None, theory: str) -> dict[str, Any] | None:
    """What an answer says of one theory."""
    return next((one for one in (found or {}).get("theories", ()) if one["theory"] == theory), None)


def under_way(study: Study, criterion: Criterion) -> Job | None:
    return _unfinished(study, criterion).order_by("pk").first()


def _unfinished(study: Study, criterion: Criterion) -> QuerySet[Job]:
    return _jobs(study, criterion).filter(state__in=[JobState.WAITING, JobState.RUNNING])


def _jobs(study: Study, criterion: Criterion) -> QuerySet[Job]:
    return Job.objects.filter(kind=KIND, arguments__study=study.pk, arguments__criterion=criterion.pk)


@job_kind(KIND)
def run(progress: Progress, study: int, criterion: int, groups: dict[str, Any]) -> dict[str, Any]:
    row, scale = Study.objects.get(pk=study), Criterion.objects.get(pk=criterion)
    stamp, selection, grouping = data_stamp(row), Selection.of(row), JudgeGroups.from_json(groups)
    material = material_of(row, selection, scale)
    progress.start(STEPS * max(1, len(material.theories)), _("Fitting"))
    members = grouping.of(row) if grouping else {}
    theories = [_theory(material, theory, members, scale, progress) for theory in material.theories]
    return {
        "data": stamp,
        "selection": selection.as_json(),
        "criterion": scale.key,
        "groups": grouping.as_json() | {"words": grouping.words, "declared": grouping.is_declared(row)},
        "theories": theories,
        "address": reverse("results-constraints", args=[row.slug]) + f"?criterion={scale.key}",
    }


def _theory(
    material: Material, theory: str, members: dict[int, str], scale: Criterion, progress: Progress
) -> dict[str, Any]:
    data, rng = material.cost_data(theory, members), np.random.default_rng(abs(material.study.seed))
    found = fit_costs(data.without_groups())
    progress.advance()
    plain = fit_costs(data.without_groups(), switches=False, points=False, like=found)
    progress.advance()
    additive = additivity(found)
    progress.advance()
    by_group = _by_group(data, found) if members else None
    progress.advance()
    hypothetical = _what_if(material, theory, found, scale)
    progress.advance()
    left_out = _held_out(material, theory, found)
    progress.advance()
    return {
        "theory": theory,
        "left_out": material.left_out(theory),
        "costs": [as_json.cost(one, other) for one, other in zip(found.costs, plain.costs, strict=True)],
        "order": [as_json.couple(one) for one in couples(found, rng=rng)],
        "additive": as_json.figure(additive),
        "fit": as_json.fitted(found),
        "by_group": by_group,
        "what_if": hypothetical,
        "held_out": left_out,
    }


def _by_group(data: CostData, of_all: CostFit) -> dict[str, Any]:
    """Groups with their own intercepts; and each by itself, so that it has its own thresholds."""
    large, left_out = large_groups(data)
    answer: dict[str, Any] = {"left_out": left_out, "names": [], "costs": [], "alone": [], "tests": [], "reason": ""}
    if isinstance(large, Figure):
        return answer | {"reason": large.reason}
    found = fit_costs(large, like=of_all)
    alone = [fit_costs(large.of_group(group).without_groups(), points=False, like=of_all) for group in large.groups]
    return answer | {
        "names": large.groups,
        "costs": [as_json.cost(one) for one in found.costs],
        "alone": [
            as_json.cost(one) | {"group": group}
            for group, fit in zip(large.groups, alone, strict=True)
            for one in fit.costs
        ],
        "tests": [as_json.group_test(one) for one in group_tests(found)],
    }


def _what_if(material: Material, theory: str, found: CostFit, scale: Criterion) -> dict[str, Any]:
    if scale.cut is None:
        return {"reason": _("No cut was set for this criterion, so nothing counts as accepted."), "rows": []}
    counts: dict[tuple[frozenset[str], ...], int] = {}
    for pair in material.study.pairs.order_by("pk"):
        for family, count in broken_counts(pair, theory).items():
            sets = tuple(frozenset(one) for one in family)
            counts[sets] = counts.get(sets, 0) + count
    return {"reason": "", "rows": [as_json.what_if_row(one) for one in what_if(found, counts, scale.cut)]}


def _held_out(material: Material, theory: str, fitted: CostFit) -> dict[str, Any]:
    if fitted.fitted is None:
        return {"reason": fitted.costs[0].reason, "rows": []}
    known, which = material.known(theory)
    ratings, rng = material.ratings, np.random.default_rng(abs(material.study.seed))
    found = held_out(known, ratings.items[which], ratings.judges[which], ratings.values[which], rng=rng)
    if isinstance(found, Figure):
        return {"reason": found.reason, "rows": []}
    return {"reason": "", "rows": [as_json.held_out_row(one) for one in found]}
