"""Finding one pair of a file by its id."""

from __future__ import annotations

from cswitch_core.cli.errors import CommandError
from cswitch_core.cli.streams import input_name, opened_input
from cswitch_core.pairs import Pair, PairError
from cswitch_core.readers import read_rows


def pair_with_id(file: str, pair_id: str) -> Pair:
    """Return the pair; if it is a bad one, or there is none, say so."""
    known: list[str] = []
    name = input_name(file)
    with opened_input(file) as source:
        for row in read_rows(source, name=name):
            if row.pair is not None and row.pair.id == pair_id:
                return row.pair
            if any(problem.pair_id == pair_id for problem in row.problems):
                raise PairError(row.problems)
            known += [row.pair.id] if row.pair and len(known) < 10 else []
    raise CommandError(f"{name} has no pair with the id '{pair_id}'; it begins with {', '.join(known) or 'none'}")
