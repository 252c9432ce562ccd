"""The language of a judge's page: the one chosen, if the study has it, else the first that the browser asks for."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils import translation
from django.utils.translation.trans_real import parse_accept_lang_header

from evaluation.models import Study
from evaluation.services.studies.interface_languages import interface_languages


def speak_language_of(request: HttpRequest, study: Study) -> None:
    """From here on, the page is in a language of this study."""
    language = language_of(request, study)
    translation.activate(language)
    request.LANGUAGE_CODE = language


def language_of(request: HttpRequest, study: Study) -> str:
    offered = interface_languages(study)
    wanted = [request.LANGUAGE_CODE, *_browsers(request)]
    return next((code for code in wanted if code in offered), offered[0])


def _browsers(request: HttpRequest) -> list[str]:
    """The languages the browser asks for, each also without its region."""
    asked = [code for code, _weight in parse_accept_lang_header(request.headers.get("Accept-Language", "").lower())]
    return [code for whole in asked for code in (whole, whole.partition("-")[0])]
