"""Matched pairs: a sentence that breaks exactly one constraint, and the nearest clean one with as many switch points.

A *violator* of a constraint c breaks exactly c under a theory T (see ``broken``). Its *partner* is clean under T, is a
sentence of the same pair, has the same number of switch points, and differs from it in as few slots as possible (see
``sets.nearest``). The violator is drawn evenly from those that have a partner, the partner evenly from the nearest;
both from packed sets, whatever their size.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from random import Random

from cswitch_core.broken import BrokenSets, NoTheory
from cswitch_core.models import Model, RuleModel
from cswitch_core.sentences import Sentence
from cswitch_core.sets import SentenceSet
from cswitch_core.sets.automaton import OUTER_LANGUAGES
from cswitch_core.sets.nearest import NearestForest
from cswitch_core.sets.numbering import kth
from cswitch_core.sets.root_classes import Compiled, compile_formula
from cswitch_core.sets.switching import SwitchForest
from cswitch_core.shared_tree import SharedTree


@dataclass(frozen=True)
class Match:
    """A violator and its partner, and in how many slots they differ."""

    constraint: str
    violator: Sentence
    partner: Sentence
    distance: int


class Matches:
    """The matched pairs of one theory for one tree."""

    def __init__(self, theory: Model, tree: SharedTree) -> None:
        if not isinstance(theory, RuleModel):
            raise NoTheory(f"{theory.name} has no constraints that could be broken")
        self.theory, self.tree = theory, tree
        self.constraints = tuple(constraint.name for constraint in theory.kept)

    def violators(self, constraint: str) -> SentenceSet:
        """Return the sentences whose only broken set is this constraint: no other constraints excuse them."""
        others = [name for name in self.constraints if name != constraint]
        excused_by_others = self.theory.without(others).sentences(self.tree)
        return self.theory.without([constraint]).sentences(self.tree) - excused_by_others

    @cached_property
    def clean(self) -> SentenceSet:
        return self.theory.sentences(self.tree)

    def partner(self, violator: Sentence, rng: Random) -> tuple[int, Sentence] | None:
        forest = self._compiled.forest
        assert isinstance(forest, SwitchForest)
        switches = violator.switch_points
        items = {ref[1] for ref, models, own in self._compiled.classes if own == switches and self.clean.formula.holds(models, own)}
        nearest = NearestForest(forest, violator.steps, switches)
        found = nearest.nearest(sorted(items), switches)
        if found is None:
            return None
        distance, refs = found
        total = sum(map(nearest.count, refs))
        return distance, Sentence(self.tree, kth(nearest, refs, rng.randrange(total)))

    @cached_property
    def _compiled(self) -> Compiled:
        return compile_formula(self.tree, self.clean.formula, OUTER_LANGUAGES)
