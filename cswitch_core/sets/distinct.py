"""The distinct texts of packed sentences: counted, found by number and listed without listing all sentences.

Different words of a tree may look alike (``the ... the``), so different sentences may read alike. Reading a packed
forest from left to right, word by word, makes an automaton whose states are sets of *chains*: the refs that are still
to be read, one after the other. A word leads from a state to the state of all chains that may remain after it, so each
text takes exactly one path, and counting paths is counting texts. Each chain has the *label* of the root it began in;
a text's *ended* labels are those of all its readings together.

A constituent whose slots have no word in common has as many texts as yields. All else is read, and given up with
``TooDear`` after so much work: sets of chains can grow beyond any bound where words are repeated again and again.

The order of texts is that of the words' first steps in the tree, a text that ends before one that goes on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce

from cswitch_core.deadline import check_time
from cswitch_core.sentences import Step, Steps
from cswitch_core.sets.numbering import Forest, Ref
from cswitch_core.shared_tree import L1, LANGUAGES, SharedTree

Chain = tuple[Ref, ...]
State = tuple[tuple[int, Chain], ...]  # labelled chains, sorted, each once
Labels = frozenset[int]
Sizes = dict[Labels, int]  # how many texts end in exactly these labels
Wanted = Callable[[Labels], bool]
Readings = dict[tuple[int, Chain], Steps]  # for each labelled chain one way to have come to it

# Work is counted in chains made; so many take less than half a second.
MOST_CHAINS = 100_000
CACHED_STATES = 20_000
IN_A_WORD = -1  # the first number of a ref that stands for the rest of a unit: its slot, language, words read


class TooDear(Exception):  # noqa: N818  (says what happened)
    """The distinct texts are too many to tell apart with the work allowed."""


class Vocabulary:
    """The words of a tree's steps, numbered, and which constituents can show which."""

    def __init__(self, tree: SharedTree, spell: Callable[[Step], tuple[str, ...]]) -> None:
        self.numbers: dict[str, int] = {}
        self.spelled: dict[Step, tuple[int, ...]] = {}
        for number, slot in enumerate(tree.slots):
            for language in LANGUAGES:
                if not slot.is_null(language):
                    words = spell((number, language))
                    self.spelled[number, language] = tuple(
                        self.numbers.setdefault(word, len(self.numbers)) for word in words
                    )
        self.masks: list[int] = []
        self.is_clear: list[bool] = []
        for node in tree.nodes:
            if node.slot is not None:
                steps = [(node.slot, language) for language in LANGUAGES]
                self.masks.append(_mask(word for step in steps for word in self.spelled.get(step, ())))
                self.is_clear.append(True)
            else:
                below = node.children[L1]
                masks = [self.masks[child] for child in below]
                together = reduce(int.__or__, masks, 0)
                self.masks.append(together)
                apart = sum(mask.bit_count() for mask in masks) == together.bit_count()
                self.is_clear.append(apart and all(self.is_clear[child] for child in below))

    @property
    def repeats(self) -> bool:
        """Whether some word is in two slots, so that different sentences may read alike."""
        return not self.is_clear[-1]

    def read(self, words: Iterable[str]) -> list[int] | None:
        """Return the numbers of some words, or None if one of them is not here."""
        found = [self.numbers.get(word, -1) for word in words]
        return None if -1 in found else found


def _mask(words: Iterable[int]) -> int:
    return reduce(lambda mask, word: mask | 1 << word, words, 0)


class Distinct:
    """The distinct texts of the labelled roots of a forest; ``wanted`` says which labels make a text count."""

    def __init__(
        self, forest: Forest, vocabulary: Vocabulary, roots: Iterable[tuple[int, Ref]], wanted: Wanted
    ) -> None:
        self.forest, self.vocabulary, self.wanted = forest, vocabulary, wanted
        self.roots: Readings = {(label, (root,)): () for label, root in roots}
        self.start: State = tuple(sorted(self.roots))
        self.chains_left: float = MOST_CHAINS
        self._first_words: dict[Ref, list[tuple[int, Chain, Steps]]] = {}
        self._sizes: dict[State, Sizes] = {}
        self._edges: dict[State, dict[int, State]] = {}
        self.sizes: Sizes = self._sizes_of(self.start) if self.start else {}
        self.chains_left = float("inf")
        self.count: int = sum(size for labels, size in self.sizes.items() if wanted(labels))

    # Counting

    def _total(self, state: State) -> int:
        return sum(size for labels, size in self._sizes_of(state).items() if self.wanted(labels))

    def _sizes_of(self, state: State) -> Sizes:
        """Return how many texts a state leads to, by the labels they end in; parts before wholes."""
        waiting = [state]
        while waiting:
            check_time()
            last = waiting[-1]
            missing = [] if last in self._sizes else self._count(last)
            waiting += missing
            if not missing:
                waiting.pop()
        return self._sizes[state]

    def _count(self, state: State) -> list[State]:
        """Count a state, or return the states that have to be counted before."""
        plain = self._plain_count(state)
        if plain is not None:
            self._sizes[state] = {frozenset(label for label, _ in state): plain}
            return []
        edges = self._edges_of(state)
        missing = [after for after in edges.values() if after not in self._sizes]
        if not missing:
            sizes: Sizes = {_ended(state): 1} if _ended(state) else {}
            for after in edges.values():
                for labels, size in self._sizes[after].items():
                    sizes[labels] = sizes.get(labels, 0) + size
            self._sizes[state] = sizes
        return missing

    def _plain_count(self, state: State) -> int | None:
        """Return the count of a single ref in which every yield reads differently."""
        chain = state[0][1]
        if len(chain) != 1 or any(each != chain for _, each in state):
            return None
        ref = chain[0]
        if ref[0] == IN_A_WORD:
            return 1
        return self.forest.count(ref) if self.vocabulary.is_clear[ref[0]] else None

    # Reading word by word

    def _edges_of(self, state: State) -> dict[int, State]:
        """Return the states after one more word, in the order of the words."""
        if state not in self._edges:
            if len(self._edges) > CACHED_STATES:
                self._edges.clear()
            after: defaultdict[int, set[tuple[int, Chain]]] = defaultdict(set)
            for label, chain in state:
                rest = chain[1:]
                for word, tail, _ in self._first_words_of(chain[0]) if chain else ():
                    after[word].add((label, tail + rest))
            self._edges[state] = {word: tuple(sorted(after[word])) for word in sorted(after)}
            self.chains_left -= sum(map(len, after.values()))
            if self.chains_left < 0:
                raise TooDear
        return self._edges[state]

    def _firsts(self, chain: Chain) -> Iterator[tuple[int, Chain, Steps]]:
        """Yield each first word of a chain, the chain that remains, and the step that the word begins, if it does."""
        if chain:
            rest = chain[1:]
            for word, tail, step in self._first_words_of(chain[0]):
                yield word, tail + rest, step

    def _first_words_of(self, ref: Ref) -> list[tuple[int, Chain, Steps]]:
        found = self._first_words.get(ref)
        if found is not None:
            return found
        waiting = [ref]
        while waiting:
            last = waiting[-1]
            missing = [] if last in self._first_words else self._find_first_words(last)
            waiting += missing
            if not missing:
                waiting.pop()
        return self._first_words[ref]

    def _find_first_words(self, ref: Ref) -> list[Ref]:
        """Find the first words of a ref, or return the refs whose first words have to be found before."""
        step = None if ref[0] == IN_A_WORD else self.forest.word(ref)
        if ref[0] == IN_A_WORD:
            self._first_words[ref] = [(*self._word((ref[1], LANGUAGES[ref[2]]), ref[3]), ())]
        elif step is not None:
            self._first_words[ref] = [(*self._word(step, 0), (step,))]
        else:
            halves = self.forest.divide(ref)
            missing = [left for left, _ in halves if left not in self._first_words]
            if missing:
                return missing
            self._first_words[ref] = [
                (word, tail if right is None else (*tail, right), first)
                for left, right in halves
                for word, tail, first in self._first_words[left]
            ]
        return []

    def _word(self, step: Step, place: int) -> tuple[int, Chain]:
        words = self.vocabulary.spelled[step]
        return words[place], ((IN_A_WORD, *step, place + 1),) if place + 1 < len(words) else ()

    # Numbers and readings

    def slice(self, start: int, stop: int) -> Iterator[Steps]:
        """Yield a reading of each text from one number to another."""
        skip, left = start, stop - start
        stack: list[tuple[Readings, State | None]] = [(self.roots, self.start)]
        while stack and left > 0:
            check_time()
            readings, state = stack.pop()
            size = 1 if state is None else self._total(state)
            if skip >= size:
                skip -= size
            elif state is None:
                left -= 1
                yield self._reading(readings)
            else:
                stack.extend(reversed(list(self._onwards(readings, state))))

    def _onwards(self, readings: Readings, state: State) -> Iterator[tuple[Readings, State | None]]:
        """Yield where reading may go on: to the end, if the text may end here, and by each word."""
        if self._ends(state):
            yield readings, None
        for word, after in self._edges_of(state).items():
            yield self._read(readings, word), after

    def _read(self, readings: Readings, word: int) -> Readings:
        found: Readings = {}
        for (label, chain), steps in readings.items():
            for first, tail, step in self._firsts(chain):
                if first == word:
                    found.setdefault((label, tail), steps + step)
        return found

    def _reading(self, readings: Readings) -> Steps:
        """Return the first reading of a finished text, if possible one that is wanted by itself."""
        ended = {label: steps for (label, chain), steps in readings.items() if not chain}
        alone = (steps for label, steps in ended.items() if self.wanted(frozenset((label,))))
        return next(alone, next(iter(ended.values())))

    def rank(self, words: Sequence[int]) -> int | None:
        """Return the number of the text with these words, or None if it is not among them."""
        total, state = 0, self.start
        for word in words:
            check_time()
            edges = self._edges_of(state)
            if word not in edges:
                return None
            total += self._ends(state) + sum(self._total(after) for other, after in edges.items() if other < word)
            state = edges[word]
        return total if self._ends(state) else None

    def _ends(self, state: State) -> bool:
        """Say whether a text that is wanted ends here."""
        ended = _ended(state)
        return bool(ended) and self.wanted(ended)


def _ended(state: State) -> Labels:
    return frozenset(label for label, chain in state if not chain)
