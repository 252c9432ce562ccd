"""The corpus runner: this process, a pool of two, and a Dask cluster of two workers over TCP; and how each grows.

    python benchmarks/bench_corpus.py [--pairs 4000] [--sentences 10]

Every engine works on a quarter, a half and the whole of one corpus; a plain loop over the same pairs stands beside
them. The cluster is a scheduler and two worker processes, started for this run and ended by it.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.bench_generate import plain_loop
from benchmarks.corpora import write_corpus
from benchmarks.measuring import Measured, environment, run_core
from cswitch_core.cli.text_table import as_table

PARTITION_BYTES = 50_000


@contextmanager
def dask_cluster(folder: Path, workers: int) -> Iterator[str]:
    """Start a scheduler and workers, give the address, and end them by their ids."""
    file = folder / "scheduler.json"
    processes = [_start(folder, "scheduler", "--port", "0", "--host", "127.0.0.1")]
    try:
        while not file.exists() or not file.read_text().rstrip().endswith("}"):
            if processes[0].poll() is not None:
                raise SystemExit(f"the scheduler ended: {(folder / 'scheduler.log').read_text()}")
            time.sleep(0.05)
        processes += [_start(folder, "worker", "--nthreads", "1", "--no-nanny") for _ in range(workers)]
        yield json.loads(file.read_text())["address"]
    finally:
        for process in reversed(processes):
            process.kill()
            process.wait()


def _start(folder: Path, kind: str, *options: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "dask", kind, "--scheduler-file", str(folder / "scheduler.json")]
    with (folder / f"{kind}.log").open("ab") as log:
        return subprocess.Popen(
            [*command, "--dashboard-address", ":0", *options], env=environment(), cwd=folder, stdout=log, stderr=log
        )


def sentences_in(directory: Path) -> list[bytes]:
    """All lines of the output, in the order of its partitions."""
    return [line for part in sorted(directory.glob("part-?????.jsonl")) for line in part.read_bytes().splitlines()]


def run_engine(corpus: Path, output: Path, sentences: int, *engine: str) -> Measured:
    options = ["--limit", str(sentences), "--partition-bytes", str(PARTITION_BYTES)]
    return run_core("corpus", str(corpus), "-o", str(output), *options, *engine)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=4_000)
    parser.add_argument("--sentences", type=int, default=10, help="of each pair and model")
    options = parser.parse_args()
    rows: list[list[str]] = []
    outputs: list[list[bytes]] = []
    base: dict[int, float] = {}
    with tempfile.TemporaryDirectory() as place, dask_cluster(Path(place), 2) as address:
        folder = Path(place)
        sizes = [options.pairs // 4, options.pairs // 2, options.pairs]
        corpora = {size: write_corpus(folder / f"{size}.jsonl", size) for size in sizes}
        # A first small run lets the workers load everything, as those of a standing cluster have.
        run_engine(write_corpus(folder / "warm.jsonl", 100), folder / "warm", 1, "--cluster", address)
        engines = {
            "this process": ["--workers", "1"],
            "pool of two": ["--workers", "2"],
            "cluster of two, TCP": ["--cluster", address],
            "pool of two, Parquet": ["--workers", "2", "--format", "parquet"],
        }
        for name, engine in engines.items():
            for size in sizes:
                output = folder / f"{name} {size}"
                run = run_engine(corpora[size], output, options.sentences, *engine)
                base.setdefault(size, run.seconds)
                rate, speed = f"{size / run.seconds:,.0f}", f"{base[size] / run.seconds:.2f}"
                rows.append([name, f"{size:,}", f"{run.seconds:.1f}", rate, speed, f"{run.megabytes:.0f}"])
            outputs.append(sentences_in(output))
        again = run_engine(corpora[options.pairs], folder / f"pool of two {options.pairs}", options.sentences)
        plain = plain_loop(corpora[options.pairs], folder / "plain", options.sentences)
        outputs[-1] = (folder / "plain").read_bytes().splitlines()
    rows.append(
        ["started again, all done", f"{options.pairs:,}", f"{again.seconds:.1f}", "", "", f"{again.megabytes:.0f}"]
    )
    speed = f"{base[options.pairs] / plain:.2f}"
    rows.append(["plain loop", f"{options.pairs:,}", f"{plain:.1f}", f"{options.pairs / plain:,.0f}", speed, ""])
    print(as_table(["engine", "pairs", "seconds", "pairs/s", "x this process", "MB largest process"], rows))
    alike = all(output == outputs[0] for output in outputs)
    print(f"All outputs alike: {'yes' if alike else 'NO'}")
    sys.exit(0 if alike else 1)


if __name__ == "__main__":
    main()
