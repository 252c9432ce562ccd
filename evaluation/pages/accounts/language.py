"""The language of the pages: kept in a cookie, and on the account of whoever is signed in."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from evaluation.middleware.language import remember_language
from evaluation.models import User


@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    language = request.POST.get("language", "")
    if language not in dict(settings.LANGUAGES):
        return HttpResponseBadRequest()
    back = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}, require_https=request.is_secure()):
        back = "home"
    if isinstance(request.user, User):
        User.objects.filter(pk=request.user.pk).update(interface_language=language)
    response = redirect(back)
    remember_language(response, language)
    return response
