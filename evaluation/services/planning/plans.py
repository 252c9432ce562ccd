"""A plan as a job: what was asked for, simulated in the background, kept with its answer."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from evaluation.models import Job, JobState, Study, User
from evaluation.services.errors import Refused
from evaluation.services.jobs import Progress, enqueue, job_kind, visible_to
from evaluation.services.planning.pilots import pilots_of, spreads_of
from evaluation.statistics.planning.plans import PlanRequest, planned
from evaluation.statistics.planning.words import effect_words, size_words

KIND = "plan"
RECENT = 5


def start(*, request: PlanRequest, pilot: Study | None, actor: User) -> Job:
    """Simulate in the background; with a pilot, its spreads take the place of the request's."""
    problems = request.problems()
    if problems:
        raise Refused(str(problems[0]), field=problems[0].field)
    if pilot and not pilots_of(actor).filter(pk=pilot.pk).exists():
        raise Refused(_("This study has no ratings, so it cannot be a pilot."), field="pilot")
    design = request.design
    title = _("Plan: %(size)s, %(effect)s") % {"size": size_words(design), "effect": effect_words(design)}
    return enqueue(kind=KIND, title=title, owner=actor, request=request.as_json(), pilot=pilot.pk if pilot else None)


def plans_of(user: User) -> QuerySet[Job]:
    """The plans that somebody may see, newest first, whatever has become of them."""
    return visible_to(user).filter(kind=KIND).order_by("-pk")


def recent_plans(user: User) -> QuerySet[Job]:
    """Somebody's own last plans."""
    return plans_of(user).filter(owner=user, state=JobState.DONE)[:RECENT]


def plan_or_none(user: User, key: str) -> dict[str, Any] | None:
    """The answer of a plan that is done and that this person may see."""
    job = plans_of(user).filter(key=key, state=JobState.DONE).first()
    return job.result if job else None


@job_kind(KIND)
def run(progress: Progress, request: dict[str, Any], pilot: int | None) -> dict[str, Any]:
    asked = PlanRequest.read(request)
    study = Study.objects.get(pk=pilot) if pilot else None
    if study:
        progress.start(None, _("Fitting the pilot study"))
        asked = replace(asked, design=replace(asked.design, spreads=spreads_of(study)))
        problems = asked.problems()
        if problems:
            raise Refused(str(problems[0]))
    progress.start(asked.simulations, _("Simulating"))
    answer = planned(asked, progress.advance).as_json()
    return answer | {
        "pilot": study.name if study else "",
        "pilot_slug": study.slug if study else "",
        "spreads": asdict(asked.design.spreads),
        "address": reverse("plan-result", args=[progress.job.key]) if progress.job else "",
    }
