"""The engines that work on partitions: a pool of processes on this machine, or a Dask cluster by its address."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from pkgutil import resolve_name
from typing import Any

from cswitch_core.corpus.errors import CorpusError
from cswitch_core.corpus.work import Job, Report, work_on
from cswitch_core.parallel import leave_interrupts_to_the_parent

CONNECT_SECONDS = 60
WORKER_SECONDS = 60
RETRIES = 2
JOBS_AT_ONCE = 1_000
NEEDED = "cswitch_core:__name__"

Engine = Callable[[Sequence[Job]], Iterator[Report]]


def local_pool(workers: int) -> Engine:
    """Return an engine of processes on this machine; one worker is this process itself."""

    def run(jobs: Sequence[Job]) -> Iterator[Report]:
        if workers == 1:
            yield from map(work_on, jobs)
            return
        with ProcessPoolExecutor(workers, initializer=leave_interrupts_to_the_parent) as pool:
            try:
                for future in as_completed([pool.submit(work_on, job) for job in jobs]):
                    yield future.result()
            finally:
                pool.shutdown(cancel_futures=True)

    return run


def dask_cluster(address: str) -> Engine:
    """Return an engine on the workers of a Dask scheduler, such as ``tcp://10.0.0.1:8786``.

    A partition whose worker is lost is given to another one; its files appear whole or not at all, so nothing is
    doubled.
    """

    def run(jobs: Sequence[Job]) -> Iterator[Report]:
        distributed = _distributed()
        with _client(distributed, address) as client:
            futures = client.map(work_on, jobs, pure=False, retries=RETRIES, batch_size=JOBS_AT_ONCE)
            for future in distributed.as_completed(futures, loop=client.loop):
                yield future.result()
                future.release()

    return run


@contextmanager
def _client(distributed: Any, address: str) -> Iterator[Any]:
    """Connect to the scheduler and wait for a worker; without one Dask would wait for ever."""
    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise CorpusError(f"no Dask scheduler answers at {address} ({error}); start one: dask scheduler") from error
    with client:
        try:
            client.wait_for_workers(1, timeout=WORKER_SECONDS)
        except TimeoutError as error:
            raise CorpusError(f"the scheduler at {address} has no worker; start one: dask worker {address}") from error
        _refuse_a_cluster_without_us(client, address)
        yield client


def _refuse_a_cluster_without_us(client: Any, address: str) -> None:
    """Scheduler and workers unpack the work, so each of them must be able to import this package."""
    try:
        client.run_on_scheduler(resolve_name, NEEDED)
        client.run(resolve_name, NEEDED)
    except ModuleNotFoundError as error:
        raise CorpusError(
            f"the scheduler or a worker at {address} has no cswitch_core; install cswitch[cluster] where it runs, "
            "or start it in a clone: python -m dask scheduler, python -m dask worker"
        ) from error


def _distributed() -> Any:
    try:
        import distributed
    except ImportError as error:
        raise CorpusError("a cluster needs Dask: install cswitch[cluster], or leave out --cluster") from error
    return distributed
