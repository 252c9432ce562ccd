"""How many ratings a second the shipped server takes, and what one costs it.

    python -m benchmarks.bench_rating --database sqlite --items 10000 --judges 16
    python -m benchmarks.bench_rating --database postgres --stored 1000000

One rating is a sentence's page and the submission of all its criteria, with real sessions and every protection on. The
ping is /healthz on the same server, for comparison with other machines. Server CPU is that of the web processes; what
PostgreSQL itself used is shown beside it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass

from benchmarks.rating_judges import Judge, rate_many, some_value
from benchmarks.rating_site import Site, cpu_seconds, end_properly_when_told_to, running_site

WARM_UP, PINGS = 20, 200
SEED = """
import json, sys, django
django.setup()
from benchmarks import rating_seed
rating_seed.seed(**json.loads(sys.argv[1]))
print(json.dumps(rating_seed.session_keys()))
"""


@dataclass
class Figures:
    pings_per_second: float
    ratings_per_second: float
    server_ms: float
    database_ms: float
    p50_ms: float
    p95_ms: float


def seed(site: Site, **sizes: int) -> list[tuple[str, str]]:
    """Fill the running site's database; for each judge the session and the participation."""
    command = [sys.executable, "-c", SEED, json.dumps(sizes)]
    environment = site.environment | {"DJANGO_SETTINGS_MODULE": "evaluation.config.settings"}
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    return [tuple(pair) for pair in json.loads(done.stdout.splitlines()[-1])]


async def ping_rate(judges: list[Judge]) -> float:
    async def ping(judge: Judge) -> None:
        for _ in range(PINGS):
            await judge.request("GET", "/healthz")

    start = time.perf_counter()
    await asyncio.gather(*(ping(judge) for judge in judges))
    return PINGS * len(judges) / (time.perf_counter() - start)


async def measure(site: Site, sessions: list[tuple[str, str]], each: int, database_pid: int | None) -> Figures:
    judges = [Judge(site.port, session) for session, _participation in sessions]
    pings = await ping_rate(judges)
    await run(judges, sessions, WARM_UP)
    for judge in judges:
        judge.latencies.clear()
    before = site.cpu_seconds(), cpu_seconds(database_pid) if database_pid else 0.0
    start = time.perf_counter()
    await run(judges, sessions, each)
    elapsed = time.perf_counter() - start
    ratings = each * len(judges)
    latencies = sorted(1000 * latency for judge in judges for latency in judge.latencies)
    return Figures(
        pings_per_second=pings,
        ratings_per_second=ratings / elapsed,
        server_ms=1000 * (site.cpu_seconds() - before[0]) / ratings,
        database_ms=1000 * ((cpu_seconds(database_pid) if database_pid else 0.0) - before[1]) / ratings,
        p50_ms=statistics.median(latencies),
        p95_ms=latencies[int(len(latencies) * 0.95)],
    )


async def run(judges: list[Judge], sessions: list[tuple[str, str]], each: int) -> None:
    pairs = zip(judges, sessions, strict=True)
    await asyncio.gather(*(rate_many(judge, key, each, some_value) for judge, (_session, key) in pairs))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--items", type=int, default=10_000)
    parser.add_argument("--judges", type=int, default=16)
    parser.add_argument("--each", type=int, default=150, help="ratings per judge that are measured")
    parser.add_argument("--stored", type=int, default=0, help="ratings of another study that are there already")
    options = parser.parse_args()
    end_properly_when_told_to()
    with running_site(options.database) as (site, database_pid):
        places = min(options.items, options.each + WARM_UP + 1)
        sizes = {"items": options.items, "judges": options.judges, "each": places, "stored": options.stored}
        site.start()
        sessions = seed(site, **sizes)
        figures = asyncio.run(measure(site, sessions, options.each, database_pid))
    show(options, figures)


def show(options: argparse.Namespace, figures: Figures) -> None:
    print(f"{options.database}, {options.items:,} items, {options.judges} judges, {options.stored:,} stored before")
    for name, value, unit, wanted in (
        ("ping", figures.pings_per_second, "/s", ""),
        ("ratings", figures.ratings_per_second, "/s", "at least 120"),
        ("server CPU a rating", figures.server_ms, "ms", "at most 10"),
        ("database CPU a rating", figures.database_ms, "ms", ""),
        ("p50 of a request", figures.p50_ms, "ms", ""),
        ("p95 of a request", figures.p95_ms, "ms", "under 250"),
    ):
        print(f"  {name:<24}{value:>10.1f} {unit:<4}{wanted}")


if __name__ == "__main__":
    main()
