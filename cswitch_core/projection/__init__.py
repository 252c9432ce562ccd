"""One tree for both languages, projected from L1's parse (the paper's section 3.1, figure 3).

Working up from the leaves, a constituent stays if the L2 words of its slots are contiguous in L2, words without a
counterpart not counted; otherwise it goes and its children move up. The root stays, and so does a constituent without
L2 words. Then every node gets its children in the order of each language. A child without words in a language (a *null
child*) stands, in that language, directly before the next sibling that has words in both, "next" being said of the
language in which it does have words; if none follows, directly after the last such sibling. Where all are null, L1's
order stands.

An L2 word without a counterpart is a slot that is null in L1, tagged ``FUNC``, child of the smallest constituent that
stays and holds its neighbours in L2. Its neighbours are the nearest L2 words that do have a counterpart, one on each
side; at an edge of the sentence there is one only, so a closing auxiliary joins the verb phrase before it. If the
whole parse is one preterminal, a root ``FRAG`` is put above it to hold such words.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from cswitch_core.pairs import Link, Pair, PairError, Problem
from cswitch_core.projection.alignment import Positions, Unit, find_units
from cswitch_core.projection.punctuation import Marks, Punctuated, take_apart
from cswitch_core.projection.trees import TreeError, parse_tree
from cswitch_core.projection.working_tree import WorkingTree
from cswitch_core.shared_tree import L1, L2, Both, Node, SharedTree, Slot

# A reader projects each pair to check it, and whoever asked for the pair projects it next: that is the same tree.
TREES_KEPT = 8


def project(pair: Pair) -> SharedTree:
    """Return the tree that both sentences of the pair share.

    >>> from cswitch_core.readers import pair_from_json
    >>> tree = project(pair_from_json({
    ...     "id": "1", "l1": {"lang": "en", "tree": "(S (NP (NNP Saturday)) (VP (VBZ is) (VBG boring)))"},
    ...     "l2": {"lang": "hi", "tokens": ["Shanivar", "neeras", "hai"]}, "alignment": "0-0 1-2 2-1"}))
    >>> [tree.slots[slot].words[L2] for slot in tree.sequences[L2]]
    ['Shanivar', 'neeras', 'hai']
    """
    try:
        tree = _projected(pair.languages, pair.l1_tree, pair.l2_tokens, pair.links)
    except TreeError as error:
        raise PairError([Problem("l1.tree", error.message, error.cure, pair_id=pair.id)]) from error
    if tree is None:
        raise PairError([_no_link(pair)])
    return tree


@lru_cache(TREES_KEPT)
def _projected(
    languages: Both[str], l1_tree: str, l2_tokens: tuple[str, ...], links: tuple[Link, ...]
) -> SharedTree | None:
    """Return the shared tree, or None if no word of one sentence is linked to a word of the other."""
    parse = parse_tree(l1_tree)
    tokens = parse.words, l2_tokens
    punctuated = take_apart(parse.words, parse.tags), take_apart(l2_tokens)
    units = find_units(punctuated[L1].words, punctuated[L2].words, links)
    if not any(unit.is_shared for unit in units):
        return None
    working = WorkingTree(parse, units)
    working.dissolve()
    working.adopt_unaligned()
    nodes, numbered = _finished(working)
    slots = tuple(_slot(tag, units[unit], tokens, punctuated) for unit, tag in numbered)
    final = punctuated[L1].final, punctuated[L2].final
    return SharedTree(languages, nodes, slots, (final[L1] or final[L2], final[L2] or final[L1]))


def _no_link(pair: Pair) -> Problem:
    return Problem(
        "alignment",
        f"no word of one sentence is linked to a word of the other, not even '{pair.l1_tokens[0]}'",
        "Link at least one word of each, as in 0-0; links of punctuation do not count",
        pair_id=pair.id,
    )


def _finished(working: WorkingTree) -> tuple[tuple[Node, ...], list[tuple[int, str]]]:
    """Return the shared tree's nodes, children before parents, and the unit and the tag of each slot in L1's order."""
    nodes: list[Node] = []
    numbered: list[tuple[int, str]] = []
    final_number: dict[int, int] = {}
    for number, children in _children_first(working):
        node = working.nodes[number]
        slot = None if node.unit is None else len(numbered)
        if node.unit is not None:
            numbered.append((node.unit, node.label))
        final_number[number] = len(nodes)
        l1, l2 = (tuple(final_number[child] for child in order) for order in children)
        nodes.append(Node(node.label, (l1, l2), slot))
    return tuple(nodes), numbered


def _children_first(working: WorkingTree) -> list[tuple[int, Both[list[int]]]]:
    """List every node with its children's two orders: children before parents, leaves in L1's order."""
    parents_first: list[tuple[int, Both[list[int]]]] = []
    waiting = [working.root]
    while waiting:
        number = waiting.pop()
        orders = working.orders(number)
        parents_first.append((number, orders))
        waiting.extend(orders[L1])
    return parents_first[::-1]


def _slot(tag: str, unit: Unit, tokens: Both[Sequence[str]], punctuated: Both[Punctuated]) -> Slot:
    l1, l2 = punctuated
    return Slot(
        tag,
        words=(_words(unit.l1, tokens[L1]), _words(unit.l2, tokens[L2])),
        positions=(unit.l1, unit.l2),
        before=(_marks(unit.l1[:1], l1.before), _marks(unit.l2[:1], l2.before)),
        after=(_marks(unit.l1[-1:], l1.after), _marks(unit.l2[-1:], l2.after)),
    )


def _words(positions: Positions, tokens: Sequence[str]) -> str:
    """Join a unit's words, with the punctuation between them if there is any."""
    return " ".join(tokens[positions[0] : positions[-1] + 1]) if positions else ""


def _marks(position: Positions, marks: dict[int, Marks]) -> Marks:
    return marks.get(position[0], ()) if position else ()
