"""The paper's own way: algorithms 1 to 8 of its supplement, sentence by sentence.

Algorithm 4 grows a sentence word by word, pruning by constituents and by well-formed fragments; 5 to 7 (8 for EC1) then
check each. Algorithms 1 and 2 copy the parse tree for every category that may be replaced. Algorithm 1 is printed
without going on after a replacement; here it goes on, as the paper's text wants it.
"""

from __future__ import annotations

from copy import deepcopy

from tests.core.reference.brute_force import (
    SUBSTITUTABLE,
    Arranged,
    ECCheck,
    own_sequence,
    own_sequences,
    switchable,
    visible,
    well_formed,
)


class Algorithm4:
    """Grow code-mixed sentences from the two monolingual ones."""

    def __init__(self, tree):
        self.tree, self.sentences = tree, []
        self.own = [own_sequence(tree, 0), own_sequence(tree, 1)]
        self.leaf = {node.slot: number for number, node in enumerate(tree.nodes) if node.slot is not None}

    def run(self):
        self.generate([])
        return self.sentences

    def generate(self, sentence):
        if not sentence:
            for language in (0, 1):
                for word in self.own[language]:
                    self.generate([(word, language)])
        elif len(sentence) == len(self.own[0]):
            self.sentences.append(sentence)
        else:
            self.go_on(sentence)

    def go_on(self, sentence):
        last, language = sentence[-1]
        following = self.own[language].index(last) + 1
        if following < len(self.own[language]):
            self.insert(sentence, self.own[language][following], language)
        for word in self.own[1 - language]:
            self.insert(sentence, word, 1 - language)

    def insert(self, sentence, word, language):
        used = {slot for slot, _ in sentence}
        if word not in used and word in self.open_constituent(sentence[-1][0], used):
            self.generate([*sentence, (word, language)])

    def open_constituent(self, last, used):
        """The words of the smallest constituent around the last word that is not exhausted."""
        number = self.leaf[last]
        while used.issuperset(self.tree.slots_below[number]):
            number = self.tree.parents[number]
        return self.tree.slots_below[number]


def parse_tree(tree, sentence, number=None):
    """The parse tree of a code-mixed sentence: the tree's children in the order in which they stand."""
    number = tree.root if number is None else number
    node = tree.nodes[number]
    places = {slot: place for place, (slot, _) in enumerate(sentence)}
    order = sorted(node.children[0], key=lambda child: places[tree.slots_below[child][0]])
    return Arranged(number, tuple(parse_tree(tree, sentence, child) for child in order), node.slot)


def ec_sentences(tree, either=()):
    """Algorithm 4, then 5 (or 8), 6 and 7."""
    return {
        visible(tree, sentence)
        for sentence in Algorithm4(tree).run()
        if ECCheck(tree, parse_tree(tree, sentence), dict(sentence), either=either).passes()
    }


class Algorithms1And2:
    """Replace categories by their counterparts, one copy of the tree for each."""

    def __init__(self, tree, *, nested):
        self.tree, self.nested, self.sentences = tree, nested, []

    def run(self, matrices):
        for matrix in matrices:
            root = self.subtree(self.tree.root, matrix)
            self.generate(root, [(place,) for place in range(len(root["children"]))])
        return self.sentences

    def subtree(self, number, language):
        node = self.tree.nodes[number]
        return {
            "number": number,
            "slot": node.slot,
            "language": language,
            "children": [self.subtree(child, language) for child in node.children[language]],
        }

    def generate(self, root, queue):
        if not queue:
            self.sentences.append(words(root))
            return
        path, *rest = queue
        current = at(root, path)
        if switchable(self.tree, current["number"], s_switches=self.nested):
            copy = deepcopy(root)
            counterpart = self.subtree(current["number"], 1 - current["language"])
            at(copy, path[:-1])["children"][path[-1]] = counterpart
            self.generate(copy, [*rest, *(below(path, counterpart) if self.nested else [])])
        self.generate(root, [*rest, *below(path, current)])


def at(root, path):
    for place in path:
        root = root["children"][place]
    return root


def below(path, node):
    return [(*path, place) for place in range(len(node["children"]))]


def words(node):
    if node["slot"] is not None:
        return [(node["slot"], node["language"])]
    return [word for child in node["children"] for word in words(child)]


def ml_sentences(tree, *, nested, matrices=(0, 1), fragments=False):
    return {
        visible(tree, sentence)
        for sentence in Algorithms1And2(tree, nested=nested).run(matrices)
        if not fragments or well_formed(own_sequences(tree), sentence)
    }


PAPERS_WAY = {
    "EC0": ec_sentences,
    "EC1": lambda tree: ec_sentences(tree, either=SUBSTITUTABLE),
    "ML0": lambda tree: ml_sentences(tree, nested=False),
    "ML1": lambda tree: ml_sentences(tree, nested=True),
    "ML2": lambda tree: ml_sentences(tree, nested=True, fragments=True),
}
