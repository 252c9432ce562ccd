"""A process full of judges: each on a connection of its own, all asking for their places at one word from the parent.

``python -m tests.site.studies.arrive FIRST LAST`` handles the participations with these primary keys (LAST excluded),
says ``ready``, waits for a line, and says how many places each of them got.
"""

from __future__ import annotations

import contextlib
import json
import sys
import threading

import django


def arrive(pk: int, together: threading.Barrier, got: dict[int, int], troubles: list[str]) -> None:
    from django.db import connection

    from evaluation.models import Participation
    from evaluation.services.studies.allocation import ensure_places

    try:
        judge = Participation.objects.select_related("study").get(pk=pk)
        together.wait(60)
        ensure_places(judge)
        got[pk] = judge.places.count()
    except Exception as trouble:  # noqa: BLE001  (whatever it is, the parent must hear of it)
        troubles.append(repr(trouble))
        together.abort()
    finally:
        connection.close()


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def wait_long() -> None:
    """On a machine with other work two hundred turns can take longer than the site waits."""
    from django.conf import settings

    options = settings.DATABASES["default"].get("OPTIONS", {})
    if "timeout" in options:
        options["timeout"] = 120


def main(first: int, last: int) -> None:
    wait_long()
    django.setup()
    together = threading.Barrier(last - first + 1)
    got: dict[int, int] = {}
    troubles: list[str] = []
    judges = [threading.Thread(target=arrive, args=(pk, together, got, troubles)) for pk in range(first, last)]
    for judge in judges:
        judge.start()
    say("ready")
    sys.stdin.readline()
    with contextlib.suppress(threading.BrokenBarrierError):  # a judge in trouble broke it, and says so below
        together.wait(60)
    for judge in judges:
        judge.join()
    say(json.dumps({"got": sorted(got.values()), "troubles": troubles}))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
