"""Trees of rows: the one that was given, a parser's of either side, or a makeshift of chunks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cswitch_core.pairs import Link, PairError, Problem
from cswitch_core.parsing import ProposedTree, chunk_tree, escaped, propose_trees
from cswitch_core.projection.trees import parse_tree
from cswitch_core.readers.plain import PlainRow
from cswitch_core.shared_tree import L1, L2, Both, Language, other
from cswitch_core.writing.original import misspelt

Words = Both[tuple[str, ...]]

# The tag of every word that a makeshift knows nothing of: it says nothing about the word it is linked to.
_GUESSED, _UNKNOWN = "NN", "X"


@dataclass(frozen=True, slots=True)
class SideTree:
    """A tree and the side whose words it has."""

    side: Language
    tree: ProposedTree


def given_tree(row: PlainRow, words: Words) -> SideTree:
    """Return the row's own tree with the side it belongs to; raise ``PairError`` if that is neither."""
    own_words = parse_tree(row.tree).words
    leaves = [escaped(leaf) for leaf in own_words]
    sides = (L1, L2) if row.tree_side is None else (row.tree_side,)
    for side in sides:
        if [escaped(word) for word in words[side]] == leaves:
            return SideTree(side, ProposedTree(row.tree, "given"))
    wrong = misspelt(own_words, row.texts[sides[0]])
    what = f"the words of the tree are those of neither sentence, at '{wrong}'"
    raise PairError([Problem("tree", what, "Give the tree of one of the two sentences, word by word")])


def parsed_trees(sentences: Sequence[Words], languages: Both[str]) -> list[SideTree | None]:
    """Return a parser's trees, of the first language or else of the second; None where there is no parser."""
    found: list[SideTree | None] = [None] * len(sentences)
    for side in (L1, L2):
        left = [place for place, tree in enumerate(found) if tree is None]
        trees = propose_trees([sentences[place][side] for place in left], languages[side])
        for place, tree in zip(left, trees, strict=True):
            found[place] = SideTree(side, tree) if tree else None
    return found


def makeshift(side: Language, words: Words, languages: Both[str], links: Iterable[Link]) -> SideTree:
    """Return chunks of a side, by the links and by what the function words of both languages say.

    ``links`` are (word of this side, word of the other).
    """
    there = other(side)
    chunks = parse_tree(chunk_tree(words[there], languages[there]).tree)
    tags = [_UNKNOWN if tag == _GUESSED else tag for tag in chunks.tags]
    return SideTree(side, chunk_tree(words[side], languages[side], links=links, other_tags=tags))
