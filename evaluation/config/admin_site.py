"""Django's admin for people with the role of an admin; they sign in where everybody does."""

from __future__ import annotations

from django.contrib.admin import AdminSite
from django.contrib.auth import logout as sign_out
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _


class Site(AdminSite):
    site_header = "CSwitch"
    site_title = "CSwitch"
    index_title = _("Every table")

    def has_permission(self, request: HttpRequest) -> bool:
        return request.user.is_active and getattr(request.user, "is_admin", False)

    def login(self, request: HttpRequest, extra_context: object = None) -> HttpResponse:
        """Our own page, with its throttle; somebody signed in who is no admin is told so."""
        if self.has_permission(request):
            return redirect("admin:index")
        if request.user.is_authenticated:
            raise PermissionDenied
        return redirect_to_login(request.GET.get("next") or reverse("admin:index"))

    def logout(self, request: HttpRequest, extra_context: object = None) -> HttpResponse:  # type: ignore[override]
        if request.method == "POST":
            sign_out(request)
        return redirect("home")
