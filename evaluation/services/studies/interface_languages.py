"""The languages in which judges read the pages of a study; each needs translations of the site's own words."""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings
from django.utils.translation import gettext as _

from evaluation.models import Study
from evaluation.services.errors import Refused


def translated_languages() -> list[str]:
    """The codes of the languages the site is translated into, English first."""
    return [code for code, _name in settings.LANGUAGES]


def interface_languages(study: Study) -> list[str]:
    """The study's, in its order; without any whose translations have gone, and English where none is left."""
    known = translated_languages()
    return [code for code in study.interface_languages if code in known] or known[:1]


def checked_interface_languages(codes: Iterable[str]) -> list[str]:
    """These codes in the site's order; refused if there are none, or one that the site is not translated into."""
    wanted, known = set(codes), translated_languages()
    unknown = sorted(wanted - set(known))
    if unknown:
        message = _("The site is not translated into “%(code)s”. It is into: %(known)s.")
        raise Refused(message % {"code": unknown[0], "known": ", ".join(known)}, field="interface_languages")
    if not wanted:
        raise Refused(_("Choose at least one language for the judges' pages."), field="interface_languages")
    return [code for code in known if code in wanted]
