"""Signing in with a password, and out."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from evaluation.middleware.language import remember_language
from evaluation.pages.accounts.forms import SignInForm


class SignIn(LoginView):
    template_name = "accounts/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def form_valid(self, form: Any) -> HttpResponse:
        response = super().form_valid(form)
        language = form.get_user().interface_language
        if language:
            remember_language(response, language)
        return response


def locked_out(request: HttpRequest, *_: object) -> HttpResponse:
    """Too many wrong passwords for one name from one address (django-axes asks for this page)."""
    minutes = round(settings.AXES_COOLOFF_TIME * 60)
    answer = render(request, "accounts/locked_out.html", {"minutes": minutes}, status=429)
    answer["Retry-After"] = str(minutes * 60)
    return answer


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    messages.success(request, gettext("You are signed out."))
    return redirect("home")
