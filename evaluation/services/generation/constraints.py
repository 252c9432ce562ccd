"""Constraints of the theories: what a sentence breaks, and matched pairs."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache

import cswitch_core
from cswitch_core import Sentence
from cswitch_core.broken import BrokenSets, Family, NoTheory, constraints_of
from cswitch_core.matched import Matches
from evaluation.models import Pair
from evaluation.services.generation.models import whole_name
from evaluation.services.generation.pairs import Content, content_of
from evaluation.services.generation.sets import SETS_REMEMBERED, remembered_tree, tree_of

# In all readings of a text of which it is asked what it breaks.
SLOTS_READ = 400


def theories(names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Those of the models that have constraints, each with their names."""
    found = {}
    for name in names:
        with suppress(NoTheory):
            found[name] = constraints_of(cswitch_core.model(name))
    return {name: constraints for name, constraints in found.items() if constraints}


def constraint_words(name: str) -> str:
    """A constraint, or a text that names some, as people read it: ``functional words``."""
    return name.replace("_", " ")


def broken_sets(row: Pair, sentence: Sentence, models: Iterable[str]) -> dict[str, Family]:
    """All broken sets of what reads as the sentence does, under every model that has constraints."""
    tree = tree_of(row)
    read = [sentence, *cswitch_core.read_sentence(tree, sentence.text, max(1, SLOTS_READ // len(tree.slots)))]
    return {name: _broken_sets(content_of(row), name).family(*read) for name in theories(models)}


def broken_counts(row: Pair, theory: str) -> dict[Family, int]:
    """How many sentences of the theory's universe have which broken sets."""
    return _broken_sets(content_of(row), theory).counts()


def matches(row: Pair, theory: str, others: Iterable[str], *, whole: bool, same_others: bool) -> Matches:
    """The matched pairs of a theory; if ``same_others``, members of a match break the same under the other theories."""
    chosen = cswitch_core.model(whole_name(theory) if whole else theory)
    beside = [cswitch_core.model(name) for name in others if name != theory]
    return Matches(chosen, tree_of(row), beside, same_others=same_others)


@lru_cache(SETS_REMEMBERED)
def _broken_sets(content: Content, model_name: str) -> BrokenSets:
    return BrokenSets(cswitch_core.model(model_name), remembered_tree(content))
