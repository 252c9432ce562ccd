"""One grammar's subset automaton over the children of a node, and the numbers by which its sets of states go.

The children are read from the last to the first; a state of the automaton is a set of partials, here a *subset*. Null
children change the subsets and are never read. Sets of states and subsets are compared and hashed again and again, so
each goes by a number, and 0 is the empty one.

All that is found here is shared by whoever compiles the grammar, in whatever thread: what has been read once is looked
up, what has not is read by one thread at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import count
from threading import Lock

from cswitch_core.deadline import check_time
from cswitch_core.grammar import Feature, Frame, Grammar, Partial, State, frame_of

States = tuple[State, ...]
Partials = tuple[Partial, ...]
KEPT_AUTOMATA = 1_000


class StateSets:
    """The sets of a grammar's states, in order, by their numbers."""

    def __init__(self) -> None:
        self.sets: dict[int, States] = {0: ()}
        self._numbers: dict[States, int] = {(): 0}
        self._next = count(1)

    def number(self, states: Sequence[State]) -> int:
        """Return the number of a set, the same each time and in every thread."""
        ordered = tuple(states) if len(states) < 2 else tuple(sorted(set(states)))
        found = self._numbers.get(ordered)
        if found is None:
            # There before it is known by its number, for other threads may be reading.
            new = next(self._next)
            self.sets[new] = ordered
            found = self._numbers.setdefault(ordered, new)
        return found


class SubsetAutomaton:
    """One grammar's subset automaton over the children of nodes of one rule.

    ``moves[subset]`` has the children that some partial of the subset can be extended by, in order, and for each the
    subset after it, by the number of its states, as far as that has been ``read``. ``finished[subset]`` is the number
    of the states of the whole constituent, ``placed[subset]`` the least number of children placed in it.
    """

    def __init__(self, grammar: Grammar, frame: Frame, state_sets: StateSets, unseen: Sequence[int]) -> None:
        self.grammar, self.frame, self.state_sets = grammar, frame, state_sets
        self.has_unseen = any(unseen)
        self.unseen = [state_sets.sets[number] for number in unseen]
        self.subsets: list[Partials] = []
        self.moves: list[dict[int, dict[int, int]]] = []
        self.placed: list[int] = []
        self.finished: list[int] = []
        self._numbers: dict[Partials, int] = {}
        self._open: dict[Partial, tuple[int, ...]] = {}
        self._lock = Lock()
        self._number(())
        self.first = self._number(self._with_unseen(set(grammar.start(frame))))

    def read(self, subset: int, child: int, states: int) -> int:
        """Return the subset after one more visible child that can be in any of these states, and note it."""
        partials, any_of = self.subsets[subset], self.state_sets.sets[states]
        with self._lock:
            after = self.moves[subset][child][states] = self._read(partials, child, any_of)
        return after

    def _read(self, partials: Partials, child: int, states: States) -> int:
        extend, frame = self.grammar.extend, self.frame
        if len(partials) == 1 and len(states) == 1 and not self.has_unseen:
            after = extend(frame, partials[0], child, states[0])
            return 0 if after is None else self._number((after,))
        extended: set[Partial] = set()
        for partial in partials:
            if child in self._open[partial]:
                for state in states:
                    after = extend(frame, partial, child, state)
                    if after is not None:
                        extended.add(after)
        return self._number(self._with_unseen(extended))

    def _number(self, partials: Partials) -> int:
        number = self._numbers.get(partials)
        if number is None:
            # Known by its number only when all is known of it, whatever may stop us before.
            self._describe(partials)
            number = len(self.subsets)
            self.subsets.append(partials)
            self._numbers[partials] = number
        return number

    def _describe(self, partials: Partials) -> None:
        """Note what can follow a new subset, how many of its children have been placed, and what it finishes as."""
        grammar, frame = self.grammar, self.frame
        candidates: tuple[int, ...] = ()
        finished: list[State] = []
        least = size = frame.size
        for partial in partials:
            placed = grammar.placed(partial)
            if placed < size:
                own = self._candidates(partial)
                candidates = tuple(sorted({*candidates, *own})) if candidates else own
                least = placed if placed < least else least
                continue
            self._open[partial] = ()
            state = grammar.finish(frame, partial)
            finished += [] if state is None else [state]
        self.finished.append(self.state_sets.number(finished) if finished else 0)
        self.moves.append({child: {} for child in candidates})
        self.placed.append(least)

    def _candidates(self, partial: Partial) -> tuple[int, ...]:
        found = self._open.get(partial)
        if found is None:
            found = self._open[partial] = tuple(sorted(self.grammar.candidates(self.frame, partial)))
        return found

    def _with_unseen(self, partials: set[Partial]) -> Partials:
        """Return the partials given and those with children besides that are not seen, in order."""
        waiting = list(partials) if self.has_unseen else []
        while waiting:
            check_time()
            partial = waiting.pop()
            for child in self._candidates(partial):
                for state in self.unseen[child]:
                    extended = self.grammar.extend(self.frame, partial, child, state)
                    if extended is not None and extended not in partials:
                        partials.add(extended)
                        waiting.append(extended)
        return tuple(sorted(partials))


class Automata:
    """The automata of one grammar by their rules, which are those of many compilers."""

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar
        self.state_sets = StateSets()
        self._known: dict[tuple[object, ...], SubsetAutomaton] = {}

    def of(
        self, order: tuple[int, ...], features: tuple[Feature, ...], unseen: tuple[int, ...], *, is_root: bool
    ) -> SubsetAutomaton:
        """Return the automaton of a rule; ``unseen`` are for each child the states in which it is not seen."""
        key = (order, features, unseen, is_root)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= KEPT_AUTOMATA:
                self._known.clear()
            frame = frame_of(order).at(features, is_root=is_root)
            found = self._known.setdefault(key, SubsetAutomaton(self.grammar, frame, self.state_sets, unseen))
        return found


@lru_cache(maxsize=64)
def automata_of(grammar: Grammar) -> Automata:
    return Automata(grammar)
