"""The paired rules of a shared tree (the paper's section 3.1): for each constituent, its children in either language.

Children of one category are told apart by an index in L1's order, as the paper writes them (``NP_1``, ``NP_2``).
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from cswitch_core.shared_tree import L1, L2, SharedTree


class PairedRule(NamedTuple):
    """A category and what it consists of in each language.

    >>> str(PairedRule("PP", ("IN", "NP"), ("NP", "IN")))
    'PP → IN NP | NP IN'
    """

    label: str
    l1: tuple[str, ...]
    l2: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.label} → {' '.join(self.l1)} | {' '.join(self.l2)}"


def paired_rules(tree: SharedTree) -> list[PairedRule]:
    """Return every rule of the tree once, from the root down."""
    rules: dict[PairedRule, None] = {}
    for number in _parents_first(tree):
        node = tree.nodes[number]
        if not node.is_preterminal:
            names = _told_apart(tree, node.children[L1])
            l1, l2 = (tuple(names[child] for child in node.children[language]) for language in (L1, L2))
            rules[PairedRule(node.label, l1, l2)] = None
    return list(rules)


def _parents_first(tree: SharedTree) -> list[int]:
    order = [tree.root]
    for number in order:
        order.extend(tree.nodes[number].children[L1])
    return order


def _told_apart(tree: SharedTree, children: tuple[int, ...]) -> dict[int, str]:
    total = Counter(tree.nodes[child].label for child in children)
    seen: Counter[str] = Counter()
    names = {}
    for child in children:
        label = tree.nodes[child].label
        seen[label] += 1
        names[child] = label if total[label] == 1 else f"{label}_{seen[label]}"
    return names
