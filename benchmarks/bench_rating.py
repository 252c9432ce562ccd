"""What rating a sentence costs the shipped server, as a browser sends it, and what a million stored ratings change.

    python -m benchmarks.bench_rating [--databases sqlite,postgres] [--judges 1,16,64,200] [--think 0,3]
    python -m benchmarks.bench_rating --choices
    python -m benchmarks.bench_rating --slow          # judges who need more than two seconds from the first point on
    python -m benchmarks.bench_rating --databases sqlite --without-sync
    python -m benchmarks.bench_rating --databases sqlite --plain-backend

Judges send what the script of their page sends (``rating_page``; a test compares it with a real browser), with real
sessions and every protection on. The ping is /healthz on the same server, for comparison with other machines. Server
CPU is that of the web processes; what PostgreSQL itself used is shown beside it. The judges share the machine, so that
sentences a second are fewer than the server alone could take.

Two sites run side by side, one empty and one with ratings stored before in the same study, and are measured in turn, on
new connections each time: a machine that is slow for a while is slow for both. Shown is the middle of the rounds. With
--without-sync both are empty, and the second does not wait until a rating is on the disk: the price of losing none in a
power cut. With --plain-backend both are empty, and the second uses Django's own backend for SQLite: writers sleep until
the lock is free instead of standing in a queue, and keep it until the disk has what they wrote.
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

WARM_UP, PINGS = 3, 400
SHIPPED, UNSYNCED = "evaluation.config.settings", "benchmarks.unsynced_settings"
PLAIN_BACKEND = "benchmarks.plain_backend_settings"
SEED = """
import json, sys, django
django.setup()
from benchmarks import rating_seed
rating_seed.seed(**json.loads(sys.argv[1]))
print(json.dumps(rating_seed.session_keys()))
"""
QUERIES = """
import sys, django
django.setup()
from benchmarks import rating_queries
print(rating_queries.queries_per_sentence(*sys.argv[1:]))
"""


@dataclass
class Figures:
    """Per sentence, but for the first two."""

    pings_per_second: float
    sentences_per_second: float
    requests: float
    server_ms: float
    database_ms: float
    p50_ms: float
    p95_ms: float
    p99_ms: float
    retries: float


@dataclass
class Seeded:
    """A site with judges who wait to begin."""

    site: Site
    database_pid: int | None
    sessions: list[tuple[str, str]]

    def cpu_seconds(self) -> tuple[float, float]:
        return self.site.cpu_seconds(), cpu_seconds(self.database_pid) if self.database_pid else 0.0

    def queries(self) -> int:
        """How many queries a sentence makes, counted in a process of its own with the last judge's session."""
        return int(in_site(self.site, QUERIES, *self.sessions[-1]))


def in_site(site: Site, code: str, *arguments: str) -> str:
    """Run the code on the running site's database; the last line that it printed."""
    environment = {"DJANGO_SETTINGS_MODULE": SHIPPED} | site.environment
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    return done.stdout.splitlines()[-1]


def seed(site: Site, **sizes: int) -> list[tuple[str, str]]:
    """Fill the running site's database; for each judge the session and the participation."""
    return [(session, key) for session, key in json.loads(in_site(site, SEED, json.dumps(sizes)))]


async def ping_rate(judges: list[Judge]) -> float:
    async def ping(judge: Judge) -> None:
        for _ in range(PINGS // len(judges)):
            await judge.request("GET", "/healthz")

    start = time.perf_counter()
    await asyncio.gather(*(ping(judge) for judge in judges))
    return PINGS // len(judges) * len(judges) / (time.perf_counter() - start)


async def measure(seeded: Seeded, judges: int, think: float, options: argparse.Namespace) -> Figures:
    """One round: each of so many judges rates ``options.each`` sentences."""
    crowd = [Judge(seeded.site.port, session, options.slow) for session, _key in seeded.sessions[:judges]]
    pings = await ping_rate(crowd)
    await asyncio.gather(*(judge.begin(key) for judge, (_, key) in zip(crowd, seeded.sessions, strict=False)))
    await asyncio.gather(*(rate_many(judge, WARM_UP, some_value) for judge in crowd))
    for judge in crowd:
        judge.latencies.clear()
        judge.retries = 0
    each = max(options.each, options.least // judges)
    before, start = seeded.cpu_seconds(), time.perf_counter()
    await asyncio.gather(*(rate_many(judge, each, some_value, think) for judge in crowd))
    elapsed = time.perf_counter() - start
    sentences = each * judges
    used = [1000 * (now - then) / sentences for now, then in zip(seeded.cpu_seconds(), before, strict=True)]
    latencies = sorted(1000 * latency for judge in crowd for latency in judge.latencies)
    parts = [latencies[min(len(latencies) - 1, int(len(latencies) * share))] for share in (0.5, 0.95, 0.99)]
    retries = sum(judge.retries for judge in crowd)
    return Figures(pings, sentences / elapsed, len(latencies) / sentences, *used, *parts, retries)


def middle(rounds: list[Figures]) -> Figures:
    return Figures(*(statistics.median(values) for values in zip(*map(astuple, rounds), strict=True)))


def scenarios(options: argparse.Namespace) -> list[tuple[int, float]]:
    """How many judges, and how many seconds each thinks about a sentence."""
    return [(int(judges), float(think)) for think in options.think.split(",") for judges in options.judges.split(",")]


def places_needed(options: argparse.Namespace) -> int:
    """Of a judge, for every round of every scenario."""
    rounds = [WARM_UP + max(options.each, options.least // judges) for judges, _think in scenarios(options)]
    return min(options.items, options.rounds * sum(rounds) + 5)


def run(database: str, options: argparse.Namespace) -> None:
    """The table of an empty site beside one with ratings stored before, or one that does not wait for the disk."""
    most = max(judges for judges, _think in scenarios(options))
    sizes = {"items": options.items, "judges": most, "each": places_needed(options), "choices": options.choices}
    kinds = {"empty": (0, SHIPPED), f"{options.stored:,} stored": (options.stored, SHIPPED)}
    if options.without_sync:
        kinds = {"synced": (0, SHIPPED), "not synced": (0, UNSYNCED)}
    if options.plain_backend:
        kinds = {"our backend": (0, SHIPPED), "Django's": (0, PLAIN_BACKEND)}
    rows = []
    with ExitStack() as stack:
        sites = {}
        for name, (stored, settings) in kinds.items():
            site, database_pid = stack.enter_context(running_site(database))
            site.environment["DJANGO_SETTINGS_MODULE"] = settings
            site.start()
            sites[name] = Seeded(site, database_pid, seed(site, stored=stored, **sizes))
            print(f"{database}, {name}: {sites[name].queries()} queries a sentence", flush=True)
        for judges, think in scenarios(options):
            rounds: dict[str, list[Figures]] = {name: [] for name in sites}
            for _ in range(options.rounds):
                for name, site in sites.items():
                    rounds[name].append(asyncio.run(measure(site, judges, think, options)))
            for name, measured in rounds.items():
                figures = [f"{value:.1f}" for value in astuple(middle(measured))]
                rows.append([name, str(judges), f"{think:g}", *figures])
                print(rows[-1], flush=True)
    what = "choices" if options.choices else "ratings"
    print(f"\n{database}, {what}, {options.items:,} items, middle of {options.rounds} rounds")
    print(as_table(["", "judges", "think s", *(each.name.replace("_", " ") for each in fields(Figures))], rows))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--databases", default="sqlite,postgres")
    parser.add_argument("--items", type=int, default=10_000)
    parser.add_argument("--judges", default="1,16,64,200", help="how many at once, one after the other")
    parser.add_argument("--think", default="0,3", help="seconds that a judge thinks about a sentence")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--each", type=int, default=10, help="sentences per judge and round that are measured")
    parser.add_argument("--least", type=int, default=400, help="sentences per round that are measured, at least")
    parser.add_argument("--stored", type=int, default=1_000_000, help="ratings of the same study in the second site")
    parser.add_argument("--choices", action="store_true", help="choices between two sentences instead of ratings")
    parser.add_argument("--slow", action="store_true", help="judges who send the first point before Next")
    parser.add_argument("--without-sync", action="store_true", help="the second site does not wait for the disk")
    parser.add_argument("--plain-backend", action="store_true", help="the second site uses Django's own backend")
    options = parser.parse_args()
    if (options.without_sync or options.plain_backend) and options.databases != "sqlite":
        parser.error("--without-sync and --plain-backend are for SQLite: add --databases sqlite")
    end_properly_when_told_to()
    for database in options.databases.split(","):
        run(database, options)


if __name__ == "__main__":
    main()
