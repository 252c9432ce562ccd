"""A run over partitions: what is done already, and what is left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import time

from cswitch_core.corpus.engines import Engine
from cswitch_core.corpus.work import Job, Report, finished
from cswitch_core.files import remove_abandoned


@dataclass(frozen=True, slots=True)
class CorpusRun:
    """A planned run into a directory: the reports of what is done already, and the jobs that are left."""

    directory: Path
    done: list[Report]
    left: list[Job]
    started: float = field(default_factory=time)

    @classmethod
    def of(cls, directory: Path, jobs: Iterable[Job]) -> CorpusRun:
        """Return the run of these jobs; those that have their report are done."""
        reports = [(job, finished(job)) for job in jobs]
        done = [report for _, report in reports if report]
        return cls(directory, done, [job for job, report in reports if report is None])

    @property
    def partition_count(self) -> int:
        return len(self.done) + len(self.left)

    def run(self, engine: Engine) -> Iterator[Report]:
        """Yield the reports of earlier runs, then each further one as soon as its partition is done.

        At the end nothing half-written is left of earlier runs that were killed.
        """
        yield from self.done
        if self.left:
            yield from engine(self.left)
        remove_abandoned(self.directory, before=self.started)
