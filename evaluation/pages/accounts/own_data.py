"""What the site has stored about the person who asks, and its erasure."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from evaluation.pages.access import SignedInRequest
from evaluation.pages.accounts.forms import EraseForm
from evaluation.services import audit
from evaluation.services.accounts import people, personal_data
from evaluation.services.errors import Refused
from evaluation.services.rating.places import LINKS_SESSION_KEY


@never_cache
@login_required
def own_data(request: SignedInRequest) -> HttpResponse:
    audit.record(request.user, "person.exported", people.label(request.user))
    reached = request.user.participations.reached_by(request.session.get(LINKS_SESSION_KEY))
    answer = JsonResponse(
        personal_data.everything_about(request.user, reached=reached),
        json_dumps_params={"ensure_ascii": False, "indent": 2},
    )
    answer["Content-Disposition"] = 'attachment; filename="my-data.json"'
    return answer


@never_cache
@login_required
def erase_me(request: SignedInRequest) -> HttpResponse:
    form = EraseForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            personal_data.erase(person=request.user, actor=request.user)
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            logout(request)
            messages.success(request, _("Your personal data is erased."))
            return redirect("home")
    return render(request, "accounts/erase.html", {"form": form})
