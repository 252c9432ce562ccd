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

Punctuation is taken out before all this and kept in the gaps between slots (``gaps``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from cswitch_core.pairs import Link, Pair, PairError, Problem
from cswitch_core.projection.alignment import Hosts, Unit, find_hosts, find_units
from cswitch_core.projection.gaps import Given, quotes_of
from cswitch_core.projection.punctuation import word_positions
from cswitch_core.projection.trees import ParseTree, TreeError, parse_tree
from cswitch_core.projection.working_tree import WorkingTree
from cswitch_core.shared_tree import L1, L2, LANGUAGES, Both, Language, Node, SharedTree, Slot
from cswitch_core.writing.languages import habits
from cswitch_core.writing.original import spaces_in

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
        tree = _projected(pair.languages, pair.l1_tree, pair.l2_tokens, pair.links, pair.texts)
    except TreeError as error:
        raise PairError([Problem("l1.tree", error.message, error.cure, pair_id=pair.id)]) from error
    if tree is None:
        raise PairError([_no_link(pair)])
    return tree


@lru_cache(TREES_KEPT)
def _projected(
    languages: Both[str], l1_tree: str, l2_tokens: tuple[str, ...], links: tuple[Link, ...], texts: Both[str]
) -> SharedTree | None:
    """Return the shared tree, or None if no word of one sentence is linked to a word of the other."""
    parse = parse_tree(l1_tree)
    words = word_positions(parse.words, parse.tags), word_positions(l2_tokens)
    hosts = find_hosts(parse.words, words[L1], languages[L1]), find_hosts(l2_tokens, words[L2], languages[L2])
    units = find_units(*words, links, hosts)
    if not any(unit.is_shared for unit in units):
        return None
    working = WorkingTree(_tagged_as_hosts(parse, hosts[L1], languages[L1]), units)
    working.dissolve()
    working.adopt_unaligned()
    nodes, numbered = _finished(working)
    bare = SharedTree(languages, nodes, tuple(_slot(tag, units[unit]) for unit, tag in numbered))
    return _with_words(bare, parse, l2_tokens, texts)


def _tagged_as_hosts(parse: ParseTree, hosts: Hosts, language: str) -> ParseTree:
    """Give all tokens of a word the tag of the one that can stand alone: ``do`` of ``don't``, ``eau`` of ``l'eau``."""
    if not hosts:
        return parse
    nodes, own = list(parse.nodes), habits(language)
    for first in set(hosts.values()):
        word = [first, *(position for position, host in hosts.items() if host == first)]
        alone = next((position for position in word if not own.is_proclitic(parse.words[position])), first)
        for position in word:
            leaf = parse.leaves[position]
            nodes[leaf] = replace(nodes[leaf], label=nodes[parse.leaves[alone]].label)
    return ParseTree(tuple(nodes))


def _with_words(bare: SharedTree, parse: ParseTree, l2_tokens: tuple[str, ...], texts: Both[str]) -> SharedTree:
    """Return the tree with the words of its slots and what stands between them."""
    sides = (parse.words, parse.tags, texts[L1]), (l2_tokens, (), texts[L2])
    given = _given(bare, L1, *sides[L1]), _given(bare, L2, *sides[L2])
    words: Both[dict[int, str]] = {}, {}
    for language in LANGUAGES:
        own = given[language]
        for number, slot in enumerate(own.order):
            words[language][slot] = own.mid_words(number, bare.slots[slot].tag)
    slots = tuple(
        Slot(slot.tag, (words[L1].get(number, ""), words[L2].get(number, "")), slot.positions)
        for number, slot in enumerate(bare.slots)
    )
    quotes, pairs = quotes_of(given, slots)
    gaps = given[L1].gaps(pairs[L1]), given[L2].gaps(pairs[L2])
    begins = given[L1].is_capital, given[L2].is_capital
    is_capital = True in begins or False not in begins
    return SharedTree(bare.languages, bare.nodes, slots, gaps, quotes, is_capital)


def _given(bare: SharedTree, language: Language, tokens: Sequence[str], tags: Sequence[str], text: str) -> Given:
    order = [slot for slot in bare.sequences[language] if bare.slots[slot].positions[language]]
    words = [bare.slots[slot].positions[language] for slot in order]
    return Given(bare.languages[language], tokens, tags, spaces_in(tokens, text), order, words)


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
    for number, (l1, l2) in _children_first(working):
        node = working.nodes[number]
        final_number[number] = len(nodes)
        if node.unit is not None:
            nodes.append(Node(node.label, slot=len(numbered)))
            numbered.append((node.unit, node.label))
        else:
            final = final_number.__getitem__
            nodes.append(Node(node.label, (tuple(map(final, l1)), tuple(map(final, l2)))))
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


def _slot(tag: str, unit: Unit) -> Slot:
    return Slot(tag, ("", ""), (unit.l1, unit.l2))
