"""Compare models over pairs: Table 1's columns, intersections, and which model subsumes which."""

from __future__ import annotations

import argparse
import json
from itertools import permutations

from cswitch_core.cli.arguments import add_format, add_models, add_on_error, add_output, add_pairs, chosen_models
from cswitch_core.cli.progress_bar import progress
from cswitch_core.cli.requests import good_pairs
from cswitch_core.cli.streams import opened_output
from cswitch_core.cli.text_table import as_table
from cswitch_core.comparison import Comparison, compare
from cswitch_core.pairs import PairError, Problem

SHAPE_COLUMNS = ("len", "cat", "depth", "BF")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_pairs(parser)
    add_models(parser)
    add_format(parser)
    add_output(parser)
    add_on_error(parser)


def run(options: argparse.Namespace) -> int:
    problems: list[Problem] = []
    models = chosen_models(options)
    try:
        with opened_output(options.output) as output, progress(None, " pairs") as bar:
            compared = compare(good_pairs(options, problems, bar), models)
            as_json = options.format == "json"
            output.write((json.dumps(compared.as_json(), ensure_ascii=False) if as_json else _as_text(compared)) + "\n")
    except PairError:
        return 1
    return 1 if problems else 0


def _as_text(compared: Comparison) -> str:
    return "\n\n".join(
        [
            _counts(compared),
            *_different_to_the_eye(compared),
            f"Sentences that two models share:\n{_intersections(compared)}",
            f"Which model subsumes which (on these pairs):\n{_subsumptions(compared)}",
        ]
    )


def _counts(compared: Comparison) -> str:
    rows = [
        [row.pair_id, *map(str, row.shape), *(str(row.counts[name]) for name in compared.models)]
        for row in compared.rows
    ]
    totals = ["all", "", "", "", "", *(str(compared.totals.get(name, 0)) for name in compared.models)]
    return as_table(["pair", *SHAPE_COLUMNS, *compared.models], [*rows, totals])


def _different_to_the_eye(compared: Comparison) -> list[str]:
    """Return the counts of texts, if they are not those of sentences."""
    if compared.seen == compared.totals:
        return []
    rows = [[row.pair_id, *(str(row.seen[name]) for name in compared.models)] for row in compared.rows]
    totals = ["all", *(str(compared.seen[name]) for name in compared.models)]
    return [f"Different to the eye:\n{as_table(['pair', *compared.models], [*rows, totals])}"]


def _intersections(compared: Comparison) -> str:
    rows = [
        [name, *(str(compared.shared.get((name, another), 0)) for another in compared.models)]
        for name in compared.models
    ]
    return as_table(["", *compared.models], rows)


def _subsumptions(compared: Comparison) -> str:
    lines = []
    for one, another in permutations(compared.models, 2):
        example = compared.counter_examples.get((one, another))
        if example is None:
            lines.append(f"{one} subsumes {another}")
        else:
            lines.append(f"{one} does not subsume {another}: {example.pair_id}, {example.text}")
    return "\n".join(lines)
