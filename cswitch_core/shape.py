"""The shape columns of the paper's Table 1: how long, how many categories, how deep and how broad a shared tree is."""

from __future__ import annotations

from typing import NamedTuple

from cswitch_core.shared_tree import L1, SharedTree


class Shape(NamedTuple):
    """``length`` in slots, ``categories`` in nodes with preterminals, ``depth`` in edges, ``branching`` in children."""

    length: int
    categories: int
    depth: int
    branching: int


def shape(tree: SharedTree) -> Shape:
    """Measure a tree: depth is from the root to the deepest preterminal, branching the most children of any node."""
    depths: list[int] = []
    for node in tree.nodes:
        depths.append(1 + max((depths[child] for child in node.children[L1]), default=-1))
    branching = max(len(node.children[L1]) for node in tree.nodes)
    return Shape(len(tree.slots), len(tree.nodes), depths[tree.root], branching)
