"""From a row of plain text to a pair: words, a tree of one side, links with how sure each is.

The tree is the one that was given; else a parser's of the first language; else a parser's of the second, which then
comes first in the pair; else a makeshift, and the pair's note says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from cswitch_core.linking import Learnt, Lexicon, Linker
from cswitch_core.pairs import Link, Pair, PairError, Problem, Row
from cswitch_core.parsing import ProposedTree, chunk_tree, escaped, propose_tree
from cswitch_core.projection import project
from cswitch_core.projection.punctuation import is_punctuation
from cswitch_core.projection.trees import parse_tree
from cswitch_core.proposals.checks import cleaned, doubts_of, problems_of
from cswitch_core.readers.fields import JSON_FIELDS, MAX_ID_LENGTH
from cswitch_core.readers.plain import PlainRow
from cswitch_core.shared_tree import L1, L2, Both, Language, other
from cswitch_core.words import words_of
from cswitch_core.writing.original import misspelt

POOR_TREE = "The tree is a makeshift: there is no parser for {} here."
NOTHING_LINKED = "No word could be linked: the one link only holds the place."
DIGITS = 3


@dataclass(frozen=True)
class Proposer:
    """What is proposed with: the languages of the two sides, a researcher's word list, what pairs have taught."""

    languages: Both[str]
    lexicon: Lexicon | None = None
    learnt: Learnt | None = None
    keeps_odd_rows: bool = False

    @cached_property
    def _linkers(self) -> Both[Linker]:
        """The linkers for pairs whose first sentence is the first side, or the second one."""
        turned = self.lexicon.mirrored() if self.lexicon else None
        return (
            Linker(self.languages, lexicon=self.lexicon, learnt=self.learnt),
            Linker((self.languages[1], self.languages[0]), lexicon=turned, learnt=self.learnt),
        )

    def rows(self, rows: Iterable[PlainRow]) -> Iterator[Row]:
        """Yield each row as a pair, or as what is wrong with it."""
        return map(self.row, rows)

    def row(self, row: PlainRow) -> Row:
        """Make a pair of one row, or say everything that is wrong with it."""
        row = cleaned(row)
        if not row.problems:
            row = row.with_problems(*problems_of(row))
        if not row.problems and not self.keeps_odd_rows:
            row = row.with_problems(*doubts_of(row, self.languages))
        if row.problems:
            return Row(row.line, problems=row.problems)
        try:
            return Row(row.line, self._pair(row))
        except PairError as error:
            return Row(row.line, problems=row.with_problems(*error.problems).problems)

    def _pair(self, row: PlainRow) -> Pair:
        words = self._words(row)
        side, tree = self._tree(row, words)
        first, second = words[side], words[other(side)]
        if tree is None:
            tree = chunk_tree(first, self.languages[side])
        confidences = self._links(row, side, tree, (first, second))
        notes = [row.note]
        notes += [POOR_TREE.format(self.languages[side])] if tree.is_poor else []
        notes += [NOTHING_LINKED] if not any(confidences.values()) else []
        pair = Pair(
            _checked_id(row.id),
            (self.languages[side], self.languages[other(side)]),
            tree.tree,
            first,
            second,
            (),
            " ".join(filter(None, notes)),
            (_original(row, side, first), _original(row, other(side), second)),
        ).with_proposed_links(confidences)
        project(pair)
        return pair

    def _words(self, row: PlainRow) -> Both[tuple[str, ...]]:
        first, second = (self._side_words(row, side) for side in (L1, L2))
        return first, second

    def _side_words(self, row: PlainRow, side: Language) -> tuple[str, ...]:
        """Return the words of a side: those given, those of its tree, or those that links count by spaces."""
        text = row.texts[side]
        if row.words[side]:
            return row.words[side]
        if row.tree and row.tree_side in (side, None):
            leaves = parse_tree(row.tree).words
            if not misspelt(leaves, text):
                return leaves
        return tuple(text.split()) if row.links is not None else words_of(text, self.languages[side])

    def _tree(self, row: PlainRow, words: Both[tuple[str, ...]]) -> tuple[Language, ProposedTree | None]:
        if row.tree:
            return self._given_tree(row, words)
        for side in (L1, L2):
            if tree := propose_tree(words[side], self.languages[side]):
                return side, tree
        return L1, None

    def _given_tree(self, row: PlainRow, words: Both[tuple[str, ...]]) -> tuple[Language, ProposedTree]:
        leaves = [escaped(leaf) for leaf in parse_tree(row.tree).words]
        sides = (L1, L2) if row.tree_side is None else (row.tree_side,)
        for side in sides:
            if [escaped(word) for word in words[side]] == leaves:
                return side, ProposedTree(row.tree, "given")
        wrong = misspelt(parse_tree(row.tree).words, row.texts[sides[0]])
        what = f"the words of the tree are those of neither sentence, at '{wrong}'"
        raise PairError([Problem("tree", what, "Give the tree of one of the two sentences, word by word")])

    def _links(
        self, row: PlainRow, side: Language, tree: ProposedTree, words: Both[tuple[str, ...]]
    ) -> dict[Link, float]:
        if row.links is not None:
            given = row.links if side == L1 else tuple((second, first) for first, second in row.links)
            return dict.fromkeys(_in_range(given, words), 1.0)
        found = self._linkers[side].links(*words, tags=parse_tree(tree.tree).tags)
        links = {(link.first, link.second): round(link.confidence, DIGITS) for link in found}
        has_word = any(not is_punctuation(words[0][i]) and not is_punctuation(words[1][j]) for i, j in links)
        return links if has_word else {(_first_word(words[0]), _first_word(words[1])): 0.0}


def _checked_id(own_id: str) -> str:
    if len(own_id) > MAX_ID_LENGTH:
        raise PairError([Problem("id", f"it has {len(own_id)} characters", f"Use at most {MAX_ID_LENGTH}")])
    return own_id


def _original(row: PlainRow, side: Language, words: tuple[str, ...]) -> str:
    """Return the sentence as it was written; where that is the words with spaces between them, nothing is needed."""
    text = row.texts[side]
    return "" if text == " ".join(words) or misspelt(words, text) else text


def _in_range(links: tuple[Link, ...], words: Both[tuple[str, ...]]) -> tuple[Link, ...]:
    for link in links:
        for number, length in zip(link, map(len, words), strict=True):
            if number >= length:
                what = f"link {link[0]}-{link[1]} points past a sentence of {length} words counted from 0"
                cure = "Give links between the words as spaces separate them, or the words of the tree"
                raise PairError([Problem(JSON_FIELDS.alignment, what, cure)])
    return links


def _first_word(words: tuple[str, ...]) -> int:
    return next((place for place, word in enumerate(words) if not is_punctuation(word)), 0)
