"""Loading pairs and looking at one: ``python -m benchmarks.bench_pairs``.

Loads ten thousand pairs into an empty SQLite database in a temporary folder, as a worker would, and then asks a pair's
page for each of its parts, for a pair of the paper and for one of 240 words. Each page is asked once to warm up and
then timed; the memory is the growth of the process while loading.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

TIMES = 20
LIMITS = {"load": 20.0, "page": 0.2}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=10_000, help="to load (default: %(default)s)")
    pairs = parser.parse_args().pairs
    with tempfile.TemporaryDirectory(prefix="cswitch-bench-") as folder:
        os.environ |= {"DATA_DIR": folder, "DATABASE_URL": f"sqlite:///{Path(folder) / 'bench.sqlite3'}"}
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "evaluation.config.settings")
        os.environ["LOG_LEVEL"] = "ERROR"
        import django

        django.setup()
        return measure(pairs)


def measure(pair_count: int) -> int:
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    client = signed_in()
    rows = [*loading(pair_count), *pages(client, pair_count)]
    width = max(len(title) for title, _, _ in rows)
    for title, value, limit in rows:
        verdict = "" if limit is None else f"  (at most {limit})  {'ok' if value <= limit else 'TOO SLOW'}"
        print(f"{title:<{width}}  {value:>10.3f}{verdict}")
    return int(any(limit is not None and value > limit for _, value, limit in rows))


def signed_in() -> Any:
    from django.test import Client

    from evaluation.models import Role, User

    meera = User.objects.create_user(username="meera", role=Role.RESEARCHER)
    client = Client(SERVER_NAME="localhost")
    client.force_login(meera)
    return client


def loading(pair_count: int) -> list[tuple[str, float, float | None]]:
    from evaluation.models import Pair, Upload, User
    from evaluation.services import jobs
    from evaluation.services.pairs import uploads
    from tests.site.files import PAPER, many_pairs

    owner = User.objects.get()
    content, small = many_pairs(pair_count), PAPER.encode()

    def step(action: Callable[[], Any]) -> float:
        start = time.perf_counter()
        action()
        jobs.run_waiting_jobs()
        return time.perf_counter() - start

    step(lambda: uploads.receive(collection="Paper", owner=owner, name="paper.jsonl", chunks=[small]))
    uploads.accept(upload=Upload.objects.get(), actor=owner)
    jobs.run_waiting_jobs()
    before = memory_mb()
    checking = step(lambda: uploads.receive(collection="Many", owner=owner, name="many.jsonl", chunks=[content]))
    storing = step(lambda: uploads.accept(upload=Upload.objects.get(name="many.jsonl"), actor=owner))
    grown = memory_mb() - before
    again = step(lambda: uploads.receive(collection="Many", owner=owner, name="again.jsonl", chunks=[content]))
    again += step(lambda: uploads.accept(upload=Upload.objects.get(name="again.jsonl"), actor=owner))
    assert Pair.objects.filter(collection__name="Many").count() == pair_count
    return [
        (f"check {pair_count:,} pairs, s", checking, None),
        (f"store {pair_count:,} pairs, s", storing, None),
        (f"check and store {pair_count:,} pairs, s", checking + storing, LIMITS["load"]),
        ("the same file again, s", again, LIMITS["load"]),
        ("memory grown by it, MB", grown, None),
    ]


def memory_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def pages(client: Any, pair_count: int) -> list[tuple[str, float, float | None]]:
    from evaluation.models import Collection, Pair

    paper = Pair.objects.get(external_id="paper-5")
    many = Collection.objects.get(name="Many")
    rows = [timed(client, f"collection of {pair_count:,}, page 1, s", f"/pairs/collections/{many.pk}/")]
    rows.append(timed(client, "its last page, s", f"/pairs/collections/{many.pk}/?page={pair_count // 50}"))
    for title, pair in (("paper-5", paper), ("240 words", huge_pair(many))):
        parts = ("", "counts/", "sentences/?model=ML1", "sentences/?model=ML1&switches=9")
        rows += [timed(client, f"pair page of {title} {part}, s", f"/pairs/{pair.pk}/{part}") for part in parts]
        text = pair.l1_text.replace(" ", "+")
        rows.append(timed(client, f"pair page of {title} explain/, s", f"/pairs/{pair.pk}/explain/?text={text}", None))
        scan = f"/pairs/{pair.pk}/sentences/?model=ML1&phenomenon=pronoun"
        rows.append(timed(client, f"pair page of {title} scan, s", scan, None))
    return rows


def timed(
    client: Any, title: str, address: str, limit: float | None = LIMITS["page"]
) -> tuple[str, float, float | None]:
    """The median time of an answer that has been asked for once before."""
    taken = []
    for _ in range(TIMES + 1):
        start = time.perf_counter()
        answer = client.get(address)
        taken.append(time.perf_counter() - start)
        assert answer.status_code == 200, address
    return title, statistics.median(taken[1:]), limit


def huge_pair(collection: Any) -> Any:
    from evaluation.services.pairs import storing
    from tests.site.files import long_pair

    return storing.add_pair(collection=collection, pair_json=long_pair(24), actor=collection.owner)


if __name__ == "__main__":
    sys.exit(main())
