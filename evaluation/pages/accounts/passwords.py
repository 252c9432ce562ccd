"""Changing a password, and setting a new one by e-mail when it is forgotten."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash, views
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import SetPasswordForm
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.translation import gettext as _

from evaluation.middleware.client_address import client_address
from evaluation.pages.access import SignedInRequest
from evaluation.pages.accounts.forms import ChangePasswordForm
from evaluation.services.accounts import tokens
from evaluation.services.accounts.guesses import networks_of
from evaluation.services.support import throttle

MAILS_PER_HOUR = 10


@login_required
def change_password(request: SignedInRequest) -> HttpResponse:
    """Ask for the old password, unless there is none: who came by a personal link may set a first one."""
    kind = ChangePasswordForm if request.user.has_usable_password() else SetPasswordForm
    form = kind(request.user, request.POST if request.method == "POST" else None)
    if isinstance(form, ChangePasswordForm):
        form.request = request
    if request.method == "POST" and form.is_valid():
        form.save()
        tokens.password_changed(request.user, actor=request.user)
        update_session_auth_hash(request, request.user)
        messages.success(request, _("Your password is changed. You are signed out everywhere else."))
        return redirect("profile")
    return render(request, "accounts/password.html", {"form": form})


class Forgotten(views.PasswordResetView):
    """The answer is the same whether or not the address is known. The link begins with SITE_URL, whatever was asked."""

    template_name = "registration/password_forgotten.html"
    email_template_name = "registration/password_mail.txt"
    subject_template_name = "registration/password_mail_subject.txt"
    success_url = reverse_lazy("password-sent")

    def form_valid(self, form: Any) -> HttpResponse:
        if not self._may_have_a_mail():
            form.add_error(None, _("Too many messages were asked for from here. Please try again in an hour."))
            return self.render_to_response(self.get_context_data(form=form), status=429)
        self.extra_email_context = {"site_url": settings.SITE_URL}
        return super().form_valid(form)

    def _may_have_a_mail(self) -> bool:
        """By place and network, as sign-in counts them: a household has 2^64 addresses of the newer kind."""
        place, network = networks_of(client_address(self.request))
        return throttle.hit("password-mail", place, limit=MAILS_PER_HOUR, seconds=3600) and throttle.hit(
            "password-mail-network", network, limit=5 * MAILS_PER_HOUR, seconds=3600
        )


class Sent(views.PasswordResetDoneView):
    template_name = "registration/password_sent.html"


class New(views.PasswordResetConfirmView):
    template_name = "registration/password_new.html"
    success_url = reverse_lazy("password-changed")

    def form_valid(self, form: Any) -> HttpResponse:
        answer = super().form_valid(form)
        tokens.password_changed(form.user, actor=form.user, by="e-mail")
        return answer


class Changed(views.PasswordResetCompleteView):
    template_name = "registration/password_changed.html"
