"""Ratings written down row by row, as a reader likes to see them."""

from evaluation.statistics.rating_table import Ratings


def ratings_from(rows) -> Ratings:
    """From (item, judge, value) rows."""
    items, judges, values = zip(*rows, strict=True) if rows else ((), (), ())
    return Ratings.of(items, judges, values)
