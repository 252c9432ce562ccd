"""Count the sentences of each pair by the constraints of a theory that they break, without listing them."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cswitch_core.broken import BrokenSets, Family, NoTheory, in_words
from cswitch_core.cli.arguments import add_on_error, add_output, add_pairs, add_theories, chosen_models
from cswitch_core.cli.errors import CommandError
from cswitch_core.cli.progress_bar import progress
from cswitch_core.cli.requests import good_pairs, report
from cswitch_core.cli.streams import opened_output
from cswitch_core.cli.text_table import as_table
from cswitch_core.models import Model, OptionError
from cswitch_core.pairs import Pair, PairError, Problem
from cswitch_core.projection import project

HEADER = ("pair", "theory", "broken", "sentences")
ALL = "all"


@dataclass(frozen=True)
class Line:
    """How many sentences of a pair have this family of broken sets under a theory."""

    pair_id: str
    theory: str
    family: Family
    count: int

    def as_json(self) -> str:
        content = {"pair": self.pair_id, "theory": self.theory, "broken": self.family, "count": self.count}
        return json.dumps(content, ensure_ascii=False) + "\n"

    def cells(self) -> list[str]:
        return [self.pair_id, self.theory, in_words(self.family), str(self.count)]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_pairs(parser)
    add_theories(parser)
    parser.add_argument(
        "--format",
        choices=["text", "jsonl"],
        default="text",
        help="a table (default), or one line for each pair, theory and family of broken sets: [[]] is clean, "
        "[[a, b]] breaks a and b, [[a], [b]] breaks either",
    )
    add_output(parser)
    add_on_error(parser)


def run(options: argparse.Namespace) -> int:
    theories, problems = chosen_models(options), list[Problem]()
    try:
        with opened_output(options.output) as output, progress(None, " pairs") as bar:
            lines = _lines(good_pairs(options, problems, bar), theories, problems, options.on_error)
            if options.format == "jsonl":
                output.writelines(line.as_json() for line in lines)
            else:
                output.write(_as_text(lines) + "\n")
    except PairError:
        return 1
    except NoTheory as error:
        raise CommandError(str(error)) from error
    return 1 if problems else 0


def _lines(pairs: Iterable[Pair], theories: Iterable[Model], problems: list[Problem], on_error: str) -> Iterator[Line]:
    for pair in pairs:
        for theory in theories:
            try:
                counts = BrokenSets(theory, project(pair)).counts()
            except OptionError as error:
                report(too_many_orders(error, theory, pair), problems, on_error)
                continue
            yield from (Line(pair.id, theory.name, family, count) for family, count in counts.items())


def too_many_orders(error: OptionError, theory: Model, pair: Pair) -> Problem:
    """Return the problem of a pair that cannot be counted without one of the theory's constraints."""
    return Problem("l1.tree", str(error), f"Leave the pair out for {theory.name}", pair_id=pair.id)


def _as_text(lines: Iterable[Line]) -> str:
    listed = list(lines)
    totals: dict[tuple[str, Family], int] = {}
    for line in listed:
        key = line.theory, line.family
        totals[key] = totals.get(key, 0) + line.count
    in_all = [Line(ALL, theory, family, count) for (theory, family), count in totals.items()]
    by_theory = sorted(in_all, key=lambda line: (line.theory, len(in_words(line.family).split())))
    return as_table(HEADER, [line.cells() for line in [*listed, *by_theory]], left=3)
