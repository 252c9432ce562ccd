"""Reading a typed text in the words of a pair: which slot, in which language, each of its words could be.

Words are compared in Unicode's NFC and case-folded; punctuation around them does not count. They are compared in parts,
so that it does not matter what is written together: ``don't`` or ``do n't``, ``John's`` or ``John 's``, ``e-mail`` or
``e - mail``; in scripts without spaces each character is a part (``这本new书``).

A word that occurs twice gives several readings. ``read_sentence`` lists them, those nearest to the order of one of
the two sentences first; ``TypedText.classes`` asks whether any reading at all is in a packed set and does so without
listing them, by a chart: which spans of the text could be which class of which constituent.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from cswitch_core.deadline import check_time
from cswitch_core.projection.punctuation import is_punctuation
from cswitch_core.sentences import Sentence, Step, Steps
from cswitch_core.sets.numbering import PackedForest
from cswitch_core.sets.packing import END, Packed
from cswitch_core.shared_tree import LANGUAGES, SharedTree
from cswitch_core.writing.spacing import is_spaceless, is_wide

NEGATION = re.compile(r"(?<=\w)n't$")
APART = re.compile(r"['\-‐‑–—]+")
MOST_READINGS = 200
MOST_STEPS = 5_000

Words = tuple[str, ...]
Spans = dict[int, set[tuple[int, int]]]  # by their end: where they start, and which item they are


@lru_cache(maxsize=8192)
def normalised(word: str) -> str:
    """Return a word as it is compared.

    >>> normalised("“Saturday,”")
    'saturday'
    """
    word = unicodedata.normalize("NFC", unicodedata.normalize("NFC", word).casefold())
    start, stop = 0, len(word)
    while start < stop and is_punctuation(word[start]):
        start += 1
    while stop > start and is_punctuation(word[stop - 1]):
        stop -= 1
    return word[start:stop].replace("’", "'") or word


@lru_cache(maxsize=8192)
def parts_of(word: str) -> Words:
    """Return the parts of a written word: clitics, what hyphens join, characters of scripts without spaces, ``$``.

    >>> parts_of("Don't"), parts_of("“j'aime”"), parts_of("e-mail"), parts_of("这本new书。"), parts_of("n't")
    (('do', "n't"), ('j', 'aime'), ('e', 'mail'), ('这', '本', 'new', '书'), ("n't",))
    >>> parts_of("won't去"), parts_of("$5,000")
    (('wo', "n't", '去'), ('$', '5,000'))
    """
    bare = normalised(word)
    if is_punctuation(bare):
        return ()
    return tuple(part for piece in _by_script(bare) for part in _clitics(piece)) or (bare,)


def _clitics(piece: str) -> Iterator[str]:
    """Yield a negation by itself, and what apostrophes and hyphens join."""
    if piece == "n't":
        yield piece
        return
    negated = NEGATION.search(piece)
    yield from filter(None, APART.split(piece[: negated.start()] if negated else piece))
    if negated:
        yield "n't"


def _by_script(word: str) -> Iterator[str]:
    """Yield each character of a script without spaces and each sign of money by itself, and what is between them.

    >>> list(_by_script("这本，new书"))
    ['这', '本', 'new', '书']
    """
    found = ""
    for sign in word:
        is_money = unicodedata.category(sign) == "Sc"
        if not is_money and not is_spaceless(sign) and not is_wide(sign):
            found += sign
            continue
        yield from filter(None, [found])
        found = ""
        if not is_punctuation(sign):
            yield sign
    yield from filter(None, [found])


def words_in(text: str) -> Words:
    """Return the words of a text as they are compared, without the punctuation between them.

    >>> words_in("more , or less")
    ('more', 'or', 'less')
    """
    return tuple(part for word in text.split() for part in parts_of(word)) or tuple(map(normalised, text.split()))


@dataclass
class Lexicon:
    """The words of a tree's slots, as they are compared."""

    entries: dict[Step, Words]

    @classmethod
    def of(cls, tree: SharedTree) -> Lexicon:
        entries = {
            (number, language): words_in(slot.words[language])
            for number, slot in enumerate(tree.slots)
            for language in LANGUAGES
            if not slot.is_null(language)
        }
        return cls(entries)

    def typed(self, text: str) -> Words:
        """Return the words of a typed text: without punctuation, and apart where the pair has them apart."""
        known = {word for words in self.entries.values() for word in words}
        found: list[str] = []
        for raw in text.split():
            for part in parts_of(raw):
                found += [part] if part in known else _cut(part, known)
        return tuple(found)

    def at(self, typed: Words) -> list[list[tuple[Step, int]]]:
        """Return for each place of the text the slots that can stand there, each with the place where it ends."""
        starting: dict[str, list[tuple[Step, Words]]] = defaultdict(list)
        for step, words in self.entries.items():
            starting[words[0]].append((step, words))
        return [
            [
                (step, place + len(words))
                for step, words in starting.get(word, ())
                if typed[place : place + len(words)] == words
            ]
            for place, word in enumerate(typed)
        ]


def _cut(word: str, known: set[str]) -> list[str]:
    """Cut a word into words of the pair, long ones first, if it can be (``cannot``); marks between them are skipped.

    >>> _cut("cannot", {"can", "not", "ca"}), _cut("cannon", {"can"}), _cut("a.b", {"a", "b"})
    (['can', 'not'], ['cannon'], ['a', 'b'])
    >>> _cut("nowhere", {"no", "now", "w"})
    ['nowhere']
    """
    stack: list[tuple[int, list[str]]] = [(0, [])]
    dead: set[int] = set()
    while stack:
        place, found = stack.pop()
        if place == len(word):
            return found
        if place in dead:
            continue
        dead.add(place)
        ends = [end for end in range(place + 1, len(word) + 1) if word[place:end] in known]
        stack += [(place + 1, found)] if found and is_punctuation(word[place]) else []
        stack += [(end, [*found, word[place:end]]) for end in ends]
    return [word]


class TypedText:
    """A typed text laid over the words of a tree."""

    def __init__(self, tree: SharedTree, text: str) -> None:
        self.tree, self.text = tree, text
        self.lexicon = Lexicon.of(tree)
        self.words = self.lexicon.typed(text)
        self.slots_at = self.lexicon.at(self.words)
        self.all_readings_found = False

    def readings(self, limit: int) -> list[Sentence]:
        """Return the readings that use each slot once, leaving out only slots that are null in some language.

        ``all_readings_found`` says afterwards whether these are all.
        """
        readings = (steps for steps in self._segmentations() if _leaves_out_nulls_only(self.tree, steps))
        return [Sentence(self.tree, steps) for steps in islice(readings, limit)]

    def _segmentations(self) -> Iterator[Steps]:
        """Yield ways to cut the text into slots, depth first, likely slots first; gives up after many attempts."""
        stack: list[tuple[int, Steps]] = [(0, ())]
        for _ in range(MOST_STEPS):
            if not stack:
                self.all_readings_found = True
                return
            check_time()
            place, steps = stack.pop()
            if place < len(self.slots_at):
                stack += self._next(place, steps)
            elif steps:
                yield steps

    def _next(self, place: int, steps: Steps) -> list[tuple[int, Steps]]:
        used = {slot for slot, _ in steps}
        free = [(step, end) for step, end in self.slots_at[place] if step[0] not in used]
        free.sort(key=lambda option: _distance(self.tree, steps[-1:], option[0]), reverse=True)
        return [(end, (*steps, step)) for step, end in free]

    def classes(self, forest: PackedForest) -> set[int]:
        """Return the classes at the root that have the whole text among their yields, in some reading."""
        return _Chart(self, forest).classes()


class _Chart:
    """Which spans of a text could be which class of which constituent.

    Constituents of the same shape with the same words have the same spans, and share them: that is what makes a
    text with many repeated words cheap.
    """

    def __init__(self, typed: TypedText, forest: PackedForest) -> None:
        self.typed, self.forest = typed, forest
        self.found: dict[Step, list[tuple[int, int]]] = defaultdict(list)
        for place, options in enumerate(typed.slots_at):
            for step, end in options:
                self.found[step].append((place, end))
        self.shared: dict[tuple[object, ...], Spans] = {}

    def classes(self) -> set[int]:
        tree, covered = self.forest.tree, list[Spans]()
        for number, node in enumerate(tree.nodes):
            packed = self.forest.packed[number]
            if node.slot is not None:
                words = [self.typed.lexicon.entries.get((node.slot, language)) for language in LANGUAGES]
                key: tuple[object, ...] = (packed.number, *words)
                spans = self.shared.get(key) or self._word(packed, node.slot)
            else:
                below = [covered[child] for child in self.forest.children[number]]
                key = (packed.number, *map(id, below))
                spans = self.shared.get(key) or self._phrase(packed, below, is_root=number == tree.root)
            covered.append(self.shared.setdefault(key, spans))
        return {item for start, item in covered[-1].get(len(self.typed.words), ()) if start == 0}

    def _word(self, packed: Packed, slot: int) -> Spans:
        spans: Spans = defaultdict(set)
        for language, item in packed.word_items.items():
            for start, end in self.found[slot, language]:
                spans[end].add((start, item))
        return spans

    def _phrase(self, packed: Packed, below: list[Spans], *, is_root: bool) -> Spans:
        """Read the children from the last to the first, from every place where one of them may end."""
        spans: Spans = defaultdict(set)
        ends = {len(self.typed.words)} if is_root else {end for child in below for end in child}
        for end in ends:
            waiting, seen = [(end, END)], {(end, END)}
            while waiting:
                check_time()
                place, item = waiting.pop()
                if item in packed.class_at:
                    spans[end].add((place, packed.class_at[item]))
                for child, after in packed.steps.get(item, {}).items():
                    reached = {(start, after[part]) for start, part in below[child].get(place, ()) if part in after}
                    waiting += reached - seen
                    seen |= reached
        return spans


def read_sentence(tree: SharedTree, text: str, limit: int = MOST_READINGS) -> list[Sentence]:
    """Return the readings of a text, those nearest to the order of one of the two sentences first.

    >>> from cswitch_core.paper import paper_tree
    >>> read_sentence(paper_tree(1), "saturday is boring uss nazariye se.")[0].key
    '0a 1a 2a 4b 5b 3b'
    """
    return TypedText(tree, text).readings(limit)


def _leaves_out_nulls_only(tree: SharedTree, steps: Steps) -> bool:
    used = {slot for slot, _ in steps}
    return all(number in used or not all(slot.words) for number, slot in enumerate(tree.slots))


def _distance(tree: SharedTree, before: Steps, step: Step) -> tuple[int, int, int]:
    """Return how far a slot is from directly following the one before, in the language of the one or the other."""
    slot, language = step
    if not before:
        return tree.places[language][slot], language, slot
    apart = [abs(tree.places[each][slot] - tree.places[each][before[0][0]] - 1) for each in LANGUAGES]
    return (apart[language] if language == before[0][1] else min(apart)), language, slot
