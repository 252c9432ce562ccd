"""The sentences of a packed set that differ least from a given one: a least-cost walk, without listing.

A slot *differs* between two sentences if it is spoken in the other language, or only in one of them, or if it stands
before a slot in the one that it stands after in the other, of the slots that both speak. Constituents are contiguous,
so two slots change their order exactly where the children they lie in do, at the lowest node that has both. A child is
*moved* if it changes its order with a sibling; then all slots in it differ. So the cost of a constituent is a sum over
its children, each at rest or moved, and the cheapest ways are found from the leaves up, for each number of switch
points apart.

Notation: a *cost* is the number of slots that differ less the number that the given sentence speaks, which makes a
child that is not spoken cost nothing. A yield is *shared* if it speaks a slot that the given sentence speaks too; only
shared children have an order to keep, and that order is a *line*. A *table* has for each number of switch points the
least cost, and how many yields have it.

A *key* is (node, item, line, placed), and a ref (see ``numbering``) a key with a number of switch points. Classes of
a node have the line ``AT_REST`` or ``MOVED``, and for ``placed`` whether their yields are shared. Suffixes of its
children have the number of their line and how many of its children have been placed; in a moved node order does not
matter, and one line, ``ANY``, serves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cswitch_core.deadline import check_time
from cswitch_core.sentences import Step, Steps, spans
from cswitch_core.sets.numbering import Choice, Halves, Ref, chosen
from cswitch_core.sets.packing import END
from cswitch_core.sets.switching import SwitchForest

Line = tuple[int, ...]
Key = tuple[int, int, int, int]
Table = dict[int, tuple[int, int]]
Way = tuple[Key, Key, int]  # the tables of a child and of what follows it, and whether they meet in a switch point
Side = tuple[int, Key, Table]  # a table with its key and with ``placed``
Sides = dict[int, list[Side]]  # by class
AT_REST, MOVED, ANY = -1, -2, -3
SHARED = (0, 1)


class NearestForest:
    """A forest of the yields that differ least from the steps of a given sentence, for each number of switch points."""

    def __init__(self, switching: SwitchForest, steps: Steps, most_switches: int) -> None:
        self.switching, self.packed, self.most_switches = switching, switching.forest, most_switches
        self.spoken = dict(steps)
        self.starts = {node: span[0] for node, span in spans(self.packed.tree, steps).items()}
        self.tables: dict[Key, Table] = {}
        self.ways: dict[Key, list[Way]] = {}
        self.walked: set[int] = set()
        for number, node in enumerate(self.packed.tree.nodes):
            check_time()
            if node.slot is None:
                for place, line in enumerate(sorted(self._lines(number))):
                    self._walk(number, place, line)
            else:
                self._fill_word(number, node.slot)

    def nearest(self, items: Iterable[int], switches: int) -> tuple[int, list[Ref]] | None:
        """Return the least number of differing slots in these classes of the root, and the refs that have it."""
        keys = [(self.packed.tree.root, item, AT_REST, shared) for item in items for shared in SHARED]
        costs = {(*key, switches): self.tables[key][switches][0] for key in keys if switches in self._table(key)}
        if not costs:
            return None
        least = min(costs.values())
        return least + len(self.spoken), [ref for ref, cost in costs.items() if cost == least]

    # What ``numbering`` draws from

    def count(self, ref: Ref) -> int:
        return self.tables[_key(ref)][ref[4]][1]

    def divide(self, ref: Ref) -> Sequence[Halves]:
        """Return the cheapest ways to a ref."""
        key, switches = _key(ref), ref[4]
        found: list[Halves] = []
        for left, right, meet in self.ways[key]:
            rights = self.tables[right]
            for own, (cost, _) in self.tables[left].items():
                beside = rights.get(switches - meet - own)
                if beside is not None and cost + beside[0] == self.tables[key][switches][0]:
                    found.append(((*left, own), None if right[1] == END else (*right, switches - meet - own)))
        return found

    def choose(self, ref: Ref, k: int) -> Choice:
        return chosen(self.divide(ref), self, k)

    def word(self, ref: Ref) -> Step | None:
        return self.packed.word(ref[:2])

    # From the leaves up

    def _fill_word(self, node: int, slot: int) -> None:
        """Note what a word costs; one that looks alike in both languages (see ``seen``) is a single item."""
        packed, shared = self.packed.packed[node], int(slot in self.spoken)
        spoken = packed.word_items[self.spoken[slot]] if shared else END
        for item in set(packed.word_items.values()):
            self.tables[node, item, AT_REST, shared] = {0: (int(item != spoken) - shared, 1)}
            self.tables[node, item, MOVED, shared] = {0: (1 - shared, 1)}

    def _lines(self, node: int) -> set[Line]:
        """Return the orders, from the last to the first, in which shared children can stand."""
        packed = self.packed.packed[node]
        beside = [self._sides(below, AT_REST) for below in self.packed.children[node]]
        lines: dict[int, set[Line]] = {END: {()}}
        for item in packed.suffixes:
            lines[item] = {
                (*line, child) if shared else line
                for child, part, rest in packed.alternatives[item]
                for shared, _, _ in beside[child][part]
                for line in lines[rest]
            }
        return set().union(*(lines[item] for item in packed.class_at))

    def _fill_moved(self, node: int) -> None:
        """Walk through a node that is moved, and through all below it, which then are too."""
        below = [node]
        for number in below:
            below += [child for child in self.packed.children[number] if child not in self.walked]
        for number in reversed(below):
            if self.packed.children[number]:
                self._walk(number, ANY, ())
            self.walked.add(number)

    def _walk(self, node: int, number: int, line: Line) -> None:
        """Place the children of a node along a line, the last first."""
        packed = self.packed.packed[node]
        turns = None if number == ANY else {child: place for place, child in enumerate(line)}
        lasts, firsts = self.switching.outer_languages(node)
        lefts = self._lefts(node, number, line)
        reached: dict[int, list[Side]] = {END: [self._new_side((node, END, number, 0))]}
        self.tables[node, END, number, 0][0] = 0, 1
        for item in packed.suffixes:
            check_time()
            found: dict[int, Side] = {}
            for child, part, rest in packed.alternatives[item]:
                meet = int(lasts[child][part] + firsts[rest] == 1)
                for left in lefts[child][part]:
                    for right in reached[rest]:
                        placed = _placed(turns, child, left[0], right[0])
                        if placed is not None:
                            if placed not in found:
                                found[placed] = self._new_side((node, item, number, placed))
                            self._join(found[placed], left, right, meet)
            reached[item] = sorted(found.values())
        self._fill_classes(node, number, line, reached)

    def _fill_classes(self, node: int, number: int, line: Line, reached: dict[int, list[Side]]) -> None:
        """Add what was reached to the classes of a node; at rest, where all of the line has been placed."""
        for item, class_item in self.packed.packed[node].class_at.items():
            for side in reached[item]:
                if number == ANY:
                    self._merge((node, class_item, MOVED, side[0]), side)
                elif side[0] == len(line):
                    self._merge((node, class_item, AT_REST, int(side[0] > 0)), side)

    def _moved(self, node: int, line: Line) -> set[int]:
        """Return the children of the line that stand before one here that they stand after in the given sentence."""
        starts = [self.starts[self.packed.children[node][child]] for child in line]
        return {
            child
            for place, child in enumerate(line)
            if any(start < starts[place] for start in starts[:place])
            or any(start > starts[place] for start in starts[place + 1 :])
        }

    def _lefts(self, node: int, number: int, line: Line) -> list[Sides]:
        """Return for each child of a node what is known of its classes, as it stands in this line."""
        moved = set(range(len(self.packed.children[node]))) if number == ANY else self._moved(node, line)
        for child in moved:
            below = self.packed.children[node][child]
            if below not in self.walked:
                self._fill_moved(below)
        return [
            self._sides(below, MOVED if child in moved else AT_REST)
            for child, below in enumerate(self.packed.children[node])
        ]

    def _sides(self, node: int, line: int) -> Sides:
        """Return for each class of a node its tables, at rest or moved: of yields that are not shared, and that are."""
        tables = self.tables
        return {
            item: [
                (key[3], key, tables[key]) for key in ((node, item, line, shared) for shared in SHARED) if key in tables
            ]
            for item in self.packed.packed[node].classes
        }

    def _new_side(self, key: Key) -> Side:
        self.ways[key], self.tables[key] = [], {}
        return key[3], key, self.tables[key]

    def _join(self, side: Side, left: Side, right: Side, meet: int) -> None:
        """Note the ways through these two, as far as none is cheaper."""
        _, key, table = side
        self.ways[key].append((left[1], right[1], meet))
        most = self.most_switches
        for own, (cost, count) in left[2].items():
            for beside, (cost_beside, count_beside) in right[2].items():
                switches, together = own + beside + meet, cost + cost_beside
                known = table.get(switches)
                if known is None or together < known[0]:
                    if switches <= most:
                        table[switches] = together, count * count_beside
                elif together == known[0]:
                    table[switches] = together, known[1] + count * count_beside

    def _merge(self, key: Key, side: Side) -> None:
        """Add what is known of whole constituents to their class."""
        self.ways.setdefault(key, []).extend(self.ways[side[1]])
        table = self.tables.setdefault(key, {})
        for switches, (cost, count) in side[2].items():
            known = table.get(switches)
            if known is None or cost < known[0]:
                table[switches] = cost, count
            elif cost == known[0]:
                table[switches] = cost, known[1] + count

    def _table(self, key: Key) -> Table:
        return self.tables.get(key, {})


def _key(ref: Ref) -> Key:
    node, item, line, placed, _ = ref
    return node, item, line, placed


def _placed(turns: dict[int, int] | None, child: int, shared: int, before: int) -> int | None:
    """Return what is placed once this child is, or None if it is not its turn; without turns any may be next."""
    if turns is None:
        return shared | before
    if not shared:
        return before
    return before + 1 if turns.get(child) == before else None
