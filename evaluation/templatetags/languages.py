"""The languages that a page offers besides its own."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.utils import translation

from evaluation.models import Study
from evaluation.services.studies.interface_languages import interface_languages, translated_languages
from evaluation.services.support.language_names import language_name, own_name

register = template.Library()


@register.simple_tag
def other_languages(study: Study | str = "") -> list[tuple[str, str]]:
    """Code and own name of each other language: those of the study, or all of the site's where there is no study."""
    offered = interface_languages(study) if isinstance(study, Study) else translated_languages()
    return [(code, own_name(code)) for code in offered if code != translation.get_language()]


@register.filter
def in_words(code: str) -> str:
    return language_name(code)


@register.filter
def language_names(codes: Iterable[str]) -> str:
    return ", ".join(map(language_name, codes))
