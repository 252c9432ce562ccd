"""Admins see who has an account and invite researchers; the rest is done in Django's admin."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from evaluation.models import Role, User
from evaluation.pages.access import SignedInRequest, admin_required
from evaluation.pages.accounts.forms import InviteForm
from evaluation.services.accounts.people import invite_researcher
from evaluation.services.errors import Refused

PEOPLE_PER_PAGE = 50


@admin_required
def people(request: SignedInRequest) -> HttpResponse:
    role = request.GET.get("role", "")
    shown = User.objects.annotate(study_count=Count("studies", distinct=True)).order_by("username")
    if role in Role.values:
        shown = shown.filter(role=role)
    page = Paginator(shown, PEOPLE_PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "accounts/people.html", {"page": page, "role": role, "roles": Role.choices})


@admin_required
def invite(request: SignedInRequest) -> HttpResponse:
    form = InviteForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            person = invite_researcher(actor=request.user, **form.cleaned_data)
        except Refused as refused:
            form.add_error(refused.field, refused.message)
        else:
            messages.success(request, _("%(email)s was sent a link to choose a password.") % {"email": person.email})
            return redirect("people")
    return render(request, "accounts/invite.html", {"form": form})
