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
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from threading import Lock

from cswitch_core.deadline import check_time
from cswitch_core.grammar import Feature, Frame, Grammar, Partial, State, frame_of, l2_order_of
from cswitch_core.shared_tree import L1, L2, LANGUAGES, Language, SharedTree, Slot

States = tuple[State, ...]
Partials = tuple[Partial, ...]
Alternative = tuple[int, int, int]
Rule = tuple[tuple[int, ...], tuple[tuple[int, ...], ...], bool]  # L2's order, the children's features, is it the root
END = 0
# A 111-word pair needs about 200 items. Kinds recur throughout a corpus, constituents with the same counts less.
CACHED_ITEMS = 5_000
CACHED_ITEMS_OF_KINDS = 30_000
KEPT_AUTOMATA = 1_000


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
    """All yields of one constituent.

    Everything but ``number`` and ``counts`` is shared with the other constituents of the same rule whose children have
    the same kinds: ``kind`` stands for the states and traces of the classes, in their order, and for ``unseen``. So
    that classes of one kind go by the same numbers, they are counted from the end: -1, -2 and so on. Constituents of
    equal ``number`` are alike in everything.

    Invariant: an item's alternatives name only items that stand before it in ``order``.
    """

    number: int
    kind: int
    counts: list[int]
    alternatives: list[list[Alternative]]
    traces: list[int | None]
    known_steps: dict[int, dict[int, dict[int, int]]]
    classes: dict[int, tuple[States, ...]]
    class_at: dict[int, int]
    unseen: tuple[States, ...] | None
    order: list[int]
    word_items: dict[Language, int]

    @classmethod
    def empty(cls, number: int) -> Packed:
        return cls(number, 0, [1], [[]], [None], {}, {}, {}, None, [], {})

    def with_counts(self, number: int, counts: list[int]) -> Packed:
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


class SubsetAutomaton:
    """One grammar's subset automaton over the children of nodes of one rule.

    A subset of partials, in order, goes by its number; 0 is the empty one. ``candidates`` are the children that some
    partial of a subset can be extended by, in order. It is shared by all that compile the grammar, in whatever thread:
    what has been read once is looked up, what has not is read by one thread at a time.
    """

    def __init__(self, grammar: Grammar, frame: Frame, unseen: Sequence[States]) -> None:
        self.grammar, self.frame, self.unseen = grammar, frame, unseen
        self.has_unseen = any(unseen)
        self.subsets: list[Partials] = []
        self.numbers: dict[Partials, int] = {}
        self.open: dict[Partial, tuple[int, ...]] = {}
        self.candidates: list[tuple[int, ...]] = []
        self.placed: list[int] = []
        self.finished: list[States] = []
        self.known: dict[tuple[int, int, States], int] = {}
        self.lock = Lock()
        self._number(())
        self.first = self._number(tuple(sorted(self._with_unseen(set(grammar.start(frame))))))

    def read(self, subset: int, child: int, states: States) -> int:
        """Return the subset after one more visible child that can be in any of these states."""
        key = (subset, child, states)
        after = self.known.get(key)
        if after is None:
            with self.lock:
                after = self.known[key] = self._read(subset, child, states)
        return after

    def _read(self, subset: int, child: int, states: States) -> int:
        if child not in self.candidates[subset]:
            return 0
        extend, frame, partials = self.grammar.extend, self.frame, self.subsets[subset]
        if len(partials) == 1 and len(states) == 1 and not self.has_unseen:
            after = extend(frame, partials[0], child, states[0])
            return 0 if after is None else self._number((after,))
        extended: set[Partial] = set()
        for partial in partials:
            if child in self.open[partial]:
                for state in states:
                    after = extend(frame, partial, child, state)
                    if after is not None:
                        extended.add(after)
        return self._number(tuple(sorted(self._with_unseen(extended))))

    def _number(self, partials: Partials) -> int:
        number = self.numbers.get(partials)
        if number is None:
            # Known by its number only when all is known of it, whatever may stop us before.
            number = len(self.subsets)
            self._describe(partials)
            self.subsets.append(partials)
            self.numbers[partials] = number
        return number

    def _describe(self, partials: Partials) -> None:
        """Note what can follow a new subset, how many of its children have been placed, and what it finishes as."""
        grammar, frame = self.grammar, self.frame
        candidates: tuple[int, ...] = ()
        finished: States = ()
        least = size = frame.size
        for partial in partials:
            placed = grammar.placed(partial)
            if placed < size:
                own = self._open(partial)
                candidates = tuple(sorted({*candidates, *own})) if candidates else own
                least = placed if placed < least else least
                continue
            self.open[partial] = ()
            state = grammar.finish(frame, partial)
            finished = finished if state is None else (*finished, state)
        self.candidates.append(candidates)
        self.placed.append(least)
        self.finished.append(tuple(sorted(set(finished))) if len(finished) > 1 else finished)

    def _open(self, partial: Partial) -> tuple[int, ...]:
        found = self.open.get(partial)
        if found is None:
            found = tuple(self.grammar.candidates(self.frame, partial))
            found = self.open[partial] = found if len(found) < 2 else tuple(sorted(found))
        return found

    def _with_unseen(self, partials: set[Partial]) -> set[Partial]:
        """Add to the partials given those with children that are not seen."""
        waiting = list(partials) if self.has_unseen else []
        while waiting:
            check_time()
            partial = waiting.pop()
            for child in self._open(partial):
                for state in self.unseen[child]:
                    extended = self.grammar.extend(self.frame, partial, child, state)
                    if extended is not None and extended not in partials:
                        partials.add(extended)
                        waiting.append(extended)
        return partials


class Automata:
    """The automata of one grammar by their rules, which are those of many compilers."""

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar
        self.known: dict[tuple[object, ...], SubsetAutomaton] = {}

    def of(
        self, order: tuple[int, ...], features: tuple[Feature, ...], unseen: tuple[States, ...], *, is_root: bool
    ) -> SubsetAutomaton:
        key = (order, features, unseen, is_root)
        found = self.known.get(key)
        if found is None:
            if len(self.known) >= KEPT_AUTOMATA:
                self.known.clear()
            frame = frame_of(order).at(features, is_root=is_root)
            found = self.known.setdefault(key, SubsetAutomaton(self.grammar, frame, unseen))
        return found


@lru_cache(maxsize=64)
def automata_of(grammar: Grammar) -> Automata:
    return Automata(grammar)


class Compiler:
    """Compiles trees for some grammars side by side, keeping what it has seen: constituents, and their kinds.

    What is kept goes by numbers that are given out in turn, so one thread compiles at a time.
    """

    def __init__(self, grammars: tuple[Grammar, ...], tracking: Tracking, leading: int | None = None) -> None:
        self.grammars, self.tracking, self.leading = grammars, tracking, leading
        self.numbers = count()
        self.seen: dict[tuple[object, ...], Packed] = {}
        self.alike: dict[tuple[object, ...], Packed] = {}
        self.automata = [automata_of(grammar) for grammar in grammars]
        self.kinds: dict[tuple[object, ...], int] = {}
        self.seen_items = self.alike_items = 0
        self.lock = Lock()

    def compile(self, tree: SharedTree) -> list[Packed]:
        """Return the packed yields of each node of the tree."""
        features = list(zip(*(grammar.features(tree) for grammar in self.grammars), strict=True))
        packed: list[Packed] = []
        with self.lock:
            self._forget_what_is_too_much()
            for number in range(len(tree.nodes)):
                packed.append(self._constituent(tree, number, features, packed))
        return packed

    def _forget_what_is_too_much(self) -> None:
        is_full = self.alike_items > CACHED_ITEMS_OF_KINDS
        if is_full:
            self.alike.clear()
            self.kinds.clear()
            self.alike_items = 0
        if is_full or self.seen_items > CACHED_ITEMS:
            self.seen.clear()
            self.seen_items = 0

    def _constituent(
        self, tree: SharedTree, number: int, features: list[tuple[int, ...]], packed: list[Packed]
    ) -> Packed:
        node = tree.nodes[number]
        if node.slot is not None:
            slot = tree.slots[node.slot]
            nulls = (slot.is_null(L1), slot.is_null(L2))
            return self._word((nulls, features[number], slot.is_alike, slot.is_neutral), slot, features[number])
        children = [packed[child] for child in node.children[L1]]
        rule = (
            l2_order_of(tree, number),
            tuple([features[child] for child in node.children[L1]]),
            number == tree.root,
        )
        return self._phrase(rule, children)

    def _word(self, key: tuple[object, ...], slot: Slot, features: tuple[int, ...]) -> Packed:
        packed = self.seen.get(key)
        if packed is None:
            packed = self.seen[key] = self._new_word(slot, features)
            self.seen_items += len(packed.counts)
        return packed

    def _phrase(self, rule: Rule, children: list[Packed]) -> Packed:
        kind = (rule, tuple([child.kind for child in children]))
        first = self.alike.get(kind)
        if first is None:
            first = self.alike[kind] = self._new_phrase(rule, children)
            self.alike_items += len(first.alternatives)
        key = (first.kind, rule, tuple([child.number for child in children]))
        packed = self.seen.get(key)
        if packed is None:
            packed = self.seen[key] = first.with_counts(next(self.numbers), _counts(first, children))
            self.seen_items += len(packed.counts)
        return packed

    def _new_word(self, slot: Slot, features: tuple[int, ...]) -> Packed:
        packed = Packed.empty(next(self.numbers))
        if slot.is_alike:
            self._add_word(packed, None, self._leaf_states(features, LANGUAGES), LANGUAGES)
            return self._of_kind(packed)
        for language in LANGUAGES:
            if not slot.is_null(language):
                shown = None if slot.is_neutral[language] else language
                self._add_word(packed, shown, self._leaf_states(features, [language]), [language])
        unseen = self._leaf_states(features, [language for language in LANGUAGES if slot.is_null(language)])
        packed.unseen = unseen if any(unseen) else None
        return self._of_kind(packed)

    def _add_word(
        self, packed: Packed, shown: Language | None, states: tuple[States, ...], languages: Sequence[Language]
    ) -> None:
        item = -1 - len(packed.classes)
        packed.counts.insert(1, 1)
        packed.alternatives.insert(1, [])
        packed.traces.insert(1, self.tracking.leaf(shown))
        packed.classes[item] = states
        packed.word_items.update(dict.fromkeys(languages, item))

    def _leaf_states(self, features: tuple[int, ...], languages: Sequence[Language]) -> tuple[States, ...]:
        """Return for each grammar the states of a preterminal realised in any of these languages."""
        return tuple(
            tuple(sorted({state for language in languages for state in grammar.leaf(feature, language)}))
            for grammar, feature in zip(self.grammars, features, strict=True)
        )

    def _new_phrase(self, rule: Rule, children: list[Packed]) -> Packed:
        automata = [self._automaton(index, rule, children) for index in range(len(self.grammars))]
        return self._of_kind(_Reader(automata, children, self.tracking, self.leading).read_all())

    def _automaton(self, index: int, rule: Rule, children: list[Packed]) -> SubsetAutomaton:
        order, features, is_root = rule
        own = tuple([each[index] for each in features])
        unseen = tuple([child.unseen[index] if child.unseen else () for child in children])
        return self.automata[index].of(order, own, unseen, is_root=is_root)

    def _of_kind(self, packed: Packed) -> Packed:
        traces = tuple([packed.traces[item] for item in packed.classes])
        key = (tuple(packed.classes.values()), traces, packed.unseen)
        packed.kind = self.kinds.setdefault(key, len(self.kinds))
        return packed


def _counts(packed: Packed, children: list[Packed]) -> list[int]:
    """Return how many yields each item has, for these children."""
    counts = [0] * len(packed.alternatives)
    counts[END] = 1
    below = [child.counts for child in children]
    for item in packed.order[1 : len(packed.order) - len(packed.classes)]:
        size = 0
        for child, part, rest in packed.alternatives[item]:
            size += below[child][part] * counts[rest]
        counts[item] = size
    for item, class_item in packed.class_at.items():
        counts[class_item] += counts[item]
    return counts


class _Reader:
    """Reads the children of one node in every order and state, breadth first, and packs what it finds."""

    def __init__(
        self, automata: list[SubsetAutomaton], children: list[Packed], tracking: Tracking, leading: int | None
    ) -> None:
        self.automata, self.children, self.tracking = automata, children, tracking
        self.leading = slice(leading)
        self.packed = Packed.empty(0)
        self.subsets = [tuple([each.first for each in automata])]
        self.items: dict[tuple[tuple[int, ...], int | None], int] = {(self.subsets[0], None): END}
        self.layers: list[list[int]] = [[] for _ in range(len(children) + 1)]

    def read_all(self) -> Packed:
        """Read on from each item once all that leads to it has been read.

        Reading raises the least number of children placed in a subset, so that number gives the order.
        """
        order = self.packed.order
        *unfinished, finished = self.layers
        unfinished[0].append(END)
        for layer in unfinished:
            for item in layer:
                check_time()
                order.append(item)
                self._read_on(item)
        order.extend(finished)
        self._finish()
        return self.packed

    def _read_on(self, item: int) -> None:
        subset = self.subsets[item]
        if len(subset) == 1:
            self._read_on_alone(item, self.automata[0], subset[0])
            return
        moves = [(each.read, number) for each, number in zip(self.automata, subset, strict=True)]
        first, others = moves[self.leading], moves[self.leading.stop or len(moves) :]
        wanted: set[int] = set()
        for each, number in zip(self.automata[self.leading], subset, strict=False):
            wanted.update(each.candidates[number])
        for child in sorted(wanted):
            for part, states in self.children[child].classes.items():
                after = [read(number, child, own) for (read, number), own in zip(first, states, strict=False)]
                if any(after):
                    for read, number in others:
                        after.append(read(number, child, states[len(after)]))
                    self._step(item, child, part, tuple(after))

    def _read_on_alone(self, item: int, automaton: SubsetAutomaton, number: int) -> None:
        """Do the same for a single grammar, which spares putting its subset side by side with others."""
        read = automaton.read
        for child in automaton.candidates[number]:
            for part, states in self.children[child].classes.items():
                after = read(number, child, states[0])
                if after:
                    self._step(item, child, part, (after,))

    def _step(self, item: int, child: int, part: int, after: tuple[int, ...]) -> None:
        packed = self.packed
        trace, rest_trace = self.children[child].traces[part], packed.traces[item]
        if rest_trace is not None and trace is not None:
            trace = self.tracking.join(trace, rest_trace)
        key = (after, trace)
        target = self.items.get(key)
        if target is None:
            target = self.items[key] = len(self.subsets)
            self.subsets.append(after)
            packed.alternatives.append([(child, part, item)])
            packed.traces.append(trace)
            self.layers[self._least_placed(after)].append(target)
        else:
            packed.alternatives[target].append((child, part, item))

    def _least_placed(self, subset: tuple[int, ...]) -> int:
        if len(subset) == 1:
            return self.automata[0].placed[subset[0]]
        return min([each.placed[number] for each, number in zip(self.automata, subset, strict=True)])

    def _finish(self) -> None:
        """Merge the items that are whole constituents in the same states into classes."""
        packed = self.packed
        merged: dict[tuple[tuple[States, ...], int | None], list[Alternative]] = {}
        numbers: dict[tuple[tuple[States, ...], int | None], int] = {}
        finished = [each.finished for each in self.automata]
        for item, subset in enumerate(self.subsets):
            states = tuple([own[number] for own, number in zip(finished, subset, strict=True)])
            if not any(states[self.leading]):
                continue
            if item == END:
                packed.unseen = states
                continue
            key = (states, packed.traces[item])
            alternatives = merged.get(key)
            if alternatives is None:
                numbers[key] = -1 - len(numbers)
                merged[key] = packed.alternatives[item].copy()
            else:
                alternatives += packed.alternatives[item]
            packed.class_at[item] = numbers[key]
        packed.classes = {number: states for (states, _), number in numbers.items()}
        packed.order.extend(numbers.values())
        for (_, trace), all_alternatives in reversed(merged.items()):
            packed.alternatives.append(all_alternatives)
            packed.traces.append(trace)


@lru_cache(maxsize=64)
def compiler(grammars: tuple[Grammar, ...], tracking: Tracking, leading: int | None = None) -> Compiler:
    """Return the compiler of these grammars, which remembers the constituents of earlier trees."""
    return Compiler(grammars, tracking, leading)


def forget_constituents() -> None:
    """Forget whatever was packed, as a new process has it: for measuring and for tests."""
    compiler.cache_clear()
    automata_of.cache_clear()
