"""Names that can be seen: of people, studies and collections."""

from __future__ import annotations

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

# Letters and symbols by their category, though nothing is drawn for them: fillers of Hangul, the empty Braille cell.
BLANK = set("\u115f\u1160\u3164\uffa0\u2800")
# Letters, numbers, punctuation and symbols; not marks, spaces, control and format characters.
VISIBLE = set("LNPS")


def is_visible(name: str) -> bool:
    """Whether something of the name can be seen.

    >>> is_visible("शनिवार"), is_visible("?"), is_visible("\\u200b\\u2060"), is_visible("\\u3164")
    (True, True, False, False)
    """
    return any(unicodedata.category(character)[0] in VISIBLE and character not in BLANK for character in name)


def validate_visible(name: str) -> None:
    """A validator for forms and models."""
    if not is_visible(name):
        raise ValidationError(_("Write a name with at least one visible character."), code="invisible")
