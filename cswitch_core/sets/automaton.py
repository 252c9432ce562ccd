"""Packing and counting the distinct sentences that grammars generate: a subset construction from the leaves up.

A *yield* is what can be seen of a constituent: its words in one order, each in a language, null words left out. A
*state* is what a grammar remembers of a finished constituent, a *partial* what it remembers while its children are
being placed (see ``grammar``). In "the house / ghar", where the article has no counterpart, the yield "ghar" is
reached with the null article before or after it: two sequences, one sentence, counted once.

A sentence is what remains of a sequence once null words are dropped, and it is generated if at least one of its
sequences is. So each constituent keeps, for each of its yields, the set of all states that some sequence with this
yield leads to. Yields with the same set behave alike ever after and form a *class*; every yield lies in exactly one
class, which makes counting classes counting sentences. Within a node the children are read from
the last to the first by a deterministic automaton whose states are sets of partials; null children change the
sets and are never read.

Several grammars are run side by side, each with its own sets: a class then knows which of them generate its yields,
and intersections, differences and unions are a choice of classes at the root. The first few of them may *lead*: then
only what one of those generates is packed, and the others say what they make of it.

Notation: an *item* is a packed set of yields, either a suffix of a node's children or a class of the node. It is a
list of alternatives ``(child, item of the child, item of the rest)``, all disjoint; item 0 is the empty rest.
A word that looks alike in both languages (see ``seen``) is one word: a single item, with the states of both.
Constituents of the same shape are compiled once, whatever their words: the children are numbered within the node,
and slots come in only when a sentence is written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count

from cswitch_core.deadline import check_time
from cswitch_core.grammar import Frame, Grammar, Partial, State, frame_of, l2_order_of
from cswitch_core.shared_tree import L1, LANGUAGES, Language, SharedTree, Slot

States = tuple[State, ...]
Alternative = tuple[int, int, int]
END = 0
# Enough for the shapes that recur in a corpus, which are small; a 111-word pair needs about 200 items.
CACHED_ITEMS = 5_000


@dataclass(frozen=True)
class Tracking:
    """What a class knows of its yields besides the grammars' states; all yields of a class agree in it.

    A neutral word, which does not tell its language, is a leaf of None.
    """

    name: str
    leaf: Callable[[Language | None], int]
    join: Callable[[int, int], int]


NEUTRAL = 4  # the outer languages of what has neutral words only


def _outer_languages(left: int, right: int) -> int:
    if NEUTRAL in (left, right):
        return right if left == NEUTRAL else left
    return (left & 2) | (right & 1)


PLAIN = Tracking("nothing", lambda _language: 0, lambda _left, _right: 0)
SEEN_LANGUAGES = Tracking(
    "languages seen",
    lambda language: 0 if language is None else 1 << language,
    lambda left, right: left | right,
)
OUTER_LANGUAGES = Tracking(
    "languages of the first and the last word that tell theirs",
    lambda language: NEUTRAL if language is None else 3 * language,
    _outer_languages,
)


@dataclass(slots=True)
class Packed:
    """All yields of constituents of one shape.

    Invariant: an item's alternatives name only items that stand before it in ``order``.
    """

    number: int
    alternatives: list[list[Alternative]] = field(default_factory=lambda: [[]])
    counts: list[int] = field(default_factory=lambda: [1])
    traces: list[int | None] = field(default_factory=lambda: [None])
    steps: dict[int, dict[int, dict[int, int]]] = field(default_factory=dict)
    classes: dict[int, tuple[States, ...]] = field(default_factory=dict)
    class_at: dict[int, int] = field(default_factory=dict)
    unseen: tuple[States, ...] | None = None
    order: list[int] = field(default_factory=list)
    word_items: dict[Language, int] = field(default_factory=dict)

    def add(self, trace: int | None, alternatives: list[Alternative], size: int) -> int:
        self.alternatives.append(alternatives)
        self.counts.append(size)
        self.traces.append(trace)
        return len(self.counts) - 1


class SubsetAutomaton:
    """One grammar's subset automaton over the children of one node."""

    def __init__(self, grammar: Grammar, frame: Frame, unseen: Sequence[States]) -> None:
        self.grammar, self.frame, self.unseen = grammar, frame, unseen
        self.known: dict[tuple[frozenset[Partial], int, States], frozenset[Partial]] = {}
        self.open: dict[Partial, frozenset[int]] = {}

    def begin(self) -> frozenset[Partial]:
        return self._with_unseen(set(self.grammar.start(self.frame)))

    def candidates(self, partials: frozenset[Partial]) -> set[int]:
        return {child for partial in partials for child in self._candidates(partial)}

    def read(self, partials: frozenset[Partial], child: int, states: States) -> frozenset[Partial]:
        """Return the partials after one more visible child that can be in any of these states."""
        key = (partials, child, states)
        if key not in self.known:
            check_time()
            extended = (
                self.grammar.extend(self.frame, partial, child, state)
                for partial in partials
                if child in self._candidates(partial)
                for state in states
            )
            self.known[key] = self._with_unseen({partial for partial in extended if partial is not None})
        return self.known[key]

    def finish(self, partials: frozenset[Partial]) -> States:
        finished = (self.grammar.finish(self.frame, partial) for partial in partials)
        return tuple(sorted({state for state in finished if state is not None}))

    def _candidates(self, partial: Partial) -> frozenset[int]:
        if partial not in self.open:
            self.open[partial] = frozenset(self.grammar.candidates(self.frame, partial))
        return self.open[partial]

    def _with_unseen(self, partials: set[Partial]) -> frozenset[Partial]:
        waiting = list(partials)
        while waiting:
            check_time()
            partial = waiting.pop()
            for child in self._candidates(partial):
                for state in self.unseen[child]:
                    extended = self.grammar.extend(self.frame, partial, child, state)
                    if extended is not None and extended not in partials:
                        partials.add(extended)
                        waiting.append(extended)
        return frozenset(partials)


class Compiler:
    """Compiles trees for some grammars side by side, keeping the constituents it has seen."""

    def __init__(self, grammars: tuple[Grammar, ...], tracking: Tracking, leading: int | None = None) -> None:
        self.grammars, self.tracking, self.leading = grammars, tracking, leading
        self.numbers = count()
        self.seen: dict[tuple[object, ...], Packed] = {}
        self.seen_items = 0

    def compile(self, tree: SharedTree) -> list[Packed]:
        """Return the packed yields of each node of the tree."""
        if self.seen_items > CACHED_ITEMS:
            self.seen.clear()
            self.seen_items = 0
        features = list(zip(*(grammar.features(tree) for grammar in self.grammars), strict=True))
        packed: list[Packed] = []
        for number in range(len(tree.nodes)):
            packed.append(self._constituent(tree, number, features, packed))
        return packed

    def _constituent(
        self, tree: SharedTree, number: int, features: list[tuple[int, ...]], packed: list[Packed]
    ) -> Packed:
        node = tree.nodes[number]
        if node.slot is not None:
            slot = tree.slots[node.slot]
            nulls = tuple(slot.is_null(language) for language in LANGUAGES)
            key: tuple[object, ...] = (nulls, features[number], slot.is_alike, slot.is_neutral)
            return self._remember(key, lambda: self._word(slot, features[number]))
        children = [packed[child] for child in node.children[L1]]
        order = l2_order_of(tree, number)
        child_features = tuple(features[child] for child in node.children[L1])
        is_root = number == tree.root
        key = (order, tuple(child.number for child in children), child_features, is_root)
        return self._remember(key, lambda: self._phrase(order, children, child_features, is_root=is_root))

    def _remember(self, key: tuple[object, ...], build: Callable[[], Packed]) -> Packed:
        if key not in self.seen:
            self.seen[key] = build()
            self.seen_items += len(self.seen[key].counts)
        return self.seen[key]

    def _word(self, slot: Slot, features: tuple[int, ...]) -> Packed:
        packed = Packed(next(self.numbers))
        if slot.is_alike:
            item = packed.add(self.tracking.leaf(None), [], 1)
            packed.classes[item] = self._leaf_states(features, LANGUAGES)
            packed.word_items = dict.fromkeys(LANGUAGES, item)
            return packed
        for language in LANGUAGES:
            if not slot.is_null(language):
                item = packed.add(self.tracking.leaf(None if slot.is_neutral[language] else language), [], 1)
                packed.classes[item] = self._leaf_states(features, [language])
                packed.word_items[language] = item
        unseen = self._leaf_states(features, [language for language in LANGUAGES if slot.is_null(language)])
        if any(unseen):
            packed.unseen = unseen
        return packed

    def _leaf_states(self, features: tuple[int, ...], languages: Sequence[Language]) -> tuple[States, ...]:
        """Return for each grammar the states of a preterminal realised in any of these languages."""
        return tuple(
            tuple(sorted({state for language in languages for state in grammar.leaf(feature, language)}))
            for grammar, feature in zip(self.grammars, features, strict=True)
        )

    def _phrase(
        self, order: tuple[int, ...], children: list[Packed], features: tuple[tuple[int, ...], ...], *, is_root: bool
    ) -> Packed:
        frame = frame_of(order)
        automata = [
            SubsetAutomaton(
                grammar,
                frame.at(tuple(each[index] for each in features), is_root=is_root),
                [child.unseen[index] if child.unseen else () for child in children],
            )
            for index, grammar in enumerate(self.grammars)
        ]
        return _Reader(Packed(next(self.numbers)), automata, children, self.tracking, self.leading).read_all()


class _Reader:
    """Reads the children of one node in every order and state, breadth first, and packs what it finds."""

    def __init__(
        self,
        packed: Packed,
        automata: list[SubsetAutomaton],
        children: list[Packed],
        tracking: Tracking,
        leading: int | None,
    ) -> None:
        self.packed, self.automata, self.children, self.tracking = packed, automata, children, tracking
        self.leading = slice(leading)
        self.subsets = [tuple(each.begin() for each in automata)]
        self.items: dict[tuple[tuple[frozenset[Partial], ...], int | None], int] = {(self.subsets[0], None): END}
        self.layers: list[list[int]] = [[] for _ in range(len(children) + 1)]

    def read_all(self) -> Packed:
        """Read on from each item once all that leads to it has been read.

        Reading raises the least number of children placed in a subset, so that number gives the order.
        """
        self.layers[0].append(END)
        for layer in self.layers:
            for item in layer:
                check_time()
                self._close(item)
                self._read_on(item)
        self._finish()
        return self.packed

    def _close(self, item: int) -> None:
        packed = self.packed
        packed.order.append(item)
        if item != END:
            packed.counts[item] = sum(
                self.children[child].counts[part] * packed.counts[rest]
                for child, part, rest in packed.alternatives[item]
            )

    def _read_on(self, item: int) -> None:
        subset = self.subsets[item]
        leaders = zip(self.automata[self.leading], subset[self.leading], strict=True)
        wanted = set().union(*(each.candidates(part) for each, part in leaders))
        for child in sorted(wanted):
            for part, states in self.children[child].classes.items():
                after = tuple(
                    each.read(partials, child, own)
                    for each, partials, own in zip(self.automata, subset, states, strict=True)
                )
                if any(after[self.leading]):
                    self._step(item, child, part, after)

    def _step(self, item: int, child: int, part: int, after: tuple[frozenset[Partial], ...]) -> None:
        trace, rest_trace = self.children[child].traces[part], self.packed.traces[item]
        if rest_trace is not None and trace is not None:
            trace = self.tracking.join(trace, rest_trace)
        target = self.items.get((after, trace))
        if target is None:
            target = self.items[after, trace] = self.packed.add(trace, [], 0)
            self.subsets.append(after)
            self.layers[self._least_placed(after)].append(target)
        self.packed.alternatives[target].append((child, part, item))
        self.packed.steps.setdefault(item, {}).setdefault(child, {})[part] = target

    def _least_placed(self, subset: tuple[frozenset[Partial], ...]) -> int:
        pairs = zip(self.automata, subset, strict=True)
        return min(each.grammar.placed(partial) for each, partials in pairs for partial in partials)

    def _finish(self) -> None:
        packed = self.packed
        merged: dict[tuple[tuple[States, ...], int | None], int] = {}
        for item, subset in enumerate(self.subsets):
            states = tuple(each.finish(partials) for each, partials in zip(self.automata, subset, strict=True))
            if not any(states[self.leading]):
                continue
            if item == END:
                packed.unseen = states
                continue
            key = (states, packed.traces[item])
            if key not in merged:
                merged[key] = packed.add(packed.traces[item], [], 0)
                packed.order.append(merged[key])
                packed.classes[merged[key]] = states
            packed.class_at[item] = merged[key]
            packed.alternatives[merged[key]].extend(packed.alternatives[item])
            packed.counts[merged[key]] += packed.counts[item]


@lru_cache(maxsize=64)
def compiler(grammars: tuple[Grammar, ...], tracking: Tracking, leading: int | None = None) -> Compiler:
    """Return the compiler of these grammars, which remembers the constituents of earlier trees."""
    return Compiler(grammars, tracking, leading)
