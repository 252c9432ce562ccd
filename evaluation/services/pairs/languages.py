"""The language of a sentence, as somebody types it: a code, or a name in English, in the page's language or its own."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from babel.core import get_global
from django.utils import translation
from django.utils.translation import gettext as _

from evaluation.services import generation
from evaluation.services.errors import Refused
from evaluation.services.support.language_names import ENGLISH, base_of, every_language, known_languages, language_name

# A language of two or three letters, then script, region or variants.
CODE = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*")
FIELDS = ("l1_lang", "l2_lang")


def checked_languages(typed: Iterable[str]) -> list[str]:
    """The codes of the two languages of a pair; ``Refused`` at the first that is none, or if they are the same."""
    codes = [checked_language(each, field=field) for each, field in zip(typed, FIELDS, strict=True)]
    if codes[0] == codes[1]:
        raise Refused(_("Name two different languages, such as en and hi."), field=FIELDS[0])
    return codes


def checked_language(typed: str, *, field: str) -> str:
    code = language_code(typed)
    if not code:
        words = _("“%s” is no language that is known here. Give its code, such as en, hi or hi-Latn, or its name.")
        raise Refused(words % typed.strip(), field=field)
    return code


def language_code(typed: str) -> str:
    """The code that somebody means; empty if it is neither a code nor a name.

    Codes of three letters are taken as they are: there are many more languages than CLDR has names for.

    >>> [language_code(typed) for typed in ("hindi ", "English", "हिन्दी", "hi-Latn", "eng", "quy", "Hinglisch", "xx")]
    ['hi', 'en', 'hi', 'hi-Latn', 'en', 'quy', '', '']
    """
    typed = typed.strip()
    if CODE.fullmatch(typed) and base_of(typed) in known_languages():
        return typed
    plain = typed.casefold()
    by_name = _codes_by_name(translation.get_language() or ENGLISH)
    named = by_name.get(plain) or get_global("language_aliases").get(plain) or generation.language_called(typed)
    return named or (typed if CODE.fullmatch(typed) and len(base_of(typed)) == len("quy") else "")


def offered_languages() -> list[tuple[str, str]]:
    """Code and name of every language, for a list to choose from while typing."""
    return list(every_language(translation.get_language() or ENGLISH))


@lru_cache(maxsize=16)
def _codes_by_name(language: str) -> dict[str, str]:
    """Every language by its name in English and in this language."""
    named = [(language_name(code, of), code) for of in (ENGLISH, language) for code in known_languages()]
    return {name.casefold(): code for name, code in named}
