"""Judges rate, a researcher loads pairs and exports, and meanwhile web, worker and database are killed with kill -9.

    python -m benchmarks.soak_faults --database sqlite
    python -m benchmarks.soak_faults --database postgres --judges 16 --each 300 --rounds 5

Afterwards every acknowledged rating is there, once and with its value; every file of pairs is loaded wholly, and was
never seen loaded in part; every export is a whole archive. Only processes started here are killed, our own PostgreSQL
included.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import json
import subprocess
import sys
import tempfile
import time
import zipfile
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import httpx

from benchmarks.bench_rating import seed
from benchmarks.kill_processes import Victim, victim
from benchmarks.rating_judges import Judge, rate_many, some_value
from benchmarks.soak_rating import compare, stored_ratings

TRIES = 400
TOKEN = """
import django
django.setup()
from rest_framework.authtoken.models import Token
from evaluation.models import User
print(Token.objects.get_or_create(user=User.objects.get(username="meera"))[0].key)
"""
PAIRS = (
    "SELECT count(*) FROM evaluation_pair p JOIN evaluation_collection c ON c.id = p.collection_id WHERE c.name = '{}'"
)


RUNNING = "SELECT count(*) FROM evaluation_job WHERE state = 'running'"
UNFINISHED = "SELECT count(*) FROM evaluation_job WHERE state IN ('waiting', 'running')"


@dataclass
class Outcome:
    acknowledged: int = 0
    missing: int = 0
    wrong: int = 0
    twice: int = 0
    changed: int = 0
    faults: list[str] = field(default_factory=list)
    loaded: int = 0
    half_loaded: list[int] = field(default_factory=list)
    exported: int = 0
    broken_exports: int = 0
    unfinished_jobs: int = 0
    seconds: float = 0.0

    @property
    def is_good(self) -> bool:
        lost = self.missing or self.wrong or self.twice or self.changed
        return bool(self.faults) and not (lost or self.half_loaded or self.broken_exports or self.unfinished_jobs)


def some_pairs(count: int) -> bytes:
    tree = "(S (NP (NNP Saturday{})) (VP (VBZ is) (VBG boring) (PP (IN from) (NP (DT that) (NN perspective)))))"
    rows = (
        {
            "id": f"pair-{number}",
            "l1": {"lang": "en", "tree": tree.format(number)},
            "l2": {"lang": "hi", "tokens": [f"Shanivar{number}", "neeras", "hai", "uss", "nazariye", "se"]},
            "alignment": "0-0 1-2 2-1 3-5 4-3 5-4",
        }
        for number in range(count)
    )
    return "\n".join(json.dumps(row) for row in rows).encode()


class Researcher:
    """Loads files and asks for exports through the API, again and again where the site does not answer."""

    def __init__(self, hurt: Victim, token: str, pairs: int, outcome: Outcome) -> None:
        self.hurt = hurt
        self.pairs = pairs
        self.outcome = outcome
        headers = {"Authorization": f"Token {token}"}
        self.client = httpx.AsyncClient(base_url=f"{hurt.site.address}/api/v1/", headers=headers, timeout=60)

    async def ask(self, method: str, path: str, **sent: object) -> httpx.Response:
        for _ in range(TRIES):
            try:
                answer = await self.client.request(method, path, **sent)  # type: ignore[arg-type]
                if answer.status_code < 500 and answer.status_code != httpx.codes.TOO_MANY_REQUESTS:
                    return answer
            except httpx.TransportError:
                pass
            await asyncio.sleep(0.1)
        raise RuntimeError(f"no answer to {method} {path}")

    async def load(self, name: str) -> None:
        """Send a file, and accept it when it is checked."""
        file = {"file": (f"{name}.jsonl", some_pairs(self.pairs))}
        sent = await self.ask("POST", "uploads/", files=file, data={"collection": name})
        key = sent.json()["key"]
        while (state := (await self.ask("GET", f"uploads/{key}/")).json()["state"]) not in {"loaded", "failed"}:
            if state == "checked":
                await self.ask("POST", f"uploads/{key}/accept/")
            await self.look(name)
        await self.look(name)
        if state == "failed":
            # Its worker was killed three times: a person would send the file again.
            await self.load(name)
        else:
            self.outcome.loaded += 1

    async def look(self, name: str) -> None:
        """However often one looks, all pairs of the file are there, or none."""
        stored = await self.count(name)
        if stored not in {0, self.pairs}:
            self.outcome.half_loaded.append(stored)
        await asyncio.sleep(0.05)

    async def count(self, name: str) -> int:
        for _ in range(TRIES):
            try:
                return int((await asyncio.to_thread(self.hurt.ask, PAIRS.format(name)))[0][0])
            except Exception:  # noqa: BLE001  (the database is being killed: whatever its driver calls that)
                await asyncio.sleep(0.1)
        raise RuntimeError("the database does not come back")

    async def export(self) -> None:
        job = (await self.ask("POST", "studies/rated/exports/")).json()["key"]
        while (state := (await self.ask("GET", f"jobs/{job}/")).json()["state"]) in {"waiting", "running"}:
            await asyncio.sleep(0.05)
        if state == "failed":
            return await self.export()
        archive = await self.ask("GET", f"studies/rated/exports/zip/{job}/")
        self.outcome.exported += 1
        self.outcome.broken_exports += not is_whole(archive.content)
        return None

    async def unfinished_jobs(self) -> int:
        """A request whose answer was lost may have left another job behind; it too must come to an end."""
        left = 0
        for _ in range(TRIES):
            (left,) = (await asyncio.to_thread(self.hurt.ask, UNFINISHED))[0]
            if not left:
                break
            await asyncio.sleep(0.25)
        return left


def is_whole(archive: bytes) -> bool:
    try:
        with zipfile.ZipFile(io.BytesIO(archive)) as opened:
            return bool(opened.namelist()) and opened.testzip() is None
    except zipfile.BadZipFile:
        return False


async def hurt_it(hurt: Victim, judges: list[Judge], total: int, rounds: int, outcome: Outcome, *, wait: bool) -> None:
    """Spread the faults over the judges' work, so that each happens in its midst."""
    faults = hurt.faults * rounds
    for number, fault in enumerate(faults, start=1):
        while sum(len(judge.acknowledged) for judge in judges) < total * number // (len(faults) + 1):
            await asyncio.sleep(0.02)
        if fault in {"worker", "database"}:
            await until_a_job_runs(hurt)
        await asyncio.to_thread(hurt.hurt, fault)
        outcome.faults.append(fault)
        if not wait:
            await asyncio.to_thread(hurt.let_leases_run_out)


async def until_a_job_runs(hurt: Victim) -> None:
    """In the midst of loading or exporting, which the researcher goes on doing until all faults have happened."""
    for _ in range(TRIES * 10):
        if (await asyncio.to_thread(hurt.ask, RUNNING))[0][0]:
            return
        await asyncio.sleep(0.01)


async def soak(hurt: Victim, sessions: list[tuple[str, str]], token: str, options: argparse.Namespace) -> Outcome:
    outcome = Outcome()
    judges = [Judge(hurt.site.port, session) for session, _key in sessions]
    researcher = Researcher(hurt, token, options.pairs, outcome)

    async def research() -> None:
        for number in count():
            await asyncio.gather(researcher.load(f"file-{number}"), researcher.export())
            if len(outcome.faults) == len(hurt.faults) * options.rounds:
                return

    async def rating(judge: Judge, key: str) -> None:
        await judge.begin(key)
        await rate_many(judge, options.each, some_value)

    work = [rating(judge, key) for judge, (_session, key) in zip(judges, sessions, strict=True)]
    total = options.each * len(judges)
    faults = hurt_it(hurt, judges, total, options.rounds, outcome, wait=options.real_leases)
    await asyncio.gather(*work, research(), faults)
    outcome.unfinished_jobs = await researcher.unfinished_jobs()
    await researcher.client.aclose()
    for name, value in compare(judges, stored_ratings(hurt.site)).items():
        setattr(outcome, name, value)
    return outcome


def api_token(hurt: Victim) -> str:
    environment = hurt.site.environment | {"DJANGO_SETTINGS_MODULE": "evaluation.config.settings"}
    done = subprocess.run([sys.executable, "-c", TOKEN], env=environment, check=True, capture_output=True, text=True)
    return done.stdout.split()[-1]


def run(options: argparse.Namespace) -> Outcome:
    with (
        tempfile.TemporaryDirectory(prefix="cswitch-faults-") as folder,
        victim(options.database, Path(folder)) as hurt,
    ):
        sessions = seed(hurt.site, items=options.each, judges=options.judges, each=options.each, stored=0)
        start = time.perf_counter()
        outcome = asyncio.run(soak(hurt, sessions, api_token(hurt), options))
        outcome.seconds = time.perf_counter() - start
    return outcome


def chosen(*arguments: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--judges", type=int, default=16)
    parser.add_argument("--each", type=int, default=300, help="sentences for each judge")
    parser.add_argument("--pairs", type=int, default=2000, help="pairs in each file")
    parser.add_argument("--rounds", type=int, default=3, help="how often each fault happens")
    parser.add_argument("--real-leases", action="store_true", help="wait a real minute for a killed worker's job")
    return parser.parse_args(arguments)


def main() -> int:
    options = chosen(*sys.argv[1:])
    outcome = run(options)
    for name, value in vars(outcome).items():
        print(f"  {name:<16}{value}")
    print("good" if outcome.is_good else "BAD")
    return 0 if outcome.is_good else 1


if __name__ == "__main__":
    sys.exit(main())
