"""A run over partitions: what is done already, and what is left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cswitch_core.corpus.engines import Engine
from cswitch_core.corpus.work import Job, Report, finished


@dataclass(frozen=True, slots=True)
class CorpusRun:
    """A planned run: the reports of what is done already, and the jobs that are left."""

    done: list[Report]
    left: list[Job]

    @classmethod
    def of(cls, jobs: Iterable[Job]) -> CorpusRun:
        """Return the run of these jobs; those that have their report are done."""
        reports = [(job, finished(job)) for job in jobs]
        return cls([report for _, report in reports if report], [job for job, report in reports if report is None])

    @property
    def partition_count(self) -> int:
        return len(self.done) + len(self.left)

    def run(self, engine: Engine) -> Iterator[Report]:
        """Yield the reports of earlier runs, then each further one as soon as its partition is done."""
        yield from self.done
        if self.left:
            yield from engine(self.left)
