"""Five models over many short pairs, counted and sampled, in one process and in two.

    python -m benchmarks.bench_many_pairs [--pairs 1000] [--sample 10] [--workers]

In this process each pair is read from its line, projected, and then counted (``count`` of each model's set), sampled
(as ``cswitch generate --sample`` writes it) or counted as ``cswitch count`` does (sentences, texts, what is whole); the
reference only reads and projects. Times are of the processor, from a cold start. With ``--workers`` the two commands
are also run as a user would, with one process and with two, and timed by the clock.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.corpora import varied_pairs, write_corpus
from benchmarks.measuring import run_core
from cswitch_core import pair_from_json, project
from cswitch_core.cli.text_table import as_table
from cswitch_core.corpus.batches import Batch, Request, generate_batch
from cswitch_core.models.registry import PAPER_MODELS, models
from cswitch_core.readers import Record
from cswitch_core.sets.automaton import forget_constituents

CHOSEN = models(PAPER_MODELS)


def read(line: str) -> None:
    project(pair_from_json(json.loads(line)))


def count(line: str) -> None:
    tree = project(pair_from_json(json.loads(line)))
    for each in CHOSEN:
        _ = each.sentences(tree).count


def carried_out(request: Request) -> Callable[[str], None]:
    """Return what carries a request out for one line of a file, and throws the output away."""

    def carry_out(line: str) -> None:
        generate_batch(Batch(request, "pairs.jsonl", (Record(1, line),)))

    return carry_out


def rate(work: Callable[[str], None], lines: list[str]) -> float:
    """Return how many pairs a second of the processor does."""
    forget_constituents()
    started = process_time()
    for line in lines:
        work(line)
    return len(lines) / (process_time() - started)


def in_one_process(pairs: int, sample: int) -> list[list[str]]:
    lines = [json.dumps(pair) for pair in varied_pairs(pairs)]
    ways = {
        "read and projected": read,
        "counted": count,
        f"sampled, {sample} of each model": carried_out(Request(PAPER_MODELS, sample=sample)),
        "counted as the command does": carried_out(Request(PAPER_MODELS, count_only=True)),
    }
    return [[name, f"{rate(way, lines):,.0f}"] for name, way in ways.items()]


def by_workers(pairs: int, sample: int) -> list[list[str]]:
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        corpus = str(write_corpus(Path(folder) / "pairs.jsonl", pairs))
        for command in (("count", corpus), ("generate", corpus, "--sample", str(sample))):
            one, two = (run_core(*command, "--workers", workers).seconds for workers in "12")
            rates = [f"{pairs / seconds:,.0f}" for seconds in (one, two)]
            rows.append([f"cswitch {command[0]}", *rates, f"{one / two:.2f}"])
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=1_000)
    parser.add_argument("--sample", type=int, default=10, help="sentences of each pair and model")
    parser.add_argument("--workers", action="store_true", help="the two commands as well, with one process and two")
    options = parser.parse_args()
    print(as_table(["in one process", "pairs/s"], in_one_process(options.pairs, options.sample)))
    if options.workers:
        rows = by_workers(options.pairs, options.sample)
        print(as_table(["command", "pairs/s, one worker", "two workers", "times"], rows))


if __name__ == "__main__":
    main()
