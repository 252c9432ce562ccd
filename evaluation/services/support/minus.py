"""The minus sign of numbers that people read. Forms, exported tables and the API have a hyphen, which programs read."""

from __future__ import annotations

import re

HYPHEN_OF_NUMBER = re.compile(r"(?<![\w-])-(?=\d)")


def with_minus(text: str | float) -> str:
    """A number, or those in a text, with a minus sign instead of a hyphen; other hyphens stay.

    >>> with_minus(-3), with_minus("-0.25, from -0.50 to 0.00; 10-point scale")
    ('−3', '−0.25, from −0.50 to 0.00; 10-point scale')
    """
    return HYPHEN_OF_NUMBER.sub("−", str(text))
