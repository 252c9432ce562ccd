"""A study's pairs, one after the other."""

from __future__ import annotations

from collections.abc import Iterator

from evaluation.models import Pair, Study

BATCH = 500


def pairs_in_turn(study: Study) -> Iterator[Pair]:
    """The study's pairs, some at a time, with no cursor left open between them.

    An open cursor holds SQLite at an old state of the database, from which progress could not be written any more.
    """
    numbers = list(study.pairs.order_by("collection_id", "pk").values_list("pk", flat=True))
    for start in range(0, len(numbers), BATCH):
        some = Pair.objects.in_bulk(numbers[start : start + BATCH])
        yield from (some[number] for number in numbers[start : start + BATCH])
