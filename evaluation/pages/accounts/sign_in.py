"""Signing in with a password, and out."""

from __future__ import annotations

import math
import time
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth.views import LoginView
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from evaluation.middleware.language import remember_language, untranslated
from evaluation.middleware.second_factor import SHOWN
from evaluation.models import User
from evaluation.pages.accounts.forms import KNOWN_BROWSER, CodeForm, SignInForm
from evaluation.pages.rating import returning
from evaluation.services.accounts import guesses, second_factor
from evaluation.services.accounts.guesses import TooManyGuesses
from evaluation.services.errors import Refused
from evaluation.services.rating.places import LINKS_SESSION_KEY

# In the session of somebody whose password was right and whose code is awaited, and for how long it is.
AWAITED = "code_awaited"
CODE_SECONDS = 600


class SignIn(LoginView):
    template_name = "accounts/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return super().post(request, *args, **kwargs)
        except TooManyGuesses as many:
            return locked_out(request, many)

    def form_valid(self, form: Any) -> HttpResponse:
        person, address = form.get_user(), self.get_success_url()
        if not person.has_second_factor:
            return enter(self.request, person, address)
        self.request.session[AWAITED] = {
            "person": person.pk,
            "password": person.get_session_auth_hash(),
            "address": address,
            "until": time.time() + CODE_SECONDS,
        }
        return redirect("sign-in-code")


@never_cache
@untranslated
def sign_in_code(request: HttpRequest) -> HttpResponse:
    """The second step, for whoever has a second factor and has just given the right password: never a judge."""
    person = awaited_person(request)
    if person is None:
        return redirect("home" if request.user.is_authenticated else "sign-in")
    form = CodeForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        browser = guesses.browser_key(request.COOKIES.get(KNOWN_BROWSER, ""), person)
        try:
            second_factor.check(person=person, code=form.cleaned_data["code"], browser=browser)
        except TooManyGuesses as many:
            return locked_out(request, many, of="code")
        except Refused as refused:
            form.add_error(refused.field, refused.message)
        else:
            address = request.session.pop(AWAITED)["address"]
            answer = enter(request, person, address)
            request.session[SHOWN] = True
            return answer
    return render(request, "accounts/sign_in_code.html", {"form": form})


def awaited_person(request: HttpRequest) -> User | None:
    """Who has given the right password in this session a short while ago; nobody if it was changed since."""
    awaited = request.session.get(AWAITED)
    if not awaited or awaited["until"] < time.time():
        return None
    person = User.objects.filter(pk=awaited["person"], is_active=True, has_second_factor=True).first()
    return person if person and constant_time_compare(person.get_session_auth_hash(), awaited["password"]) else None


def enter(request: HttpRequest, person: User, address: str) -> HttpResponse:
    # One transaction: on SQLite each has to wait for its turn to write.
    with transaction.atomic():
        login(request, person)
    response = HttpResponseRedirect(address)
    remember_browser(response, person)
    if person.interface_language:
        remember_language(response, person.interface_language)
    return response


def remember_browser(response: HttpResponse, person: User) -> None:
    """Somebody else's wrong passwords will not hinder this person in this browser."""
    response.set_cookie(
        KNOWN_BROWSER,
        guesses.mark_of_browser(person),
        max_age=guesses.KNOWN_BROWSER_SECONDS,
        path=reverse("sign-in"),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def locked_out(request: HttpRequest, many: TooManyGuesses, *, of: str = "password") -> HttpResponse:
    """Too many wrong passwords or codes; nothing was looked at."""
    minutes = math.ceil(many.seconds / 60)
    answer = render(request, "accounts/locked_out.html", {"minutes": minutes, "of": of}, status=429)
    answer["Retry-After"] = str(many.seconds)
    return answer


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    links = request.session.get(LINKS_SESSION_KEY) or {}
    logout(request)
    messages.success(request, gettext("You are signed out."))
    response = redirect("home")
    returning.forget(response, links)
    return response
