"""What people write into forms, checked: whole numbers, short texts, languages."""

from __future__ import annotations

import re
from typing import Any

from django.utils.translation import gettext as _

from evaluation.services.errors import Refused
from evaluation.services.support.language_names import base_of, every_language, known_languages
from evaluation.services.support.minus import with_minus

LONGEST_ANSWER = 120
OTHER = "other"


def checked_text(value: Any, field: str) -> str:
    # A null character is nothing a person writes, and PostgreSQL stores none.
    text = str(value).replace("\0", "").strip()
    if not text or len(text) > LONGEST_ANSWER:
        raise Refused(_("Write 1 to %d characters.") % LONGEST_ANSWER, field=field)
    return text


def checked_whole(value: Any, field: str, low: int, high: int) -> int:
    """Figures of any script: whoever reads Hindi may write ३१."""
    digits = str(value).strip()
    if not re.fullmatch(r"-?\d{1,6}", digits) or not low <= int(digits) <= high:
        message = _("Write a whole number from %(low)d to %(high)d.")
        raise Refused(with_minus(message % {"low": low, "high": high}), field=field)
    return int(digits)


def checked_language(value: Any, field: str) -> str:
    if value not in known_languages() and value != OTHER:
        raise Refused(_("Choose one of the languages in the list."), field=field)
    return str(value)


def language_from_words(value: Any, field: str) -> str:
    """A language that a researcher wrote: by its code or by its English name."""
    typed = str(value).strip()
    by_name = {name.casefold(): code for code, name in every_language("en")}
    return checked_language(by_name.get(typed.casefold(), typed), field)


def questionnaire_code(code: str) -> str:
    """A language of a pair as the questionnaire has it: without region or script, or as another language.

    >>> questionnaire_code("hi-Latn"), questionnaire_code("xyz")
    ('hi', 'other')
    """
    return base_of(code) if base_of(code) in known_languages() else OTHER
