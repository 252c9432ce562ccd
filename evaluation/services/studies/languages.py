"""The languages of a study: stated once, and the same for every pair, for a judge must know all that is shown."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from django.db.models import Count
from django.utils.translation import gettext as _

from evaluation.models import Study
from evaluation.services.errors import Refused

LONGEST_CODE = 35
CODE = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")
STRANGERS_NAMED = 3


def checked_languages(codes: Sequence[str]) -> list[str]:
    """These codes, each once, as they came; refused by name if one is none."""
    wrong = next((code for code in codes if not CODE.fullmatch(code) or len(code) > LONGEST_CODE), None)
    if wrong is not None:
        raise Refused(
            _("“%s” is no language code. Write codes like en or hi.") % wrong[:LONGEST_CODE], field="languages"
        )
    return list(dict.fromkeys(codes))


def stated_languages(study: Study, codes: Sequence[str]) -> list[str]:
    """The languages to be stated for the pairs of this study: ``codes``, or those of the pairs if it is left open.

    Pairs of other languages are refused, and so is leaving it open where the pairs are not all of the same two.
    """
    stated = checked_languages(codes)
    problem = pairs_of_other_languages(study, stated) if stated else ""
    if problem:
        raise Refused(problem, field="languages")
    if stated:
        return stated
    found = combinations_of(study)
    if len(found) > 1:
        every = list(dict.fromkeys(code for pair in found for code in pair))
        message = _(
            "These pairs are of several languages (%(found)s), and a judge gets sentences of all of them. Choose pairs "
            "of two languages, or say that judges know all of these by writing: %(codes)s"
        )
        raise Refused(message % {"found": _in_words(found), "codes": ", ".join(every)}, field="languages")
    return list(next(iter(found), ()))


def pairs_of_other_languages(study: Study, stated: Sequence[str]) -> str:
    """What is wrong with these languages for the study's pairs, in words; empty if nothing is."""
    known = {code.casefold() for code in stated}
    strange = Counter(
        {
            pair: count
            for pair, count in combinations_of(study).items()
            if not {code.casefold() for code in pair} <= known
        }
    )
    if not strange:
        return ""
    message = _(
        "The study is about %(stated)s, but some of its pairs are of other languages: %(found)s. Leave those pairs "
        "out, or add their languages if the judges know them."
    )
    return message % {"stated": ", ".join(stated) or "–", "found": _in_words(strange)}


def combinations_of(study: Study) -> Counter[tuple[str, str]]:
    """How many pairs of the study are of which two languages; which of them is parsed makes no difference."""
    found: Counter[tuple[str, str]] = Counter()
    rows = study.pairs.order_by().values_list("l1_lang", "l2_lang").annotate(Count("pk"))
    for first, second, count in sorted(rows, key=lambda row: (-row[2], row)):
        found[(second, first) if (second, first) in found else (first, second)] += count
    return found


def _in_words(found: Counter[tuple[str, str]]) -> str:
    shown = [f"{first}-{second} ({count})" for (first, second), count in found.most_common(STRANGERS_NAMED)]
    return ", ".join(shown) + (" …" if len(found) > STRANGERS_NAMED else "")
