"""Plain sentences to pairs: `cswitch pairs` over 100,000 rows, in this process and on a pool of two; memory, restart.

    python -m benchmarks.bench_plain [--rows 100000]

Rows are put together from a small grammar of English and romanised Hindi, each of them different. Beside the runs
stands the same file cut and split at its spaces, without a tree or a link. A run over a tenth of the rows says how
memory grows.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from itertools import product
from pathlib import Path

from benchmarks.measuring import run_core
from cswitch_core.cli.text_table import as_table

WHO = {"My sister": "Meri behen", "Ravi": "Ravi", "The teacher": "Adhyapak", "Our neighbour": "Hamara padosi"}
WHEN = {"yesterday": "kal", "today": "aaj", "now": "ab", "again": "phir se", "every day": "roz"}
DID = {"bought": "kharida", "read": "padha", "found": "paya", "sold": "becha", "saw": "dekha"}
WHAT = {"a book": "ek kitaab", "the letter": "patra", "some fruit": "kuch phal", "an old house": "ek purana ghar"}
WHERE = {"in the market": "bazaar mein", "at school": "school mein", "in Delhi": "Dilli mein", "at home": "ghar par"}


def rows(count: int) -> list[str]:
    """Different rows: the words, then a number that makes each of them its own."""
    kinds = product(WHO.items(), WHEN.items(), DID.items(), WHAT.items(), WHERE.items())
    some = list(kinds)
    return [_row(*some[number % len(some)], number) for number in range(count)]


def _row(who, when, did, what, where, number: int) -> str:  # type: ignore[no-untyped-def]
    first = f"{when[0].capitalize()} {who[0]} {did[0]} {what[0]} {where[0]} for {number} rupees."
    second = f"{when[1].capitalize()} {who[1]} ne {where[1]} {number} rupaye mein {what[1]} {did[1]}."
    return f"{first}\t{second}"


def split_only(path: Path, output: Path) -> float:
    """The reference: cells and words, no tree and no link."""
    start = time.perf_counter()
    with path.open() as source, output.open("w") as written:
        for line in source:
            written.write(repr([cell.split() for cell in line.split("\t")]) + "\n")
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=100_000)
    options = parser.parse_args()
    table: list[list[str]] = []
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for count, workers in ((options.rows // 10, 1), (options.rows // 10, 2), (options.rows, 2)):
            path = folder / f"{count}.tsv"
            path.write_text("\n".join(rows(count)) + "\n", encoding="utf-8")
            table.append(_measured(path, folder / f"pairs-{count}-{workers}", count, workers))
        again = _measured(path, folder / f"pairs-{options.rows}-2", options.rows, 2)
        table.append(["taken up again, all done", *again[1:]])
        seconds = split_only(path, folder / "split.txt")
        table.append([f"{options.rows:,} rows split at spaces", f"{seconds:.1f}", "", ""])
    print(as_table(["", "s", "ms a row", "MB"], table))


def _measured(path: Path, output: Path, count: int, workers: int) -> list[str]:
    run = run_core("pairs", str(path), "--languages", "en,hi", "-o", f"{output}/", "--workers", str(workers))
    pairs = sum(len(part.read_bytes().splitlines()) for part in output.glob("part-?????.jsonl"))
    assert pairs == count, f"{pairs} pairs of {count} rows"
    name = f"{count:,} rows, {workers} process{'es' if workers > 1 else ''}"
    return [name, f"{run.seconds:.1f}", f"{1000 * run.seconds / count:.2f}", f"{run.megabytes:.0f}"]


if __name__ == "__main__":
    main()
