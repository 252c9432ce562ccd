"""The specification read literally: write out every sequence, test each, merge what looks alike.

Shares nothing with the packed sets but the tree. A sequence is a nested arrangement of the tree's children with a
language for each slot; everything here is exponential.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise, permutations, product

SUBSTITUTABLE = ["NN", "NNS", "NNP", "NNPS", "JJ", "JJR", "JJS"]
CONTENT = [*SUBSTITUTABLE, "RB", "RBR", "RBS", "CD", "FW", "UH"]
NEVER = ["VP", "S", "SBAR", "SBARQ", "SINV", "SQ"]


@dataclass
class Arranged:
    """A constituent with its children in the order in which they stand."""

    node: int
    children: tuple
    slot: int | None


def arrangements(tree, number):
    node = tree.nodes[number]
    if node.slot is not None:
        return [Arranged(number, (), node.slot)]
    below = {child: arrangements(tree, child) for child in node.children[0]}
    return [
        Arranged(number, chosen, None)
        for order in permutations(node.children[0])
        for chosen in product(*(below[child] for child in order))
    ]


def slots_of(arranged):
    if arranged.slot is not None:
        return [arranged.slot]
    return [slot for child in arranged.children for slot in slots_of(child)]


def visible(tree, sequence):
    return tuple((slot, language) for slot, language in sequence if tree.slots[slot].words[language])


def own_sequence(tree, language, number=None):
    node = tree.nodes[tree.root if number is None else number]
    if node.slot is not None:
        return [node.slot]
    return [slot for child in node.children[language] for slot in own_sequence(tree, language, child)]


def own_sequences(tree):
    return own_sequence(tree, 0), own_sequence(tree, 1)


def well_formed(own, sequence):
    for (slot, language), (following, another) in pairwise(sequence):
        if language == another and own[language].index(following) != own[language].index(slot) + 1:
            return False
    return True


class ECCheck:
    """Steps 1 to 3 on one arrangement with one language for each slot."""

    def __init__(self, tree, arranged, languages, *, either=(), positions=True, junctions=True, strict=False):
        self.tree, self.arranged, self.languages, self.either = tree, arranged, languages, either
        self.positions, self.junctions, self.strict = positions, junctions, strict
        self.labels = {}

    def passes(self):
        self.label(self.arranged)
        return (
            self.place(self.arranged)
            and (not self.strict or self.carry(self.arranged) is not None)
            and (not self.junctions or self.join(self.arranged))
        )

    def label(self, arranged):
        if arranged.slot is not None:
            is_either = self.tree.nodes[arranged.node].label in self.either
            mark = "either" if is_either else ("L1", "L2")[self.languages[arranged.slot]]
        else:
            marks = {self.label(child) for child in arranged.children}
            sure = marks - {"either"}
            mark = "mixed" if len(sure) > 1 else sure.pop() if sure else "either"
        self.labels[arranged.node] = mark
        return mark

    def place(self, arranged):
        rules = self.tree.nodes[arranged.node].children
        for place, child in enumerate(arranged.children):
            in_l1 = rules[0].index(child.node) == place
            in_l2 = rules[1].index(child.node) == place
            mark = self.labels[child.node]
            allowed = {"L1": in_l1, "L2": in_l2}.get(mark, in_l1 or in_l2)
            if self.positions and not allowed:
                return False
            if mark in ("mixed", "either"):
                self.labels[child.node] = "L1" if in_l1 and not in_l2 else "L2" if in_l2 and not in_l1 else "mixed"
            if not self.place(child):
                return False
        return True

    def carry(self, arranged):
        """Carry the labels up; None if a node is made both languages."""
        own = self.labels[arranged.node]
        if arranged.slot is not None:
            return own
        carried = [self.carry(child) for child in arranged.children]
        if None in carried:
            return None
        made = carried[0] if len(set(carried)) == 1 and carried[0] in ("L1", "L2") else "mixed"
        if {own, made} == {"L1", "L2"}:
            return None
        self.labels[arranged.node] = own if own in ("L1", "L2") else made
        return self.labels[arranged.node]

    def join(self, arranged):
        rules = self.tree.nodes[arranged.node].children
        for k, (left, right) in enumerate(pairwise(arranged.children), start=1):
            meeting = {self.labels[left.node], self.labels[right.node]}
            if meeting == {"L1", "L2"} and set(rules[0][:k]) != set(rules[1][:k]):
                return False
        return all(self.join(child) for child in arranged.children)


def ec(tree, *, either=(), fragments=True, **options):
    """The sentences of EC0, or of EC1 if some categories are either."""
    found, own = set(), own_sequences(tree)
    for arranged in arrangements(tree, tree.root):
        slots = slots_of(arranged)
        for chosen in product((0, 1), repeat=len(slots)):
            sequence = list(zip(slots, chosen, strict=True))
            if fragments and not well_formed(own, sequence):
                continue
            if ECCheck(tree, arranged, dict(sequence), either=either, **options).passes():
                found.add(visible(tree, sequence))
    return found


def has_content(tree, number):
    node = tree.nodes[number]
    if node.slot is not None:
        return node.label in CONTENT
    return any(has_content(tree, child) for child in node.children[0])


def switchable(tree, number, *, s_switches):
    node = tree.nodes[number]
    if node.slot is not None:
        return node.label in CONTENT
    return (s_switches and node.label == "S") or (node.label not in NEVER and has_content(tree, number))


def ml_sequences(tree, number, language, *, nested, embedded=False):
    """Every sequence of a constituent in a language, switches below it included."""
    node = tree.nodes[number]
    if node.slot is not None:
        return [[(node.slot, language)]]
    options = []
    for child in node.children[language]:
        ways = ml_sequences(tree, child, language, nested=nested, embedded=embedded)
        if not embedded and switchable(tree, child, s_switches=nested):
            ways = ways + ml_sequences(tree, child, 1 - language, nested=nested, embedded=not nested)
        options.append(ways)
    return [[word for part in chosen for word in part] for chosen in product(*options)]


def ml(tree, *, nested, matrices=(0, 1), fragments=False):
    own = own_sequences(tree)
    return {
        visible(tree, sequence)
        for matrix in matrices
        for sequence in ml_sequences(tree, tree.root, matrix, nested=nested)
        if not fragments or well_formed(own, sequence)
    }


REFERENCE = {
    "EC0": ec,
    "EC0(strict)": lambda tree: ec(tree, strict=True),
    "EC0(junctions=off)": lambda tree: ec(tree, junctions=False),
    "EC0(positions=off)": lambda tree: ec(tree, positions=False),
    "EC0(fragments=off)": lambda tree: ec(tree, fragments=False),
    "EC1": lambda tree: ec(tree, either=SUBSTITUTABLE),
    "EC1(second_chance)": lambda tree: ec(tree) | ec(tree, either=SUBSTITUTABLE),
    "ML0": lambda tree: ml(tree, nested=False),
    "ML0(matrix=l1)": lambda tree: ml(tree, nested=False, matrices=(0,)),
    "ML0(matrix=l2)": lambda tree: ml(tree, nested=False, matrices=(1,)),
    "ML0(fragments=on)": lambda tree: ml(tree, nested=False, fragments=True),
    "ML1": lambda tree: ml(tree, nested=True),
    "ML2": lambda tree: ml(tree, nested=True, fragments=True),
}


NOUNS = ["NN", "NNS", "NNP", "NNPS"]
NOUN_PHRASES = ["NP", "NX", "NML", "WHNP"]
VERBS = ["VB", "VBD", "VBG", "VBN", "VBP", "VBZ"]
CLAUSES = ["S", "SINV", "SQ"]
DETERMINERS = ["DT", "PDT", "PRP$", "WDT", "WP$", "CD"]
ADJECTIVES = ["JJ", "JJR", "JJS", "ADJP"]


def one_order(tree, number):
    """Every arrangement in which each constituent has its parts in the order of one language."""
    node = tree.nodes[number]
    if node.slot is not None:
        return [Arranged(number, (), node.slot)]
    below = {child: one_order(tree, child) for child in node.children[0]}
    return [
        Arranged(number, chosen, None)
        for order in set(node.children)
        for chosen in product(*(below[child] for child in order))
    ]


def beside(tree, arranged, labels):
    return [child for child in arranged.children if tree.nodes[child.node].label in labels]


def selected(tree, arranged):
    """For determiners, auxiliaries and complementizers in turn: the functional heads, and what they select."""
    phrases = beside(tree, arranged, ["VP"])
    auxiliaries = beside(tree, arranged, ["MD", "TO", *VERBS] if phrases else ["MD", "TO"])
    yield beside(tree, arranged, DETERMINERS), beside(tree, arranged, NOUNS + NOUN_PHRASES)
    yield auxiliaries, phrases or beside(tree, arranged, VERBS)
    yield beside(tree, arranged, ["IN"]), beside(tree, arranged, CLAUSES)


def head_languages(tree, arranged, languages):
    if arranged.slot is not None:
        return {languages[arranged.slot]}
    nominal, verbal, _ = [(heads if complement else []) or complement for heads, complement in selected(tree, arranged)]
    label = tree.nodes[arranged.node].label
    heads = nominal if label in NOUN_PHRASES else verbal if label in ["VP", *CLAUSES] else []
    return {language for head in heads for language in head_languages(tree, head, languages)}


def heads_agree(tree, arranged, languages, kinds):
    for kind, (heads, complement) in enumerate(selected(tree, arranged)):
        found = [head_languages(tree, each, languages) for each in heads + complement]
        if kind in kinds and heads and complement and len(set().union(*found)) > 1:
            return False
    return all(heads_agree(tree, child, languages, kinds) for child in arranged.children)


def adjective_languages(tree, arranged, languages):
    if arranged.slot is not None:
        return {languages[arranged.slot]}
    inner = beside(tree, arranged, ADJECTIVES)
    return {language for each in inner for language in adjective_languages(tree, each, languages)}


def adjectives_stand_rightly(tree, arranged, languages):
    node = tree.nodes[arranged.node]
    order = [child.node for child in arranged.children]
    if node.label in NOUN_PHRASES:
        nouns = beside(tree, arranged, NOUNS + NOUN_PHRASES)
        for adjective, noun in product(beside(tree, arranged, ADJECTIVES), nouns):
            for language in adjective_languages(tree, adjective, languages):
                rule = node.children[language]
                stands_before = order.index(adjective.node) < order.index(noun.node)
                if stands_before != (rule.index(adjective.node) < rule.index(noun.node)):
                    return False
    return all(adjectives_stand_rightly(tree, child, languages) for child in arranged.children)


def by_order(tree, passes):
    found = set()
    for arranged in one_order(tree, tree.root):
        slots = slots_of(arranged)
        for chosen in product((0, 1), repeat=len(slots)):
            sequence = list(zip(slots, chosen, strict=True))
            if passes(arranged, dict(sequence)):
                found.add(visible(tree, sequence))
    return found


def fhc(tree, kinds=(0, 1, 2)):
    return by_order(tree, lambda arranged, languages: heads_agree(tree, arranged, languages, kinds))


def an(tree):
    return by_order(tree, lambda arranged, languages: adjectives_stand_rightly(tree, arranged, languages))


REFERENCE |= {
    "FHC": fhc,
    "FHC(determiners=off)": lambda tree: fhc(tree, (1, 2)),
    "FHC(auxiliaries=off)": lambda tree: fhc(tree, (0, 2)),
    "FHC(complementizers=off)": lambda tree: fhc(tree, (0, 1)),
    "AN": an,
    "AN(adjective_order=off)": lambda tree: by_order(tree, lambda _arranged, _languages: True),
}
