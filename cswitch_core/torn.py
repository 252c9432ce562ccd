"""Phrases that the links tear apart: their words do not stand together in the other sentence.

A constituent of L1's parse is *torn* if between the L2 words linked to it there stands one that is linked to words
outside of it only. Projection dissolves such a constituent (``projection``), so that no model can switch it as a whole.
A few are the languages' own doing; many are a sign of wrong links or of a wrong tree.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cswitch_core.pairs import Pair
from cswitch_core.projection.trees import ParseTree, parse_tree

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class TornPhrase:
    """A constituent by its label and its words, from L1 word ``span[0]`` to before ``span[1]``."""

    label: str
    words: str
    span: Span


def torn_phrases(pair: Pair) -> tuple[TornPhrase, ...]:
    """Return the torn constituents, each stretch of words once, in the order of the parse.

    >>> from cswitch_core.readers import pair_from_json
    >>> pair = pair_from_json({
    ...     "id": "1", "l1": {"lang": "en", "tree": "(S (NP (PRP I)) (VP (VB like) (NP (NN tea))))"},
    ...     "l2": {"lang": "hi", "tokens": ["chai", "mujhe", "pasand"]}, "alignment": "0-1 1-2 2-0"})
    >>> [f"{phrase.label}: {phrase.words}" for phrase in torn_phrases(pair)]
    ['VP: like tea']
    """
    tree = parse_tree(pair.l1_tree)
    found: dict[Span, TornPhrase] = {}
    for label, span in _constituents(tree):
        if _is_torn(pair, span):
            found[span] = TornPhrase(label, " ".join(tree.words[slice(*span)]), span)
    return tuple(found.values())


def _constituents(tree: ParseTree) -> Iterator[tuple[str, Span]]:
    """Yield every constituent of several words with its span, children before their parents."""
    spans: list[Span] = []
    leaf_count = 0
    for node in tree.nodes:
        if node.word:
            spans.append((leaf_count, leaf_count + 1))
            leaf_count += 1
        else:
            spans.append((spans[node.children[0]][0], spans[node.children[-1]][1]))
        if spans[-1][1] - spans[-1][0] > 1:
            yield node.label, spans[-1]


def _is_torn(pair: Pair, span: Span) -> bool:
    inside = {second for first, second in pair.links if span[0] <= first < span[1]}
    outside = {second for first, second in pair.links if not span[0] <= first < span[1]} - inside
    return bool(inside) and any(min(inside) < second < max(inside) for second in outside)
