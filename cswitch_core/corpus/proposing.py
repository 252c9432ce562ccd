"""Proposing pairs for many rows of plain text: in batches that come back in order, or in partitions, restartable.

For partitions all rows are first written to one file of JSON Lines in the directory of the results, whatever they were
read from; that file is then cut as any corpus is. A request is small: each process reads word lists and pairs to learn
from once.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path

from cswitch_core.corpus.partitions import ROWS_FILE, partitions_of
from cswitch_core.corpus.plans import keep_plan, stamp
from cswitch_core.corpus.runs import CorpusRun
from cswitch_core.corpus.work import Job, Report
from cswitch_core.files import whole_file
from cswitch_core.linking import Learnt, learn
from cswitch_core.pairs import Problem, Row
from cswitch_core.proposals import Proposer, marked_repeats, read_lexicon
from cswitch_core.readers import read_pairs
from cswitch_core.readers.plain import Header, PlainFile, PlainRow, read_plain
from cswitch_core.shared_tree import Both

ROWS_AT_ONCE = 64
DEFAULT_PARTITION_BYTES = 256 << 10
PLAN = "pairs.json"

_encode = json.JSONEncoder(ensure_ascii=False).encode


@dataclass(frozen=True, slots=True)
class ProposalRequest:
    """What to propose with: files of words and of linked pairs, by their paths."""

    languages: Both[str]
    columns: tuple[str, ...] = ()
    header: Header = "auto"
    lexicon: str = ""
    learns_from: tuple[str, ...] = ()
    keeps_odd_rows: bool = False

    def rows(self, files: Sequence[PlainFile]) -> Iterator[PlainRow]:
        """Yield the rows of the files, those that repeat others marked."""
        rows = read_plain(files, self.languages, columns=self.columns, header=self.header)
        return marked_repeats(rows, keeps_repeats=self.keeps_odd_rows)

    @property
    def files(self) -> list[Path]:
        """What the proposals depend on beside the rows."""
        return [Path(file) for file in (*filter(None, [self.lexicon]), *self.learns_from)]


@lru_cache(maxsize=2)
def proposer_of(request: ProposalRequest) -> Proposer:
    """Return the proposer of a request, built once in each process."""
    lexicon = read_lexicon(PlainFile.at(Path(request.lexicon))) if request.lexicon else None
    learnt = sum((learn(read_pairs(Path(file), on_error="skip")) for file in request.learns_from), Learnt())
    return Proposer(request.languages, lexicon, learnt, request.keeps_odd_rows)


@dataclass(frozen=True, slots=True)
class ProposalBatch:
    """Some rows, and what to propose with."""

    request: ProposalRequest
    rows: tuple[PlainRow, ...]


@dataclass(frozen=True, slots=True)
class ProposedRows:
    """What a batch gave: a line of output or problems for each row. There is never a rest."""

    rows: list[tuple[str, tuple[Problem, ...]]]
    rest: None = None


def batches_of(request: ProposalRequest, rows: Iterator[PlainRow]) -> Iterator[ProposalBatch]:
    while batch := tuple(islice(rows, ROWS_AT_ONCE)):
        yield ProposalBatch(request, batch)


def propose_batch(batch: ProposalBatch) -> ProposedRows:
    """Make pairs of the rows of a batch."""
    return ProposedRows([(pair_line(row), row.problems) for row in proposer_of(batch.request).rows(batch.rows)])


def pair_line(row: Row) -> str:
    return _encode(row.pair.as_json()) + "\n" if row.pair else ""


@dataclass(frozen=True, slots=True)
class PairJob(Job):
    """Proposing pairs for every row of the partition."""

    request: ProposalRequest

    def produce(self, problems: list[Problem]) -> Report:
        pairs = 0
        with whole_file(self.output_path) as stream:
            for row in proposer_of(self.request).rows(self._rows()):
                stream.write(pair_line(row))
                problems.extend(row.problems)
                pairs += row.pair is not None
        return Report(pairs)

    def _rows(self) -> Iterator[PlainRow]:
        return (PlainRow.from_json(json.loads(str(record.content))) for record in self.partition.records())


def open_proposals(
    files: Sequence[PlainFile],
    directory: Path,
    request: ProposalRequest,
    *,
    partition_bytes: int = DEFAULT_PARTITION_BYTES,
) -> CorpusRun:
    """Plan a run, or take up an earlier one in the same directory."""
    directory = directory.resolve()  # workers may stand elsewhere
    directory.mkdir(parents=True, exist_ok=True)
    inputs = [*(file.path.resolve() for file in files), *(file.resolve() for file in request.files)]
    plan = {**asdict(request), "partition_bytes": partition_bytes, "files": [stamp(file) for file in inputs]}
    keep_plan(directory / PLAN, json.loads(_encode(plan)))
    rows = directory / ROWS_FILE
    if not rows.exists():
        _write_rows(rows, request.rows(files))
    partitions = partitions_of([rows], partition_bytes)
    return CorpusRun.of(directory, (PairJob(partition, str(directory), "jsonl", request) for partition in partitions))


def _write_rows(path: Path, rows: Iterable[PlainRow]) -> None:
    with whole_file(path) as stream:
        stream.writelines(_encode(row.as_json()) + "\n" for row in rows)
