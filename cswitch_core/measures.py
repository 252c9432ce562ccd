"""Measures of one sentence: how mixed it is, what is switched in it, and which phenomena it shows.

Counts are of words: a unit of two words counts twice, punctuation not at all. With n words, of which w are of the
more frequent language, with the languages' shares p and with s switch points between neighbouring words:

- CMI = 100 (1 - w / n): Das and Gambäck, "Identifying Languages at the Word Level in Code-Mixed Indian Social Media
  Text" (ICON 2014); no word is without a language here.
- M-index = (1 - Σ p²) / ((k - 1) Σ p²) for k = 2 languages: Barnett et al., "The LIDES Coding Manual" (International
  Journal of Bilingualism 4(2), 2000). 0 is one language only, 1 both alike.
- I-index = s / (n - 1): Guzmán, Ricard, Serigos, Bullock and Toribio, "Metrics for Modeling Code-Switching Across
  Corpora" (Interspeech 2017).

What is switched is said with respect to a *matrix language*: the one from which the sentence is derived, as in ML1
but with any constituent switchable, with fewer switched constituents; between equals the one with more words; none
if that does not decide or the order fits neither. Where there is none, the largest constituents of one language
count as switched. ``missing`` and ``doubled`` are words without a counterpart that are not spoken with the word they
belong to (see ``unpaired``).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import groupby

from cswitch_core.derivation import Derivation, derive
from cswitch_core.models.categories import Categories
from cswitch_core.models.matrix import Matrix
from cswitch_core.phenomena import Switch, phenomena_of
from cswitch_core.sentences import Sentence
from cswitch_core.shared_tree import L1, L2, LANGUAGES, Language, SharedTree
from cswitch_core.unpaired import wholeness
from cswitch_core.word_lists import WordLists


@dataclass(frozen=True)
class Measures:
    """All measures of a sentence; languages are given by their codes."""

    switch_points: int
    fragments: dict[str, int]
    cmi: float
    m_index: float
    i_index: float
    switched_categories: tuple[str, ...]
    phenomena: frozenset[str]
    matrix_language: str | None
    missing: tuple[str, ...] = ()
    doubled: tuple[str, ...] = ()

    @property
    def is_whole(self) -> bool:
        return not self.missing and not self.doubled


def measure(sentence: Sentence, lists: WordLists | None = None) -> Measures:
    """Measure a sentence; ``lists`` are those by which missing words are told, if not the default ones.

    >>> from cswitch_core.paper import paper_tree
    >>> measured = measure(Sentence.from_key(paper_tree(1), "0a 1a 2a 4b 5b 3b"))
    >>> measured.matrix_language, measured.switched_categories, measured.cmi, measured.i_index
    ('en', ('PP',), 50.0, 0.2)
    """
    tree = sentence.tree
    words = _word_counts(sentence)
    matrix, switches = switches_of(sentence)
    said = wholeness(sentence, lists)
    return Measures(
        switch_points=sentence.switch_points,
        fragments=_fragments(sentence),
        cmi=cmi(words),
        m_index=m_index(words),
        i_index=i_index(sentence.switch_points, sum(words)),
        switched_categories=tuple(sorted({switch.category for switch in switches})),
        phenomena=phenomena_of(switches),
        matrix_language=None if matrix is None else tree.languages[matrix],
        missing=said.missing,
        doubled=said.doubled,
    )


def cmi(words: tuple[int, int]) -> float:
    """Return the code-mixing index, 0 to 50 for two languages, given the words of each."""
    total = sum(words)
    return 100 * (1 - max(words) / total) if total else 0.0


def m_index(words: tuple[int, int]) -> float:
    """Return the multilingual index, 0 to 1, given the words of each language."""
    total = sum(words)
    if not total:
        return 0.0
    squares = sum((count / total) ** 2 for count in words)
    return (1 - squares) / squares


def i_index(switch_points: int, words: int) -> float:
    """Return the share of places between words at which the language switches."""
    return switch_points / (words - 1) if words > 1 else 0.0


def _word_counts(sentence: Sentence) -> tuple[int, int]:
    counted = Counter[Language]()
    for slot, language in sentence.steps:
        counted[language] += len(sentence.tree.slots[slot].words[language].split())
    return counted[L1], counted[L2]


def _fragments(sentence: Sentence) -> dict[str, int]:
    """Return how many fragments, runs of words, of each language there are."""
    runs = Counter(language for language, _ in groupby(language for _, language in sentence.steps))
    return {sentence.tree.languages[language]: runs[language] for language in LANGUAGES}


def switches_of(sentence: Sentence) -> tuple[Language | None, list[Switch]]:
    """Return the matrix language and the switched constituents that have words in the sentence."""
    derived = {language: _derived(sentence, language) for language in LANGUAGES}
    switched = {language: _switched(each) for language, each in derived.items() if each is not None}
    matrix = _matrix(sentence, {language: len(nodes) for language, nodes in switched.items()})
    nodes = _largest_monolingual(sentence) if matrix is None else switched[matrix]
    return matrix, [_switch(sentence, node, nodes) for node in nodes]


def _derived(sentence: Sentence, matrix: Language) -> Derivation | None:
    anything = Matrix(
        (Categories(), Categories()),
        (matrix,),
        nesting=False,
        functional_words=False,
        clauses=False,
        content=False,
    )
    found = derive(anything, sentence) if sentence.stands_together else None
    return found if isinstance(found, Derivation) else None


def _matrix(sentence: Sentence, costs: dict[Language, int]) -> Language | None:
    words = _word_counts(sentence)
    ranked = sorted((cost, -words[language], language) for language, cost in costs.items())
    if not ranked or (len(ranked) > 1 and ranked[0][:2] == ranked[1][:2]):
        return None
    return ranked[0][2]


def _switched(derivation: Derivation) -> list[int]:
    """Return the nodes with words that are not in their parent's language."""
    tree, states = derivation.sentence.tree, derivation.states
    return [
        node
        for node in sorted(derivation.sentence.spans)
        if node != tree.root and states[node][0] != states[tree.parents[node] or 0][0]
    ]


def _largest_monolingual(sentence: Sentence) -> list[int]:
    """Return the largest constituents below the root whose words are all of one language."""
    tree = sentence.tree
    pure = {node for node in sentence.spans if len(_languages(tree, sentence, node)) == 1}
    return sorted(node for node in pure if node != tree.root and tree.parents[node] not in pure - {tree.root})


def _languages(tree: SharedTree, sentence: Sentence, node: int) -> set[Language]:
    chosen = dict(sentence.steps)
    return {chosen[slot] for slot in tree.slots_below[node] if slot in chosen}


def _switch(sentence: Sentence, node: int, switched: list[int]) -> Switch:
    tree = sentence.tree
    visible = {slot for slot, _ in sentence.steps}
    slots = [slot for slot in tree.slots_below[node] if slot in visible]
    inside = set(switched) - {node}
    above = tree.parents[node]
    while above is not None and above not in inside:
        above = tree.parents[above]
    tag = tree.slots[slots[0]].tag if len(slots) == 1 else ""
    return Switch(
        tag or tree.nodes[node].label, tag, is_inside_another=above is not None, label_above=_label_above(tree, node)
    )


def _label_above(tree: SharedTree, node: int) -> str:
    """Return the label of the constituent directly above."""
    parent = tree.parents[node]
    return "" if parent is None else tree.nodes[parent].label
