"""What a curious reader would try: find groups of few judges in everything published, directly or by one subtraction.

Knows nothing of how cells are left empty: it reads the files as anybody can.
"""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import combinations, product

Rows = list[dict[str, str]]
NOT_ANSWERS = {"judge", "ratings", "checks", "checks_passed", "excluded"}
CHARACTERISTICS = "heds-sample_evaluators_design-evaluators-characteristics"
NUMBER = "heds-sample_evaluators_design-evaluators-number_of_evaluators"


def table(opened: zipfile.ZipFile, name: str) -> Rows:
    return list(csv.DictReader(io.StringIO(opened.read(f"csv/{name}.csv").decode(), newline="")))


def small_groups(opened: zipfile.ZipFile, labels: Mapping[str, str], *, limit: int = 5) -> set[str]:
    """Every group of fewer judges that can be found; `labels` are the words for the answers in the table of judges."""
    judges = [row for row in table(opened, "judges") if row["excluded"] == "false" and row["ratings"] != "0"]
    found = set(_in_the_table_of_judges(judges, limit))
    told: dict[str, set[int]] = defaultdict(set)
    for combined, size in _sizes(judges):
        if len(combined) == 1:
            told[labels.get(combined[0][1], combined[0][1])].add(size)
    for margin, (everybody, parts) in (*_costs(opened), *_datasheet(opened, labels, len(judges))):
        found |= {f"{margin}: {name} are {size}" for name, size in parts.items() if 0 < size < limit}
        for number in range(1, len(parts) + 1):
            for some in combinations(parts, number):
                rest = everybody - sum(parts[name] for name in some)
                if 0 < rest < limit:
                    found.add(f"{margin}: {everybody} less {' and '.join(some)} are {rest}")
        for name, size in parts.items():
            found |= {f"{margin}: {name}, {size} less {one}" for one in told[name] if 0 < abs(size - one) < limit}
    return found


def _sizes(judges: Rows) -> Iterator[tuple[tuple[tuple[str, str], ...], int]]:
    """Each combination of answers that some judges are told to have given, and how many they are."""
    columns = [name for name in (judges[0] if judges else ()) if name not in NOT_ANSWERS]
    for number in range(1, len(columns) + 1):
        for some in combinations(columns, number):
            values = product(*({row[name] for row in judges if row[name]} for name in some))
            for combined in (tuple(zip(some, each, strict=True)) for each in values):
                size = sum(all(row[name] == value for name, value in combined) for row in judges)
                if size:
                    yield combined, size


def _in_the_table_of_judges(judges: Rows, limit: int) -> Iterator[str]:
    sizes = {frozenset(combined): size for combined, size in _sizes(judges)} | {frozenset(): len(judges)}
    for some, size in sizes.items():
        if some and 0 < size < limit:
            yield f"judges: {sorted(some)} are {size}"
        for more, other in sizes.items():
            if some < more and 0 < size - other < limit:
                yield f"judges: {sorted(some)} less {sorted(more)} are {size - other}"


Margin = tuple[str, tuple[int, dict[str, int]]]


def _costs(opened: zipfile.ZipFile) -> Iterator[Margin]:
    margins: dict[str, dict[str, int]] = defaultdict(dict)
    for row in table(opened, "constraints"):
        name = " ".join(row[part] for part in ("criterion", "theory", "constraint", "quantity"))
        if row["judges"]:
            margins[name][row["group"]] = int(row["judges"])
    for name, parts in margins.items():
        yield name, (parts.pop("", 0), parts)


def _datasheet(opened: zipfile.ZipFile, labels: Mapping[str, str], judges: int) -> Iterator[Margin]:
    sheet = json.loads(opened.read("heds.json"))
    assert sheet[NUMBER]["data"][""] == str(judges)
    for question in re.split(r"(?<=\d)\. ", sheet[CHARACTERISTICS]["data"][""]):
        parts = {label: number for label in labels.values() for number in _numbers(question, label)}
        for number in _numbers(question, re.escape("not told apart (groups of fewer than 5, or no answer)")):
            parts["the rest"] = number
        yield question, (judges, parts)


def _numbers(text: str, label: str) -> list[int]:
    return [int(number) for number in re.findall(rf"{label}: (\d+)", text)]
