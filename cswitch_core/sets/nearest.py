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

A ref (see ``numbering``) is (node, item, line, placed, switch points). Classes of a node have the line ``AT_REST`` or
``MOVED``, and for ``placed`` whether their yields are shared. Suffixes of its children have the number of their line
and how many of its children have been placed; in a moved node order does not matter, and one line, ``ANY``, serves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from cswitch_core.deadline import check_time
from cswitch_core.sentences import Step, Steps, spans
from cswitch_core.sets.automaton import END
from cswitch_core.sets.numbering import Choice, Halves, Ref, chosen
from cswitch_core.sets.switching import SwitchForest

Line = tuple[int, ...]
AT_REST, MOVED, ANY = -1, -2, -3


@dataclass
class Entry:
    """The cheapest yields of a ref: what they cost, how many they are, and the halves they are made of."""

    cost: int
    count: int
    halves: list[Halves] = field(default_factory=list)


class NearestForest:
    """A forest of the yields that differ least from the steps of a given sentence, for each number of switch points."""

    def __init__(self, switching: SwitchForest, steps: Steps, most_switches: int) -> None:
        self.switching, self.packed, self.most_switches = switching, switching.forest, most_switches
        self.spoken = dict(steps)
        self.starts = {node: span[0] for node, span in spans(self.packed.tree, steps).items()}
        self.entries: dict[Ref, Entry] = {}
        self.refs: dict[tuple[int, int], list[Ref]] = {}
        for number, node in enumerate(self.packed.tree.nodes):
            check_time()
            if node.slot is None:
                self._fill_phrase(number)
            else:
                self._fill_word(number, node.slot)

    def nearest(self, items: Iterable[int], switches: int) -> tuple[int, list[Ref]] | None:
        """Return the least number of differing slots in these classes of the root, and the refs that have it."""
        root = self.packed.tree.root
        found = [
            ref
            for item in items
            for ref in self.refs.get((root, item), ())
            if ref[2] == AT_REST and ref[4] == switches
        ]
        if not found:
            return None
        least = min(self.entries[ref].cost for ref in found)
        return least + len(self.spoken), [ref for ref in found if self.entries[ref].cost == least]

    # What ``numbering`` draws from

    def count(self, ref: Ref) -> int:
        return self.entries[ref].count

    def divide(self, ref: Ref) -> Sequence[Halves]:
        return self.entries[ref].halves

    def choose(self, ref: Ref, k: int) -> Choice:
        return chosen(self.divide(ref), self, k)

    def word(self, ref: Ref) -> Step | None:
        return self.packed.word(ref[:2])

    # From the leaves up

    def _fill_word(self, node: int, slot: int) -> None:
        shared = int(slot in self.spoken)
        for language, item in self.packed.packed[node].word_items.items():
            differs = int(self.spoken.get(slot) != language)
            self._offer((node, item, AT_REST, shared, 0), differs - shared)
            self._offer((node, item, MOVED, shared, 0), 1 - shared)

    def _fill_phrase(self, node: int) -> None:
        self._walk(node, ANY, ())
        for number, line in enumerate(sorted(self._lines(node))):
            self._walk(node, number, line)

    def _lines(self, node: int) -> set[Line]:
        """Return the orders, from the last to the first, in which shared children can stand."""
        packed = self.packed.packed[node]
        lines: dict[int, set[Line]] = {END: {()}}
        for item in packed.order[1:]:
            lines[item] = {
                (*line, child) if shared else line
                for child, part, rest in packed.alternatives[item]
                for shared in self._sharing(self.packed.children[node][child], part)
                for line in lines[rest]
            }
        return set().union(*(lines[item] for item in packed.classes))

    def _sharing(self, node: int, item: int) -> set[int]:
        return {ref[3] for ref in self.refs.get((node, item), ())}

    def _walk(self, node: int, number: int, line: Line) -> None:
        """Place the children of a node along a line, the last first; classes are reached where all of it is placed."""
        packed = self.packed.packed[node]
        moved = self._moved(node, line)
        self._offer((node, END, number, 0, 0), 0)
        for item in packed.order[1:]:
            for child, part, rest in packed.alternatives[item]:
                meet = self.switching.meet(node, child, part, rest)
                for left in self._child_refs(node, child, part, is_moved=number == ANY or child in moved):
                    for right in self._rests(node, rest, number):
                        placed = self._placed(number, line, child, left[3], right[3])
                        if placed is not None:
                            self._join(item, placed, left, right, meet, len(line))

    def _moved(self, node: int, line: Line) -> set[int]:
        """Return the children of the line that stand before one here that they stand after in the given sentence."""
        starts = [self.starts[self.packed.children[node][child]] for child in line]
        return {
            child
            for place, child in enumerate(line)
            if any(start < starts[place] for start in starts[:place])
            or any(start > starts[place] for start in starts[place + 1 :])
        }

    def _child_refs(self, node: int, child: int, part: int, *, is_moved: bool) -> Iterator[Ref]:
        state = MOVED if is_moved else AT_REST
        return (ref for ref in self.refs.get((self.packed.children[node][child], part), ()) if ref[2] == state)

    def _rests(self, node: int, rest: int, number: int) -> list[Ref]:
        return [ref for ref in self.refs.get((node, rest), ()) if ref[2] == number]

    def _placed(self, number: int, line: Line, child: int, shared: int, before: int) -> int | None:
        """Return what is placed once this child is, or None if it is not its turn."""
        if number == ANY:
            return shared | before
        if not shared:
            return before
        return before + 1 if line[before : before + 1] == (child,) else None

    def _join(self, item: int, placed: int, left: Ref, right: Ref, meet: int, length: int) -> None:
        node, _, number, _, _ = right
        switches = left[4] + right[4] + meet
        if switches > self.most_switches:
            return
        cost = self.entries[left].cost + self.entries[right].cost
        halves = (left, None if right[1] == END else right)
        if item not in self.packed.packed[node].classes:
            self._offer((node, item, number, placed, switches), cost, halves)
        elif number == ANY:
            self._offer((node, item, MOVED, placed, switches), cost, halves)
        elif placed == length:
            self._offer((node, item, AT_REST, int(placed > 0), switches), cost, halves)

    def _offer(self, ref: Ref, cost: int, halves: Halves | None = None) -> None:
        """Note a way to a ref if none is cheaper."""
        known = self.entries.get(ref)
        if known is None:
            self.refs.setdefault((ref[0], ref[1]), []).append(ref)
        if known is None or cost < known.cost:
            known = self.entries[ref] = Entry(cost, 0)
        if cost == known.cost:
            known.count += 1 if halves is None else self._ways(halves)
            known.halves += [] if halves is None else [halves]

    def _ways(self, halves: Halves) -> int:
        left, right = halves
        return self.count(left) * (1 if right is None else self.count(right))
