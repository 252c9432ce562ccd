"""How many ratings a second the shipped server takes, what one costs it, and what a million stored ratings change.

    python -m benchmarks.bench_rating [--databases sqlite,postgres] [--stored 1000000] [--items 10000] [--judges 16]
    python -m benchmarks.bench_rating --databases sqlite --without-sync

One rating is a sentence's page and the submission of all its criteria, with real sessions and every protection on. The
form is the one that works without scripts: a browser with scripts stores each answer as it is given, so these figures
compare one version of the site with another and do not say how many judges it can serve. The
ping is /healthz on the same server, for comparison with other machines. Server CPU is that of the web processes; what
PostgreSQL itself used is shown beside it, and what the judges used, who share the machine.

Two sites run side by side, one empty and one with ratings stored before, and are measured in turn, on new connections
each time: a machine that is slow for a while is slow for both. Shown is the middle of the rounds. With --without-sync
both are empty, and the second does not wait until a rating is on the disk: the price of losing none in a power cut.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
import time
from contextlib import ExitStack
from dataclasses import astuple, dataclass, fields

from benchmarks.rating_judges import Judge, rate_many, some_value
from benchmarks.rating_site import Site, cpu_seconds, end_properly_when_told_to, running_site
from cswitch_core.cli.text_table import as_table

WARM_UP, PINGS = 5, 100
SHIPPED, UNSYNCED = "evaluation.config.settings", "benchmarks.unsynced_settings"
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
    judges_ms: float
    p50_ms: float
    p95_ms: float


@dataclass
class Seeded:
    """A site with judges who wait to begin."""

    site: Site
    database_pid: int | None
    sessions: list[tuple[str, str]]

    def cpu_seconds(self) -> tuple[float, float, float]:
        database = cpu_seconds(self.database_pid) if self.database_pid else 0.0
        return self.site.cpu_seconds(), database, time.process_time()


def seed(site: Site, **sizes: int) -> list[tuple[str, str]]:
    """Fill the running site's database; for each judge the session and the participation."""
    command = [sys.executable, "-c", SEED, json.dumps(sizes)]
    environment = {"DJANGO_SETTINGS_MODULE": SHIPPED} | site.environment
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    return [tuple(pair) for pair in json.loads(done.stdout.splitlines()[-1])]


async def ping_rate(judges: list[Judge]) -> float:
    async def ping(judge: Judge) -> None:
        for _ in range(PINGS):
            await judge.request("GET", "/healthz")

    start = time.perf_counter()
    await asyncio.gather(*(ping(judge) for judge in judges))
    return PINGS * len(judges) / (time.perf_counter() - start)


async def measure(seeded: Seeded, each: int) -> Figures:
    judges = [Judge(seeded.site.port, session) for session, _participation in seeded.sessions]
    pings = await ping_rate(judges)
    await rate(judges, seeded, WARM_UP)
    for judge in judges:
        judge.latencies.clear()
    before, start = seeded.cpu_seconds(), time.perf_counter()
    await rate(judges, seeded, each)
    elapsed = time.perf_counter() - start
    ratings = each * len(judges)
    used = [1000 * (now - then) / ratings for now, then in zip(seeded.cpu_seconds(), before, strict=True)]
    latencies = sorted(1000 * latency for judge in judges for latency in judge.latencies)
    p50, p95 = statistics.median(latencies), latencies[int(len(latencies) * 0.95)]
    return Figures(pings, ratings / elapsed, *used, p50, p95)


async def rate(judges: list[Judge], seeded: Seeded, each: int) -> None:
    pairs = zip(judges, seeded.sessions, strict=True)
    await asyncio.gather(*(rate_many(judge, key, each, some_value) for judge, (_session, key) in pairs))


def middle(rounds: list[Figures]) -> Figures:
    return Figures(*(statistics.median(values) for values in zip(*map(astuple, rounds), strict=True)))


def run(database: str, options: argparse.Namespace) -> list[Figures]:
    """The figures of an empty site, and of one with ratings stored before or one that does not wait for the disk."""
    places = min(options.items, options.rounds * (options.each + WARM_UP) + 1)
    second = (0, UNSYNCED) if options.without_sync else (options.stored, SHIPPED)
    with ExitStack() as stack:
        sites = []
        for stored, settings in ((0, SHIPPED), second):
            site, database_pid = stack.enter_context(running_site(database))
            site.environment["DJANGO_SETTINGS_MODULE"] = settings
            site.start()
            sizes = {"items": options.items, "judges": options.judges, "each": places, "stored": stored}
            sites.append(Seeded(site, database_pid, seed(site, **sizes)))
        rounds = [[asyncio.run(measure(site, options.each)) for site in sites] for _ in range(options.rounds)]
    return [middle(list(of_a_site)) for of_a_site in zip(*rounds, strict=True)]


def show(database: str, options: argparse.Namespace, first: Figures, second: Figures) -> None:
    rows = []
    for each in fields(Figures):
        one, other = getattr(first, each.name), getattr(second, each.name)
        ratio = f"{other / one:.2f}" if one else ""
        rows.append([each.name.replace("_", " "), f"{one:.1f}", f"{other:.1f}", ratio])
    headings = ("synced", "not synced") if options.without_sync else ("0 stored", f"{options.stored:,} stored")
    print(f"\n{database}, {options.items:,} items, {options.judges} judges, middle of {options.rounds} rounds")
    print(as_table(["", *headings, "ratio"], rows))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--databases", default="sqlite,postgres")
    parser.add_argument("--items", type=int, default=10_000)
    parser.add_argument("--judges", type=int, default=16)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--each", type=int, default=50, help="ratings per judge and round that are measured")
    parser.add_argument("--stored", type=int, default=1_000_000, help="ratings of another study in the second site")
    parser.add_argument("--without-sync", action="store_true", help="the second site does not wait for the disk")
    options = parser.parse_args()
    if options.without_sync and options.databases != "sqlite":
        parser.error("--without-sync is for SQLite: add --databases sqlite")
    end_properly_when_told_to()
    for database in options.databases.split(","):
        show(database, options, *run(database, options))


if __name__ == "__main__":
    main()
