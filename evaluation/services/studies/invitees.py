"""Reading the list of people to invite: pasted lines, or a CSV file, with or without a header.

A line is a name, an e-mail address or both: ``Asha Rao <asha@example.org>``, ``asha@example.org, Asha Rao``.
"""

from __future__ import annotations

import csv
import io
from email.utils import parseaddr

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _

from evaluation.models.visible_names import is_visible
from evaluation.services.errors import Refused
from evaluation.services.studies.invitations import Invitee

MOST_INVITED_AT_ONCE = 2_000
LONGEST_NAME = 150
HEADERS = {"name": "name", "email": "email", "e-mail": "email", "mail": "email", "e-mail address": "email"}


def read_invitees(text: str) -> list[Invitee]:
    """Everybody named; ``Refused`` with the line that cannot be read."""
    lines = [line for line in text.lstrip("\ufeff").splitlines() if line.strip()]
    if not lines:
        raise Refused(_("Write at least one name or e-mail address."), field="people")
    if len(lines) > MOST_INVITED_AT_ONCE:
        raise Refused(_("Invite at most %d people at once.") % MOST_INVITED_AT_ONCE, field="people")
    rows = list(csv.reader(io.StringIO("\n".join(lines)), delimiter=_delimiter(lines[0]), skipinitialspace=True))
    columns = [HEADERS.get(cell.strip().lower()) for cell in rows[0]]
    if any(columns):
        return [_by_header(row, columns, line) for line, row in enumerate(rows[1:], start=2)]
    return [_by_content(row, line) for line, row in enumerate(rows, start=1)]


def _delimiter(line: str) -> str:
    return max("\t;,", key=line.count)


def _by_header(row: list[str], columns: list[str | None], line: int) -> Invitee:
    cells = {name: cell for name, cell in zip(columns, row, strict=False) if name}
    return _checked(cells.get("name", ""), cells.get("email", ""), line)


def _by_content(row: list[str], line: int) -> Invitee:
    names, addresses = [], []
    for cell in row:
        if "@" in cell:
            name, address = parseaddr(cell) if "<" in cell else ("", cell)
            names.append(name)
            addresses.append(address)
        else:
            names.append(cell)
    if len(addresses) > 1:
        raise Refused(_("Line %d: there are two e-mail addresses; write one person a line.") % line, field="people")
    return _checked(" ".join(filter(None, (name.strip() for name in names))), "".join(addresses), line)


def _checked(name: str, email: str, line: int) -> Invitee:
    name, email = " ".join(name.split()), email.strip()
    if len(name) > LONGEST_NAME or not name.isprintable() or (name and not is_visible(name)):
        raise Refused(
            _("Line %(line)d: a name has at most %(most)d characters, all of them visible.")
            % {"line": line, "most": LONGEST_NAME},
            field="people",
        )
    if not name and not email:
        raise Refused(_("Line %d: write a name, an e-mail address, or both.") % line, field="people")
    if email:
        try:
            validate_email(email)
        except ValidationError:
            message = _("Line %(line)d: “%(email)s” is not an e-mail address.")
            raise Refused(message % {"line": line, "email": email[:100]}, field="people") from None
    return Invitee(name, email)
