"""Generate for a corpus of many files, in partitions, on this machine or on a Dask cluster; restartable."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from cswitch_core.cli.arguments import (
    add_choice_of_sentences,
    add_models,
    add_weights,
    add_workers,
    at_least,
    request_from,
)
from cswitch_core.cli.errors import CommandError
from cswitch_core.cli.progress_bar import progress
from cswitch_core.corpus import DEFAULT_PARTITION_BYTES, CorpusError, dask_cluster, local_pool, open_corpus
from cswitch_core.corpus.work import Report
from cswitch_core.wording import counted


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "inputs", nargs="+", type=Path, metavar="INPUT", help=".jsonl or .parquet files, or directories of them"
    )
    parser.add_argument(
        "-o", "--output", type=Path, required=True, metavar="DIRECTORY", help="where the partitions of the output go"
    )
    add_models(parser)
    add_weights(parser)
    add_choice_of_sentences(parser)
    parser.add_argument(
        "--format", choices=["jsonl", "parquet"], default="jsonl", help="of the output (default: %(default)s)"
    )
    parser.add_argument(
        "--partition-bytes",
        type=at_least(1),
        default=DEFAULT_PARTITION_BYTES,
        metavar="N",
        help="size of a partition of JSON Lines (default: %(default)s); Parquet is cut by its row groups",
    )
    add_workers(parser)
    parser.add_argument("--cluster", metavar="ADDRESS", help="of a Dask scheduler, such as tcp://10.0.0.1:8786")


def run(options: argparse.Namespace) -> int:
    request = request_from(options)
    engine = dask_cluster(options.cluster) if options.cluster else local_pool(options.workers)
    total = Report()
    try:
        corpus = open_corpus(
            options.inputs, options.output, request, format=options.format, partition_bytes=options.partition_bytes
        )
        with progress(corpus.partition_count, " partitions") as bar:
            for report in corpus.run(engine):
                total += report
                bar.update(1)
                bar.set_postfix_str(counted(total.sentences, "sentence"))
    except CorpusError as error:
        raise CommandError(str(error)) from error
    pairs, sentences = counted(total.pairs, "pair"), counted(total.sentences, "sentence")
    print(f"{pairs}, {sentences}, {counted(total.problems, 'problem')} in {options.output}")
    if total.problems:
        print(f"The problems are in {options.output}/part-*.problems.jsonl", file=sys.stderr)
    return 1 if total.problems else 0
