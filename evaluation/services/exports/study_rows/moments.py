"""Moments as the database writes them, which saves parsing them a million times."""

from __future__ import annotations


def iso_text(moment: str | None) -> str | None:
    """A moment as `datetime.isoformat` writes it, from either database's own way.

    >>> iso_text("2026-11-01 12:30:05"), iso_text("2026-11-01 12:30:05.0009+00")
    ('2026-11-01T12:30:05+00:00', '2026-11-01T12:30:05.000900+00:00')
    """
    if moment is None:
        return None
    fraction = moment[19:].partition("+")[0]
    return f"{moment[:10]}T{moment[11:19]}{fraction and fraction.ljust(7, '0')}+00:00"
