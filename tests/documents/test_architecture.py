"""ARCHITECTURE.md is the map of what is there: every room it names exists, every room that exists is named."""

from __future__ import annotations

import re
from pathlib import Path

from docs.make_map import document, rooms_and_arrows, rows_of, without_shortcuts

ROOT = Path(__file__).resolve().parent.parent.parent
BESIDE = {"templates", "static", "fixtures", "tests", "benchmarks", "deploy", "docs"}
# They hold no Python code of ours, or how Django starts and keeps the site: not drawn, but named.
NOT_DRAWN = {"evaluation/locale", "evaluation/migrations", "evaluation/config"}


def named_rooms() -> set[str]:
    rows = re.findall(r"^\| (`[^|]+`) \|", (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8"), re.MULTILINE)
    return {name.removesuffix("/") for row in rows for name in re.findall(r"`([^`]+)`", row)}


def path_of(room: str) -> str:
    path = room.replace(".", "/")
    return f"{path}.py" if (ROOT / f"{path}.py").exists() else path


def test_every_room_that_is_named_exists():
    assert not {name for name in named_rooms() if not (ROOT / name).exists()}


def test_every_room_that_exists_is_named():
    rooms, _arrows = rooms_and_arrows()
    assert {path_of(room) for room in rooms} | BESIDE | NOT_DRAWN == named_rooms()


def test_the_picture_is_the_import_graph_of_today():
    assert (ROOT / "docs/pictures/house.svg").read_text(encoding="utf-8") == document(), "make map draws it anew"


def test_no_two_rooms_import_each_other():
    rooms, arrows = rooms_and_arrows()
    rows = rows_of(rooms, without_shortcuts(arrows))
    assert {room for row in rows for room in row} == rooms
