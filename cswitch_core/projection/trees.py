"""Reading Penn brackets, as parsers and treebanks print them, into a ``ParseTree``; without recursion.

``parse_tree`` gives a ``ParseTree``: brackets in one tuple, children before their parents, the root last. On the way in

- traces (``-NONE-``) go, and with them every constituent that held nothing else;
- function tags and indices are stripped (``NP-SBJ-1``, ``PP=2`` and ``ADVP|PRT`` are NP, PP and ADVP);
- the treebank's escapes become the characters they stand for (``-LRB-`` is an opening parenthesis);
- an outer bracket that is unlabelled or called ROOT, TOP or VROOT goes. Where it holds several constituents it stays,
  as ROOT, since a tree has one root.

Unary chains stay: each of their categories counts in the paper's Table 1.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

MAX_DEPTH = 500
"""How many brackets may stand inside each other. Treebank trees stay under 60; more than this is a broken file."""

OUTER_LABELS = frozenset({"", "ROOT", "TOP", "VROOT"})
TRACE = "-NONE-"
ESCAPES = {
    "-LRB-": "(",
    "-RRB-": ")",
    "-LSB-": "[",
    "-RSB-": "]",
    "-LCB-": "{",
    "-RCB-": "}",
    "``": "“",
    "''": "”",
}

_PIECE = re.compile(r"[()]|[^\s()]+")
_CATEGORY = re.compile(r"-[^-\s]+-|[^-=|]+")


class TreeError(ValueError):
    """Brackets that are no tree: ``message`` says what is wrong, ``cure`` what would be right."""

    def __init__(self, message: str, cure: str) -> None:
        super().__init__(f"{message}. {cure}.")
        self.message = message
        self.cure = cure


@dataclass(frozen=True, slots=True)
class Bracket:
    """A constituent, whose children are numbers of brackets, or a preterminal, which has a word instead."""

    label: str
    children: tuple[int, ...] = ()
    word: str = ""


@dataclass(frozen=True)
class ParseTree:
    """Brackets with children before their parents; the root is the last."""

    nodes: tuple[Bracket, ...]

    @cached_property
    def leaves(self) -> tuple[int, ...]:
        """The preterminals in the order of the sentence."""
        return tuple([number for number, node in enumerate(self.nodes) if node.word])

    @cached_property
    def words(self) -> tuple[str, ...]:
        return tuple([self.nodes[leaf].word for leaf in self.leaves])

    @cached_property
    def tags(self) -> tuple[str, ...]:
        return tuple([self.nodes[leaf].label for leaf in self.leaves])

    def without(self, dropped: Collection[int]) -> ParseTree:
        """Return the tree without these preterminals, the constituents they leave empty, and an outer bracket.

        >>> tree = parse_tree("(ROOT (S (NP (PRP You)) (VP (VB come))) (. .))")
        >>> [node.label for node in tree.without({tree.leaves[-1]}).nodes]
        ['PRP', 'NP', 'VB', 'VP', 'S']
        """
        if not dropped:
            return ParseTree(_without_outer(list(self.nodes)))
        kept: list[Bracket] = []
        renumbered: dict[int, int] = {}
        for number, node in enumerate(self.nodes):
            children = tuple(renumbered[child] for child in node.children if child in renumbered)
            if children or (node.word and number not in dropped):
                renumbered[number] = len(kept)
                kept.append(Bracket(node.label, children, node.word))
        return ParseTree(_without_outer(kept))


@dataclass(slots=True)
class _Open:
    """A bracket whose end has not been read yet."""

    start: int
    label: str | None = None
    children: list[int] = field(default_factory=list)
    word: str = ""

    def take_word(self, piece: str) -> None:
        if self.label is None and not self.children:
            self.label = piece
        elif self.word or self.children:
            raise TreeError(
                f"the word '{piece}' has no bracket of its own", f"Write each word with its tag, such as (NN {piece})"
            )
        else:
            self.word = piece

    def take_child(self, number: int) -> None:
        if self.word:
            raise TreeError(
                f"the word '{self.word}' has no bracket of its own",
                f"Write each word with its tag, such as (NN {self.word})",
            )
        self.children.append(number)


@lru_cache(maxsize=32)
def parse_tree(text: str) -> ParseTree:
    """Read one tree.

    >>> tree = parse_tree("( (S (NP-SBJ (-NONE- *)) (VP (VB Go) (-LRB- -LRB-) (RB now) (-RRB- -RRB-))) )")
    >>> tree.words
    ('Go', '(', 'now', ')')
    >>> tree.nodes[tree.leaves[0]].label, tree.nodes[-1].label
    ('VB', 'S')
    """
    raw = ParseTree(tuple(_read_brackets(text)))
    tree = raw.without({leaf for leaf in raw.leaves if raw.nodes[leaf].label == TRACE})
    if not tree.nodes:
        raise _empty()
    return tree


def _read_brackets(text: str) -> list[Bracket]:
    nodes: list[Bracket] = []
    opened: list[_Open] = []
    root: int | None = None
    for match in _PIECE.finditer(text):
        piece, place = match.group(), match.start()
        if root is not None:
            _refuse_after_the_root(piece, place)
        elif piece == "(":
            _open(opened, place)
        elif not opened:
            raise TreeError(f"'{piece}' stands outside the brackets", "Begin the tree with ( and a label, such as (S")
        elif piece == ")":
            number = _close(opened.pop(), nodes)
            root = _hand_up(number, opened)
        else:
            opened[-1].take_word(piece)
    if opened:
        raise TreeError(
            f"{len(opened)} opened bracket(s) never close, the last of them at character {opened[-1].start + 1}",
            "Add the missing ) or write a parenthesis inside the sentence as -LRB- or -RRB-",
        )
    if root is None:
        raise _empty()
    return nodes


def _refuse_after_the_root(piece: str, place: int) -> None:
    if piece == ")":
        raise TreeError(
            f"the closing bracket at character {place + 1} closes nothing",
            "Take it out, or write a parenthesis inside the sentence as -LRB- or -RRB-",
        )
    raise TreeError(
        f"the tree ends before '{piece}' at character {place + 1}",
        "Give one tree a pair, with one outer bracket around all of it",
    )


def _open(opened: list[_Open], place: int) -> None:
    if len(opened) == MAX_DEPTH:
        raise TreeError(
            f"the tree is nested more than {MAX_DEPTH} brackets deep",
            f"Give a tree of at most {MAX_DEPTH} levels; a runaway of opening brackets is the usual cause",
        )
    if opened and opened[-1].label is None and not opened[-1].children:
        opened[-1].label = ""
        if len(opened) > 1:
            raise TreeError(
                f"the bracket at character {opened[-1].start + 1} has no label",
                "Only the outermost bracket may be unlabelled; give each other one its category",
            )
    opened.append(_Open(place))


def _close(bracket: _Open, nodes: list[Bracket]) -> int:
    if not bracket.label and not bracket.children:
        raise _empty()
    if not bracket.word and not bracket.children:
        raise TreeError(
            f"the bracket ({bracket.label}) at character {bracket.start + 1} holds no word",
            f"Write a word into it, such as ({bracket.label} word), or take it out",
        )
    label = _category(bracket.label or "")
    nodes.append(Bracket(label, tuple(bracket.children), ESCAPES.get(bracket.word, _unescaped(bracket.word))))
    return len(nodes) - 1


def _hand_up(number: int, opened: list[_Open]) -> int | None:
    """Give the finished bracket to the one around it; without one it is the root."""
    if not opened:
        return number
    opened[-1].take_child(number)
    return None


def _category(label: str) -> str:
    match = _CATEGORY.match(label)
    return match.group() if match else label


def _unescaped(word: str) -> str:
    return word.replace(r"\/", "/").replace(r"\*", "*") if "\\" in word else word


def _without_outer(nodes: list[Bracket]) -> tuple[Bracket, ...]:
    while nodes and nodes[-1].label in OUTER_LABELS and len(nodes[-1].children) == 1:
        nodes.pop()
    if nodes and not nodes[-1].label:
        nodes[-1] = Bracket("ROOT", nodes[-1].children)
    return tuple(nodes)


def _empty() -> TreeError:
    return TreeError("the tree is empty", "Give Penn brackets around the L1 words, such as (S (NP (NN oil)))")
