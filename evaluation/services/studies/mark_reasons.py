"""The reasons a judge can give when marking a word: the study's own list, or the usual ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import translation
from django.utils.text import slugify
from django.utils.translation import gettext as _

from evaluation.models import MarkReason, Study
from evaluation.services.errors import Refused

MOST_REASONS = 12
LONGEST_REASON, LONGEST_KEY = 60, 36


def reason_words(study: Study, language: str | None = None) -> dict[str, str]:
    """Each reason by its key, in this language (the page's, unless said), else in English, else in any."""
    wanted = language or translation.get_language() or "en"
    if not study.mark_reasons:
        with translation.override(wanted):
            return {reason.value: str(reason.label) for reason in MarkReason}
    return {reason["key"]: _words(reason["texts"], wanted) for reason in study.mark_reasons}


def _words(texts: Mapping[str, str], language: str) -> str:
    return next(words for words in (texts.get(language), texts.get("en"), *texts.values()) if words)


def reasons_from_lines(lines: Mapping[str, Sequence[str]], before: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Reasons as they are stored, from one line each in every language; a reason that stays keeps its key."""
    first = next(iter(lines))
    number = len(lines[first])
    if not 1 <= number <= MOST_REASONS:
        raise Refused(_("Write 1 to %d reasons, one a line.") % MOST_REASONS, field=f"reasons_{first}")
    for language, written in lines.items():
        if written and len(written) != number:
            message = _("There are %(here)d reasons here and %(there)d in the first language: one line for each.")
            numbers = {"here": len(written), "there": number}
            raise Refused(message % numbers, field=f"reasons_{language}")
        if any(len(line) > LONGEST_REASON for line in written):
            raise Refused(_("A reason has at most %d characters.") % LONGEST_REASON, field=f"reasons_{language}")
    keys = _keys(lines[first], {str(reason["texts"].get(first)): str(reason["key"]) for reason in before})
    return [
        {"key": key, "texts": {language: written[place] for language, written in lines.items() if written}}
        for place, key in enumerate(keys)
    ]


def _keys(words: Sequence[str], known: Mapping[str, str]) -> list[str]:
    keys: list[str] = []
    for number, text in enumerate(words, start=1):
        base = known.get(text) or slugify(text).replace("-", "_")[:LONGEST_KEY].strip("_") or f"reason_{number}"
        # "none" is the button that takes a mark away.
        keys.append(f"{base}_{number}" if base in keys or base == "none" else base)
    return keys
