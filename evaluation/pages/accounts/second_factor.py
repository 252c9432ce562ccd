"""Two-factor sign-in: setting it up, new recovery codes, turning it off."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from evaluation.middleware.second_factor import SHOWN
from evaluation.pages.access import SignedInRequest, researcher_required
from evaluation.pages.accounts.forms import CodeForm, OwnPasswordForm
from evaluation.services.accounts import second_factor as service
from evaluation.services.errors import Refused

# The key of an app that has not shown a code yet.
KEY = "second_factor_key"


@never_cache
@researcher_required
def second_factor(request: SignedInRequest) -> HttpResponse:
    if request.user.has_second_factor:
        return is_on(request, OwnPasswordForm(request))
    form = CodeForm(request.POST if request.method == "POST" else None)
    key = request.session.setdefault(KEY, service.new_key())
    if request.method == "POST" and form.is_valid():
        try:
            codes = service.turn_on(person=request.user, key=key, code=form.cleaned_data["code"])
        except Refused as refused:
            form.add_error(refused.field, refused.message)
        else:
            del request.session[KEY]
            request.session[SHOWN] = True
            return show_codes(request, codes)
    picture = mark_safe(service.qr_code(request.user, key))  # noqa: S308  (drawn by us, from a key and a user name)
    page = {"form": form, "picture": picture, "key": service.key_as_text(key)}
    page["is_required"] = service.must_be_set_up(request.user)
    return render(request, "accounts/second_factor_set_up.html", page)


@never_cache
@researcher_required
def new_recovery_codes(request: SignedInRequest) -> HttpResponse:
    return with_password(request, lambda: show_codes(request, service.new_recovery_codes(request.user)))


@never_cache
@researcher_required
def turn_off(request: SignedInRequest) -> HttpResponse:
    def deed() -> HttpResponse:
        service.turn_off(person=request.user, actor=request.user)
        messages.success(request, _("Two-factor sign-in is off. Your password alone signs you in."))
        return redirect("profile")

    return with_password(request, deed)


def with_password(request: SignedInRequest, deed: Callable[[], HttpResponse]) -> HttpResponse:
    """Do it if the form has the password of whoever is signed in."""
    if not request.user.has_second_factor or request.method != "POST":
        return redirect("second-factor")
    form = OwnPasswordForm(request, request.POST)
    return deed() if form.is_valid() else is_on(request, form)


def is_on(request: SignedInRequest, form: OwnPasswordForm) -> HttpResponse:
    page = {"form": form, "left": service.recovery_codes_left(request.user)}
    return render(request, "accounts/second_factor.html", page)


def show_codes(request: SignedInRequest, codes: list[str]) -> HttpResponse:
    return render(request, "accounts/recovery_codes.html", {"codes": codes, "text": "\n".join(codes)})
