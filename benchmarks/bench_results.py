"""The tables of results over 1,000,000 ratings, beside a plain SQL aggregate on the same database in the same run.

    python -m benchmarks.bench_results [--ratings 1000000] [--sentences 10000] [--database sqlite|postgres|both]
        [--keep FOLDER] [--page agreement]

The data are those of `bench_exports`, kept as there. Each line is the best of five; the plain SQL is what anybody would
write first: n, minimum, maximum, mean and sum of squares by sentence (or, with a join, by model) and criterion, every
row fetched. Afterwards every page of results (`results_pages`), beside a plain SELECT of one criterion's ratings;
``--page`` measures only the pages with this in their name.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks import results_pages
from benchmarks.bench_exports import ITEMS, SLUG, seed_once, sqlite_database, use_django

TIMES = 5
PLAIN = """
    SELECT rating.{key}, rating.criterion_id, COUNT(*), MIN(value), MAX(value), AVG(value), SUM(value * value)
    FROM evaluation_rating AS rating WHERE rating.study_id = %s GROUP BY rating.{key}, rating.criterion_id
"""
PLAIN_MODELS = """
    SELECT item.condition, rating.criterion_id, COUNT(*), MIN(value), MAX(value), AVG(value), SUM(value * value)
    FROM evaluation_rating AS rating JOIN evaluation_item AS item ON item.id = rating.item_id
    WHERE rating.study_id = %s GROUP BY item.condition, rating.criterion_id
"""


def best(work: Callable[[], object]) -> float:
    """Seconds of the fastest of some runs."""
    fastest = float("inf")
    for _ in range(TIMES):
        start = time.perf_counter()
        work()
        fastest = min(fastest, time.perf_counter() - start)
    return fastest


def measure() -> None:
    use_django()
    from django.db import connection

    from evaluation.models import Study
    from evaluation.services.results.selection import Selection
    from evaluation.services.results.sentence_page import SentenceQuery, sentence_page
    from evaluation.services.results.tables import Tables

    study = Study.objects.get(slug=SLUG)
    selection = Selection.of(study)

    def plain(sql: str) -> object:
        with connection.cursor() as cursor:
            cursor.execute(sql, [study.pk])
            return cursor.fetchall()

    by_mean = SentenceQuery(sort="mean", criterion="usage")
    lines: list[tuple[str, str, Callable[[], object]]] = [
        ("sentences: counts of all", PLAIN.format(key="item_id"), lambda: Tables(study, selection).by_item),
        (
            "sentences: one page, by number",
            PLAIN.format(key="item_id"),
            lambda: sentence_page(study, selection, SentenceQuery()),
        ),
        ("sentences: one page, by mean", PLAIN.format(key="item_id"), lambda: sentence_page(study, selection, by_mean)),
        ("models: drawn for", PLAIN_MODELS, lambda: Tables(study, selection).models("drawn")),
        ("models: generates", PLAIN_MODELS, lambda: Tables(study, selection).models("generates")),
        ("judges", PLAIN.format(key="participation_id"), lambda: Tables(study, selection).judges()),
    ]
    print(f"{connection.vendor}: {study.ratings.count():,} ratings, {study.items.count():,} sentences")
    print(f"{'table':<34}{'plain SQL':>12}{'table':>12}{'ratio':>8}")
    for name, sql, table in lines:
        bare, ours = best(lambda sql=sql: plain(sql)), best(table)  # type: ignore[misc]
        print(f"{name:<34}{bare:>10.3f} s{ours:>10.3f} s{ours / bare:>8.2f}")


def run_on(url: str, page: str) -> None:
    """Measure in processes of their own, which see this database only."""
    from evaluation.management.commands.serve import WEB_ENVIRONMENT

    environment = os.environ | WEB_ENVIRONMENT | {"DATABASE_URL": url}
    for step in ["pages"] if page else ["measure", "pages"]:
        command = [sys.executable, "-m", "benchmarks.bench_results", "--step", step, "--page", page]
        subprocess.run(command, env=environment, check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ratings", type=int, default=1_000_000)
    parser.add_argument("--sentences", type=int, default=ITEMS)
    parser.add_argument("--database", choices=["sqlite", "postgres", "both"], default="both")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="where the SQLite database stays for the next run")
    parser.add_argument("--page", default="", help="only pages with this in their name")
    parser.add_argument("--step", choices=["measure", "pages"], help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.step == "measure":
        return measure()
    if chosen.step == "pages":
        use_django()
        return results_pages.measure(chosen.page)
    if chosen.database in {"sqlite", "both"}:
        with sqlite_database(chosen.keep, chosen.ratings, chosen.sentences) as url:
            run_on(url, chosen.page)
    if chosen.database in {"postgres", "both"}:
        from tests.postgres import TemporaryPostgres

        with TemporaryPostgres() as server, tempfile.TemporaryDirectory() as folder:
            seed_once(server.url, chosen.ratings, chosen.sentences, Path(folder) / "seeded")
            run_on(server.url, chosen.page)
    return None


if __name__ == "__main__":
    main()
