"""The rules of ML0, ML1 and ML2, the matrix language models: what may switch (the paper's algorithms 1 and 2).

Each constraint is a predicate with a name and can be switched off by it:

================ =================================== ==============================================================
nesting          ``Matrix._goes_with``               nothing switches inside a switched constituent (ML0)
functional_words ``is_no_functional_word``           a functional word does not switch alone
clauses          ``is_no_clause``                    verb phrases (VP) and clauses do not switch: ``categories.toml``
content          ``content_below``                   a phrase that switches has a content word
fragments        ``grammar.fits``                    neighbours of one language follow each other directly in it (ML2)
================ =================================== ==============================================================

A node is in a language and its children stand in that language's order; a child is in its parent's language or, if
it is switchable, in the other. What is remembered of a node (its state, see ``grammar``) is (language, embedded, first
edge, last edge), where an *embedded* node holds one language only; while its children are being placed (a partial) it
is (language, embedded, children placed, last edge, what the leftmost child requires of its neighbour).

A constraint that is ``tolerated`` is kept track of and not enforced; ``tolerance`` counts where it is broken.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from cswitch_core.grammar import NOTHING, Frame, Partial, State, edge, first_edge, fits, last_edge, left_requirement
from cswitch_core.models.categories import Categories
from cswitch_core.shared_tree import LANGUAGES, Both, Language, Node, SharedTree


def is_no_functional_word(node: Node, categories: Categories) -> bool:
    """The constraint ``functional_words``: what switches as a single word is a content word."""
    return not node.is_preterminal or node.label in categories.content


def is_no_clause(node: Node, categories: Categories) -> bool:
    """The constraint ``clauses``: VP and the clauses stay in their parent's language."""
    return node.is_preterminal or node.label not in categories.unswitchable


def content_below(tree: SharedTree, categories: Categories) -> list[bool]:
    """Return for each node whether a content tag, null or not, stands in it: the constraint ``content``."""
    below: list[bool] = []
    for node in tree.nodes:
        if node.slot is not None:
            below.append(node.label in categories.content)
        else:
            below.append(any(below[child] for child in node.children[0]))
    return below


@dataclass(frozen=True)
class Matrix:
    """The grammar of ML0, ML1 and ML2, each constraint a switch.

    ``categories[language]`` are the lists for switching away from that language. ``clauses_switch`` lets the
    clauses named in ``categories.free`` switch whatever they contain, as ML1 does with S.
    """

    categories: Both[Categories]
    matrices: tuple[Language, ...] = LANGUAGES
    clauses_switch: bool = False
    nesting: bool = True
    functional_words: bool = True
    clauses: bool = True
    content: bool = True
    fragments: bool = False
    tolerated: str = ""
    broken_as_a_whole: ClassVar[frozenset[str]] = frozenset()

    def tolerating(self, constraint: str) -> Matrix:
        """Return the grammar that keeps track of this constraint without enforcing it."""
        return replace(self, tolerated=constraint)

    def features(self, tree: SharedTree) -> Sequence[int]:
        """Return for each node, as bits, the languages from which it may switch."""
        forth, back = self.categories
        from_l1 = self._switchable(tree, forth)
        from_l2 = from_l1 if back == forth else self._switchable(tree, back)
        return [int(one) | int(two) << 1 for one, two in zip(from_l1, from_l2, strict=True)]

    def _switchable(self, tree: SharedTree, categories: Categories) -> list[bool]:
        known: dict[tuple[str, bool, bool], bool] = {}
        found: list[bool] = []
        for node, has_content in zip(tree.nodes, content_below(tree, categories), strict=True):
            key = (node.label, node.is_preterminal, has_content)
            if key not in known:
                known[key] = self.is_switchable(node, categories, has_content=has_content)
            found.append(known[key])
        return found

    def is_switchable(self, node: Node, categories: Categories, *, has_content: bool) -> bool:
        if self.switches_freely(node, categories):
            return True
        return (
            (is_no_functional_word(node, categories) or not self._enforces("functional_words"))
            and (is_no_clause(node, categories) or not self._enforces("clauses"))
            and (has_content or node.is_preterminal or not self._enforces("content"))
        )

    def _enforces(self, constraint: str) -> bool:
        return bool(getattr(self, constraint)) and self.tolerated != constraint

    def switches_freely(self, node: Node, categories: Categories) -> bool:
        """Say whether this is a clause that switches whatever it contains."""
        return self.clauses_switch and not node.is_preterminal and node.label in categories.free

    def leaf(self, feature: int, language: Language) -> Iterable[State]:
        end = edge(language, flush=True) if self.fragments else 0
        return [(language, embedded, end, end) for embedded in self._modes()]

    def start(self, frame: Frame) -> Iterable[Partial]:
        if frame.is_root:
            return [(language, 0, 0, 0, NOTHING) for language in self.matrices]
        return [(language, embedded, 0, 0, NOTHING) for language in LANGUAGES for embedded in self._modes()]

    def candidates(self, frame: Frame, partial: Partial) -> Iterable[int]:
        language, _, placed, _, _ = partial
        return frame.orders[language][frame.size - 1 - placed : frame.size - placed]

    def extend(self, frame: Frame, partial: Partial, child: int, state: State) -> Partial | None:
        language, embedded, placed, last, requirement = partial
        if not self._goes_with(frame.features[child], (language, embedded), (state[0], state[1])):
            return None
        if self.fragments:
            if requirement == NOTHING:
                last = 0 if frame.is_root else last_edge(frame, child, state[3])
            elif not fits(requirement, child, state[3]) and self.tolerated != "fragments":
                return None
            requirement = left_requirement(frame, child, state[2])
        return language, embedded, placed + 1, last, requirement

    def _goes_with(self, feature: int, parent: tuple[int, int], child: tuple[int, int]) -> bool:
        """Say whether a child may be as it is below this parent: alike, or switched (whole, with ``nesting``)."""
        if parent == child:
            return True
        switches = child[0] != parent[0] and bool(feature >> parent[0] & 1)
        if not switches or not self.nesting:
            return switches
        return bool(child[1]) and (not parent[1] or self.tolerated == "nesting")

    def placed(self, partial: Partial) -> int:
        return partial[2]

    def finish(self, frame: Frame, partial: Partial) -> State | None:
        language, embedded, placed, last, requirement = partial
        if placed < frame.size:
            return None
        if frame.is_root or not self.fragments:
            return language, embedded, 0, 0
        return language, embedded, first_edge(requirement), last

    def accepts(self, state: State) -> bool:
        return state[0] in self.matrices and not state[1]

    def _modes(self) -> tuple[int, ...]:
        return (0, 1) if self.nesting else (0,)
