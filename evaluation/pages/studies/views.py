"""The list of studies, a study's page, and its buttons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count, Q
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from evaluation.models import ItemKind, ParticipationState, Study, StudyState, User
from evaluation.pages.access import SignedInRequest, researcher_required, study_or_404
from evaluation.pages.messages import run_and_report
from evaluation.services import planning, reporting, studies
from evaluation.services.errors import Refused
from evaluation.services.studies import crowd_sites, progress, reminders
from evaluation.services.studies.sharing import owns

STUDIES_PER_PAGE = 30
ROWS_PER_PAGE = 50
# By the word in the address: the service to call, and the message when it is done.
STATE_ACTIONS: dict[str, tuple[Callable[..., None], Any]] = {
    "open": (planning.open_study, gettext_lazy("The study is open: judges can come in.")),
    "pause": (studies.pause, gettext_lazy("The study is paused: judges are asked to come back later.")),
    "close": (studies.close, gettext_lazy("The study is closed: it takes no more ratings.")),
    "draft": (studies.back_to_draft, gettext_lazy("The study is a draft again.")),
}


@researcher_required
def study_list(request: SignedInRequest) -> HttpResponse:
    state = request.GET.get("state", "")
    shown = Study.objects.visible_to(request.user).select_related("owner")
    if state in StudyState.values:
        shown = shown.filter(state=state)
    page = Paginator(shown, STUDIES_PER_PAGE).get_page(request.GET.get("page"))
    _count_people(page.object_list)
    context = {"page": page, "states": StudyState.choices, "state": state, "query": f"state={state}" if state else ""}
    return render(request, "studies/list.html", context)


def _count_people(shown: Any) -> None:
    """Judges and sentences of these studies, in two queries."""
    found = {study.pk: study for study in shown}
    finished = Count("participations", filter=Q(participations__state=ParticipationState.FINISHED))
    counted = Study.objects.filter(pk__in=found).order_by()
    people = counted.annotate(judges=Count("participations"), finished=finished)
    for pk, judges, finished_judges in people.values_list("pk", "judges", "finished"):
        found[pk].judge_count, found[pk].finished_count = judges, finished_judges
    rated = counted.annotate(rated=Count("items", filter=Q(items__kind=ItemKind.STUDY)))
    for pk, count in rated.values_list("pk", "rated"):
        found[pk].item_count = count


@researcher_required
def study_page(request: SignedInRequest, slug: str) -> HttpResponse:
    study = study_or_404(request, slug)
    join_path = reverse("join", args=[study.join_key])
    join_address = settings.SITE_URL + join_path
    context = {
        "study": study,
        "tab": "overview",
        "summary": progress.summary(study),
        "colleagues": study.colleagues.all(),
        "owns": owns(request.user, study),
        "is_locked": studies.is_locked(study),
        "missing": [] if studies.is_locked(study) else studies.missing(study),
        "plan": studies.list_plan(study),
        "join_path": join_path,
        "join_address": join_address,
        "paste_addresses": crowd_sites.addresses_to_paste(study, join_address),
        "other_sites": crowd_sites.other_sites(study),
        "arrivals": crowd_sites.arrivals(study),
        "preview_address": reverse("rate-preview", args=[study.slug]),
        "is_mail_sent": reminders.is_mail_sent(),
        "to_remind": reminders.to_be_reminded(study).count() if study.is_open else 0,
        **_plan_notice(study),
    }
    return render(request, "studies/study.html", context)


def _plan_notice(study: Study) -> dict[str, Any]:
    """The frozen plan, or that it can still be frozen."""
    return {
        "frozen": reporting.preregistration_of(study),
        "deviations": reporting.deviations(study),
        "may_freeze": study.drawn_at is not None and not study.ratings.exists(),
    }


@researcher_required
def sentence_list(request: SignedInRequest, slug: str) -> HttpResponse:
    """Every sentence of the study, with its condition and how many have rated it."""
    study = study_or_404(request, slug)
    page = Paginator(progress.sentences(study), ROWS_PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "studies/sentences.html", {"study": study, "tab": "sentences", "page": page})


@require_POST
@researcher_required
def change_state(request: SignedInRequest, slug: str, action: str) -> HttpResponse:
    study = study_or_404(request, slug)
    service, success = STATE_ACTIONS[action]
    arguments: dict[str, Any] = {"study": study, "actor": request.user}
    if action == "open":
        arguments["confirmed"] = request.POST.get("confirmed") == "yes"
    if not run_and_report(request, service, success=success, **arguments) and action == "open":
        return redirect("study-step", study.slug, "review")
    return redirect("study-page", study.slug)


@require_POST
@researcher_required
def duplicate(request: SignedInRequest, slug: str) -> HttpResponse:
    copy = studies.duplicate(study=study_or_404(request, slug), actor=request.user)
    messages.success(request, _("This is a copy with the same sentences and no judges."))
    return redirect("study-step", copy.slug, "texts")


@require_POST
@researcher_required
def delete(request: SignedInRequest, slug: str) -> HttpResponse:
    study = study_or_404(request, slug)
    if run_and_report(request, studies.delete, success=_("The study was deleted."), study=study, actor=request.user):
        return redirect("study-list")
    return redirect("study-page", slug)


@require_POST
@researcher_required
def share(request: SignedInRequest, slug: str) -> HttpResponse:
    study = study_or_404(request, slug)
    try:
        colleague = studies.share(study=study, actor=request.user, colleague=request.POST.get("colleague", ""))
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, _("%s can work on this study now.") % colleague)
    return redirect(reverse("study-page", args=[slug]) + "#colleagues")


@require_POST
@researcher_required
def unshare(request: SignedInRequest, slug: str, username: str) -> HttpResponse:
    study = study_or_404(request, slug)
    colleague = get_object_or_404(User, username=username, shared_studies=study)
    run_and_report(request, studies.unshare, study=study, actor=request.user, colleague=colleague)
    if colleague == request.user:
        return redirect("study-list")
    return redirect("study-page", slug)


@require_POST
@researcher_required
def remind(request: SignedInRequest, slug: str) -> HttpResponse:
    study = study_or_404(request, slug)
    try:
        job = reminders.request_reminders(study=study, actor=request.user)
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect("study-judges", slug)
    return redirect("job-page", job.key)
