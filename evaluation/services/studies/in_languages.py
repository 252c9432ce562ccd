"""The site's own words for a study, in each of its interface languages, from the catalogues.

They are copied into the study when it is made, so a catalogue that is corrected later changes new studies only.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.utils import translation

ENGLISH = "en"


def in_languages(words: str, languages: Iterable[str]) -> dict[str, str]:
    """Per language, without those whose catalogue does not have these words."""
    said = {language: _said(words, language) for language in languages}
    return {language: text for language, text in said.items() if text != words or language == ENGLISH}


def _said(words: str, language: str) -> str:
    with translation.override(language):
        return translation.gettext(words) if words else ""
