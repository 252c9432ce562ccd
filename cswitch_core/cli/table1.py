"""Show the paper's Table 1 beside ours; cells that differ are marked, with the reason."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from cswitch_core.cli.arguments import add_format, add_output
from cswitch_core.cli.streams import opened_output
from cswitch_core.cli.text_table import as_table
from cswitch_core.table1 import COLUMNS, Cell, TableRow, table1
from cswitch_core.wording import counted


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_format(parser)
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    rows = table1()
    with opened_output(options.output) as output:
        if options.format == "json":
            output.writelines(json.dumps(asdict(row), ensure_ascii=False) + "\n" for row in rows)
        else:
            output.write(_as_text(rows) + "\n")
    return 0


def _as_text(rows: list[TableRow]) -> str:
    marked = [(row.sentence, cell) for row in rows for cell in row.cells if not cell.same]
    total = sum(len(row.cells) for row in rows)
    table = as_table(["", *COLUMNS], [[str(row.sentence), *map(_cell, row.cells)] for row in rows])
    notes = "\n".join(
        f"* sentence {sentence}, {cell.column}: the paper has {cell.paper}, we count {cell.ours}; {cell.reason}"
        for sentence, cell in marked
    )
    same = f"{total - len(marked)} of {counted(total, 'cell')} are as published."
    return f"{table}\n\n{same} Others show the paper's / ours:\n{notes}"


def _cell(cell: Cell) -> str:
    return str(cell.ours) if cell.same else f"{cell.paper} / {cell.ours}*"
