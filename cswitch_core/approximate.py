"""Reading a text whose words are not quite the pair's: each is mapped to the nearest word of a slot.

A text from a language model, a corpus or a person says what a pair says in other forms: inflected (*bought* for *buy*),
respelt (*nazariya* for *nazariye*), in the other script, or replaced by another word altogether. ``read_approximately``
maps every such word to a slot, one word to one slot, the surest first, and reads the text with the pair's own words in
their places. The differences are told; the words of the pair decide which rule a theory says is broken.

Forms meet by the keys of their language (`linking.language`), else by their letters (Levenshtein 1966) or consonants
(`linking.spelling`). What is left is a replaced word if exactly as many slots are left as words, and they are few.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal, NamedTuple

from cswitch_core.explain.unreadable import why_unreadable
from cswitch_core.linking.language import SPELT
from cswitch_core.linking.language import Language as LanguageData
from cswitch_core.linking.language_pair import language_data
from cswitch_core.linking.spelling import folded, likeness, sound_likeness
from cswitch_core.scripts import script_of
from cswitch_core.sentences import Sentence
from cswitch_core.shared_tree import LANGUAGES, Both, Language, SharedTree
from cswitch_core.typed_text import TypedText

Kind = Literal["respelt", "inflected", "transliterated", "replaced"]
MOST_REPLACED_SHARE = 0.34
"""Of the words of a text: with more of them replaced it is another sentence."""

MOST_REPLACED = 3


@dataclass(frozen=True, slots=True)
class Difference:
    """A word as typed, the word of the pair that it was read as, and how they differ."""

    typed: str
    word: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class ApproximateReading:
    """The sentence that a text was read as, with the differences; without a sentence, why it cannot be read."""

    sentence: Sentence | None
    differences: tuple[Difference, ...] = ()
    reason: str = ""


class _Candidate(NamedTuple):
    """A typed word's place, and the word of the pair it may stand for, the surest first when sorted."""

    sureness: float
    place: int
    step: tuple[int, int]
    word: str
    kind: Kind


def read_approximately(tree: SharedTree, text: str, languages: Both[str]) -> ApproximateReading:
    """Read a text in the words of a pair, as they are or nearly so.

    >>> from cswitch_core.paper import paper_tree
    >>> found = read_approximately(paper_tree(1), "Saturday is bored uss nazariya se", ("en", "hi"))
    >>> [(each.typed, each.word, each.kind) for each in found.differences]
    [('bored', 'boring', 'inflected'), ('nazariya', 'nazariye', 'inflected')]
    """
    typed = TypedText(tree, text)
    exact = typed.readings(1)
    if exact:
        return ApproximateReading(exact[0])
    chosen = _nearest(typed, (language_data(languages[0]), language_data(languages[1])))
    for replaced in _replacements(typed, chosen):
        read = _read(tree, typed, [*chosen, *replaced])
        if read:
            return read
    return ApproximateReading(None, _told(typed, chosen), why_unreadable(_with_words(tree, typed, chosen)))


def _nearest(typed: TypedText, data: Both[LanguageData]) -> list[_Candidate]:
    """Choose a word of the pair for each typed word that is none, no slot twice."""
    known = {word for words in typed.lexicon.entries.values() for word in words}
    strange = [place for place, word in enumerate(typed.words) if word not in known]
    taken = {slot for slot, _ in _slots_typed(typed)}
    found = sorted(_candidates(typed, strange, taken, data), key=lambda each: (-each.sureness, each.place, each.step))
    chosen: dict[int, _Candidate] = {}
    used: set[int] = set()
    for candidate in found:
        if candidate.place not in chosen and candidate.step[0] not in used:
            chosen[candidate.place] = candidate
            used.add(candidate.step[0])
    return [chosen[place] for place in sorted(chosen)]


def _slots_typed(typed: TypedText) -> Iterator[tuple[int, int]]:
    """Yield the slots whose words stand in the text as they are, where no other slot could be meant."""
    for options in typed.slots_at:
        slots = {step[0] for step, _ in options}
        if len(slots) == 1:
            yield options[0][0]


def _candidates(
    typed: TypedText, strange: Iterable[int], taken: set[int], data: Both[LanguageData]
) -> Iterator[_Candidate]:
    for place, (step, words) in product(strange, typed.lexicon.entries.items()):
        if step[0] not in taken and len(words) == 1:
            sureness, kind = _likeness(typed.words[place], words[0], data[step[1]])
            if sureness:
                yield _Candidate(sureness, place, step, words[0], kind)


def _likeness(typed: str, word: str, language: LanguageData) -> tuple[float, Kind]:
    """Return how sure it is that two words are forms of one, and in what they differ; 0 if they are not."""
    mine, other = language.keys(typed), language.keys(word)
    sureness = max((min(mine[key], other[key]) for key in mine.keys() & other.keys()), default=0.0)
    first, second = language.typed(typed), language.typed(word)
    if sureness:
        kind: Kind = "respelt" if sureness >= SPELT else "inflected"
    else:
        sureness, kind = max(likeness(first, second), sound_likeness(first, second)), _ending_or_spelling(first, second)
    return sureness, "transliterated" if script_of([typed]) != script_of([word]) else kind


def _ending_or_spelling(first: str, second: str) -> Kind:
    """Two words of one stem differ in their endings; else somebody wrote one otherwise."""
    same = next(
        (at for at, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), min(len(first), len(second))
    )
    return "inflected" if same >= 3 and max(len(first), len(second)) - same <= 3 else "respelt"


def _replacements(typed: TypedText, chosen: Sequence[_Candidate]) -> Iterator[list[_Candidate]]:
    """Yield ways to read the words that are still strange as the slots that are still open, in either order."""
    known = {word for words in typed.lexicon.entries.values() for word in words}
    done = {each.place for each in chosen}
    strange = [place for place, word in enumerate(typed.words) if word not in known and place not in done]
    used = {slot for slot, _ in _slots_typed(typed)} | {each.step[0] for each in chosen}
    slots = typed.tree.slots
    is_open = [number for number, slot in enumerate(slots) if number not in used and all(slot.words)]
    if len(strange) != len(is_open) or len(strange) > min(MOST_REPLACED, MOST_REPLACED_SHARE * len(typed.words)):
        if not strange:
            yield []
        return
    likely = _languages_around(typed, strange)
    ways = sorted(
        product(LANGUAGES, product(LANGUAGES, repeat=len(strange))),
        key=lambda way: sum(spoken != wanted for spoken, wanted in zip(way[1], likely, strict=True)),
    )
    for order, spoken in ways:
        ordered = sorted(is_open, key=lambda slot: typed.tree.places[order][slot])
        yield [
            _Candidate(0.0, place, (slot, language), " ".join(typed.lexicon.entries[slot, language]), "replaced")
            for place, slot, language in zip(strange, ordered, spoken, strict=True)
        ]


def _languages_around(typed: TypedText, places: Iterable[int]) -> list[Language]:
    """Return for each place the language of the nearest word that is the pair's, the one before it first."""
    spoken = {place: options[0][0][1] for place, options in enumerate(typed.slots_at) if options}
    return [spoken[min(spoken, key=lambda at: (abs(at - place), at))] if spoken else 0 for place in places]


def _read(tree: SharedTree, typed: TypedText, chosen: Sequence[_Candidate]) -> ApproximateReading | None:
    readings = _with_words(tree, typed, chosen).readings(1)
    return ApproximateReading(readings[0], _told(typed, chosen)) if readings else None


def _with_words(tree: SharedTree, typed: TypedText, chosen: Sequence[_Candidate]) -> TypedText:
    words = list(typed.words)
    for candidate in chosen:
        words[candidate.place] = candidate.word
    return TypedText(tree, " ".join(words))


def _told(typed: TypedText, chosen: Iterable[_Candidate]) -> tuple[Difference, ...]:
    in_order = sorted(chosen, key=lambda each: each.place)
    return tuple(Difference(folded(typed.words[each.place]), each.word, each.kind) for each in in_order)
