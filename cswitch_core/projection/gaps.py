"""What stands between the slots of a sentence: its punctuation, gap by gap, and the marks in it that come in pairs.

Marks between the words of one slot are dropped; a hyphen there is part of the slot's words. A quote or bracket without
a partner is dropped too. An inverted mark (``¿``) and its closing mark are the ends of the sentence if they stand at
both, and a pair if they stand inside.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from cswitch_core.projection.punctuation import INVERTED_MARKS
from cswitch_core.shared_tree import L1, LANGUAGES, Both, Gap, Language, Mark, Quote, Slot
from cswitch_core.writing import STOPS
from cswitch_core.writing.capitals import begins_with_capital, has_capital, in_mid_sentence
from cswitch_core.writing.spacing import between_parts, is_dash, is_hyphen

CLOSED_BY = {
    "“": "”“",
    "„": "“”",
    "‟": "”",
    "”": "”",
    "‘": "’‘",
    "‚": "‘’",
    "’": "’",
    "«": "»",
    "»": "«",
    "‹": "›",
    "›": "‹",
    '"': '"',
    "'": "'",
    "''": "''",
    "(": ")",
    "[": "]",
    "{": "}",
    "（": "）",
    "［": "］",
    "｛": "｝",
    "「": "」",
    "『": "』",
    "【": "】",
    "《": "》",
    "〈": "〉",
    "〔": "〕",
}
CLOSING = frozenset("".join(CLOSED_BY.values())) | {"''"}
BRACKETS = frozenset("([{（［｛【〔")
ASKED = {"¿": "?", "¡": "!"}
HYPHEN_TAG = "HYPH"
NO_GAP = Gap()


@dataclass(slots=True)
class Enclosed:
    """Two marks of one language by position, and the slots between them."""

    kind: str
    positions: tuple[int, int]
    marks: tuple[str, str]
    slots: frozenset[int]


@dataclass(slots=True)
class Given:
    """A language's sentence as it was given; ``order`` and ``words`` are its slots and their positions."""

    language: str
    tokens: Sequence[str]
    tags: Sequence[str]
    spaces: Sequence[str] | None
    order: Sequence[int]
    words: Sequence[tuple[int, ...]]
    enclosed: list[Enclosed] = field(default_factory=list)
    dropped: set[int] = field(default_factory=set)
    ranges: list[range] = field(init=False)  # the positions of the marks in each gap
    begun: frozenset[int] = field(init=False)  # the gaps after which a sentence or a quotation begins
    inside: frozenset[str] = field(init=False)  # the tokens with which nothing begins

    def __post_init__(self) -> None:
        starts = [0, *[positions[-1] + 1 for positions in self.words]]
        stops = [*[positions[0] for positions in self.words], len(self.tokens)]
        self.ranges = [range(start, stop) for start, stop in zip(starts, stops, strict=True)]
        if any(self.ranges):
            self._find_pairs()
        self.begun = frozenset(self._beginnings())
        first = {positions[0] for number, positions in enumerate(self.words) if number in self.begun}
        self.inside = frozenset([token for position, token in enumerate(self.tokens) if position not in first])

    def gaps(self, pairs: Mapping[int, int]) -> tuple[Gap, ...]:
        """Return the gaps; ``pairs`` has the number of the pair that a mark at a position belongs to."""
        return tuple(self._gap(number, marks, pairs) for number, marks in enumerate(self.ranges))

    def _beginnings(self) -> Iterator[int]:
        """Yield the gaps after which a sentence or a quotation begins, so far as their marks tell."""
        opened = {each.positions[0] for each in self.enclosed if each.kind == "quote"}
        yield 0
        for number, marks in enumerate(self.ranges[1:], 1):
            kept = [position for position in marks if position not in self.dropped] if marks else ()
            if kept and any(self.tokens[position][-1] in STOPS or position in opened for position in kept):
                yield number

    def mid_words(self, number: int, tag: str) -> str:
        """Return the words of the slot after a gap as they are written in mid-sentence."""
        positions = self.words[number]
        kept: Sequence[int] = positions
        if len(positions) > 1:
            kept = [
                position
                for position in range(positions[0], positions[-1] + 1)
                if position in positions or is_hyphen(self.tokens[position])
            ]
        first = self.tokens[kept[0]]
        if number in self.begun and first not in self.inside:
            first = in_mid_sentence(first, self.tags[kept[0]] if self.tags else tag, self.language)
        text = first
        for before, position in pairwise(kept):
            text += self._space(before, position) + self.tokens[position]
        return text

    @property
    def is_capital(self) -> bool | None:
        """Whether the sentence begins with a capital; None if its first word does not tell."""
        return begins_with_capital(self.tokens[self.words[0][0]])

    def _space(self, before: int, position: int) -> str:
        if self.spaces is not None and position == before + 1:
            return self.spaces[position]
        return between_parts(self.tokens[before], self.tokens[position], self.language)

    def _gap(self, number: int, marks: range, pairs: Mapping[int, int]) -> Gap:
        if not marks and self.spaces is None and number not in self.begun:
            return NO_GAP
        kept = [position for position in marks if position not in self.dropped]
        is_inner = 0 < number < len(self.words)
        capital = is_inner and number in self.begun and has_capital(self.tokens[self.words[number][0]])
        spaces = None
        if self.spaces is not None and len(kept) == len(marks):
            spaces = tuple(self.spaces[marks.start : marks.stop + 1])
        return Gap(tuple(self._mark(position, pairs.get(position)) for position in kept), spaces, capital)

    def _mark(self, position: int, pair: int | None) -> Mark:
        token = self.tokens[position]
        if pair is not None:
            opens = {each.positions[0] for each in self.enclosed}
            return Mark(token, "opens" if position in opens else "closes", pair)
        if self.tags and self.tags[position] == HYPHEN_TAG:
            return Mark(token, "binds")
        if set(token) <= INVERTED_MARKS:
            return Mark(token, "opens")
        apart = is_dash(token) or (len(token) > 1 and any(_is_bracket(sign) for sign in token))
        return Mark(token, "apart" if apart else "follows")

    def _find_pairs(self) -> None:
        """Pair opening and closing marks, the innermost first; what finds no partner is dropped."""
        opened: list[tuple[int, int]] = []
        last = len(self.words)
        for number, marks in enumerate(self.ranges):
            for position in marks:
                token = self.tokens[position]
                partner = next(
                    (each for each in reversed(opened) if _closes(self.tokens[each[1]], token)),
                    None,
                )
                if partner is not None:
                    del opened[opened.index(partner) :]
                    self._enclose(partner, (number, position), last)
                elif token in CLOSED_BY or token in ASKED:
                    opened.append((number, position))
        paired = {position for each in self.enclosed for position in each.positions}
        for number, marks in enumerate(self.ranges):
            self.dropped.update(
                position for position in marks if position not in paired and self._needs_partner(number, position)
            )

    def _enclose(self, opening: tuple[int, int], closing: tuple[int, int], last: int) -> None:
        (start, first), (stop, second) = opening, closing
        token = self.tokens[first]
        slots = frozenset(self.order[start:stop])
        if not slots or (token in ASKED and (start, stop) == (0, last)):
            return
        if token in ASKED and stop == last:
            self.enclosed.append(Enclosed(token, (first, -1), (token, ""), slots))
        else:
            kind = "bracket" if token in BRACKETS else token if token in ASKED else "quote"
            self.enclosed.append(Enclosed(kind, (first, second), (token, self.tokens[second]), slots))

    def _needs_partner(self, number: int, position: int) -> bool:
        token = self.tokens[position]
        return token in CLOSED_BY or token in CLOSING or (token in ASKED and number > 0)


def _closes(opening: str, token: str) -> bool:
    if opening in ASKED:
        return ASKED[opening] in token
    return token in CLOSED_BY[opening] if opening != "''" else token == opening


def _is_bracket(sign: str) -> bool:
    return unicodedata.category(sign) in ("Ps", "Pe")


def quotes_of(given: Both[Given], slots: Sequence[Slot]) -> tuple[tuple[Quote, ...], Both[dict[int, int]]]:
    """Return the pairs of marks of both sentences, those around the same words once, and which mark is of which."""
    quotes: list[Quote] = []
    numbers: Both[dict[int, int]] = {}, {}
    waiting: dict[tuple[str, frozenset[int]], list[int]] = {}
    for language in LANGUAGES:
        for each in sorted(given[language].enclosed, key=lambda found: found.positions[0]):
            both = frozenset(slot for slot in each.slots if all(slots[slot].words))
            known = waiting.get((each.kind, both), []) if language != L1 and both else []
            if known:
                number = known.pop(0)
                quotes[number] = Quote(quotes[number].slots | each.slots, (quotes[number].marks[L1], each.marks))
            else:
                number = len(quotes)
                quotes.append(_quote(each, language))
                waiting.setdefault((each.kind, both), []).append(number)
            numbers[language].update(dict.fromkeys(each.positions, number))
    return tuple(quotes), numbers


def _quote(each: Enclosed, language: Language) -> Quote:
    return Quote(each.slots, (each.marks, None) if language == L1 else (None, each.marks))
