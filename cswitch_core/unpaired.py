"""Words without a counterpart: which word each belongs to, and whether a sentence says all of them, once.

Real links leave words alone: articles that the other language lacks, and words whose link an aligner missed. The
paper's models let such a word appear and vanish freely. Here each gets a *host*, and words that look like a lost link
are tied:

- An *unpaired* word has no counterpart. Its host is the nearest paired word, in its own language's order, inside the
  smallest constituent that has one: on the side that its language's lists say (what follows, unless they say what
  precedes), else on the other side. A content word has a host on either side, as far as there is one: without a
  counterpart it is part of what stands around it. A *governed* word, which its language's lists say the verb asks for
  (case markers such as *ne*, auxiliaries such as *did*), has the verb of its clause as host, if that is paired:
  *Mere neighbour ne gaadi bech di*, but *Mere padosi sold the car*. A *subject* goes with the finite verb, and a
  *framed* word, an article that the other language lacks, with the preposition or verb that governs its phrase.
- A *lost link* is an unpaired word of one language with the nearest unpaired word of the other: most likely each
  other's counterpart. Content words are matched with content words first; then whatever is left, but for words that
  the other language is known to lack (``alone``). Nearest are words that look alike; then those with the smallest
  common constituent; then those with the fewest words between them in both orders. Being nearest need not be mutual:
  a word with two candidates is tied to both.

A slot is *in* the language in which it is spoken; an unpaired one that is not spoken is in the other language. So a
sentence is *whole* if every word that is tied to another is in the same language: an unpaired word is spoken exactly
when its hosts are in its language, and of a lost link exactly one word is spoken. If an unpaired word is unspoken and
its host is in its language, it is *missing*; if it is spoken and its host is not, it is *doubled* (a word too many).
Of a lost link both words are missing if neither is spoken, and doubled if both are.

The lists of a language (``precede``, ``function``, ``governed``, ``subjects``) and of a pair (``alone``, ``framed``)
are those of ``word_lists``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from cswitch_core.governing import finite_verb, governing_verb, governor
from cswitch_core.pairs import Link
from cswitch_core.sentences import Sentence, Steps
from cswitch_core.shared_tree import L1, L2, LANGUAGES, Language, SharedTree, other
from cswitch_core.word_lists import WordLists, default_words, looked_up
from cswitch_core.wording import counted

UNKNOWN_TAG = "FUNC"  # of words that only L2 has: projection knows no tag for them
ALIKE_LETTERS = 4  # at the beginning of two words that look alike


@dataclass(frozen=True, slots=True)
class Tie:
    """An unpaired word and the slot that must be in the same language: a host, or its lost counterpart."""

    word: int
    language: Language
    host: int
    is_lost_link: bool = False

    def misses(self, languages: Mapping[int, Language]) -> bool:
        return languages[self.word] != self.language and languages[self.host] == self.language

    def doubles(self, languages: Mapping[int, Language]) -> bool:
        return languages[self.word] == self.language and languages[self.host] != self.language


def ties_of(tree: SharedTree, words: WordLists | None = None) -> tuple[Tie, ...]:
    """Return the ties of all unpaired words of a tree.

    >>> from cswitch_core.paper import paper_tree
    >>> tree = paper_tree(4)
    >>> [(tree.slots[tie.word].words[tie.language], tree.slots[tie.host].words[tie.language]) for tie in ties_of(tree)]
    [('the', 'in')]
    """
    return _Ties(tree, words or default_words()).all()


class _Ties:
    """Finds hosts and lost links of one tree."""

    def __init__(self, tree: SharedTree, words: WordLists) -> None:
        self.tree, self.words = tree, words
        self.node_of = {node.slot: number for number, node in enumerate(tree.nodes) if node.slot is not None}
        self.unpaired = {
            number: L1 if slot.words[L1] else L2
            for number, slot in enumerate(tree.slots)
            if slot.is_null(L1) != slot.is_null(L2)
        }
        self.paired = frozenset(range(len(tree.slots))).difference(self.unpaired)

    def all(self) -> tuple[Tie, ...]:
        hosted = [Tie(slot, language, host) for slot, language in self.unpaired.items() for host in self.hosts(slot)]
        return (*hosted, *(Tie(first, L1, second, is_lost_link=True) for first, second in self.lost_links()))

    def hosts(self, slot: int) -> list[int]:
        """Return the host of an unpaired word: the verb of a governed one; of a content word one on either side."""
        language = self.unpaired[slot]
        word, tag = _plain(self.tree, slot, language), self.tree.slots[slot].tag
        lists = self.words.of(self.tree.languages[language])
        governing = self._governing(slot, word, language)
        if governing is not None:
            return [governing]
        places = self.tree.places[language]
        near = self._paired_around(slot)
        before = max((each for each in near if places[each] < places[slot]), key=places.__getitem__, default=None)
        after = min((each for each in near if places[each] > places[slot]), key=places.__getitem__, default=None)
        ranked = [each for each in (after, before) if each is not None]
        if is_content(self.tree, slot, language, self.words):
            return ranked
        if lists.goes_with_what_precedes(word, tag):
            ranked.reverse()
        return ranked[:1]

    def _governing(self, slot: int, word: str, language: Language) -> int | None:
        """Return the verb or preposition that a word of the lists goes with, if there is one that is paired."""
        lists, node = self.words.of(self.tree.languages[language]), self.node_of[slot]
        if word in self.words.of_pair(self.tree.languages).framed:
            return governor(self.tree, node, language, lists)
        if word in lists.subjects:
            return finite_verb(self.tree, node, language)
        return governing_verb(self.tree, node, language, lists) if word in lists.governed else None

    def _paired_around(self, slot: int) -> list[int]:
        """Return the paired slots of the smallest constituent above that has some; the root always does."""
        around = (self.paired.intersection(self.tree.slots_below[node]) for node in self._above(slot))
        return sorted(next(filter(None, around)))

    def _above(self, slot: int) -> Iterator[int]:
        node: int | None = self.node_of[slot]
        while node is not None:
            yield node
            node = self.tree.parents[node]

    def lost_links(self) -> list[tuple[int, int]]:
        """Give each unpaired word its likeliest counterpart: content words among themselves, then what is left."""
        content = {slot for slot, own in self.unpaired.items() if is_content(self.tree, slot, own, self.words)}
        found = self._nearest(content)
        left = {slot for slot in self.unpaired if not self._stands_alone(slot)}.difference(*found)
        return sorted(found | self._nearest(left))

    def _nearest(self, slots: set[int]) -> set[tuple[int, int]]:
        """Return for each of these words the nearest of the other language, as pairs of an L1 and an L2 word."""
        first, second = ([slot for slot in slots if self.unpaired[slot] == language] for language in LANGUAGES)
        matches = sorted(((one, two) for one in first for two in second), key=self._distance)
        return {next(match for match in matches if slot in match) for slot in slots if matches}

    def _stands_alone(self, slot: int) -> bool:
        own = self.unpaired[slot]
        return _plain(self.tree, slot, own) in self.words.of_pair(self.tree.languages).alone

    def _distance(self, match: tuple[int, int]) -> tuple[bool, int, int, int, int]:
        """Return how far two words are from each other; the same if the languages are exchanged."""
        one, two = match
        above = set(self._above(one))
        common = next(node for node in self._above(two) if node in above)
        apart = sum(abs(places[one] - places[two]) for places in self.tree.places)
        own = self.tree.places[L1][one], self.tree.places[L2][two]
        is_unlike = not look_alike(_plain(self.tree, one, L1), _plain(self.tree, two, L2))
        return is_unlike, len(self.tree.slots_below[common]), apart, sum(own), max(own)


def look_alike(word: str, another: str) -> bool:
    """Say whether two words are the same or begin alike, as cognates do.

    >>> look_alike("protect", "proteger"), look_alike("it", "it"), look_alike("the", "that")
    (True, True, False)
    """
    return word == another or word[:ALIKE_LETTERS] == another[:ALIKE_LETTERS] != word[: ALIKE_LETTERS - 1]


def is_content(tree: SharedTree, slot: int, language: Language, words: WordLists) -> bool:
    """Say whether a slot is a content word in this language: by its tag, and not in the language's lists.

    Verbs count, auxiliaries do not. Words that only L2 has are without a tag and go by the lists alone.
    """
    tag = tree.slots[slot].tag
    if tag != UNKNOWN_TAG and tag not in words.content and not tag.startswith("VB"):
        return False
    return not words.of(tree.languages[language]).is_function_word(_plain(tree, slot, language))


def _plain(tree: SharedTree, slot: int, language: Language) -> str:
    return looked_up(tree.slots[slot].words[language])


# Sentences


def languages_in(tree: SharedTree, steps: Steps) -> dict[int, Language]:
    """Return the language of every slot of a sentence; an unpaired word that is not spoken is in the other language."""
    spoken = dict(steps)
    unspoken: dict[int, Language] = {
        slot: next((language for language in LANGUAGES if unit.is_null(language)), L1)
        for slot, unit in enumerate(tree.slots)
        if slot not in spoken
    }
    return spoken | unspoken


@dataclass(frozen=True)
class Wholeness:
    """The words that a sentence lacks and those it has too many of, as ties."""

    tree: SharedTree = field(compare=False, repr=False)
    missing_ties: tuple[Tie, ...] = ()
    doubled_ties: tuple[Tie, ...] = ()

    @property
    def is_whole(self) -> bool:
        return not self.missing_ties and not self.doubled_ties

    @property
    def missing(self) -> tuple[str, ...]:
        """The missing words, each once, in the order of the tree; of a lost link both as ``one / other``."""
        return self._named(self.missing_ties)

    @property
    def doubled(self) -> tuple[str, ...]:
        """The words too many; of a lost link both as ``one / other``."""
        return self._named(self.doubled_ties)

    def _named(self, ties: tuple[Tie, ...]) -> tuple[str, ...]:
        """Name a word by its lost link if that is broken, for then its hosts say nothing more."""
        lost = {slot for tie in ties if tie.is_lost_link for slot in (tie.word, tie.host)}
        named = {
            (tie.word, tie.host if tie.is_lost_link else -1): self._name(tie)
            for tie in ties
            if tie.is_lost_link or tie.word not in lost
        }
        return tuple(named[place] for place in sorted(named))

    def _name(self, tie: Tie) -> str:
        word = self.tree.slots[tie.word].words[tie.language]
        return f"{word} / {self.tree.slots[tie.host].words[other(tie.language)]}" if tie.is_lost_link else word


def wholeness(sentence: Sentence, words: WordLists | None = None) -> Wholeness:
    """Say which words a sentence lacks or has too many of; of one in words of its own nothing is known.

    >>> from cswitch_core.paper import paper_tree
    >>> wholeness(Sentence.from_key(paper_tree(4), "0a 1a 2b 3b 5b 6a 7a 8a")).missing
    ()
    """
    return _wholeness(sentence, ties_of(sentence.tree, words))


def _wholeness(sentence: Sentence, ties: tuple[Tie, ...]) -> Wholeness:
    if not sentence.steps:
        return Wholeness(sentence.tree)
    languages = languages_in(sentence.tree, sentence.steps)
    return Wholeness(
        sentence.tree,
        tuple(tie for tie in ties if tie.misses(languages)),
        tuple(tie for tie in ties if tie.doubles(languages)),
    )


@dataclass(frozen=True)
class WholeCounts:
    """How many sentences a set has, how many of them miss or double at least one word, and how many are whole."""

    count: int
    missing: int
    doubled: int
    whole: int


# Pairs


def carried_words(tree: SharedTree, words: WordLists | None = None) -> tuple[tuple[str, str], ...]:
    """Return each function word that needs no link, with the word that it is said with: *I* with *forgot*.

    Words that may belong to one left over in the other sentence are not among them: a link may be missing.

    >>> from cswitch_core.paper import paper_tree
    >>> carried_words(paper_tree(4))
    (('the', 'in'),)
    """
    lists = words or default_words()
    ties = ties_of(tree, lists)
    lost = {slot for tie in ties if tie.is_lost_link for slot in (tie.word, tie.host)}
    return tuple(
        (tree.slots[tie.word].words[tie.language], tree.slots[tie.host].words[tie.language])
        for tie in ties
        if tie.word not in lost and not is_content(tree, tie.word, tie.language, lists)
    )


@dataclass(frozen=True)
class UnlinkedContent:
    """How many of a pair's content words, of both languages, have no link."""

    unlinked: tuple[str, ...]
    total: int

    @property
    def share(self) -> float:
        return len(self.unlinked) / self.total if self.total else 0.0

    def __str__(self) -> str:
        """Return the warning, or nothing if all are linked."""
        if not self.unlinked:
            return ""
        return f"{len(self.unlinked)} of {counted(self.total, 'content word')} unlinked: probably a missing link"


def unlinked_content(
    tree: SharedTree, words: WordLists | None = None, *, links: Iterable[Link] = ()
) -> UnlinkedContent:
    """Say how many content words, counted as slots in either language, have no counterpart.

    A word that has one of these ``links`` is not counted as unlinked, used or not (``unused_links``).

    >>> from cswitch_core.paper import paper_tree
    >>> str(unlinked_content(paper_tree(4)))
    ''
    """
    lists = words or default_words()
    linked = {(language, link[language]) for link in links for language in LANGUAGES}
    total, unlinked = 0, []
    for number, slot in enumerate(tree.slots):
        spoken = [language for language in LANGUAGES if not slot.is_null(language)]
        if is_content(tree, number, spoken[0], lists):
            total += 1
            has_link = any((spoken[0], position) in linked for position in slot.positions[spoken[0]])
            unlinked += [slot.words[spoken[0]]] if len(spoken) == 1 and not has_link else []
    return UnlinkedContent(tuple(unlinked), total)
