"""Corpora of millions of pairs: cut into partitions, worked on by an engine of your choice, restartable.

The output directory holds, for each partition, its sentences (``part-00000.jsonl`` or ``.parquet``), its problems if
any (``part-00000.problems.jsonl``) and its report; ``corpus.json`` says what was asked for. Started again with the
same request over the same files, only partitions without a report are worked on; another request is refused.

A repeated id is found within a partition, not across them: that would need all ids in one place.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from cswitch_core.corpus.batches import Request
from cswitch_core.corpus.engines import Engine, dask_cluster, local_pool
from cswitch_core.corpus.errors import CorpusError
from cswitch_core.corpus.partitions import Partition, partitions_of
from cswitch_core.corpus.work import Job, Report, finished
from cswitch_core.files import whole_file
from cswitch_core.models.registry import model

CorpusFormat = Literal["jsonl", "parquet"]
DEFAULT_PARTITION_BYTES = 4 << 20
PLAN = "corpus.json"

__all__ = ["DEFAULT_PARTITION_BYTES", "CorpusError", "CorpusRun", "dask_cluster", "local_pool", "open_corpus"]


@dataclass(frozen=True, slots=True)
class CorpusRun:
    """A planned run: the reports of what is done already, and the jobs that are left."""

    done: list[Report]
    left: list[Job]

    @property
    def partition_count(self) -> int:
        return len(self.done) + len(self.left)

    def run(self, engine: Engine) -> Iterator[Report]:
        """Yield the reports of earlier runs, then each further one as soon as its partition is done."""
        yield from self.done
        if self.left:
            yield from engine(self.left)


def open_corpus(
    inputs: Sequence[Path],
    directory: Path,
    request: Request,
    *,
    format: CorpusFormat = "jsonl",  # noqa: A002
    partition_bytes: int = DEFAULT_PARTITION_BYTES,
) -> CorpusRun:
    """Plan a run, or take up an earlier one in the same directory."""
    directory = directory.resolve()  # workers may stand elsewhere
    partitions = partitions_of([path.resolve() for path in inputs], partition_bytes)
    directory.mkdir(parents=True, exist_ok=True)
    _keep_plan(directory / PLAN, _plan(partitions, request, format, partition_bytes))
    jobs = [Job(partition, request, str(directory), format) for partition in partitions]
    reports = [(job, finished(job)) for job in jobs]
    return CorpusRun([report for _, report in reports if report], [job for job, report in reports if report is None])


def _plan(partitions: Sequence[Partition], request: Request, output: str, partition_bytes: int) -> dict[str, Any]:
    """Describe everything that the output depends on."""
    files = dict.fromkeys(Path(partition.file) for partition in partitions)
    return {
        "models": [model(name, request.lists).signature for name in request.models],
        "limit": request.limit,
        "sample": request.sample,
        "varied": request.varied,
        "every_sequence": request.every_sequence,
        "seed": request.seed,
        "format": output,
        "partition_bytes": partition_bytes,
        "files": [[str(file), file.stat().st_size, file.stat().st_mtime_ns] for file in files],
    }


def _keep_plan(path: Path, plan: dict[str, Any]) -> None:
    if not path.exists():
        with whole_file(path) as stream:
            json.dump(plan, stream, indent=1)
        return
    earlier = json.loads(path.read_text(encoding="utf-8"))
    changed = [name for name, value in plan.items() if earlier.get(name) != value]
    if changed:
        raise CorpusError(
            f"{path.parent} holds the results of another request (other {', '.join(changed)}); "
            "choose an empty directory, or ask for the same"
        )
