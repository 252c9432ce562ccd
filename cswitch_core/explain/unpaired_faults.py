"""Saying which word of a sentence is missing or too many: the constraint ``unpaired``."""

from __future__ import annotations

from cswitch_core.explain.faults import Fault
from cswitch_core.explain.naming import Wording
from cswitch_core.sentences import Sentence
from cswitch_core.shared_tree import SharedTree, other
from cswitch_core.unpaired import Tie, languages_in, wholeness
from cswitch_core.word_lists import WordLists


def unpaired_fault(sentence: Sentence, words: WordLists) -> Fault:
    """Return the first word that is not spoken with the word it belongs to, in a sentence that is not whole."""
    found = wholeness(sentence, words)
    tree = sentence.tree
    tie = max(found.missing_ties or found.doubled_ties, key=lambda each: each.is_lost_link)  # it says more than a host
    is_missing = bool(found.missing_ties)
    if tie.is_lost_link:
        return Fault(_above(tree, tie), _lost_link(tree, tie, is_missing=is_missing))
    wording = Wording(tree, languages_in(tree, sentence.steps))
    return Fault(_above(tree, tie), _hosted(tree, wording, tie, is_missing=is_missing))


def _hosted(tree: SharedTree, wording: Wording, tie: Tie, *, is_missing: bool) -> str:
    word, host = tree.slots[tie.word].words[tie.language], wording.quoted([tie.host])
    own, another = wording.language(tie.language), wording.language(other(tie.language))
    if is_missing:
        return f"‘{word}’ is missing: it has no {another} counterpart and belongs to {host}, which is {own}"
    return f"‘{word}’ is spoken, but it has no {another} counterpart and belongs to {host}, which is {another} here"


def _lost_link(tree: SharedTree, tie: Tie, *, is_missing: bool) -> str:
    one, two = tree.slots[tie.word].words[tie.language], tree.slots[tie.host].words[other(tie.language)]
    said = f"neither ‘{one}’ nor ‘{two}’ is spoken" if is_missing else f"‘{one}’ and ‘{two}’ are both spoken"
    return f"{said}; neither is linked, and they may well be each other's counterpart"


def _above(tree: SharedTree, tie: Tie) -> int:
    """Return the smallest constituent that holds both slots."""
    return next(node for node, slots in enumerate(tree.slots_below) if tie.word in slots and tie.host in slots)
