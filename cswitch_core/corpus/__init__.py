"""Corpora of millions of pairs: cut into partitions, worked on by an engine of your choice, restartable.

The output directory holds, for each partition, its sentences (``part-00000.jsonl`` or ``.parquet``), its problems if
any (``part-00000.problems.jsonl``) and its report; ``corpus.json`` says what was asked for. Started again with the
same request over the same files, only partitions without a report are worked on; another request is refused.

A repeated id is found within a partition, not across them: that would need all ids in one place.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from cswitch_core.corpus.batches import Request
from cswitch_core.corpus.engines import dask_cluster, local_pool
from cswitch_core.corpus.errors import CorpusError
from cswitch_core.corpus.partitions import Partition, partitions_of
from cswitch_core.corpus.plans import keep_plan, stamp
from cswitch_core.corpus.runs import CorpusRun
from cswitch_core.corpus.work import SentenceJob
from cswitch_core.models.registry import model

CorpusFormat = Literal["jsonl", "parquet"]
DEFAULT_PARTITION_BYTES = 4 << 20
PLAN = "corpus.json"

__all__ = ["DEFAULT_PARTITION_BYTES", "CorpusError", "CorpusRun", "dask_cluster", "local_pool", "open_corpus"]


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
    keep_plan(directory / PLAN, _plan(partitions, request, format, partition_bytes))
    jobs = (SentenceJob(partition, str(directory), format, request) for partition in partitions)
    return CorpusRun.of(directory, jobs)


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
        "files": [stamp(file) for file in files],
    }
