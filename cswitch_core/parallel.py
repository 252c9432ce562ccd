"""Doing tasks on several processes: results in the order of the tasks, as they are found, in bounded memory.

A task may be done in parts. Each part says what is left to do (``rest``), which is then done next in the same place;
so a pair with a billion sentences flows through like any other. At any time only a few tasks per worker are under
way: tasks are taken from their source as results are taken from here.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from typing import Any, Protocol, TypeVar

TASKS_PER_WORKER = 4


class Part(Protocol):
    """The result of a task, or of the first part of it; ``rest`` is the task that is left, or None."""

    @property
    def rest(self) -> Any: ...


TaskT = TypeVar("TaskT")
PartT = TypeVar("PartT", bound=Part)


def parts_in_order(work: Callable[[TaskT], PartT], tasks: Iterable[TaskT], workers: int) -> Iterator[PartT]:
    """Do every task and yield its parts, in order. One worker is this process itself."""
    if workers == 1:
        yield from _one_by_one(work, tasks)
        return
    with ProcessPoolExecutor(workers, initializer=leave_interrupts_to_the_parent) as pool:
        try:
            yield from _pooled(work, iter(tasks), pool, workers * TASKS_PER_WORKER)
        finally:
            pool.shutdown(cancel_futures=True)


def leave_interrupts_to_the_parent() -> None:
    """Let Ctrl-C reach the process that writes, which then ends the workers; each would print a traceback otherwise."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _one_by_one(work: Callable[[TaskT], PartT], tasks: Iterable[TaskT]) -> Iterator[PartT]:
    for task in tasks:
        left: TaskT | None = task
        while left is not None:
            part = work(left)
            yield part
            left = part.rest


def _pooled(
    work: Callable[[TaskT], PartT], tasks: Iterator[TaskT], pool: ProcessPoolExecutor, most_under_way: int
) -> Iterator[PartT]:
    under_way: deque[Future[PartT]] = deque(pool.submit(work, task) for task in islice(tasks, most_under_way))
    while under_way:
        part = under_way.popleft().result()
        left: TaskT | None = part.rest
        if left is not None:
            under_way.appendleft(pool.submit(work, left))
        else:
            under_way.extend(pool.submit(work, task) for task in islice(tasks, 1))
        yield part
