"""Links that the sentences are not made of, and why: what a slot can hold is less than what a person can link.

A slot is one stretch of words in each language (``projection/alignment``). Of words that are linked to each other,
directly or through others, some can therefore fall out: those that stand apart in L2 from the longest stretch, and in
L1 all but the last if they do not stand together. They are said as words without a counterpart, their links *unused*.
So is a link of a word to a punctuation mark; one between two marks is nothing that anybody would miss, and not named.
"""

from __future__ import annotations

from dataclasses import dataclass

from cswitch_core.pairs import Link, Pair
from cswitch_core.projection import project
from cswitch_core.projection.alignment import components
from cswitch_core.shared_tree import L1, L2, LANGUAGES, Both, Language


@dataclass(frozen=True, slots=True)
class UnusedLink:
    """A link, the two words it joins, and why no sentence is made of it."""

    link: Link
    words: Both[str]
    reason: str

    def __str__(self) -> str:
        return f"{self.words[L1]} – {self.words[L2]}: {self.reason}"


def unused_links(pair: Pair) -> tuple[UnusedLink, ...]:
    """Return the links that projection leaves aside, in their order.

    >>> from cswitch_core.readers import pair_from_json
    >>> pair = pair_from_json({
    ...     "id": "1", "l1": {"lang": "en", "tree": "(SQ (MD Can) (NP (PRP you)) (VP (VB come)))"},
    ...     "l2": {"lang": "hi", "tokens": ["Kya", "tum", "aa", "sakte", "ho"]},
    ...     "alignment": "0-0 0-3 0-4 1-1 2-2"})
    >>> [str(link) for link in unused_links(pair)]
    ["Can – Kya: 'Kya' does not stand beside 'sakte ho', and only one of them can be used: the longest, or the first"]
    """
    return _Unused(pair).all()


class _Unused:
    """Compares the links of one pair with the slots of its tree."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self.slots = project(pair).slots
        self.slot_of: Both[dict[int, int]] = self._slots_by_position(L1), self._slots_by_position(L2)
        # A slot that has words in both languages carries whatever was linked together.
        self.carrier_of: dict[int, int] = {}
        for l1, l2 in components([self._ends(link) for link in pair.links if self._is_between_words(link)]):
            carrier = next(slot for slot in l1 if slot in l2)
            self.carrier_of.update(dict.fromkeys((*l1, *l2), carrier))

    def all(self) -> tuple[UnusedLink, ...]:
        found = ((link, self._reason(link)) for link in self.pair.links)
        return tuple(
            UnusedLink(link, (self.pair.l1_tokens[link[L1]], self.pair.l2_tokens[link[L2]]), reason)
            for link, reason in found
            if reason
        )

    def _slots_by_position(self, language: Language) -> dict[int, int]:
        return {position: number for number, slot in enumerate(self.slots) for position in slot.positions[language]}

    def _is_between_words(self, link: Link) -> bool:
        return link[L1] in self.slot_of[L1] and link[L2] in self.slot_of[L2]

    def _ends(self, link: Link) -> Link:
        return self.slot_of[L1][link[L1]], self.slot_of[L2][link[L2]]

    def _reason(self, link: Link) -> str:
        """Return why a link is not used; nothing if it is."""
        marks = [language for language in LANGUAGES if link[language] not in self.slot_of[language]]
        if len(marks) == 1:
            return f"'{self._token(link, marks[0])}' is a punctuation mark, and marks need no link"
        if marks:
            return ""
        first, second = self._ends(link)
        if first == second:
            return ""
        carrier = self.carrier_of[first]
        return self._apart(link, L1 if second == carrier else L2, carrier)

    def _apart(self, link: Link, language: Language, carrier: int) -> str:
        """Say of a word that it stands apart from the words that are kept, and by which rule those are."""
        kept = self.slots[carrier].positions[language]
        name = " ".join(self.pair.tokens(language)[position] for position in kept)
        choice = "the last" if language == L1 else "the longest, or the first"
        token = self._token(link, language)
        return f"'{token}' does not stand beside '{name}', and only one of them can be used: {choice}"

    def _token(self, link: Link, language: Language) -> str:
        return self.pair.tokens(language)[link[language]]
