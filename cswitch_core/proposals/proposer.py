"""From a row of plain text to a pair: words, a tree of one side, links with how sure each is.

The tree is the one that was given; else a parser's of the first language; else a parser's of the second, which then
comes first in the pair; else a makeshift, and the pair's note says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from cswitch_core.linking import Learnt, Lexicon, Linker
from cswitch_core.pairs import Link, Pair, PairError, Problem, Row
from cswitch_core.projection import project
from cswitch_core.projection.punctuation import is_punctuation
from cswitch_core.projection.trees import parse_tree
from cswitch_core.proposals.checks import cleaned, doubts_of, problems_of
from cswitch_core.proposals.trees import SideTree, Words, given_tree, makeshift, parsed_trees
from cswitch_core.readers.fields import JSON_FIELDS, MAX_ID_LENGTH
from cswitch_core.readers.plain import PlainRow
from cswitch_core.shared_tree import L1, L2, Both, Language, other
from cswitch_core.words import words_of
from cswitch_core.writing.original import misspelt

POOR_TREE = "The tree is a makeshift: there is no parser for {} here."
NOTHING_LINKED = "No word could be linked: the one link only holds the place."
DIGITS = 3
ROWS_AT_ONCE = 32


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
        remaining = iter(rows)
        while batch := [self._checked(row) for row in islice(remaining, ROWS_AT_ONCE)]:
            yield from self._batch(batch)

    def row(self, row: PlainRow) -> Row:
        """Make a pair of one row, or say everything that is wrong with it."""
        return next(self.rows([row]))

    def _checked(self, row: PlainRow) -> PlainRow:
        row = cleaned(row)
        if not row.problems:
            row = row.with_problems(*problems_of(row))
        if not row.problems and not self.keeps_odd_rows:
            row = row.with_problems(*doubts_of(row, self.languages))
        return row

    def _batch(self, rows: Sequence[PlainRow]) -> Iterator[Row]:
        """Make pairs of rows; parsers are faster with many sentences at once."""
        words = {place: self._words(row) for place, row in enumerate(rows) if not row.problems}
        treeless = [place for place in words if not rows[place].tree]
        parsed = parsed_trees([words[place] for place in treeless], self.languages)
        trees = dict(zip(treeless, parsed, strict=True))
        for place, row in enumerate(rows):
            yield self._row(row, words[place], trees.get(place)) if place in words else _failed(row)

    def _row(self, row: PlainRow, words: Words, tree: SideTree | None) -> Row:
        try:
            return Row(row.line, self._pair(row, words, given_tree(row, words) if row.tree else tree))
        except PairError as error:
            return _failed(row.with_problems(*error.problems))

    def _pair(self, row: PlainRow, words: Words, tree: SideTree | None) -> Pair:
        confidences = self._links(row, tree, words)
        found = tree or makeshift(L1, words, self.languages, confidences)
        side, there = found.side, other(found.side)
        pair = Pair(
            _checked_id(row.id),
            (self.languages[side], self.languages[there]),
            found.tree.tree,
            words[side],
            words[there],
            (),
            self._note(row, found, confidences),
            (_original(row, side, words[side]), _original(row, there, words[there])),
        ).with_proposed_links(confidences)
        project(pair)
        return pair

    def _note(self, row: PlainRow, found: SideTree, confidences: Mapping[Link, float]) -> str:
        poor = POOR_TREE.format(self.languages[found.side]) if found.tree.is_poor else ""
        unlinked = "" if any(confidences.values()) else NOTHING_LINKED
        return " ".join(filter(None, (row.note, poor, unlinked)))

    def _words(self, row: PlainRow) -> Words:
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

    def _links(self, row: PlainRow, tree: SideTree | None, words: Words) -> dict[Link, float]:
        """Return the links of a row, from the side of its tree to the other; without a tree from the first."""
        side = tree.side if tree else L1
        sentences = words[side], words[other(side)]
        if row.links is not None:
            given = row.links if side == L1 else tuple((second, first) for first, second in row.links)
            return dict.fromkeys(_in_range(given, sentences), 1.0)
        tags = parse_tree(tree.tree.tree).tags if tree else None
        found = self._linkers[side].links(*sentences, tags=tags)
        links = {(link.first, link.second): round(link.confidence, DIGITS) for link in found}
        has_word = any(not is_punctuation(sentences[0][i]) and not is_punctuation(sentences[1][j]) for i, j in links)
        return links if has_word else {(_first_word(sentences[0]), _first_word(sentences[1])): 0.0}


def _failed(row: PlainRow) -> Row:
    return Row(row.line, problems=row.problems)


def _checked_id(own_id: str) -> str:
    if len(own_id) > MAX_ID_LENGTH:
        raise PairError([Problem("id", f"it has {len(own_id)} characters", f"Use at most {MAX_ID_LENGTH}")])
    return own_id


def _original(row: PlainRow, side: Language, words: tuple[str, ...]) -> str:
    """Return the sentence as it was written; where that is the words with spaces between them, nothing is needed."""
    text = row.texts[side]
    return "" if text == " ".join(words) or misspelt(words, text) else text


def _in_range(links: tuple[Link, ...], words: Words) -> tuple[Link, ...]:
    for link in links:
        for number, length in zip(link, map(len, words), strict=True):
            if number >= length:
                what = f"link {link[0]}-{link[1]} points past a sentence of {length} words counted from 0"
                cure = "Give links between the words as spaces separate them, or the words of the tree"
                raise PairError([Problem(JSON_FIELDS.alignment, what, cure)])
    return links


def _first_word(words: tuple[str, ...]) -> int:
    return next((place for place, word in enumerate(words) if not is_punctuation(word)), 0)
