"""Names of languages, from CLDR (by way of Babel), in the language of the page or in their own.

A catalogue may say a name otherwise than CLDR, under the context ``language``: Hindi pages write हिंदी, CLDR हिन्दी.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from babel import Locale, UnknownLocaleError
from babel.core import get_global
from django.utils import translation

ENGLISH = "en"
# CLDR's codes for what is no language: unknown, several, none at all.
NO_LANGUAGES = frozenset({"und", "mul", "zxx", "root"})


def base_of(code: str) -> str:
    """
    >>> base_of("hi-Latn"), base_of("pt_BR")
    ('hi', 'pt')
    """
    return code.replace("_", "-").partition("-")[0].lower()


@lru_cache(maxsize=64)
def locale_of(code: str) -> Locale | None:
    """CLDR's data for a language; None where it has none."""
    for tag in (code.replace("-", "_"), base_of(code)):
        try:
            return Locale.parse(tag)
        except (UnknownLocaleError, ValueError):
            continue
    return None


def is_right_to_left(code: str) -> bool:
    """
    >>> is_right_to_left("ur"), is_right_to_left("es"), is_right_to_left("tlh")
    (True, False, False)
    """
    locale = locale_of(code)
    return locale is not None and locale.text_direction == "rtl"


@lru_cache(maxsize=1)
def known_languages() -> frozenset[str]:
    """Every language that CLDR has a name for, by its code without region or script."""
    return frozenset(code for code in _names(ENGLISH) if "_" not in code) - NO_LANGUAGES


def language_name(code: str, language: str | None = None) -> str:
    """The name in ``language`` (the page's, unless said), else the language's own, else in English, else the code.

    >>> language_name("es", "en"), language_name("hi-Latn", "es"), language_name("xyz", "en")
    ('Spanish', 'hindi', 'xyz')
    """
    base, wanted = base_of(code), language or translation.get_language() or ENGLISH
    # CLDR's data of a language takes milliseconds to read: only that of the page, unless it has no name for this one.
    return next((name for name in _candidates(base, wanted) if name), code)


def _candidates(base: str, language: str) -> Iterator[str | None]:
    yield _corrected(base, language)
    for of in (language, base, ENGLISH):
        yield _names(of).get(base)


def own_name(code: str) -> str:
    """
    >>> own_name("es"), own_name("hi"), own_name("xyz")
    ('español', 'हिंदी', 'xyz')
    """
    return language_name(code, code)


def name_and_own_name(code: str, language: str | None = None) -> str:
    """For a reader of ``language`` who may not recognise its word for their own.

    >>> name_and_own_name("hi", "en"), name_and_own_name("en", "en")
    ('Hindi (हिंदी)', 'English')
    """
    name, own = language_name(code, language), own_name(code)
    return name if name.casefold() == own.casefold() else f"{name} ({own})"


@lru_cache(maxsize=16)
def every_language(language: str) -> tuple[tuple[str, str], ...]:
    """Every language CLDR knows speakers of, code and name, in the order of the names; accents do not count."""
    named = [(code, language_name(code, language)) for code in known_languages() & _spoken_languages()]
    return tuple(sorted(named, key=lambda each: _sort_key(each[1])))


def _spoken_languages() -> frozenset[str]:
    territories = get_global("territory_languages")
    return frozenset(base_of(code) for spoken in territories.values() for code in spoken)


@lru_cache(maxsize=64)
def _names(code: str) -> dict[str, str]:
    locale = locale_of(code)
    return dict(locale.languages) if locale else {}


def _corrected(base: str, language: str) -> str:
    """What the catalogue of this language says instead of CLDR; empty if nothing."""
    english = _names(ENGLISH).get(base, "")
    if not english or language == ENGLISH or not translation.check_for_language(language):
        return ""
    with translation.override(language):
        said = translation.pgettext("language", english)
    return said if said != english else ""


def _sort_key(name: str) -> str:
    return "".join(_letters(name.casefold()))


def _letters(name: str) -> Iterator[str]:
    return (sign for sign in unicodedata.normalize("NFD", name) if not unicodedata.combining(sign))
