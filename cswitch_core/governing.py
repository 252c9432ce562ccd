"""The verb of a word's clause, which asks for case markers and auxiliaries: *ne* goes with *bech di*, *did* with *see*.

Looking up from the word, the clause is the smallest constituent that has a verb of its own: directly, or through verb
phrases; else also through clauses, as a question has it (SBARQ over SQ).
"""

from __future__ import annotations

from collections.abc import Iterator

from cswitch_core.shared_tree import L1, LANGUAGES, Language, SharedTree
from cswitch_core.word_lists import LanguageWords, looked_up

CLAUSES = frozenset({"S", "SBAR", "SBARQ", "SINV", "SQ"})
VERB_PHRASES = frozenset({"VP"})


def governing_verb(tree: SharedTree, node: int, language: Language, words: LanguageWords) -> int | None:
    """Return the slot of the clause's verb, one with words in both languages, for the word at this preterminal.

    In the order of the word's language it is the first verb behind the word that is no auxiliary; if there is none,
    the first behind it, or else the last before it.
    """
    places, own = tree.places[language], tree.nodes[node].slot or 0
    found: list[int] = next(filter(None, (_verbs(tree, above) for above in _above(tree, node))), [])
    verbs = sorted(found, key=places.__getitem__)
    behind = [verb for verb in verbs if places[verb] > places[own]]
    main = (verb for verb in behind if not words.is_function_word(looked_up(tree.slots[verb].words[language])))
    return next(main, next(iter(behind), verbs[-1] if verbs else None))


def _above(tree: SharedTree, node: int) -> Iterator[int]:
    above = tree.parents[node]
    while above is not None:
        yield above
        above = tree.parents[above]


def _verbs(tree: SharedTree, node: int) -> list[int]:
    """Return the verbs of a constituent's own clause; of one without, those of the clauses inside it."""
    return list(_verbs_through(tree, node, VERB_PHRASES)) or list(_verbs_through(tree, node, VERB_PHRASES | CLAUSES))


def _verbs_through(tree: SharedTree, node: int, labels: frozenset[str]) -> Iterator[int]:
    """Yield the paired verbs that are children of this node, or of nodes with these labels below it."""
    waiting = list(tree.nodes[node].children[L1])
    while waiting:
        inner = tree.nodes[waiting.pop()]
        if inner.slot is not None:
            unit = tree.slots[inner.slot]
            if unit.tag.startswith("VB") and not any(map(unit.is_null, LANGUAGES)):
                yield inner.slot
        elif inner.label in labels:
            waiting += inner.children[L1]
