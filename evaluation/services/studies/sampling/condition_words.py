"""What a sentence was drawn for, in words: conditions are stored as EC1, EC1 - ML2, EC1 & ML2, ML2: fragments broken or
control: bad.
"""

from __future__ import annotations

import re

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from evaluation.services import generation

REGION = re.compile(r"(.+) ([-&]) (.+)")
MATCH = re.compile(r"(.+): (\S+) (broken|kept)")
CONTROLS = {
    "control: fine": _lazy("control: surely fine"),
    "control: bad": _lazy("control: surely bad"),
    "control: l1": _lazy("control: in the first language alone"),
    "control: l2": _lazy("control: in the second language alone"),
}


def condition_words(condition: str) -> str:
    """``EC1 but not ML2``, ``ML2: functional words broken``; other names, such as that of an imported source, as is."""
    if condition in CONTROLS:
        return str(CONTROLS[condition])
    if MATCH.fullmatch(condition):
        return generation.constraint_words(condition)
    region = REGION.fullmatch(condition)
    if region is None or not (is_model(region[1]) and is_model(region[3])):
        return condition
    words = _("%(first)s but not %(second)s") if region[2] == "-" else _("both %(first)s and %(second)s")
    return words % {"first": region[1], "second": region[3]}


def is_model(name: str) -> bool:
    return name.partition("(")[0] in generation.known_models()
