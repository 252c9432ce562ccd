"""How fast 1,000,000 ratings leave the site, and in how much memory.

    python -m benchmarks.bench_exports [--ratings 1000000] [--database sqlite|postgres|both] [--keep FOLDER]

With ``--keep`` the SQLite database stays in that folder, and is used again by the next run of this or of
`bench_results`. Each file is written by a process of its own, beside a bare ``csv.writer`` over one query with the same
columns. Ratios are of processor time, which says more than the clock where other work is running; that of the program
that writes Parquet is counted in. The PostgreSQL is one of our own in a temporary folder. Peak memory is the process's,
imports and all, and after the plus that of the program that writes Parquet.
"""

from __future__ import annotations

import argparse
import csv
import math
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

ITEMS, CRITERIA = 10_000, 2
SLUG = "million"
WAYS = ("bare", "csv", "jsonl", "parquet", "zip")
# Of the bare dump. Judge and criterion come first and are taken off again.
BARE_FIELDS = (
    *("participation_id", "criterion_id"),
    *("study__slug", "participation__pseudonym", "participation__list_number", "trial", "item__number"),
    *("item__pair__external_id", "item__memberships", "item__condition", "item__source", "practice", "attention"),
    *("place__is_repeat", "criterion__key", "value", "first_value", "edits"),
    *("place__duration_ms", "place__shown_at", "given_at", "surplus", "excluded", "place__exclusion_reason"),
    *("place__language", "place__screen"),
)
AT_VALUE = BARE_FIELDS.index("value") - 2


def use_django() -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "evaluation.config.settings")
    django.setup()


# -- The data --------------------------------------------------------------------------------------------------------


def seed(ratings: int, items: int = ITEMS) -> None:
    """Every judge rates every item on two criteria; places and ratings are made inside the database."""
    use_django()
    from django.core.management import call_command

    from benchmarks.results_pages import complete_study

    call_command("migrate", verbosity=0)
    study = seed_study(judges=ratings // (items * CRITERIA), items=items)
    fill_places(study.pk)
    fill_ratings(study.pk)
    complete_study()


def seed_study(judges: int, items: int):
    from evaluation.models import User
    from tests.site.factories import MIXED, make_participation, make_study

    study = make_study(User.objects.create_user("meera", role="researcher"), items=0, slug=SLUG)
    from evaluation.models import Item
    from tests.site.factories import make_pair

    pairs = [make_pair(study.owner, external_id=f"pair-{number}") for number in range(1, 201)]
    Item.objects.bulk_create(
        Item(
            study=study,
            number=number,
            pair=pairs[number % len(pairs)],
            text=f"Saturday is boring uss nazariye se {number}",
            tokens=MIXED,
            condition=("EC0", "ML0", "EC0 - ML0")[number % 3],
            memberships=[["EC0"], ["ML0", "ML1"], ["EC0", "EC1"]][number % 3],
            probability=0.25,
        )
        for number in range(1, items + 1)
    )
    for number in range(judges):
        make_participation(study, User.objects.create_user(f"judge{number}"))
    return study


def fill_places(study: int) -> None:
    run(
        """
        INSERT INTO evaluation_place (key, participation_id, item_id, "order", is_repeat, is_swapped, state, claimed_at,
            shown_at, answered_at, duration_ms, changes, cannot_judge, comment, language, script, screen, history,
            exclusion_reason)
        SELECT 'k' || p.id || '-' || i.id, p.id, i.id, (i.number * 7919 + p.id) %% 100000, %s, %s, 'done', i.at, i.at,
            i.at, 1500 + (i.id * 31 + p.id * 17) %% 9000, 0, '', '', 'en', '', 'phone', '[]', ''
        FROM (SELECT id, number, p0.invited_at AS at FROM evaluation_item,
              (SELECT min(invited_at) AS invited_at FROM evaluation_participation) AS p0 WHERE study_id = %s) AS i,
             evaluation_participation AS p
        WHERE p.study_id = %s ORDER BY i.number, p.id
        """,
        [False, False, study, study],
    )


def fill_ratings(study: int) -> None:
    """A value is what the sentence is worth (0 to 2), how mild the judge is (0 or 1), and chance (0 to 2)."""
    run(
        """
        INSERT INTO evaluation_rating (place_id, criterion_id, study_id, item_id, participation_id, value, first_value,
            edits, first_given_at, given_at)
        SELECT id, criterion, study, item_id, judge,
            item_id * 7919 %% 101 %% 3 + judge * 31 %% 7 %% 2 + mixed * mixed %% 1000003 %% 3,
            (item_id * 13 + judge * 7) %% 6, duration_ms %% 2, answered_at, answered_at
        FROM (SELECT place.id, c.id AS criterion, c.study_id AS study, place.item_id, place.participation_id AS judge,
              place.duration_ms, place.answered_at,
              place.item_id * 7919 + place.participation_id * 104729 + c.id * 611953 AS mixed
            FROM evaluation_place AS place, evaluation_criterion AS c WHERE c.study_id = %s) AS given
        ORDER BY id, criterion
        """,
        [study],
    )


def run(sql: str, arguments: list[object]) -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(sql, arguments)
        # As a database that has been in use for a while knows its tables.
        cursor.execute("ANALYZE")


# -- The ways of writing ---------------------------------------------------------------------------------------------


def bare(target: Path) -> float:
    """What anybody would write first: one query that joins every column, one ``csv.writer``.

    Labels and z-scores are not stored; they come from two small tables that are made beforehand.
    """
    start, first = time.perf_counter(), 0.0
    labels, scales = all_labels(), all_scales()
    with target.open("w", newline="", encoding="utf-8") as opened:
        writer = csv.writer(opened)
        for judge, criterion, *row in bare_query().iterator(2000):
            first = first or time.perf_counter() - start
            value = row[AT_VALUE]
            mean, sigma = scales[judge, criterion]
            row[AT_VALUE + 1 : AT_VALUE + 1] = labels[criterion, value], round((value - mean) / sigma, 6)
            writer.writerow(row)
    return first


def all_labels() -> dict[tuple[int, int], str]:
    from evaluation.models import Criterion

    criteria = Criterion.objects.filter(study__slug=SLUG)
    return {(one.pk, point): one.labels("en").get(point, "") for one in criteria for point in one.points}


def all_scales() -> dict[tuple[int, int], tuple[float, float]]:
    """The mean and sigma of each judge on each criterion."""
    from django.db.models import Count, F, Sum

    from evaluation.models import Rating

    by_judge = Rating.objects.filter(study__slug=SLUG).order_by().values_list("participation_id", "criterion_id")
    rows = by_judge.annotate(n=Count("pk"), total=Sum("value"), squares=Sum(F("value") * F("value")))
    return {
        (judge, criterion): (total / n, math.sqrt((squares - total**2 / n) / (n - 1)))
        for judge, criterion, n, total, squares in rows
    }


def bare_query() -> Any:
    from django.db.models import Case, F, Q, Value, When

    from evaluation.models import Rating

    def flag(question: Any) -> Any:
        return Case(When(question, then=Value("true")), default=Value("false"))

    left_out = Q(place__is_repeat=True) | Q(place__state="surplus") | Q(place__excluded_at__isnull=False)
    found = Rating.objects.filter(study__slug=SLUG).annotate(
        trial=F("place__order") + 1,
        practice=flag(Q(item__kind="practice")),
        attention=flag(Q(item__kind="attention")),
        surplus=flag(Q(place__state="surplus")),
        excluded=flag(left_out),
    )
    return found.order_by("pk").values_list(*BARE_FIELDS)


def exported(target: Path, form: str) -> float:
    from evaluation.models import Study
    from evaluation.services import exports

    start, first = time.perf_counter(), 0.0
    export = exports.export_table(study=Study.objects.get(slug=SLUG), table="ratings", form=form)
    with target.open("wb") as opened:
        for number, chunk in enumerate(export.chunks):
            # The header comes first; what counts is when the first ratings come.
            if number == 1:
                first = first or time.perf_counter() - start
            opened.write(chunk)
    return first


def zipped(target: Path) -> float:
    """Every table in every format; nothing is sent before it is whole."""
    from evaluation.models import Study
    from evaluation.services.exports import export_zip

    export_zip(study=Study.objects.get(slug=SLUG), target=target)
    return 0.0


def measure(way: str) -> None:
    """In a process of its own: print seconds, those of the processor and to the first rows, peaks and size in MB."""
    use_django()
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "ratings"
        start, cpu = time.perf_counter(), time.process_time()
        ways = {"zip": zipped, "bare": bare}
        with peaks_of_children() as peaks:
            first = ways[way](target) if way in ways else exported(target, way)
        seconds, of_processor = time.perf_counter() - start, time.process_time() - cpu
        own, other = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
        of_processor += other.ru_utime + other.ru_stime
        print(seconds, of_processor, first, own.ru_maxrss / 1024, max(peaks), target.stat().st_size / 1e6)


@contextmanager
def peaks_of_children() -> Iterator[list[float]]:
    """The peak memory of each process that is started meanwhile, in MB, as seen ten times a second.

    What the system says after their end will not do: it counts what this process had when it started them.
    """
    peaks, done = [0.0], threading.Event()

    def look() -> None:
        while not done.wait(0.1):
            for child in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split():
                with suppress(OSError):
                    status = Path(f"/proc/{child}/status").read_text()
                    peaks.extend(int(line.split()[1]) / 1024 for line in status.splitlines() if "VmHWM" in line)

    thread = threading.Thread(target=look)
    thread.start()
    yield peaks
    done.set()
    thread.join()


# -- The table -------------------------------------------------------------------------------------------------------


@contextmanager
def sqlite_database(keep: Path | None, ratings: int, items: int = ITEMS) -> Iterator[str]:
    """The address of a SQLite database with these data: in the folder, where it is made once, else a temporary one."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = (keep or Path(temporary)) / f"{ratings}-{items}"
        folder.mkdir(parents=True, exist_ok=True)
        url = f"sqlite:///{folder / 'bench.sqlite3'}"
        seed_once(url, ratings, items, folder / "seeded")
        yield url


def seed_once(url: str, ratings: int, items: int, mark: Path) -> None:
    """In a process of its own, which sees this database only; the mark says that it was done."""
    if not mark.exists():
        step = [sys.executable, "-m", "benchmarks.bench_exports", "--seed", "--ratings", str(ratings)]
        subprocess.run([*step, "--sentences", str(items)], env=os.environ | {"DATABASE_URL": url}, check=True)
        mark.touch()


def bench(name: str, url: str) -> None:
    from evaluation.management.commands.serve import WORKER_ENVIRONMENT

    environment = os.environ | WORKER_ENVIRONMENT | {"DATABASE_URL": url}
    this = [sys.executable, "-m", "benchmarks.bench_exports"]
    baseline = 0.0
    for way in WAYS:
        done = subprocess.run([*this, "--measure", way], env=environment, check=True, capture_output=True, text=True)
        seconds, cpu, first, peak, parquet_peak, size = map(float, done.stdout.split())
        baseline = baseline or cpu
        print(
            f"{name:<10} {way:<8} {seconds:7.1f} s  processor {cpu:6.1f} s {cpu / baseline:6.2f} x  "
            f"first rows {first * 1000:7.0f} ms  peak {peak:5.0f} + {parquet_peak:3.0f} MB  file {size:6.1f} MB",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ratings", type=int, default=1_000_000)
    parser.add_argument("--database", choices=["sqlite", "postgres", "both"], default="sqlite")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="where the SQLite database stays for the next run")
    parser.add_argument("--sentences", type=int, default=ITEMS, help=argparse.SUPPRESS)
    parser.add_argument("--seed", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--measure", choices=WAYS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.seed:
        return seed(options.ratings, options.sentences)
    if options.measure:
        return measure(options.measure)
    print(f"{options.ratings:,} ratings of {ITEMS:,} sentences; x is against a bare csv.writer over one query")
    if options.database != "postgres":
        with sqlite_database(options.keep, options.ratings) as url:
            bench("SQLite", url)
    if options.database != "sqlite":
        from tests.postgres import TemporaryPostgres

        with TemporaryPostgres() as server, tempfile.TemporaryDirectory() as folder:
            seed_once(server.url, options.ratings, ITEMS, Path(folder) / "seeded")
            bench("PostgreSQL", server.url)
    return None


if __name__ == "__main__":
    main()
