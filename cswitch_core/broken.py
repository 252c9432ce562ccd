"""Which constraints of a theory a sentence breaks.

A theory T has named constraints; T(D) is T with those in D switched off, and T with all of them off is its *universe*.
Switching off never takes a sentence away. A sentence's *broken sets* are the smallest D with which it is generated;
all of them together are its *family*.

- *clean*: the family is the empty broken set alone, that is, T itself generates the sentence;
- *clear*: there is one broken set; it breaks *exactly* c if that is {c};
- *ambiguous*: there are several, and each alone would excuse the sentence;
- *outside*: there is none, as what is broken cannot be switched off (``words``, ``constituents``, ``order``).

The variants T(D), of which four constraints make sixteen, are packed side by side. So the sentences of a family are a
set like any other: counted, listed, drawn from and searched without being written out.

>>> from cswitch_core.models.registry import model
>>> from cswitch_core.paper import paper_tree
>>> theory = BrokenSets(model("ML0"), paper_tree(1))
>>> for family, count in theory.counts().items():
...     print(in_words(family), count)
clean 16
nesting 12
functional_words 124
nesting or functional_words 4
nesting + functional_words 100
>>> theory.sentences(exactly("nesting")).kth(0).text
'Saturday is boring that perspective se'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from itertools import combinations

from cswitch_core.derivation import Derivation, derive
from cswitch_core.grammar import Grammar
from cswitch_core.models import Model, RuleModel
from cswitch_core.sentences import Sentence
from cswitch_core.sets import SentenceSet
from cswitch_core.sets.formulas import Accepting, Formula, any_of
from cswitch_core.sets.tracking import Tracking
from cswitch_core.shared_tree import SharedTree

BrokenSet = tuple[str, ...]
Family = tuple[BrokenSet, ...]

CLEAN: Family = ((),)
OUTSIDE: Family = ()


class NoTheory(ValueError):  # noqa: N818 - what is the matter
    """A model without constraints, of which nothing can be broken."""


def exactly(*constraints: str) -> Family:
    """Return the family of sentences that break just these constraints together."""
    return (constraints,)


def in_words(family: Family) -> str:
    """Say a family in a line of a table.

    >>> in_words((("fragments", "positions"), ("junctions",)))
    'fragments + positions or junctions'
    """
    if family == OUTSIDE:
        return "outside"
    return " or ".join(" + ".join(broken) or "clean" for broken in family)


@dataclass(frozen=True)
class Breaking:
    """What has one of these families: the formula of a set. The variants stand from the theory to its universe."""

    variants: tuple[tuple[BrokenSet, Formula], ...]
    families: tuple[Family, ...]

    def holds(self, accepting: Accepting, switches: int) -> bool:
        return self.family(accepting, switches) in self.families

    def family(self, accepting: Accepting, switches: int) -> Family:
        return smallest(names for names, formula in self.variants if formula.holds(accepting, switches))

    def grammars(self) -> tuple[Grammar, ...]:
        return self._all.grammars()

    def leading(self) -> int:
        return self._all.leading()

    def tracking(self) -> Tracking:
        return self._all.tracking()

    def with_grammars(self, change: Callable[[Grammar], Grammar]) -> Formula:
        changed = tuple((names, formula.with_grammars(change)) for names, formula in self.variants)
        return Breaking(changed, self.families)

    @property
    def _all(self) -> Formula:
        return any_of([formula for _, formula in self.variants])


def smallest(broken_sets: Iterable[BrokenSet]) -> Family:
    """Return those that contain no other, of broken sets that come smaller ones first.

    >>> smallest([("nesting",), ("content", "nesting"), ("clauses", "content")])
    (('nesting',), ('clauses', 'content'))
    """
    return reduce(_with, broken_sets, OUTSIDE)


def _with(family: Family, broken: BrokenSet) -> Family:
    return family if any(set(each) <= set(broken) for each in family) else (*family, broken)


def checked_theory(model: Model) -> RuleModel:
    """Return a model that has constraints, or refuse it."""
    if not isinstance(model, RuleModel):
        raise NoTheory(f"{model.name} has no constraints that could be broken")
    return model


def constraints_of(theory: Model) -> BrokenSet:
    """Return the names of the constraints that a theory has switched on."""
    return tuple(constraint.name for constraint in checked_theory(theory).kept)


class BrokenSets:
    """The sentences of a theory's universe for one tree, by what they break."""

    def __init__(self, theory: Model, tree: SharedTree) -> None:
        self.theory, self.tree = checked_theory(theory), tree
        self.constraints = constraints_of(theory)
        self._formulas: dict[BrokenSet, Formula] = {}

    def counts(self) -> dict[Family, int]:
        """Return how many sentences each family has, the clean ones first, then smaller and fewer broken sets."""
        counts: dict[Family, int] = {}
        formula = self.breaking()
        for accepting, switches, count in self.universe.joint_sizes([formula]):
            family = formula.family(accepting, switches)
            counts[family] = counts.get(family, 0) + count
        return dict(sorted(counts.items(), key=lambda each: self._place(each[0])))

    def sentences(self, *families: Family) -> SentenceSet:
        """Return the sentences that have one of these families."""
        return self.universe & SentenceSet(self.tree, self.breaking(*families))

    def family(self, *readings: Sentence, first: str = "") -> Family:
        """Return all broken sets of a sentence, or of the readings of one text; none if it lies outside the universe.

        Each reading is derived by itself, so that no set needs to be packed, and by as few variants as will do.
        ``first`` is the constraint that fails first, where it is known: those from it on excuse the text when they are
        switched off together, and those after it do not.
        """
        readable = [each for each in readings if each.stands_together]
        known: dict[BrokenSet, bool] = {}
        if first in self.constraints:
            place = self.constraints.index(first)
            known = {self.constraints[place:]: True, self.constraints[place + 1 :]: False}

        def is_excused(names: BrokenSet) -> bool:
            for others, excused in known.items():
                if set(others).issubset(names) if excused else set(names).issubset(others):
                    return excused
            known[names] = any(is_generated(self._formula(names), each) for each in readable)
            return known[names]

        if not is_excused(self.constraints):
            return OUTSIDE
        # What it takes even where all else is switched off is in every broken set, so few variants are left to try.
        needed = {name for name in self.constraints if not is_excused(_but(self.constraints, name))}
        found = OUTSIDE
        for names in _subsets(self.constraints):
            if needed.issubset(names) and _with(found, names) != found and is_excused(names):
                found = (*found, names)
        return found

    @property
    def clean(self) -> SentenceSet:
        return self.sentences(CLEAN)

    @property
    def universe(self) -> SentenceSet:
        """The sentences that the theory generates with every constraint switched off."""
        return self.theory.without(self.constraints).sentences(self.tree)

    def breaking(self, *families: Family) -> Breaking:
        """Return the formula of the sentences that have one of these families."""
        variants = tuple((names, self._formula(names)) for names in _subsets(self.constraints))
        return Breaking(variants, families)

    def _formula(self, names: BrokenSet) -> Formula:
        """Return the formula of the variant without these constraints, made when it is first asked for."""
        if names not in self._formulas:
            self._formulas[names] = self.theory.without(names).by_rules(self.tree).formula
        return self._formulas[names]

    def _place(self, family: Family) -> tuple[int, int, list[list[int]]]:
        numbers = [[self.constraints.index(name) for name in broken] for broken in family]
        return max(map(len, family)), len(family), numbers


def _subsets(names: BrokenSet) -> list[BrokenSet]:
    return [subset for size in range(len(names) + 1) for subset in combinations(names, size)]


def _but(names: BrokenSet, left_out: str) -> BrokenSet:
    return tuple(name for name in names if name != left_out)


def is_generated(formula: Formula, sentence: Sentence) -> bool:
    """Say whether a formula holds of a sentence, by deriving it alone: no set is packed."""
    derived = (each for each in formula.grammars() if isinstance(derive(each, sentence), Derivation))
    return formula.holds(frozenset(derived), sentence.switch_points)
