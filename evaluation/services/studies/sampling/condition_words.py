"""What a sentence was drawn for, in words: conditions are stored as EC1, EC1 - ML2 or EC1 & ML2."""

from __future__ import annotations

import re

from django.utils.translation import gettext as _

from evaluation.services import generation

REGION = re.compile(r"(.+) ([-&]) (.+)")


def condition_words(condition: str) -> str:
    """A region of two models in words; other names, such as that of an imported source, as they are."""
    region = REGION.fullmatch(condition)
    if region is None or not (is_model(region[1]) and is_model(region[3])):
        return condition
    words = _("%(first)s but not %(second)s") if region[2] == "-" else _("both %(first)s and %(second)s")
    return words % {"first": region[1], "second": region[3]}


def is_model(name: str) -> bool:
    return name.partition("(")[0] in generation.known_models()
