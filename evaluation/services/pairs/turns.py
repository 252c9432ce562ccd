"""Turns at generating sentences while somebody waits: one at a time in each web process, and none for long.

Generating keeps a processor busy, and Python lets one thread of a process run at a time. So that judges' pages keep
answering, a process works on one such request, a few more wait shortly for their turn, and the rest are told at once to
come back. Who has the turn loses it after a time limit: whoever asked may be gone, and nobody would stop it otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from django.utils.translation import gettext as _

from evaluation.services import generation
from evaluation.services.errors import Refused

SECONDS_AT_WORK = 20.0
SECONDS_IN_LINE = 3.0
# Threads of a process that may be taken up, the one at work included; the others are for judges.
MOST_IN_LINE = 3

_at_work, _in_line = BoundedSemaphore(1), BoundedSemaphore(MOST_IN_LINE)


class Busy(Refused):
    """Others are generating sentences; ``wait`` is after how many seconds to ask again."""

    wait = 5


class TooLong(Refused):
    """It took longer than a request may, and was stopped."""


@contextmanager
def turn(seconds: float | None = None) -> Iterator[None]:
    """Generate sentences inside of the ``with`` block; ``Busy`` if it is not one's turn, ``TooLong`` if time is up."""
    limit = SECONDS_AT_WORK if seconds is None else seconds
    if not _in_line.acquire(blocking=False):
        raise Busy(_busy_words())
    try:
        if not _at_work.acquire(timeout=SECONDS_IN_LINE):
            raise Busy(_busy_words())
        try:
            with generation.time_limit(limit):
                yield
        except generation.OutOfTime:
            message = _(
                "This took longer than %d seconds and was stopped. Ask for fewer sentences or models, or use a "
                "shorter pair; the command line (python -m cswitch_core) has no such limit."
            )
            raise TooLong(message % limit) from None
        finally:
            _at_work.release()
    finally:
        _in_line.release()


def _busy_words() -> str:
    return _("The site is generating sentences for others just now. Try again in some seconds.")
