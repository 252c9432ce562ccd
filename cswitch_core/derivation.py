"""Deriving one given sentence by a grammar: a derivation of it, or the constituent that cannot be derived.

``explain`` looks in a derivation for the place where a rule is broken, ``measures`` for the constituents that are
switched. The grammar is run over the words of this sentence only, from the leaves up; null words are tried wherever
they may stand. Of several derivations by a matrix language the one with the fewest switched constituents is taken.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from cswitch_core.deadline import check_time
from cswitch_core.grammar import Frame, Grammar, Partial, State, frame_of
from cswitch_core.models.matrix import Matrix
from cswitch_core.sentences import Sentence
from cswitch_core.shared_tree import L1, LANGUAGES, Language

Chain = tuple[int, State, "Chain"] | None
Layer = dict[Partial, tuple[int, Chain]]
Cost = Callable[[Partial, State], int]


@dataclass
class Derivation:
    """Per node its state and its children in the order in which they stand; per slot its language, null or not."""

    sentence: Sentence
    states: dict[int, State] = field(default_factory=dict)
    orders: dict[int, tuple[int, ...]] = field(default_factory=dict)
    languages: dict[int, Language] = field(default_factory=dict)


@dataclass
class NoDerivation:
    """The lowest constituent that cannot be derived."""

    node: int


def derive(grammar: Grammar, sentence: Sentence) -> Derivation | NoDerivation:
    """Derive a sentence in which the words of every constituent stand together."""
    return _Deriver(grammar, sentence).result()


def _switches(partial: Partial, state: State) -> int:
    return int(partial[0] != state[0])


def _nothing(_partial: Partial, _state: State) -> int:
    return 0


class _Deriver:
    """One run: per node and state the cost of the cheapest way to it, with the children it was made of."""

    def __init__(self, grammar: Grammar, sentence: Sentence) -> None:
        self.grammar, self.sentence, self.tree = grammar, sentence, sentence.tree
        self.features = grammar.features(self.tree)
        self.spans = sentence.spans
        self.cost: Cost = _switches if isinstance(grammar, Matrix) else _nothing
        self.words: dict[int, dict[State, Language]] = {}
        self.ways: list[dict[State, tuple[int, Chain]]] = []

    def result(self) -> Derivation | NoDerivation:
        for number, node in enumerate(self.tree.nodes):
            check_time()
            self.ways.append(self._word(number, node.slot) if node.slot is not None else self._phrase(number))
            if not self.ways[-1]:
                return NoDerivation(number)
        accepted = {state: way[0] for state, way in self.ways[-1].items() if self.grammar.accepts(state)}
        if not accepted:
            return NoDerivation(self.tree.root)
        return self._traced_back(min(accepted, key=lambda state: (accepted[state], state)))

    def _word(self, number: int, slot: int) -> dict[State, tuple[int, Chain]]:
        unit = self.tree.slots[slot]
        languages = [language for language in LANGUAGES if unit.is_null(language)]
        if number in self.spans:
            languages = [self.sentence.steps[self.spans[number][0]][1]]
        self.words[number] = {
            state: language for language in languages for state in self.grammar.leaf(self.features[number], language)
        }
        return dict.fromkeys(self.words[number], (0, None))

    def _phrase(self, number: int) -> dict[State, tuple[int, Chain]]:
        children = self.tree.nodes[number].children[L1]
        features = tuple([self.features[child] for child in children])
        frame = frame_of(self.tree.l2_orders[number]).at(features, is_root=number == self.tree.root)
        seen = sorted([child for child in children if child in self.spans], key=self.spans.__getitem__)
        unseen = [place for place, child in enumerate(children) if child not in self.spans]
        layer: Layer = dict.fromkeys(self.grammar.start(frame), (0, None))
        self._add_unseen(frame, children, unseen, layer)
        for child in reversed(seen):
            layer = self._read(frame, layer, children.index(child), child)
            self._add_unseen(frame, children, unseen, layer)
        ways: dict[State, tuple[int, Chain]] = {}
        for partial, way in layer.items():
            state = self.grammar.finish(frame, partial)
            if state is not None and (state not in ways or way[0] < ways[state][0]):
                ways[state] = way
        return ways

    def _read(self, frame: Frame, layer: Layer, place: int, child: int) -> Layer:
        after: Layer = {}
        for partial, way in layer.items():
            if place in self.grammar.candidates(frame, partial):
                self._extend(frame, partial, way, place, child, after)
        return after

    def _extend(
        self, frame: Frame, partial: Partial, way: tuple[int, Chain], place: int, child: int, after: Layer
    ) -> list[Partial]:
        """Place a child in each of its states; note the cheapest way to each partial and return those improved."""
        improved = []
        for state, (below, _) in self.ways[child].items():
            extended = self.grammar.extend(frame, partial, place, state)
            if extended is None:
                continue
            cost = way[0] + below + self.cost(partial, state)
            if extended not in after or cost < after[extended][0]:
                after[extended] = cost, (child, state, way[1])
                improved.append(extended)
        return improved

    def _add_unseen(self, frame: Frame, children: tuple[int, ...], unseen: list[int], layer: Layer) -> None:
        """Add the partials that come of placing children, by their places, that are not seen."""
        waiting = list(layer) if unseen else []
        while waiting:
            partial = waiting.pop()
            for place in self.grammar.candidates(frame, partial):
                if place in unseen:
                    waiting += self._extend(frame, partial, layer[partial], place, children[place], layer)

    def _traced_back(self, root: State) -> Derivation:
        found = Derivation(self.sentence)
        waiting = [(self.tree.root, root)]
        while waiting:
            number, state = waiting.pop()
            found.states[number] = state
            slot = self.tree.nodes[number].slot
            if slot is not None:
                found.languages[slot] = self.words[number][state]
                continue
            chain, order = self.ways[number][state][1], []
            while chain is not None:
                child, child_state, chain = chain
                order.append(child)
                waiting.append((child, child_state))
            found.orders[number] = tuple(order)
        return found
