"""Ratings as a reader likes to see them: row by row, or a row a sentence and a column a judge."""

import csv
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from evaluation.statistics.rating_table import Ratings

DATA = Path(__file__).parent / "data"
JUDGE = "judge "


def ratings_from(rows) -> Ratings:
    """From (item, judge, value) rows."""
    items, judges, values = zip(*rows, strict=True) if rows else ((), (), ())
    return Ratings.of(items, judges, values)


def read_wide(name: str) -> Iterator[dict[str, str]]:
    """One mapping a rating, from a file in ``data`` with a row a sentence and columns "judge J1", "judge J2"…

    A judge's group stands in parentheses behind the name: "judge J1 (north)".
    """
    with (DATA / name).open(newline="") as source:
        for row in csv.DictReader(source):
            facts = {column: value for column, value in row.items() if not column.startswith(JUDGE)}
            for column, rating in row.items():
                if column.startswith(JUDGE) and rating:
                    judge, _, group = column.removeprefix(JUDGE).rstrip(")").partition(" (")
                    yield facts | {"judge": judge, "group": group, "rating": rating}


def write_wide(name: str, rows: Iterable[Mapping[str, object]]) -> None:
    """The file that ``read_wide`` reads: every column but judge, group and rating describes the sentence."""
    sentences: dict[tuple[object, ...], dict[str, object]] = {}
    facts: list[str] = []
    for row in rows:
        facts = [column for column in row if column not in {"judge", "group", "rating"}]
        judge = f"{JUDGE}{row['judge']}" + (f" ({row['group']})" if row.get("group") else "")
        sentences.setdefault(tuple(row[fact] for fact in facts), {})[judge] = row["rating"]
    judges = sorted({judge for given in sentences.values() for judge in given}, key=lambda judge: (len(judge), judge))
    with (DATA / name).open("w", newline="") as target:
        writer = csv.writer(target, lineterminator="\n")
        writer.writerow([*facts, *judges])
        writer.writerows(
            [*sentence, *(given.get(judge, "") for judge in judges)] for sentence, given in sentences.items()
        )
