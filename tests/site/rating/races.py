"""Many people who act at once, each in a thread with a connection of its own."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from django.db import connection, connections
from django.test import Client

from evaluation.services.errors import Refused

ANSWERED, GONE = {200, 302}, {302, 403, 404, 409, 410, 422}
JUDGES = 6


def at_once(*actions: Callable[[], Any]) -> list[Any]:
    """Run all actions in threads that start together; what each returned, or the exception it raised."""
    barrier = Barrier(len(actions))

    def run(action: Callable[[], Any]) -> Any:
        try:
            connection.ensure_connection()
            barrier.wait(30)
            return action()
        except Exception as error:  # noqa: BLE001  (the test looks at it)
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(actions)) as pool:
        return list(pool.map(run, actions))


def refused_or_done(action: Callable[[], Any]) -> Callable[[], bool]:
    """True if the service did it, false if it refused."""

    def run() -> bool:
        try:
            action()
        except Refused:
            return False
        return True

    return run


def signed_in(user) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(user)
    return client
