"""A time limit for whatever is being computed, checked in the loops that can be long.

Who computes for somebody that waits sets a limit; without one the checks cost next to nothing. The limit holds in the
thread that set it.

>>> with time_limit(0):
...     check_time()
Traceback (most recent call last):
cswitch_core.deadline.OutOfTime: stopped after 0 s
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class OutOfTime(Exception):  # noqa: N818  (says what happened, as StopIteration does)
    """The time limit has passed; nothing that was begun is kept."""


# When the time is up, and how long it was in all.
_limit: ContextVar[tuple[float, float] | None] = ContextVar("time limit", default=None)


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Let the computation inside of the ``with`` block end in ``OutOfTime`` after so many seconds."""
    token = _limit.set((time.monotonic() + seconds, seconds))
    try:
        yield
    finally:
        _limit.reset(token)


def check_time() -> None:
    """Raise ``OutOfTime`` if there is a limit and it has passed."""
    limit = _limit.get()
    if limit is not None and time.monotonic() >= limit[0]:
        raise OutOfTime(f"stopped after {limit[1]:g} s")
