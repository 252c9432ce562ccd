"""Inviting judges, and seeing how far each is."""

from __future__ import annotations

import csv
from collections.abc import Callable
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from evaluation.models import Participation, Study
from evaluation.pages.access import SignedInRequest, researcher_required, study_or_404
from evaluation.pages.studies.uploaded_file import TextFileField
from evaluation.services import audit
from evaluation.services.errors import Refused
from evaluation.services.studies import invitations, progress, reminders
from evaluation.services.studies.invitations import LinkState
from evaluation.services.studies.invitees import MOST_INVITED_AT_ONCE, read_invitees
from evaluation.services.support.files import safe_cell

JUDGES_PER_PAGE = 50
# By the word in the address: the service to call, and the message when it is done.
LINK_ACTIONS: dict[str, tuple[Callable[..., None], Any]] = {
    "revoke": (invitations.revoke, gettext_lazy("The invitation of %s is taken back; what was rated stays.")),
    "renew": (invitations.renew, gettext_lazy("%s may take part, with a new link or with their own password.")),
}
COLUMNS = ("judge", "name", "email", "link", "expires", "state")


class InviteForm(forms.Form):
    people = forms.CharField(
        label=gettext_lazy("Names and e-mail addresses"),
        help_text=gettext_lazy("One person a line: a name, an address, or both."),
        widget=forms.Textarea(attrs={"rows": 5, "placeholder": "Asha Rao, asha@example.org\nRavi Menon"}),
        max_length=MOST_INVITED_AT_ONCE * 200,
        required=False,
    )
    file = TextFileField(
        label=gettext_lazy("Or a CSV file"),
        help_text=gettext_lazy("With the columns name and email, or lines as above."),
        most_megabytes=1,
    )
    days = forms.IntegerField(
        label=gettext_lazy("Links are valid for (days)"), min_value=1, max_value=730, initial=invitations.LINK_DAYS
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        from_file = cleaned["file"] and not cleaned["people"].strip()
        try:
            cleaned["invitees"] = read_invitees(cleaned["file"] if from_file else cleaned["people"])
        except Refused as refused:
            self.add_error("file" if from_file else "people", refused.message)
        return cleaned


@never_cache
@researcher_required
def judge_list(request: SignedInRequest, slug: str) -> HttpResponse:
    study = study_or_404(request, slug)
    form = InviteForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        return _invite(request, study, form)
    page = Paginator(progress.judges(study), JUDGES_PER_PAGE).get_page(request.GET.get("page"))
    shown: list[Any] = list(page.object_list)
    checked = progress.checks(study, shown)
    for judge in shown:
        judge.checks = checked.get(judge.pk)
        judge.address, judge.link_state = address_of(judge), invitations.link_state(judge)
        judge.has_account = invitations.has_own_account(judge.user)
        judge.active_minutes = round(judge.active_ms / 60_000)
    context = {
        "study": study,
        "tab": "judges",
        "form": form,
        "page": page,
        "judges": shown,
        "is_mail_sent": reminders.is_mail_sent(),
        "to_remind": reminders.to_be_reminded(study).count() if study.is_open else 0,
        "join_address": settings.SITE_URL + reverse("join", args=[study.join_key]),
    }
    return render(request, "studies/judges.html", context, status=422 if form.errors else 200)


def _invite(request: SignedInRequest, study: Study, form: InviteForm) -> HttpResponse:
    made, again = invitations.invite(
        study=study, people=form.cleaned_data["invitees"], actor=request.user, days=form.cleaned_data["days"]
    )
    count = len(made)
    messages.success(request, ngettext("%d judge invited.", "%d judges invited.", count) % count)
    if again:
        names = ", ".join(person.email for person in again[:10])
        messages.warning(request, _("Invited before, and not again: %s") % names)
    return redirect("study-judges", study.slug)


def address_of(judge: Participation) -> str:
    """The whole address of the judge's link; empty if it opens nothing."""
    is_valid = invitations.link_state(judge) == LinkState.VALID
    return settings.SITE_URL + invitations.personal_link(judge) if is_valid else ""


@researcher_required
def links_csv(request: SignedInRequest, slug: str) -> HttpResponse:
    """Every judge's link, to be mailed."""
    study = study_or_404(request, slug)
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{study.slug}-links.csv"'
    response["Cache-Control"] = "no-store"
    response.write("\ufeff")
    writer = csv.writer(response)
    writer.writerow(COLUMNS)
    for judge in study.participations.select_related("user").order_by("pk"):
        writer.writerow([safe_cell(cell) for cell in _row(judge)])
    audit.record(request.user, "links.exported", study, slug=study.slug)
    return response


def _row(judge: Participation) -> list[str]:
    expires = judge.link_expires_at.date().isoformat() if judge.link_expires_at else ""
    email = judge.email or judge.user.email
    return [judge.pseudonym, judge.user.name, email, address_of(judge), expires, judge.get_state_display()]


@require_POST
@researcher_required
def change_link(request: SignedInRequest, slug: str, pseudonym: str, action: str) -> HttpResponse:
    study = study_or_404(request, slug)
    judge = get_object_or_404(study.participations, pseudonym=pseudonym)
    service, success = LINK_ACTIONS[action]
    try:
        service(participation=judge, actor=request.user)
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, success % judge.pseudonym)
    return redirect("study-judges", slug)
