"""The cumulative link mixed model of a study's ratings, fitted in the background.

`rating ~ cell + (1 | judge) + (1 | judge:cell) + (1 | pair) + (1 | pair:cell) + (1 | sentence)`, a cell being exactly
which models generate a sentence; and phenomena adjusted for switch points and cell, judges having slopes for them. The
job keeps its answer together with what it was computed from, so that the page can say when ratings have come in since.
"""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from evaluation.models import Criterion, Job, JobState, Study, User
from evaluation.services import audit
from evaluation.services.errors import Refused
from evaluation.services.jobs import Progress, enqueue, job_kind
from evaluation.services.results.fitted_models import by_cell, by_phenomenon, of_one_judge
from evaluation.services.results.rated_items import rated_items
from evaluation.services.results.rating_arrays import last_change
from evaluation.services.results.selection import Selection

KIND = "mixed_model"
STEPS = 2


def start(*, study: Study, criterion: Criterion, actor: User | None) -> Job:
    """Fit in the background; the job that is still at it, if there is one."""
    if criterion.study_id != study.pk:
        raise Refused(_("This criterion belongs to another study."), field="criterion")
    waiting = _jobs(study, criterion).filter(state__in=[JobState.WAITING, JobState.RUNNING]).first()
    if waiting:
        return waiting
    audit.record(actor, "study.mixed_model", study, slug=study.slug, criterion=criterion.key)
    title = _("Mixed model of “%(study)s”, %(criterion)s") % {"study": study.name, "criterion": criterion}
    return enqueue(kind=KIND, title=title, owner=actor, study=study.pk, criterion=criterion.pk)


def latest(study: Study, criterion: Criterion) -> dict[str, Any] | None:
    """The last answer, with `is_current`: whether nothing has changed since."""
    job = _jobs(study, criterion).filter(state=JobState.DONE).order_by("-pk").first()
    if job is None:
        return None
    answer = answer_of(job)
    return answer | {"is_current": answer.get("data") == data_stamp(study)}


def answer_of(job: Job) -> dict[str, Any]:
    """What the job keeps. A fit to one judge, from when such were made, is refused as it would be now."""
    answer: dict[str, Any] = job.result
    alone = [part for part in ("condition", "phenomena") if answer[part].get("groups", {}).get("judge") == 1]
    return answer | {part: of_one_judge() for part in alone}


def _jobs(study: Study, criterion: Criterion) -> QuerySet[Job]:
    return Job.objects.filter(kind=KIND, arguments__study=study.pk, arguments__criterion=criterion.pk)


def data_stamp(study: Study) -> str:
    """What an answer depends on besides the ratings' values: their number, the last change, the selection."""
    changed = last_change(study)
    return f"{study.ratings.count()} {changed.isoformat() if changed else '-'} {Selection.of(study).as_json()}"


@job_kind(KIND)
def run(progress: Progress, study: int, criterion: int) -> dict[str, Any]:
    row, scale = Study.objects.get(pk=study), Criterion.objects.get(pk=criterion)
    progress.start(STEPS, _("Fitting"))
    stamp, selection = data_stamp(row), Selection.of(row)
    rated = rated_items(row, selection, scale)
    condition = by_cell(rated, row, scale.cut)
    progress.advance()
    phenomena = by_phenomenon(rated)
    progress.advance()
    return {
        "data": stamp,
        "selection": selection.as_json(),
        "criterion": scale.key,
        "condition": condition,
        "phenomena": phenomena,
        "address": reverse("results-comparison", args=[row.slug]) + f"?criterion={scale.key}&whole#mixed-model",
    }
