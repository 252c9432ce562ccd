"""One's own token for the API: shown when asked for, exchanged or revoked."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from rest_framework.authtoken.models import Token

from evaluation.pages.access import SignedInRequest
from evaluation.services.accounts import tokens


@login_required
def own_token(request: SignedInRequest) -> HttpResponse:
    """A token is shown only in answer to a form, so that it stays out of histories and screenshots of the profile."""
    if request.method == "POST" and "revoke" in request.POST:
        tokens.revoke(request.user)
        messages.success(request, _("Your token is revoked. Programs that use it are refused from now on."))
        return redirect("own-token")
    is_shown = request.method == "POST"
    if is_shown:
        token: Token | None = tokens.renew(request.user) if "renew" in request.POST else tokens.token_of(request.user)
    else:
        token = tokens.valid_token(request.user)
    page = {"token": token, "is_shown": is_shown, "expires_at": token and tokens.expires_at(token)}
    response = render(request, "accounts/token.html", page)
    response["Cache-Control"] = "no-store"
    return response
