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

from collections.abc import Iterable, Iterator, Sequence

from cswitch_core.deadline import check_time
from cswitch_core.sentences import Step, Steps, spans
from cswitch_core.sets.numbering import Choice, Halves, Ref, chosen
from cswitch_core.sets.packing import END
from cswitch_core.sets.switching import SwitchForest

Line = tuple[int, ...]
Key = tuple[int, int, int, int]
Table = dict[int, tuple[int, int]]
Way = tuple[Key, Key, int]  # the tables of a child and of what follows it, and whether they meet in a switch point
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
        lines: dict[int, set[Line]] = {END: {()}}
        for item in packed.order[1:]:
            lines[item] = {
                (*line, child) if shared else line
                for child, part, rest in packed.alternatives[item]
                for shared in SHARED
                if (self.packed.children[node][child], part, AT_REST, shared) in self.tables
                for line in lines[rest]
            }
        return set().union(*(lines[item] for item in packed.classes))

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
        """Place the children of a node along a line, the last first; classes are reached where all of it is placed."""
        packed = self.packed.packed[node]
        moved = set(range(len(self.packed.children[node]))) if number == ANY else self._moved(node, line)
        self.tables[node, END, number, 0] = {0: (0, 1)}
        for item in packed.order[1:]:
            check_time()
            is_class = item in packed.classes
            for child, part, rest in packed.alternatives[item]:
                meet = self.switching.meet(node, child, part, rest)
                for left in self._child_keys(node, child, part, is_moved=child in moved):
                    for right in self._rests(node, rest, number, len(line)):
                        placed = _placed(number, line, child, left[3], right[3])
                        if placed is not None and (not is_class or number == ANY or placed == len(line)):
                            self._join(_reached(node, item, number, placed, is_class=is_class), left, right, meet)

    def _moved(self, node: int, line: Line) -> set[int]:
        """Return the children of the line that stand before one here that they stand after in the given sentence."""
        starts = [self.starts[self.packed.children[node][child]] for child in line]
        return {
            child
            for place, child in enumerate(line)
            if any(start < starts[place] for start in starts[:place])
            or any(start > starts[place] for start in starts[place + 1 :])
        }

    def _child_keys(self, node: int, child: int, part: int, *, is_moved: bool) -> Iterator[Key]:
        below = self.packed.children[node][child]
        if is_moved and below not in self.walked:
            self._fill_moved(below)
        keys = ((below, part, MOVED if is_moved else AT_REST, shared) for shared in SHARED)
        return (key for key in keys if key in self.tables)

    def _rests(self, node: int, rest: int, number: int, length: int) -> Iterator[Key]:
        keys = ((node, rest, number, placed) for placed in range(max(length, 1) + 1))
        return (key for key in keys if key in self.tables)

    def _join(self, key: Key, left: Key, right: Key, meet: int) -> None:
        """Note the ways to a key through these two, as far as none is cheaper."""
        self.ways.setdefault(key, []).append((left, right, meet))
        table = self.tables.setdefault(key, {})
        for own, (cost, count) in self.tables[left].items():
            for beside, (cost_beside, count_beside) in self.tables[right].items():
                switches, together = own + beside + meet, cost + cost_beside
                known = table.get(switches)
                if known is None or together < known[0]:
                    if switches <= self.most_switches:
                        table[switches] = together, count * count_beside
                elif together == known[0]:
                    table[switches] = together, known[1] + count * count_beside

    def _table(self, key: Key) -> Table:
        return self.tables.get(key, {})


def _key(ref: Ref) -> Key:
    node, item, line, placed, _ = ref
    return node, item, line, placed


def _placed(number: int, line: Line, child: int, shared: int, before: int) -> int | None:
    """Return what is placed once this child is, or None if it is not its turn."""
    if number == ANY:
        return shared | before
    if not shared:
        return before
    return before + 1 if line[before : before + 1] == (child,) else None


def _reached(node: int, item: int, number: int, placed: int, *, is_class: bool) -> Key:
    """Return the key of what is reached: a suffix of the children, or a class of the node, at rest or moved."""
    if not is_class:
        return node, item, number, placed
    return (node, item, MOVED, placed) if number == ANY else (node, item, AT_REST, int(placed > 0))
