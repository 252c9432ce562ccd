"""Judges rate at once while a web process is killed and comes back: every acknowledged rating is there, none twice.

    python -m benchmarks.soak_rating --database sqlite
    python -m benchmarks.soak_rating --database postgres --judges 16 --each 500

Judges send what the script of their page sends.
Every tenth answer is sent twice at the same moment, from two connections, as two devices would.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import time
from dataclasses import dataclass

from benchmarks.bench_rating import seed
from benchmarks.rating_judges import Judge, some_value
from benchmarks.rating_site import Site, end_properly_when_told_to, running_site

WEB_PROCESSES = 2
TWICE_EVERY = 10
STORED = """
import json, sys, django
django.setup()
from evaluation.models import Rating
rows = Rating.objects.filter(study__slug="rated").values_list("place__key", "criterion__key", "value", "edits")
print(json.dumps(list(rows)))
"""


@dataclass
class Outcome:
    acknowledged: int
    missing: int
    wrong: int
    twice: int
    changed: int
    killed: int
    retries: int
    seconds: float

    @property
    def is_good(self) -> bool:
        return self.killed > 0 and not (self.missing or self.wrong or self.twice or self.changed)


async def rate_all(judge: Judge, other_device: Judge, participation: str, each: int) -> None:
    await judge.begin(participation)
    for number in range(each):
        if number % TWICE_EVERY == 0:
            assert judge.page
            await other_device.open(judge.page.address)
            await asyncio.gather(other_device.rate(some_value), judge.rate(some_value))
        else:
            await judge.rate(some_value)


async def kill_now_and_then(site: Site, kills: int, total: int, judges: list[Judge]) -> int:
    """Kill a web process each time another share of the work is done, so that it happens in its midst."""
    killed = 0
    for kill in range(1, kills + 1):
        while sum(len(judge.acknowledged) for judge in judges) < total * kill // (kills + 1):
            await asyncio.sleep(0.02)
        site.kill_one_web_process()
        killed += 1
    return killed


async def soak(site: Site, sessions: list[tuple[str, str]], each: int, kills: int) -> tuple[list[Judge], int]:
    judges = [Judge(site.port, session) for session, _key in sessions]
    others = [Judge(site.port, session) for session, _key in sessions]
    work = [
        rate_all(judge, other, key, each)
        for judge, other, (_session, key) in zip(judges, others, sessions, strict=True)
    ]
    killing = asyncio.create_task(kill_now_and_then(site, kills, each * len(judges), judges))
    await asyncio.gather(*work)
    return [*judges, *others], await killing


def stored_ratings(site: Site) -> list[tuple[str, str, int, int]]:
    environment = site.environment | {"DJANGO_SETTINGS_MODULE": "evaluation.config.settings"}
    done = subprocess.run([sys.executable, "-c", STORED], env=environment, check=True, capture_output=True, text=True)
    return [tuple(row) for row in json.loads(done.stdout.splitlines()[-1])]


def compare(judges: list[Judge], stored: list[tuple[str, str, int, int]]) -> dict[str, int]:
    """What was acknowledged against what is in the tables."""
    acknowledged = {
        (path.split("/")[-2], name.removeprefix("score-")): value
        for judge in judges
        for path, given in judge.acknowledged.items()
        for name, value in given.items()
    }
    there = {(place, criterion): value for place, criterion, value, _edits in stored}
    return {
        "acknowledged": len(acknowledged),
        "missing": len(acknowledged.keys() - there.keys()),
        "wrong": sum(there.get(key, value) != value for key, value in acknowledged.items()),
        "twice": len(stored) - len(there),
        "changed": sum(edits > 0 for _place, _criterion, _value, edits in stored),
    }


def run(database: str, *, judges: int, each: int, kills: int = 1) -> Outcome:
    with running_site(database, "--web", str(WEB_PROCESSES)) as (site, _database_pid):
        site.start()
        sessions = seed(site, items=each, judges=judges, each=each, stored=0)
        start = time.perf_counter()
        everybody, killed = asyncio.run(soak(site, sessions, each, kills))
        seconds = time.perf_counter() - start
        found = compare(everybody, stored_ratings(site))
    retries = sum(judge.retries for judge in everybody)
    return Outcome(**found, killed=killed, retries=retries, seconds=seconds)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--judges", type=int, default=16)
    parser.add_argument("--each", type=int, default=500)
    parser.add_argument("--kills", type=int, default=3)
    options = parser.parse_args()
    end_properly_when_told_to()
    outcome = run(options.database, judges=options.judges, each=options.each, kills=options.kills)
    print(f"{options.database}: {options.judges} judges x {options.each} sentences in {outcome.seconds:.0f} s")
    for name in ("acknowledged", "missing", "wrong", "twice", "changed", "killed", "retries"):
        print(f"  {name:<14}{getattr(outcome, name):>8}")
    print("good" if outcome.is_good else "BAD")
    return 0 if outcome.is_good else 1


if __name__ == "__main__":
    sys.exit(main())
