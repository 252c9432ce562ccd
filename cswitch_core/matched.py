"""Matched pairs: a sentence that breaks exactly one constraint, and the nearest clean one with as many switch points.

A *violator* of a constraint c breaks exactly c under a theory T (see ``broken``). Its *partner* is clean under T, is a
sentence of the same pair, has the same number of switch points, and differs from it in as few slots as possible (see
``sets.nearest``). Words that look alike are one (see ``seen``), and a violator whose text can also be read as clean is
passed over.

Violators are drawn evenly from those that have a partner, and among these from those that break c in one place (see
``tolerance``) if there are any; the partner evenly from the nearest. All of it on packed sets, whatever their size.
A partner is used once: where every nearest one has been used, the violator is passed over. On request a partner also
breaks just what its violator does under the other theories: nothing else changes.

>>> from cswitch_core.models.registry import model
>>> from cswitch_core.paper import paper_tree
>>> cell = Matches(model("ML2"), paper_tree(1)).draw("fragments", 1, Random(1))
>>> for match in cell.matches:
...     print(match.violator.text, match.partner.text, match.distance, match.switches, match.places, sep=" | ")
Saturday is boring that nazariye se | Saturday is boring uss nazariye se | 1 | 1 | 1
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from random import Random
from typing import cast

from cswitch_core.broken import Breaking, BrokenSets, Family, is_generated
from cswitch_core.models import Model, RuleModel
from cswitch_core.seen import SeenSet, as_seen
from cswitch_core.sentences import Sentence
from cswitch_core.sets import SentenceSet
from cswitch_core.sets.formulas import Accepting, Formula, any_of
from cswitch_core.sets.nearest import NearestForest
from cswitch_core.sets.numbering import kth
from cswitch_core.sets.root_classes import Compiled, RootClasses, compile_formula
from cswitch_core.sets.sampling import shuffled
from cswitch_core.sets.switching import SwitchForest
from cswitch_core.sets.tracking import OUTER_LANGUAGES
from cswitch_core.shared_tree import SharedTree
from cswitch_core.tolerance import tolerance
from cswitch_core.typed_text import Words, read_sentence
from cswitch_core.wording import counted

Likeness = tuple[int, tuple[Family, ...]]
VIOLATORS_TRIED = 20  # for each match wanted, should there be no partner left
PARTNERS_TRIED = 20  # more than have been used
SLOTS_READ = 60  # in all readings of a text


@dataclass(frozen=True)
class Match:
    """A violator and its partner, in how many slots they differ, and what both break under other theories.

    ``places`` is in how many places the violator breaks the constraint; None if the theory cannot tell.
    """

    constraint: str
    violator: Sentence
    partner: Sentence
    distance: int
    switches: int
    places: int | None
    others: dict[str, tuple[Family, Family]]


@dataclass(frozen=True)
class Cell:
    """The matches of one constraint, and the counts of sentences that say why there are no more.

    ``with_partner`` counts the violators that are drawn from, in one place if there are such, for which there are clean
    sentences of as many switch points, and ``partners`` counts these; where nothing else may change, both count only
    what breaks the same under the other theories. ``tried`` are the violators that were drawn.
    """

    constraint: str
    wanted: int
    clean: int
    violators: int
    in_one_place: int
    with_partner: int
    partners: int
    tried: int = 0
    matches: tuple[Match, ...] = ()
    same_others: bool = False

    @property
    def why(self) -> str:
        """Why there are fewer matches than wanted; nothing if there are enough."""
        if len(self.matches) == self.wanted:
            return ""
        if len(self.matches) == self.most or not self.most:
            return self.lack
        return f"{self.tried:,} of {counted(self.with_partner, 'violator')} tried; no partner is left{self._alike}"

    @property
    def most(self) -> int:
        """How many matches there can be at most, as a partner is used once."""
        return min(self.with_partner, self.partners)

    @property
    def lack(self) -> str:
        """Why there must be fewer matches than wanted, said before any is drawn; nothing if there may be enough."""
        if not self.violators:
            return "no sentence breaks exactly this constraint"
        if not self.with_partner:
            with_switches = f"none with a clean sentence of as many switch points{self._alike}"
            return f"{counted(self.violators, 'violator')}, {with_switches}"
        if self.most >= self.wanted:
            return ""
        if self.with_partner <= self.partners:
            return f"only {counted(self.with_partner, 'violator')} with a partner"
        return f"only {counted(self.partners, 'partner')} for {counted(self.with_partner, 'violator')}"

    @property
    def _alike(self) -> str:
        return " that breaks the same under the other theories" if self.same_others else ""


class Matches:
    """The matched pairs of one theory for one tree; ``same_others`` asks that other theories see no difference."""

    def __init__(
        self, theory: Model, tree: SharedTree, others: Sequence[Model] = (), *, same_others: bool = False
    ) -> None:
        self.broken = BrokenSets(theory, tree)
        self.theory: RuleModel = self.broken.theory
        self.tree, self.constraints = tree, self.broken.constraints
        self.others = {other.name: BrokenSets(other, tree) for other in others if other.name != theory.name}
        self.same_others = same_others
        self.clean = as_seen(self.theory.sentences(tree))
        self.seen = self.clean.seen

    # Which sentences there are

    def violators(self, constraint: str, *, most_places: int | None = None) -> SeenSet:
        """Return the texts whose only broken set is this constraint, in at most so many places."""
        others = [name for name in self.constraints if name != constraint]
        excused_by_others = self.theory.without(others).sentences(self.tree)
        found = self.theory.without([constraint]).sentences(self.tree) - excused_by_others
        return as_seen(found if most_places is None else found & self._tolerating(constraint, most_places))

    def _tolerating(self, constraint: str, most_places: int) -> SentenceSet:
        found = SentenceSet(self.tree, self._tolerant_formula(constraint, most_places))
        return found.whole(self.theory.lists.words) if self.theory.together else found

    def _tolerant_formula(self, constraint: str, most_places: int) -> Formula:
        plain = self.theory.formula(self.tree.languages)
        return plain.with_grammars(lambda grammar: tolerance(grammar, constraint, most_places))

    @cached_property
    def _breaking(self) -> tuple[Breaking, ...]:
        return tuple(each.breaking() for each in self.others.values()) if self.same_others else ()

    @cached_property
    def _compiled(self) -> Compiled:
        """The clean texts, and what the other theories make of them."""
        clean = self.clean.formula
        formula = any_of([clean, *self._breaking])
        return compile_formula(self.seen.tree, formula, OUTER_LANGUAGES, leading=len(clean.grammars()))

    @cached_property
    def _clean_items(self) -> dict[Likeness, set[int]]:
        """The classes of clean texts at the root, by their switch points and their families under other theories.

        Every class that was compiled is clean: a theory allows what any of its grammars generates, and they lead.
        """
        items: dict[Likeness, set[int]] = {}
        for ref, accepting, switches in self._compiled.classes:
            items.setdefault(self._likeness(accepting, switches), set()).add(ref[1])
        return items

    @cached_property
    def _clean_counts(self) -> dict[Likeness, int]:
        """How many clean texts there are of each likeness; none without any."""
        counts: Counter[Likeness] = Counter()
        for ref, accepting, switches in self._compiled.classes:
            counts[self._likeness(accepting, switches)] += self._compiled.forest.count(ref)
        return dict(+counts)

    def _likeness(self, accepting: Accepting, switches: int) -> Likeness:
        return switches, tuple(each.family(accepting, switches) for each in self._breaking)

    def _with_partner(self, violators: SeenSet) -> tuple[RootClasses, int]:
        """Return those of the violators for which there are clean texts of their likeness, and how many these are."""
        formula = any_of([violators.formula, *self._breaking])
        compiled = compile_formula(self.seen.tree, formula, OUTER_LANGUAGES)
        roots, likenesses = [], set()
        for ref, accepting, switches in compiled.classes:
            likeness = self._likeness(accepting, switches)
            if likeness in self._clean_counts and violators.formula.holds(accepting, switches):
                roots.append(ref)
                likenesses |= {likeness} if compiled.forest.count(ref) else set()
        partners = sum(self._clean_counts[likeness] for likeness in likenesses)
        return RootClasses(compiled.packed, compiled.forest, roots), partners

    # Drawing

    def available(self, constraint: str, wanted: int) -> Cell:
        """Count what there is to draw from; nothing is drawn."""
        return self._cell(constraint, wanted)[0]

    def _cell(self, constraint: str, wanted: int) -> tuple[Cell, SeenSet, RootClasses]:
        """Return the counts of a cell, and the violators that are drawn from, those that have a partner apart."""
        violators, chosen = self.violators(constraint), self.violators(constraint, most_places=1)
        in_one_place = chosen.packed.count
        paired, partners = self._with_partner(chosen)
        if not paired.count:
            chosen = violators
            paired, partners = self._with_partner(chosen)
        cell = Cell(
            constraint,
            wanted=wanted,
            clean=self.clean.packed.count,
            violators=violators.packed.count,
            in_one_place=in_one_place,
            with_partner=paired.count,
            partners=partners,
            same_others=self.same_others,
        )
        return cell, chosen, paired

    def draw(self, constraint: str, size: int, rng: Random, used: set[Words] | None = None) -> Cell:
        """Draw matches of a constraint; ``used`` are the words of texts that are taken, and is added to."""
        cell, violators, paired = self._cell(constraint, size)
        used, tried, matches = set() if used is None else used, 0, list[Match]()
        for number in islice(shuffled(paired.count, rng), VIOLATORS_TRIED * size):
            if len(matches) == size:
                break
            tried += 1
            violator = Sentence(self.tree, self.seen.settled(paired.kth(number)))
            if self.seen.words(violator) not in used and self._is_no_other(violator, violators):
                found = self._match(constraint, violator, rng, used)
                matches += [] if found is None else [found]
        return replace(cell, tried=tried, matches=tuple(matches))

    def _is_no_other(self, violator: Sentence, violators: SeenSet) -> bool:
        """Say whether a violator breaks just its constraint in any other reading of its text too."""
        return not self.seen.vocabulary.repeats or violator in violators

    def _match(self, constraint: str, violator: Sentence, rng: Random, used: set[Words]) -> Match | None:
        families, switches = self._families(violator), self.clean.switch_points(violator)
        for distance, partner in islice(self.partners(violator, rng), PARTNERS_TRIED + len(used)):
            words = self.seen.words(partner)
            others = self._families(partner) if words not in used else None
            if others is not None and (not self.same_others or others == families):
                used |= {words, self.seen.words(violator)}
                both = {name: (families[name], others[name]) for name in self.others}
                places = self.places(constraint, violator)
                return Match(constraint, violator, partner, distance, switches, places, both)
        return None

    def partners(self, violator: Sentence, rng: Random) -> Iterator[tuple[int, Sentence]]:
        """Yield the nearest clean texts that are like a violator, each with its distance, in random order."""
        switches = self.clean.switch_points(violator)
        likeness = switches, tuple(self._families(violator).values()) if self.same_others else ()
        forest = NearestForest(cast("SwitchForest", self._compiled.forest), violator.steps, switches)
        found = forest.nearest(sorted(self._clean_items.get(likeness, ())), switches)
        distance, refs = found or (0, [])
        for number in shuffled(sum(map(forest.count, refs)), rng):
            yield distance, Sentence(self.tree, self.seen.settled(kth(forest, refs, number)))

    def places(self, constraint: str, violator: Sentence) -> int | None:
        """Return in how many places a violator breaks a constraint."""
        for number in range(1, len(self.tree.slots) + 1):
            formula = self._tolerant_formula(constraint, number)
            if any(is_generated(formula, each) for each in self._readings(violator)):
                return number
        return None

    def _families(self, sentence: Sentence) -> dict[str, Family]:
        return {name: other.family(*self._readings(sentence)) for name, other in self.others.items()}

    def _readings(self, sentence: Sentence) -> list[Sentence]:
        """Return a few readings of a text that has several, fewer of a long one."""
        if not self.seen.has_alike_words and not self.seen.vocabulary.repeats:
            return [sentence]
        return [sentence, *read_sentence(self.tree, sentence.text, SLOTS_READ // len(self.tree.slots))]
