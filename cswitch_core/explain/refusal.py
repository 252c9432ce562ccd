"""Finding the first rule by which a model refuses a sentence, and the constituent at which it fails.

The rules are switched on one after the other until no derivation is left. A further rule never allows more
sentences, so the rule is found by bisection. What is wrong with the constituent is said by the finder of the theory
(``matrix_faults``, ``equivalence_faults``, ``order_faults``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from cswitch_core.derivation import Derivation, NoDerivation, derive
from cswitch_core.explain.equivalence_faults import EquivalenceFinder
from cswitch_core.explain.faults import Finder
from cswitch_core.explain.matrix_faults import MatrixFinder
from cswitch_core.explain.naming import Wording
from cswitch_core.explain.order_faults import AdjectiveFinder, FunctionalHeadFinder
from cswitch_core.explain.unpaired_faults import unpaired_fault
from cswitch_core.explain.unreadable import why_unreadable
from cswitch_core.grammar import Grammar
from cswitch_core.models.adjectives import AdjectiveOrder
from cswitch_core.models.base import UNPAIRED
from cswitch_core.models.equivalence import Equivalence
from cswitch_core.models.functional_heads import FunctionalHeads
from cswitch_core.models.matrix import Matrix
from cswitch_core.sentences import Sentence
from cswitch_core.shared_tree import LANGUAGES
from cswitch_core.typed_text import TypedText
from cswitch_core.word_lists import WordLists

Explained = Equivalence | Matrix | FunctionalHeads | AdjectiveOrder
LAST_STAGE = 100  # after all constraints of a model


@dataclass(frozen=True)
class Refusal:
    """A rule that fails, where and why; ``stage`` is how far the sentence got."""

    stage: int
    rule: str
    words: str
    node: str = ""
    node_words: str = ""


def refusal_of_words(typed: TypedText) -> Refusal:
    """Say why a text cannot be read in the words of the pair."""
    return Refusal(0, "words", why_unreadable(typed))


def refusal(grammar: Grammar, constraints: Sequence[str], sentence: Sentence) -> Refusal | None:
    """Return why the grammar does not derive the sentence, or None if it does."""
    broken = _broken_constituent(sentence)
    if broken is not None:
        return broken
    if not isinstance(grammar, Explained):
        found = derive(grammar, sentence)
        words = "no rule of the model allows {}"
        return _at(sentence, 2, "rules", found.node, words) if isinstance(found, NoDerivation) else None
    return _first_rule(grammar, [name for name in constraints if getattr(grammar, name)], sentence)


def refusal_of_unpaired(sentence: Sentence, words: WordLists) -> Refusal:
    """Say which word of a sentence that only ``unpaired`` refuses is not spoken with the word it belongs to."""
    fault = unpaired_fault(sentence, words)
    return _at(sentence, LAST_STAGE, UNPAIRED.name, fault.node, fault.words)


def _broken_constituent(sentence: Sentence) -> Refusal | None:
    """Find the smallest constituent whose words do not stand together."""
    tree, steps = sentence.tree, sentence.steps
    visible = {slot for slot, _ in steps}
    for node, (start, stop) in sorted(sentence.spans.items()):
        inside = [slot for slot in tree.slots_below[node] if slot in visible]
        if stop - start > len(inside):
            own = set(inside)
            between = [slot for slot, _ in steps[start:stop] if slot not in own]
            strangers = Wording(tree, dict(steps)).quoted(between)
            words = f"the words of {{}} do not stand together: {strangers} is between them"
            return _at(sentence, 1, "constituents", node, words)
    return None


def _first_rule(grammar: Explained, constraints: list[str], sentence: Sentence) -> Refusal | None:
    """Find the first constraint with which no derivation is left; the last derivation shows where it fails."""
    tried: dict[int, Derivation | NoDerivation] = {}
    kept, failing = -1, len(constraints) + 1
    while failing - kept > 1:
        middle = (kept + failing) // 2
        tried[middle] = derive(_without(grammar, constraints[middle:]), sentence)
        if isinstance(tried[middle], NoDerivation):
            failing = middle
        else:
            kept = middle
    last, first = tried.get(kept), tried.get(failing)
    if isinstance(last, Derivation) and isinstance(first, NoDerivation):
        name = constraints[kept]
        fault = finder_for(_without(grammar, constraints[failing:]), last).find(name)
        return _at(sentence, 2 + failing, name, fault.node, fault.words)
    return _wrong_order(grammar, sentence, first.node) if isinstance(first, NoDerivation) else None


def _without(grammar: Explained, constraints: list[str]) -> Explained:
    relaxed: Explained = replace(cast("Any", grammar), **dict.fromkeys(constraints, False))
    return relaxed


def finder_for(grammar: Explained, derivation: Derivation) -> Finder:
    match grammar:
        case Equivalence():
            return EquivalenceFinder(grammar, derivation)
        case Matrix():
            return MatrixFinder(grammar, derivation)
        case FunctionalHeads():
            return FunctionalHeadFinder(grammar, derivation)
        case _:
            return AdjectiveFinder(grammar, derivation)


def _wrong_order(grammar: Explained, sentence: Sentence, node: int) -> Refusal:
    wording = Wording(sentence.tree, dict(sentence.steps))
    languages = grammar.matrices if isinstance(grammar, Matrix) and node == sentence.tree.root else LANGUAGES
    if len(languages) == 1:
        name = wording.language(languages[0])
        words = f"the matrix language is {name}, but the parts of {{}} do not stand in the {name} order"
    else:
        words = "the parts of {} stand in the order of neither language"
    return _at(sentence, 2, "order", node, f"{words} ({wording.rules(node)})")


def _at(sentence: Sentence, stage: int, rule: str, node: int, words: str) -> Refusal:
    """Return the refusal at a node; a pair of braces in the words stands for the constituent."""
    tree, steps = sentence.tree, sentence.steps
    below = set(tree.slots_below[node])
    order = [slot for slot, _ in steps if slot in below]
    wording = Wording(tree, dict(steps))
    named = words.replace("{}", wording.constituent(node, order))
    return Refusal(stage, rule, named, tree.nodes[node].label, wording.words(order))
