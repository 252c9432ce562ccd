"""``generate`` on many pairs: one worker, two workers, and a plain loop beside them.

    python benchmarks/bench_generate.py [--pairs 10000] [--sentences 10]

The plain loop reads, projects, lists and writes as a short script would: no checks of the file, no order to keep.
Goals: two workers at least 1.5 times as fast as one, and memory that does not grow with the number of pairs.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.corpora import read_plainly, write_corpus
from benchmarks.measuring import Measured, run_core
from cswitch_core.cli.text_table import as_table
from cswitch_core.models.registry import PAPER_MODELS, model
from cswitch_core.projection import project


def plain_loop(corpus: Path, output: Path, sentences: int) -> float:
    """Do the same without any of the machinery; return the seconds."""
    started = time.perf_counter()
    models = [model(name) for name in PAPER_MODELS]
    with output.open("w", encoding="utf-8") as file:
        for pair in read_plainly(corpus):
            tree = project(pair)
            for each in models:
                for sentence in islice(each.sentences(tree), sentences):
                    line = {"pair": pair.id, "model": each.name, "text": sentence.text, "tokens": sentence.tokens}
                    file.write(json.dumps(line, ensure_ascii=False) + "\n")
    return time.perf_counter() - started


def generate(corpus: Path, output: Path, sentences: int, workers: int) -> Measured:
    return run_core("generate", str(corpus), "--limit", str(sentences), "--workers", str(workers), "-o", str(output))


def row(name: str, pairs: int, run: Measured, base: float) -> list[str]:
    rate, speed = f"{pairs / run.seconds:,.0f}", f"{base / run.seconds:.2f}"
    return [name, f"{pairs:,}", f"{run.seconds:.1f}", f"{run.cpu_seconds:.1f}", rate, speed, f"{run.megabytes:.0f}"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--sentences", type=int, default=10, help="of each pair and model")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        few, many = options.pairs // 5, options.pairs
        small, large = write_corpus(folder / "small.jsonl", few), write_corpus(folder / "large.jsonl", many)
        fifth = [generate(small, folder / f"s{workers}", options.sentences, workers) for workers in (1, 2)]
        whole = [generate(large, folder / f"l{workers}", options.sentences, workers) for workers in (1, 2)]
        plain = plain_loop(large, folder / "plain", options.sentences)
        same = (folder / "l1").read_bytes() == (folder / "l2").read_bytes() == (folder / "plain").read_bytes()
    base = whole[0].seconds
    print(
        as_table(
            ["run", "pairs", "seconds", "cpu s", "pairs/s", "x one worker", "MB largest process"],
            [
                row("one worker", few, fifth[0], fifth[0].seconds),
                row("two workers", few, fifth[1], fifth[0].seconds),
                row("one worker", many, whole[0], base),
                row("two workers", many, whole[1], base),
                ["plain loop", f"{many:,}", f"{plain:.1f}", "", f"{many / plain:,.0f}", f"{base / plain:.2f}", ""],
            ],
        )
    )
    print(f"All outputs alike: {'yes' if same else 'NO'}")
    print(f"Two workers: {base / whole[1].seconds:.2f} times one (goal 1.5); memory at five times the pairs: "
          f"{whole[1].megabytes / fifth[1].megabytes:.2f} times (goal 1)")  # fmt: skip
    sys.exit(0 if same else 1)


if __name__ == "__main__":
    main()
