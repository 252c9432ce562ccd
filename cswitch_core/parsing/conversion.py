"""From heads to Penn brackets, for parsers and treebanks that give heads only.

Every word projects a phrase named after its tag, with its dependents below in their order, after the first of the
algorithms compared in Xia and Palmer, "Converting dependency structures to phrase structures" (HLT 2001); what Penn
brackets have beyond that (Bies et al., *Bracketing Guidelines for Treebank II Style*, 1995) is added by relation: one
VP for each auxiliary, S and SBAR over clauses, WH-phrases, NP over NP for what follows a noun, flat coordination of
single words. ``universal`` turns the labels and heads of Universal Dependencies into spaCy's before that.

The leaves are the words in their order, always: where they would not be, every head is a phrase and no more.
"""

from __future__ import annotations

from collections.abc import Sequence

from cswitch_core.parsing.brackets import Phrase, escaped
from cswitch_core.parsing.coordination import Coordinations
from cswitch_core.parsing.heads import HeadWord, NotConverted, projective
from cswitch_core.parsing.labels import FINAL_TAGS, MARK_TAGS, PARENTHESES
from cswitch_core.parsing.universal import from_universal, is_universal

CLAUSES = frozenset({"S", "SQ", "SBAR", "SBARQ", "SINV"})
MOVING_OUT = CLAUSES | {"VP", "PP", "ADVP", "ADJP", "sentence"}


def brackets_from_heads(words: Sequence[HeadWord]) -> str:
    """Return Penn brackets over the words, whose leaves are the words in their order.

    >>> brackets_from_heads([HeadWord("He", "PRP", "nsubj", 1), HeadWord("left", "VBD", "ROOT", 1)])
    '(S (NP (PRP He)) (VP (VBD left)))'
    """
    ready = projective(from_universal(words) if is_universal(words) else words)
    try:
        return _in_order(Conversion(ready), [escaped(word.text) for word in words])
    except RecursionError:
        raise NotConverted("the heads are nested too deep") from None


def _in_order(conversion: Conversion, leaves: list[str]) -> str:
    """The tree; the plain one where words that belong together stand too far apart for the other."""
    tree = conversion.sentence()
    return str(tree if tree.leaves() == leaves else Phrase("S", (conversion.plain(conversion.root),)))


class Conversion(Coordinations):
    """One sentence on its way."""

    def sentence(self) -> Phrase:
        """The root's clause with its final marks; what is no clause is an FRAG."""
        before, inner, after = _edges(settled(self.phrase(self.root)), "sentence")
        if inner.label in CLAUSES:
            return Phrase(inner.label, (*before, *inner.parts, *after))
        return Phrase("S" if inner.label == "VP" else "FRAG", (*before, inner, *after))

    def dependent(self, place: int) -> Phrase:
        return self.leaf(place) if self.is_bare(place) else self.placed(place, self.phrase(place))

    def plain(self, place: int) -> Phrase:
        """Each word with something below it as a phrase over both."""
        parts = [self.leaf(n) if n == place else self.plain(n) for n in sorted((*self.below[place], place))]
        return Phrase(self.category(place), tuple(parts)) if len(parts) > 1 else parts[0]


def settled(tree: Phrase) -> Phrase:
    """Return the tree with the marks at the edges of its phrases moved out to where they separate something."""
    if tree.word:
        return tree
    parts: list[Phrase] = []
    for part in map(settled, tree.parts):
        before, inner, after = _edges(part, part.label)
        parts += [*before, inner, *after]
    return Phrase(tree.label, tuple(parts))


def _edges(phrase: Phrase, kind: str) -> tuple[tuple[Phrase, ...], Phrase, tuple[Phrase, ...]]:
    """The marks before a phrase, the phrase, the marks after it; a noun phrase keeps all but the final stop."""
    moving = MARK_TAGS - PARENTHESES if kind in MOVING_OUT else FINAL_TAGS
    parts = phrase.parts
    words = [n for n, part in enumerate(parts) if part.label not in moving or not part.word]
    if phrase.word or not words:
        return (), phrase, ()
    start, stop = words[0], words[-1] + 1
    inner = Phrase(phrase.label, parts[start:stop])
    is_doubled = stop - start == 1 and len(parts) > 1 and inner.parts[0].label == phrase.label
    return parts[:start], inner.parts[0] if is_doubled else inner, parts[stop:]
