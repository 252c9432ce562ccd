from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from evaluation.middleware.language import remember_language
from evaluation.pages.access import SignedInRequest
from evaluation.pages.accounts.forms import ProfileForm
from evaluation.services import audit
from evaluation.services.accounts import people


@login_required
def profile(request: SignedInRequest) -> HttpResponse:
    form = ProfileForm(request.POST if request.method == "POST" else None, instance=request.user)
    if request.method == "POST" and form.is_valid():
        person = form.save()
        audit.record(person, "person.changed", people.label(person), fields=form.changed_data)
        messages.success(request, _("Your profile is saved."))
        response = redirect("profile")
        if person.interface_language:
            remember_language(response, person.interface_language)
        else:
            response.delete_cookie(settings.LANGUAGE_COOKIE_NAME)
        return response
    # The form writes what was typed into its instance; the header must go on showing what is stored.
    if form.errors:
        request.user.refresh_from_db()
    return render(request, "accounts/profile.html", {"form": form})
