"""Working on one partition: a file of sentences or of pairs comes out, and a report that says it is done.

The report is written last, so a partition without one is simply worked on again; files appear whole or not at all.
Workers of a cluster see the same files as whoever started them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TextIO

from cswitch_core.corpus.batches import Request, lines_of, sentences_of
from cswitch_core.corpus.parquet import ParquetSentences
from cswitch_core.corpus.partitions import PROBLEMS_SUFFIX, Partition
from cswitch_core.files import whole_file, whole_path
from cswitch_core.pairs import Pair, Problem
from cswitch_core.readers import UniqueIds, row_of

WriteSentences = Callable[[Pair, str, Request], int]


@dataclass(frozen=True, slots=True)
class Job:
    """A partition and the directory for its results; a kind of job says in ``produce`` how they are made."""

    partition: Partition
    directory: str
    format: str

    def produce(self, problems: list[Problem]) -> Report:
        """Write the results, and add to the problems."""
        raise NotImplementedError

    @property
    def report_path(self) -> Path:
        return Path(self.directory) / f"{self.partition.name}.report.json"

    @property
    def output_path(self) -> Path:
        return Path(self.directory) / f"{self.partition.name}.{self.format}"

    @property
    def problems_path(self) -> Path:
        return Path(self.directory) / f"{self.partition.name}{PROBLEMS_SUFFIX}"


@dataclass(frozen=True, slots=True)
class Report:
    """How many pairs of a partition were good, how many problems the others had, and how many sentences came out."""

    pairs: int = 0
    sentences: int = 0
    problems: int = 0

    def __add__(self, another: Report) -> Report:
        return Report(self.pairs + another.pairs, self.sentences + another.sentences, self.problems + another.problems)


def finished(job: Job) -> Report | None:
    """Return the report of a partition that is done."""
    if not job.report_path.exists():
        return None
    return Report(**json.loads(job.report_path.read_text(encoding="utf-8")))


def work_on(job: Job) -> Report:
    """Do a job; the problems go into a file beside its results."""
    problems: list[Problem] = []
    report = replace(job.produce(problems), problems=len(problems))
    if problems:
        with whole_file(job.problems_path) as stream:
            stream.writelines(json.dumps(asdict(problem), ensure_ascii=False) + "\n" for problem in problems)
    with whole_file(job.report_path) as stream:
        stream.write(json.dumps(asdict(report)) + "\n")
    return report


@dataclass(frozen=True, slots=True)
class SentenceJob(Job):
    """Generating for every pair of the partition."""

    request: Request

    def produce(self, problems: list[Problem]) -> Report:
        with _sentence_file(self) as write:
            pairs, sentences = _generate(self, write, problems)
        return Report(pairs, sentences)


def _generate(job: SentenceJob, write: WriteSentences, problems: list[Problem]) -> tuple[int, int]:
    ids = UniqueIds(job.partition.file)
    pairs = sentences = 0
    for record in job.partition.records():
        row = ids.checked(row_of(record, job.partition.file))
        problems.extend(row.problems)
        if row.pair is not None:
            pairs += 1
            sentences += sum(write(row.pair, name, job.request) for name in job.request.models)
    return pairs, sentences


@contextmanager
def _sentence_file(job: SentenceJob) -> Iterator[WriteSentences]:
    """Open the file for the sentences; what it gives writes those of a pair and a model and counts them."""
    if job.format == "parquet":
        with whole_path(job.output_path) as path, ParquetSentences(path) as parquet:
            yield lambda pair, name, request: parquet.write(pair, name, sentences_of(pair, name, request))
    else:
        with whole_file(job.output_path) as stream:
            yield lambda pair, name, request: _write_all(stream, lines_of(pair, name, request))


def _write_all(stream: TextIO, lines: Iterable[str]) -> int:
    count = 0
    for count, line in enumerate(lines, 1):  # noqa: B007 - the number of the last line is the count
        stream.write(line)
    return count
