"""What governs a word: the verb of its clause, or the preposition of its phrase.

A verb asks for case markers and auxiliaries: *ne* goes with *bech di*, *did* with *see*. A finite verb implies its
subject, *olvidé* an *I*. Articles that one of the languages lacks go with the language of the frame, that is with the
preposition or the verb that governs their phrase: *Ladke ne window tod di*, *The boy broke the khidki*.

Looking up from the word, the clause is the smallest constituent that has a verb of its own: directly, or through verb
phrases; else also through clauses, as a question has it (SBARQ over SQ).
"""

from __future__ import annotations

from collections.abc import Iterator

from cswitch_core.shared_tree import L1, LANGUAGES, Language, SharedTree
from cswitch_core.word_lists import LanguageWords, looked_up

CLAUSES = frozenset({"S", "SBAR", "SBARQ", "SINV", "SQ"})
VERB_PHRASES = frozenset({"VP"})
VERBS = ("VB",)
FINITE = ("VB", "MD")
ADPOSITIONS = frozenset({"IN", "TO", "POS"})


def governing_verb(tree: SharedTree, node: int, language: Language, words: LanguageWords) -> int | None:
    """Return the slot of the clause's verb, one with words in both languages, for the word at this preterminal.

    In the order of the word's language it is the first verb behind the word that is no auxiliary; if there is none,
    the first behind it, or else the last before it.
    """
    places, own = tree.places[language], tree.nodes[node].slot or 0
    verbs = _verbs_of_clause(tree, node, language, VERBS)
    behind = [verb for verb in verbs if places[verb] > places[own]]
    main = (verb for verb in behind if not words.is_function_word(looked_up(tree.slots[verb].words[language])))
    return next(main, next(iter(behind), verbs[-1] if verbs else None))


def finite_verb(tree: SharedTree, node: int, language: Language) -> int | None:
    """Return the slot of the clause's first verb or modal in the word's language, one with words in both."""
    return next(iter(_verbs_of_clause(tree, node, language, FINITE)), None)


def governor(tree: SharedTree, node: int, language: Language, words: LanguageWords) -> int | None:
    """Return the slot of the preposition (or possessive) beside the word's phrase, else of the verb of its clause."""
    for above in _above(tree, node):
        if _verbs(tree, above, VERBS):
            break
        beside = [inner.slot for inner in map(tree.nodes.__getitem__, tree.nodes[above].children[L1])]
        found = (slot for slot in beside if slot is not None and _is_paired(tree, slot))
        adposition = next((slot for slot in found if tree.slots[slot].tag in ADPOSITIONS), None)
        if adposition is not None:
            return adposition
    return governing_verb(tree, node, language, words)


def _verbs_of_clause(tree: SharedTree, node: int, language: Language, tags: tuple[str, ...]) -> list[int]:
    """Return the verbs of the word's clause, in the order of its language."""
    found: list[int] = next(filter(None, (_verbs(tree, above, tags) for above in _above(tree, node))), [])
    return sorted(found, key=tree.places[language].__getitem__)


def _above(tree: SharedTree, node: int) -> Iterator[int]:
    above = tree.parents[node]
    while above is not None:
        yield above
        above = tree.parents[above]


def _verbs(tree: SharedTree, node: int, tags: tuple[str, ...]) -> list[int]:
    """Return the verbs of a constituent's own clause; of one without, those of the clauses inside it."""
    own = list(_verbs_through(tree, node, VERB_PHRASES, tags))
    return own or list(_verbs_through(tree, node, VERB_PHRASES | CLAUSES, tags))


def _verbs_through(tree: SharedTree, node: int, labels: frozenset[str], tags: tuple[str, ...]) -> Iterator[int]:
    """Yield the paired verbs that are children of this node, or of nodes with these labels below it."""
    waiting = list(tree.nodes[node].children[L1])
    while waiting:
        inner = tree.nodes[waiting.pop()]
        if inner.slot is not None:
            if tree.slots[inner.slot].tag.startswith(tags) and _is_paired(tree, inner.slot):
                yield inner.slot
        elif inner.label in labels:
            waiting += inner.children[L1]


def _is_paired(tree: SharedTree, slot: int) -> bool:
    return not any(map(tree.slots[slot].is_null, LANGUAGES))
