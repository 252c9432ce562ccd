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

from collections.abc import Sequence
from functools import lru_cache
from itertools import count
from operator import attrgetter
from threading import Lock

from cswitch_core.grammar import Grammar, frame_of
from cswitch_core.sets.packing import Numbers, Packed, pack, pack_from_rules
from cswitch_core.sets.subsets import SubsetAutomaton, automata_of
from cswitch_core.sets.tracking import PLAIN, Tracking
from cswitch_core.shared_tree import L1, LANGUAGES, Language, SharedTree, Slot

Features = tuple[int, ...]  # what each grammar notes about a node
Rule = tuple[tuple[int, ...], tuple[Features, ...], bool]  # L2's order, the children's features, is it the root
# A 111-word pair needs about 200 items. Kinds recur throughout a corpus, constituents with the same counts less.
CACHED_ITEMS = 5_000
CACHED_ITEMS_OF_KINDS = 30_000
RARE = 4  # Making the automaton of a rule takes about as long as packing so many constituents without one.

_kind, _number = attrgetter("kind"), attrgetter("number")


class Compiler:
    """Compiles trees for some grammars side by side, keeping what it has seen: constituents, and their kinds.

    What is kept goes by numbers that are given out in turn, so one thread compiles at a time.
    """

    def __init__(self, grammars: tuple[Grammar, ...], tracking: Tracking, leading: int | None = None) -> None:
        self.grammars, self.tracking, self.leading = grammars, tracking, leading
        self.numbers = count()
        self.words: dict[tuple[object, ...], Packed] = {}
        self.phrases: dict[tuple[int, Numbers], Packed] = {}
        self.alike: dict[tuple[Rule, Numbers], Packed] = {}
        self.automata = [automata_of(grammar) for grammar in grammars]
        self.kinds: dict[tuple[object, ...], int] = {}
        self.met: dict[Rule, int] = {}
        self.known_accepting: dict[Numbers, frozenset[Grammar]] = {}
        self.seen_items = self.alike_items = 0
        self.lock = Lock()

    def compile(self, tree: SharedTree) -> list[Packed]:
        """Return the packed yields of each node of the tree."""
        features = list(zip(*(grammar.features(tree) for grammar in self.grammars), strict=True))
        packed: list[Packed] = []
        root = tree.root
        with self.lock:
            self._forget_what_is_too_much()
            for number, node in enumerate(tree.nodes):
                if node.slot is not None:
                    packed.append(self._word(tree.slots[node.slot], features[number]))
                else:
                    below = node.children[L1]
                    rule = (tree.l2_orders[number], tuple(map(features.__getitem__, below)), number == root)
                    packed.append(self._phrase(rule, list(map(packed.__getitem__, below))))
        return packed

    def _forget_what_is_too_much(self) -> None:
        is_full = self.alike_items > CACHED_ITEMS_OF_KINDS
        if is_full:
            self.alike.clear()
            self.kinds.clear()
            self.met.clear()
            self.alike_items = 0
        if is_full or self.seen_items > CACHED_ITEMS:
            self.words.clear()
            self.phrases.clear()
            self.seen_items = 0

    def _word(self, slot: Slot, features: Features) -> Packed:
        l1, l2 = slot.words
        key = (not l1, not l2, slot.is_alike, slot.is_neutral, features)
        packed = self.words.get(key)
        if packed is None:
            packed = self.words[key] = self._new_word(slot, features)
            self.seen_items += len(packed.counts)
        return packed

    def _phrase(self, rule: Rule, children: list[Packed]) -> Packed:
        kind = (rule, tuple(map(_kind, children)))
        first = self.alike.get(kind)
        if first is None:
            first = self.alike[kind] = self._new_phrase(rule, children)
            self.alike_items += len(first.alternatives)
        key = (first.number, tuple(map(_number, children)))
        packed = self.phrases.get(key)
        if packed is None:
            packed = self.phrases[key] = first.with_counts(next(self.numbers), first.counted(children))
            self.seen_items += len(packed.counts)
        return packed

    def _new_word(self, slot: Slot, features: Features) -> Packed:
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

    def _add_word(self, packed: Packed, shown: Language | None, states: Numbers, languages: Sequence[Language]) -> None:
        item = -1 - len(packed.classes)
        packed.counts += (1,)
        packed.alternatives += ((),)
        packed.traces = (None, self.tracking.leaf(shown), *packed.traces[1:])
        packed.classes[item] = states
        packed.word_items.update(dict.fromkeys(languages, item))

    def _leaf_states(self, features: Features, languages: Sequence[Language]) -> Numbers:
        """Return for each grammar the states of a preterminal realised in any of these languages."""
        return tuple(
            own.state_sets.number([state for language in languages for state in own.grammar.leaf(feature, language)])
            for own, feature in zip(self.automata, features, strict=True)
        )

    def _new_phrase(self, rule: Rule, children: list[Packed]) -> Packed:
        packed = self._from_rare_rule(rule, children)
        if packed is None:
            automata = [self._automaton(index, rule, children) for index in range(len(self.grammars))]
            packed = pack(automata, children, self.tracking, self.leading)
        packed.number = next(self.numbers)
        return self._of_kind(packed)

    def _from_rare_rule(self, rule: Rule, children: list[Packed]) -> Packed | None:
        """Return the phrase if its rule has been met a few times only, and leads from one partial to one other."""
        if len(self.grammars) > 1 or self.tracking is not PLAIN:
            return None
        met = self.met[rule] = self.met.get(rule, 0) + 1
        if met > RARE or any(child.unseen for child in children):
            return None
        (own,), (order, features, is_root) = self.automata, rule
        frame = frame_of(order).at(tuple([feature for (feature,) in features]), is_root=is_root)
        starts, sets = tuple(own.grammar.start(frame)), own.state_sets.sets
        if len(starts) > 1 or any(len(sets[states]) > 1 for child in children for (states,) in child.classes.values()):
            return None
        return pack_from_rules(own, frame, starts[0], children)

    def _automaton(self, index: int, rule: Rule, children: list[Packed]) -> SubsetAutomaton:
        order, features, is_root = rule
        own = tuple([each[index] for each in features])
        unseen = tuple([child.unseen[index] if child.unseen else 0 for child in children])
        return self.automata[index].of(order, own, unseen, is_root=is_root)

    def _of_kind(self, packed: Packed) -> Packed:
        traces = tuple([packed.traces[item] for item in packed.classes])
        key = (tuple(packed.classes.values()), traces, packed.unseen)
        packed.kind = self.kinds.setdefault(key, len(self.kinds))
        return packed

    def accepting(self, states: Numbers) -> frozenset[Grammar]:
        """Return the grammars that generate a class at the root with these sets of states."""
        found = self.known_accepting.get(states)
        if found is None:
            found = self.known_accepting[states] = frozenset(
                own.grammar
                for own, number in zip(self.automata, states, strict=True)
                if any(map(own.grammar.accepts, own.state_sets.sets[number]))
            )
        return found


@lru_cache(maxsize=64)
def compiler(grammars: tuple[Grammar, ...], tracking: Tracking, leading: int | None = None) -> Compiler:
    """Return the compiler of these grammars, which remembers the constituents of earlier trees."""
    return Compiler(grammars, tracking, leading)


def forget_constituents() -> None:
    """Forget whatever was packed, as a new process has it: for measuring and for tests."""
    compiler.cache_clear()
    automata_of.cache_clear()
