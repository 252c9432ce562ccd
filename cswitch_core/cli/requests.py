"""Carrying out a request over a file of pairs: what commands share."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import BinaryIO, TextIO

from cswitch_core.cli.arguments import request_from
from cswitch_core.cli.progress_bar import Bar, progress, size_of
from cswitch_core.cli.streams import input_name, opened_input, opened_output
from cswitch_core.corpus.batches import Batch, BatchPart, Request, RowOutput, generate_batch
from cswitch_core.corpus.output import CSV_HEADER
from cswitch_core.pairs import Pair, PairError, Problem
from cswitch_core.parallel import parts_in_order
from cswitch_core.readers import UniqueIds, read_records, read_rows

RECORDS_AT_ONCE = 16


def run_request(options: argparse.Namespace) -> int:
    """Write what the options ask for in the order of the file, the same whatever the number of workers."""
    request = request_from(options)
    with opened_input(options.pairs) as source, progress(size_of(source), "B") as bar:
        file = input_name(options.pairs)
        batches = _batches(request, file, source, options.workers)
        parts = parts_in_order(generate_batch, batches, options.workers)
        rows = _checked_rows(_with_progress(parts, source, bar), UniqueIds(file))
        try:
            with opened_output(options.output) as output:
                output.write(CSV_HEADER if request.format == "csv" and not request.count_only else "")
                return _write(rows, output, stops=options.on_error == "stop")
        except PairError:
            return 1


def print_problems(problems: Iterable[Problem]) -> None:
    """Print problems to standard error, one a line."""
    for problem in problems:
        print(problem, file=sys.stderr)


def report(problem: Problem, problems: list[Problem], on_error: str) -> None:
    """Print and keep a problem; stop there if that was asked for."""
    print_problems([problem])
    problems.append(problem)
    if on_error == "stop":
        raise PairError([problem])


def good_pairs(options: argparse.Namespace, problems: list[Problem], bar: Bar) -> Iterator[Pair]:
    """Yield the good pairs; print and keep the problems of the others."""
    with opened_input(options.pairs) as source:
        for row in read_rows(source, name=input_name(options.pairs)):
            bar.update(1)
            if row.pair is not None:
                yield row.pair
                continue
            print_problems(row.problems)
            problems.extend(row.problems)
            if options.on_error == "stop":
                raise PairError(row.problems)


def _batches(request: Request, file: str, source: BinaryIO, workers: int) -> Iterator[Batch]:
    """Cut the file into batches of rows; alone, one row at a time, so that nothing waits for its neighbours."""
    records = read_records(source, name=file)
    while batch := tuple(islice(records, 1 if workers == 1 else RECORDS_AT_ONCE)):
        yield Batch(request, file, batch)


def _with_progress(parts: Iterable[BatchPart], source: BinaryIO, bar: Bar) -> Iterator[RowOutput]:
    """Yield every row's result, and show in the bar how far the file has been read."""
    sentence_count, place = 0, 0
    for part in parts:
        yield from part.rows
        sentence_count += sum(row.sentence_count for row in part.rows)
        if source.seekable():
            bar.update(source.tell() - place)
            place = source.tell()
        bar.set_postfix_str(f"{sentence_count:,} lines")


def _checked_rows(rows: Iterable[RowOutput], ids: UniqueIds) -> Iterator[RowOutput]:
    """Replace the results of a pair whose id was there before by the problem, reported once."""
    reported: set[int] = set()
    for row in rows:
        problem = None if row.problems else ids.repeated(row.line, row.pair_id)
        if problem is None:
            yield row
        elif row.line not in reported:
            reported.add(row.line)
            yield RowOutput(row.line, row.pair_id, problems=(problem,))


def _write(rows: Iterable[RowOutput], output: TextIO, *, stops: bool) -> int:
    status = 0
    for row in rows:
        if row.problems:
            status = 1
            print_problems(row.problems)
            if stops:
                raise PairError(row.problems)
        output.write(row.text)
        output.flush()
    return status
