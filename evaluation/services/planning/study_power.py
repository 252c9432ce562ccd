"""How often a study finds what it is for: simulated in the background, found again by what its design is made of."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from evaluation.models import Job, JobState, Study, User
from evaluation.services import studies
from evaluation.services.errors import Refused
from evaluation.services.jobs import Progress, cancel, enqueue, job_kind
from evaluation.services.planning.of_study import StudyPlan, plan_of
from evaluation.statistics.planning.plans import PlanRequest, planned

KIND = "study_power"
LEAST_POWER = 0.5


def power_job(study: Study, plan: StudyPlan) -> Job | None:
    """The newest job for just this design; those for an earlier design of the study do not count."""
    if plan.request is None:
        return None
    wanted = plan.request.as_json()
    return next((job for job in _jobs(study) if job.arguments["request"] == wanted), None)


def _jobs(study: Study) -> QuerySet[Job]:
    return Job.objects.filter(kind=KIND, arguments__study=study.pk).order_by("-pk")


def start_power(*, study: Study, plan: StudyPlan, actor: User) -> Job | None:
    """Simulate, unless that is under way or done; what is under way for an earlier design is cancelled."""
    job = power_job(study, plan)
    if plan.request is None or (job and job.state not in {JobState.FAILED, JobState.CANCELLED}):
        return job
    with transaction.atomic():
        _cancel_earlier(study, actor)
        title = _("What “%s” will find") % study.name
        return enqueue(kind=KIND, title=title, owner=actor, study=study.pk, request=plan.request.as_json())


def _cancel_earlier(study: Study, actor: User) -> None:
    for job in _jobs(study).filter(state__in=[JobState.WAITING, JobState.RUNNING], cancel_requested=False):
        # It may be over by now.
        with suppress(Refused):
            cancel(job=job, actor=actor)


@job_kind(KIND)
def run(progress: Progress, study: int, request: dict[str, Any]) -> dict[str, Any]:
    asked = PlanRequest.read(request)
    progress.start(asked.simulations, _("Simulating"))
    answer = planned(asked, progress.advance).as_json()
    slug = Study.objects.values_list("slug", flat=True).get(pk=study)
    return answer | {"address": reverse("study-step", args=[slug, "review"])}


def doubts(study: Study, plan: StudyPlan | None) -> list[str]:
    """Why the study may not answer its question, as far as that is known; a study opened once is past that."""
    if plan is None or study.declared_selection is not None:
        return []
    found = [reason for reason in (plan.too_few_judges, plan.too_few_for_groups) if reason]
    job = power_job(study, plan)
    if job and job.state == JobState.DONE and job.result["power"] < LEAST_POWER:
        found.append(_("More often than not such a study would not answer its question."))
    return found


def open_study(*, study: Study, actor: User, confirmed: bool = False) -> None:
    """Let judges in; where it is doubtful that the study can answer its question, only if that is confirmed."""
    found = [] if confirmed else doubts(study, plan_of(study))
    if found:
        raise Refused(" ".join([*found, _("Confirm that it is to be opened nevertheless.")]))
    studies.open_study(study=study, actor=actor)
