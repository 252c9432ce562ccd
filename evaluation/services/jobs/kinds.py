"""The kinds of jobs by name, each with the function that does the work."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from evaluation.models import Job

# Every module that defines a kind; a worker imports them all before it takes the first job.
KIND_MODULES = (
    "evaluation.services.pairs.uploads",
    "evaluation.services.pairs.health",
    "evaluation.services.studies.sampling.draw_study",
    "evaluation.services.studies.reminders",
    "evaluation.services.exports",
    "evaluation.services.imports",
    "evaluation.services.publications",
    "evaluation.services.planning.plans",
    "evaluation.services.planning.study_power",
    "evaluation.services.results.constraints.costs",
    "evaluation.services.results.mixed_model",
    "evaluation.services.results.source_readings",
    "evaluation.services.results.set_sizes",
)

JobFunction = Callable[..., dict[str, Any] | None]


class UnknownKind(LookupError):  # noqa: N818  (as in `Refused`)
    """No function of this version does jobs of this kind."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What to run, and what to clean up when the job ends without being done."""

    name: str
    run: JobFunction
    on_stop: Callable[[Job], None] | None = None


_KINDS: dict[str, Kind] = {}


def job_kind(name: str, *, on_stop: Callable[[Job], None] | None = None) -> Callable[[JobFunction], JobFunction]:
    """Mark ``run(progress, **arguments) -> dict | None`` as the work behind jobs of this kind.

    ``on_stop(job)`` is called, in the transaction that ends the job, when it was cancelled or has failed for good.
    """

    def register(run: JobFunction) -> JobFunction:
        _KINDS[name] = Kind(name, run, on_stop)
        return run

    return register


def kind_named(name: str) -> Kind:
    """The kind; a job of an unknown one (of a newer version, say) fails instead of stopping the worker."""
    for module in KIND_MODULES:
        import_module(module)
    if name not in _KINDS:
        raise UnknownKind(f"This version of CSwitch knows no work of the kind {name!r}.")
    return _KINDS[name]
