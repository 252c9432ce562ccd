"""Writes docs/pictures/house.svg: the rooms of the house and who imports whom, drawn from the import graph.

python -m docs.make_map

A room is a part of the core or of the site, or a part of the site's services. An arrow from A to B says that A
imports B. Arrows that follow from others are left out: if A imports B and B imports C, one from A to C says nothing
new. Two rooms that import each other are an error: graphlib names them.
"""

from __future__ import annotations

from collections.abc import Iterable
from graphlib import TopologicalSorter
from html import escape
from pathlib import Path

import grimp

TARGET = Path(__file__).parent / "pictures" / "house.svg"
SITE, CORE, SERVICES = "evaluation", "cswitch_core", "evaluation.services"
# No rooms: how Django starts the site, and what a database is brought up to date with.
LEFT_OUT = {f"{SITE}.config", f"{SITE}.migrations", f"{SITE}.apps", f"{CORE}.__main__"}
WIDTH, MARGIN, ROW, BOX, CHARACTER, PADDING, GAP = 1280, 16, 64, 28, 7.4, 12, 10
STYLE = """
    text { font: 13px system-ui, sans-serif; text-anchor: middle; fill: #1b1f24 }
    .house { font-weight: 600; text-anchor: start }
    rect { stroke: #6e7781; fill: #f6f8fa } .services rect { fill: #ddf4ff } .core rect { fill: #fff8c5 }
    path { stroke: #8c959f; fill: none; marker-end: url(#head) } marker path { stroke: none; fill: #8c959f }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3 } rect { fill: #21262d } .services rect { fill: #0c2d4d } .core rect { fill: #3b2f0b }
    }
"""

Arrows = set[tuple[str, str]]


def room_of(module: str) -> str:
    """The room that a module is in.

    >>> room_of("evaluation.services.rating.recording"), room_of("cswitch_core.sets.numbering")
    ('evaluation.services.rating', 'cswitch_core.sets')
    """
    parts = module.split(".")
    return ".".join(parts[: 3 if module.startswith(f"{SERVICES}.") else 2])


def rooms_and_arrows() -> tuple[set[str], Arrows]:
    """Every room that holds code, and who imports whom."""
    graph = grimp.build_graph(CORE, SITE, cache_dir=None)
    houses = {CORE, SITE, SERVICES}
    rooms = {room_of(module) for module in graph.modules} - LEFT_OUT - houses
    arrows = {
        (room_of(module), room_of(imported))
        for module in graph.modules
        for imported in graph.find_modules_directly_imported_by(module)
    }
    # Imported from a house as a whole, as in `import cswitch_core`: every room of it is meant, so none is drawn.
    return rooms, {(a, b) for a, b in arrows if a != b and a in rooms and b in rooms}


def reachable(room: str, arrows: Arrows) -> set[str]:
    found: set[str] = set()
    waiting = [room]
    while waiting:
        here = waiting.pop()
        further = {b for a, b in arrows if a == here} - found
        found |= further
        waiting += further
    return found


def without_shortcuts(arrows: Arrows) -> Arrows:
    """The arrows without those that follow from others.

    >>> sorted(without_shortcuts({("a", "b"), ("b", "c"), ("a", "c")}))
    [('a', 'b'), ('b', 'c')]
    """
    return {(a, b) for a, b in arrows if not any(b in reachable(c, arrows) for x, c in arrows if x == a and c != b)}


def rows_of(rooms: Iterable[str], arrows: Arrows) -> list[list[str]]:
    """Rooms in rows, each above all that it imports, and near to what it imports from left to right."""
    imported = {room: sorted(b for a, b in arrows if a == room) for room in sorted(rooms)}
    depth: dict[str, int] = {}
    for room in TopologicalSorter(imported).static_order():
        depth[room] = 1 + max((depth[each] for each in imported[room]), default=-1)
    rows: list[list[str]] = [[] for _ in range(1 + max(depth.values()))]
    for room in sorted(rooms):
        rows[depth[room]].append(room)
    place: dict[str, float] = {}
    for row in rows:
        near = {room: [place[each] for each in imported[room]] for room in row}
        row.sort(key=lambda room: (sum(near[room]) / len(near[room]) if near[room] else 0.5, room))
        place |= {room: (number + 0.5) / len(row) for number, room in enumerate(row)}
    return rows[::-1]


def label(room: str) -> str:
    return room.rpartition(".")[2].replace("_", " ")


def width_of(room: str) -> float:
    return len(label(room)) * CHARACTER + 2 * PADDING


def boxes(rows: list[list[str]], top: float) -> dict[str, tuple[float, float]]:
    """The middle of each room's box."""
    middles: dict[str, tuple[float, float]] = {}
    for number, row in enumerate(rows):
        free = WIDTH - 2 * MARGIN - sum(map(width_of, row))
        gap = max(GAP, free / (len(row) + 1))
        left = (WIDTH - sum(map(width_of, row)) - gap * (len(row) - 1)) / 2
        for room in row:
            middles[room] = (left + width_of(room) / 2, top + number * ROW + BOX / 2)
            left += width_of(room) + gap
    return middles


def arrow(start: tuple[float, float], end: tuple[float, float]) -> str:
    (x1, y1), (x2, y2) = (start[0], start[1] + BOX / 2), (end[0], end[1] - BOX / 2 - 3)
    bend = (y2 - y1) / 2
    return f'<path d="M{x1:.1f},{y1:.1f} C{x1:.1f},{y1 + bend:.1f} {x2:.1f},{y2 - bend:.1f} {x2:.1f},{y2:.1f}"/>'


def box(room: str, middle: tuple[float, float]) -> str:
    kind = "core" if room.startswith(CORE) else "services" if room.startswith(f"{SERVICES}.") else "site"
    x, y, width = middle[0], middle[1], width_of(room)
    corner = f'x="{x - width / 2:.1f}" y="{y - BOX / 2:.1f}"'
    return (
        f'<g class="{kind}"><title>{escape(room)}</title><rect {corner} width="{width:.1f}" height="{BOX}" rx="6"/>'
        f'<text x="{x:.1f}" y="{y + 4.5:.1f}">{escape(label(room))}</text></g>'
    )


def document() -> str:
    """Both houses, the site above the core."""
    rooms, arrows = rooms_and_arrows()
    drawn = without_shortcuts(arrows)
    lines: list[str] = []
    top = 32.0
    titles = {SITE: "evaluation: the site (its services in blue)", CORE: "cswitch_core: the core"}
    middles: dict[str, tuple[float, float]] = {}
    for house, title in titles.items():
        own = {room for room in rooms if room.startswith(f"{house}.")}
        rows = rows_of(own, {(a, b) for a, b in drawn if a in own and b in own})
        lines.append(f'<text class="house" x="{MARGIN}" y="{top - 12:.0f}">{escape(title)}</text>')
        middles |= boxes(rows, top)
        top += len(rows) * ROW + 24
    lines += [arrow(middles[a], middles[b]) for a, b in sorted(drawn)]
    lines += [box(room, middle) for room, middle in middles.items()]
    height = top - 40
    told = "; ".join(f"{label(a)} imports {label(b)}" for a, b in sorted(drawn))
    body = "\n".join(lines)
    view = f"0 0 {WIDTH} {height:.0f}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" role="img" aria-labelledby="t d">\n'
        f'<title id="t">The rooms of CSwitch and who imports whom</title>\n<desc id="d">{escape(told)}</desc>\n'
        f"<style>{STYLE}</style>\n"
        '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0,0 L8,4 L0,8 z"/></marker></defs>\n'
        f"{body}\n</svg>\n"
    )


def main() -> None:
    TARGET.write_text(document(), encoding="utf-8")
    print(f"{TARGET.relative_to(Path.cwd())} is written.")


if __name__ == "__main__":
    main()
