"""Sentences and the constraints they break, by listing all that each variant of a theory generates."""

from __future__ import annotations

from itertools import chain, combinations

from cswitch_core import Sentence, model


def families_by_listing(theory: str, tree) -> dict[Sentence, set[frozenset[str]]]:
    """For each sentence the smallest sets of constraints without which it is listed."""
    chosen = model(theory)
    names = [constraint.name for constraint in chosen.kept]
    subsets = list(chain.from_iterable(combinations(names, size) for size in range(len(names) + 1)))
    held: dict[Sentence, list[frozenset[str]]] = {}
    for subset in map(frozenset, subsets):
        for sentence in chosen.without(subset).sentences(tree):
            held.setdefault(sentence, []).append(subset)
    return {
        sentence: {one for one in found if not any(another < one for another in found)}
        for sentence, found in held.items()
    }
