"""A bracket on its way: a label over parts, or a tag over one word."""

from __future__ import annotations

from dataclasses import dataclass

ESCAPES = {"(": "-LRB-", ")": "-RRB-", "[": "-LSB-", "]": "-RSB-", "{": "-LCB-", "}": "-RCB-"}


@dataclass(frozen=True, slots=True)
class Phrase:
    """A bracket: a label over parts, or a tag over one word.

    >>> str(Phrase("NP", (Phrase("DT", word="the"), Phrase("NN", word="sea"))))
    '(NP (DT the) (NN sea))'
    """

    label: str
    parts: tuple[Phrase, ...] = ()
    word: str = ""

    def __str__(self) -> str:
        inside = self.word if self.word else " ".join(map(str, self.parts))
        return f"({self.label} {inside})"

    def leaves(self) -> list[str]:
        return [self.word] if self.word else [leaf for part in self.parts for leaf in part.leaves()]


def leaf(tag: str, text: str) -> Phrase:
    return Phrase(clean_tag(tag), word=escaped(text))


def escaped(word: str) -> str:
    """Return a word as it stands in brackets; brackets inside a word would end the tree early.

    >>> escaped("("), escaped("O(2)")
    ('-LRB-', 'O-LRB-2-RRB-')
    """
    if word in ESCAPES:
        return ESCAPES[word]
    return word.replace("(", "-LRB-").replace(")", "-RRB-")


def clean_tag(tag: str) -> str:
    """Return a tag as a label: without white space or brackets, and never empty.

    >>> clean_tag("("), clean_tag(""), clean_tag("NN")
    ('-LRB-', 'X', 'NN')
    """
    tag = ESCAPES.get(tag, tag)
    return "X" if not tag or set(tag) & set("() \t\n") else tag
