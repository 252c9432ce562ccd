from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from evaluation.middleware.language import remember_language
from evaluation.pages.access import SignedInRequest
from evaluation.pages.accounts.forms import ProfileForm
from evaluation.services import audit
from evaluation.services.accounts import email_address, people
from evaluation.services.errors import Refused


@never_cache
@login_required
def profile(request: SignedInRequest) -> HttpResponse:
    form = ProfileForm(request, request.POST if request.method == "POST" else None, instance=request.user)
    if request.method == "POST" and form.is_valid() and change_email(request, form):
        person = form.save()
        stored = [field for field in form.changed_data if field in form.Meta.fields]
        audit.record(person, "person.changed", people.label(person), fields=stored)
        messages.success(request, _("Your profile is saved."))
        response = redirect("profile")
        if "interface_language" in form.fields:
            remember_choice(response, person.interface_language)
        return response
    # The form writes what was typed into its instance; the header must go on showing what is stored.
    if form.errors:
        request.user.refresh_from_db()
    return render(request, "accounts/profile.html", {"form": form})


def remember_choice(response: HttpResponse, language: str) -> None:
    if language:
        remember_language(response, language)
    else:
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME)


def change_email(request: SignedInRequest, form: ProfileForm) -> bool:
    """Remove the address, or have a new one confirmed; false, with an error at its field, if that cannot be done.

    The answer is the same whether or not another account has the address.
    """
    email = form.cleaned_data["email"]
    if not form.changes_email:
        return True
    if not email:
        email_address.remove(person=request.user)
        request.user.email = ""
        return True
    try:
        email_address.ask_to_confirm(person=request.user, email=email)
    except Refused as refused:
        form.add_error(refused.field, refused.message)
        return False
    words = _("A message was sent to %(email)s. Follow the link in it within three days to use this address.")
    messages.info(request, words % {"email": email})
    return True


@login_required
def confirm_email(request: SignedInRequest, signed: str) -> HttpResponse:
    """Programs that look through mail open links too: only the button changes the address."""
    try:
        email = email_address.email_of_link(person=request.user, signed=signed)
        if request.method == "POST":
            email_address.confirm(person=request.user, signed=signed)
    except Refused:
        email = ""
    if email and request.method == "POST":
        messages.success(request, _("Your e-mail address is changed."))
        return redirect("profile")
    return render(request, "accounts/confirm_email.html", {"email": email})
