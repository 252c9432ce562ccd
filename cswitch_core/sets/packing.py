"""The packed yields of one constituent, and how they are read off the automata of some grammars side by side.

An *item* is a packed set of yields, either a suffix of a node's children or a class of the node: a list of alternatives
``(child, item of the child, item of the rest)``, all disjoint; item 0 is the empty rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import getitem

from cswitch_core.deadline import check_time
from cswitch_core.grammar import Frame, Partial
from cswitch_core.sets.subsets import Automata, SubsetAutomaton
from cswitch_core.sets.tracking import PLAIN, Tracking
from cswitch_core.shared_tree import Language

Alternative = tuple[int, int, int]
Alternatives = list[list[Alternative]]  # those of each item, while more are being found
Numbers = tuple[int, ...]  # for each grammar the number of a set of states, or of a subset
END = 0


@dataclass(slots=True)
class Packed:
    """All yields of one constituent.

    Everything but ``number`` and ``counts`` is shared with the other constituents of the same rule whose children have
    the same kinds: ``kind`` stands for the states and traces of the classes, in their order, and for ``unseen``. So
    that classes of one kind go by the same numbers, they are counted from the end: -1, -2 and so on. Constituents of
    equal ``number`` are alike in everything.

    Invariant: an item's alternatives name only items that stand before it in ``order``. Tuples of numbers are what
    Python need not look through for cycles again and again, and many constituents are kept.
    """

    number: int
    kind: int
    counts: tuple[int, ...]
    alternatives: tuple[tuple[Alternative, ...], ...]
    traces: tuple[int | None, ...]
    known_steps: dict[int, dict[int, dict[int, int]]]
    classes: dict[int, Numbers]
    class_at: dict[int, int]
    unseen: Numbers | None
    order: tuple[int, ...]
    word_items: dict[Language, int]

    @classmethod
    def empty(cls, number: int) -> Packed:
        return cls(number, 0, (1,), ((),), (None,), {}, {}, {}, None, (), {})

    def with_counts(self, number: int, counts: tuple[int, ...]) -> Packed:
        """Return a constituent that differs in nothing but its counts."""
        return Packed(
            number,
            self.kind,
            counts,
            self.alternatives,
            self.traces,
            self.known_steps,
            self.classes,
            self.class_at,
            self.unseen,
            self.order,
            self.word_items,
        )

    def counted(self, children: list[Packed]) -> tuple[int, ...]:
        """Return how many yields each item has, for these children."""
        counts = [0] * len(self.alternatives)
        counts[END] = 1
        below = [child.counts for child in children]
        for item in self.suffixes:
            size = 0
            for child, part, rest in self.alternatives[item]:
                size += below[child][part] * counts[rest]
            counts[item] = size
        for item, class_item in self.class_at.items():
            counts[class_item] += counts[item]
        return tuple(counts)

    @property
    def suffixes(self) -> tuple[int, ...]:
        """The items that are suffixes of the children, without the empty one, in order."""
        return self.order[1 : len(self.order) - len(self.classes)]

    @property
    def steps(self) -> dict[int, dict[int, dict[int, int]]]:
        """The item that another becomes with one more child, by item, child and item of the child; made when asked."""
        if not self.known_steps:
            found: dict[int, dict[int, dict[int, int]]] = {}
            for target in range(len(self.alternatives) - len(self.classes)):
                for child, part, item in self.alternatives[target]:
                    found.setdefault(item, {}).setdefault(child, {})[part] = target
            # At once, for other threads may be reading.
            self.known_steps.update(found)
        return self.known_steps


def pack(automata: list[SubsetAutomaton], children: list[Packed], tracking: Tracking, leading: int | None) -> Packed:
    """Pack the yields of a node with these children.

    ``leading`` says how many of the automata, from the first, must go on for an item to be packed; None is all.
    """
    if tracking is PLAIN and len(automata) == 1:
        return _pack_alone(automata[0], children)
    return Packer(automata, children, tracking, leading).pack()


def _pack_alone(automaton: SubsetAutomaton, children: list[Packed]) -> Packed:
    """Do what ``Packer`` does for a single grammar and nothing besides, where an item is just a subset."""
    moves, placed, finished = automaton.moves, automaton.placed, automaton.finished
    order: list[int] = []
    alternatives: Alternatives = [[]]
    subsets = [automaton.first]
    items = {automaton.first: END}
    layers: list[list[int]] = [[END], *[[] for _ in children]]
    classes = [child.classes for child in children]
    for layer in layers[:-1]:
        for item in layer:
            check_time()
            subset = subsets[item]
            for child, known in moves[subset].items():
                for part, (states,) in classes[child].items():
                    after = known.get(states)
                    if after is None:
                        after = automaton.read(subset, child, states)
                    if after in items:
                        alternatives[items[after]].append((child, part, item))
                    elif after:
                        target = items[after] = len(subsets)
                        subsets.append(after)
                        alternatives.append([(child, part, item)])
                        layers[placed[after]].append(target)
        order += layer
    order += layers[-1]
    whole = [(item, (finished[subset],)) for item, subset in enumerate(subsets) if finished[subset]]
    return _merged(alternatives, [None, *[0] * (len(subsets) - 1)], order, whole)


def pack_from_rules(automata: Automata, frame: Frame, start: Partial, children: list[Packed]) -> Packed:
    """Do the same straight from the rules, where every child is seen and in one state: an item is just a partial."""
    grammar, sets, number = automata.grammar, automata.state_sets.sets, automata.state_sets.number
    candidates, extend = grammar.candidates, grammar.extend
    classes = [[(part, sets[states][0]) for part, (states,) in child.classes.items()] for child in children]
    alternatives: Alternatives = [[]]
    partials, items = [start], {start: END}
    whole: list[tuple[int, Numbers]] = []
    for item, partial in enumerate(partials):
        check_time()
        may_follow = sorted(candidates(frame, partial))
        for child in may_follow:
            for part, state in classes[child]:
                after = extend(frame, partial, child, state)
                if after in items:
                    alternatives[items[after]].append((child, part, item))
                elif after is not None:
                    items[after] = len(partials)
                    partials.append(after)
                    alternatives.append([(child, part, item)])
        finished = None if may_follow else grammar.finish(frame, partial)
        if finished is not None:
            whole.append((item, (number((finished,)),)))
    return _merged(alternatives, [None, *[0] * (len(partials) - 1)], list(range(len(partials))), whole)


def _merged(
    alternatives: Alternatives, traces: list[int | None], order: list[int], whole: Iterable[tuple[int, Numbers]]
) -> Packed:
    """Return what was packed, with the items that are whole constituents merged into classes: one for equal states."""
    packed = Packed.empty(0)
    merged: dict[tuple[Numbers, int | None], list[Alternative]] = {}
    numbers: dict[tuple[Numbers, int | None], int] = {}
    for item, states in whole:
        if item == END:
            packed.unseen = states
            continue
        key = (states, traces[item])
        known = merged.get(key)
        if known is None:
            numbers[key] = -1 - len(numbers)
            merged[key] = alternatives[item].copy()
        else:
            known += alternatives[item]
        packed.class_at[item] = numbers[key]
    packed.classes = {number: states for (states, _), number in numbers.items()}
    packed.order = (*order, *numbers.values())
    packed.alternatives = (*map(tuple, alternatives), *map(tuple, reversed(merged.values())))
    packed.traces = (*traces, *[trace for _, trace in reversed(merged)])
    return packed


class Packer:
    """Reads the children of one node in every order and state, breadth first, and packs what it finds."""

    def __init__(
        self, automata: list[SubsetAutomaton], children: list[Packed], tracking: Tracking, leading: int | None
    ) -> None:
        self.automata, self.children, self.tracking = automata, children, tracking
        self.moves = [each.moves for each in automata]
        self.placed = [each.placed for each in automata]
        self.finished = [each.finished for each in automata]
        self.leading = len(automata) if leading is None else leading
        self.alternatives: Alternatives = [[]]
        self.traces: list[int | None] = [None]
        self.subsets: list[Numbers] = [tuple([each.first for each in automata])]
        self.items: dict[tuple[Numbers, int | None], int] = {(self.subsets[0], None): END}
        self.layers: list[list[int]] = [[] for _ in range(len(children) + 1)]

    def pack(self) -> Packed:
        """Read on from each item once all that leads to it has been read.

        Reading raises the least number of children placed in a subset, so that number gives the order.
        """
        order: list[int] = []
        read_on = self._read_on_alone if len(self.automata) == 1 else self._read_on
        *unfinished, finished = self.layers
        unfinished[0].append(END)
        for layer in unfinished:
            for item in layer:
                check_time()
                order.append(item)
                read_on(item)
        order.extend(finished)
        return _merged(self.alternatives, self.traces, order, self._whole())

    def _read_on(self, item: int) -> None:
        subset, automata, leading = self.subsets[item], self.automata, self.leading
        moves = list(map(getitem, self.moves, subset))
        for child in sorted({child for own in moves[:leading] for child in own}):
            going = [(place, own[child]) for place, own in enumerate(moves) if child in own]
            for part, states in self.children[child].classes.items():
                after = [0] * len(automata)
                for place, known in going:
                    if place >= leading and not any(after):
                        break
                    number = known.get(states[place])
                    if number is None:
                        number = automata[place].read(subset[place], child, states[place])
                    after[place] = number
                if any(after):
                    self._step(item, child, part, tuple(after))

    def _read_on_alone(self, item: int) -> None:
        """Do the same for a single grammar, which spares putting its subset side by side with others."""
        (automaton,), (subset,) = self.automata, self.subsets[item]
        for child, known in automaton.moves[subset].items():
            for part, (states,) in self.children[child].classes.items():
                after = known.get(states)
                if after is None:
                    after = automaton.read(subset, child, states)
                if after:
                    self._step(item, child, part, (after,))

    def _step(self, item: int, child: int, part: int, after: Numbers) -> None:
        trace, rest_trace = self.children[child].traces[part], self.traces[item]
        if self.tracking is not PLAIN and rest_trace is not None and trace is not None:
            trace = self.tracking.join(trace, rest_trace)
        key = (after, trace)
        target = self.items.get(key)
        if target is None:
            target = self.items[key] = len(self.subsets)
            self.subsets.append(after)
            self.alternatives.append([(child, part, item)])
            self.traces.append(trace)
            self.layers[min(map(getitem, self.placed, after))].append(target)
        else:
            self.alternatives[target].append((child, part, item))

    def _whole(self) -> Iterator[tuple[int, Numbers]]:
        """Yield the items that are whole constituents, and their states."""
        for item, subset in enumerate(self.subsets):
            states = tuple(map(getitem, self.finished, subset))
            if any(states[: self.leading]):
                yield item, states
