"""What a drawn study compares: the sentences of either side, as far as a plan can be computed for them.

Of several constraints it is the one with fewest matches, of several models the two with fewest sentences: a study that
answers these answers the others. Of couples it is the contrast that most of them are about.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from django.utils.translation import gettext as _

from evaluation.models import Study
from evaluation.services.generation import constraint_words
from evaluation.services.results.choices.made import Choices
from evaluation.services.results.choices.opposed import opposed
from evaluation.services.results.selection import Selection
from evaluation.services.studies.sampling import condition_words
from evaluation.services.studies.sampling.methods import CONTROL
from evaluation.statistics.planning.design import CHOICES, COST, MODELS

# How often a condition occurs in each pair.
OfPairs = Counter[int | None]
Name = TypeVar("Name")


@dataclass(frozen=True)
class Comparison:
    """So many pairs with so many matches each; `words` name what is compared."""

    compared: str
    pairs: int
    matches: int
    words: str


def comparison_of(study: Study) -> Comparison | None:
    """What the study is for; None where nothing is compared that planning knows."""
    of_scales = (_cost(study) or _models(study)) if study.asks_scales else None
    return of_scales or (_choices(study) if study.asks_choices else None)


def _cost(study: Study) -> Comparison | None:
    violators = study.items.rated().sentences().filter(match__role="violator")
    found: defaultdict[tuple[str, str], OfPairs] = defaultdict(Counter)
    for theory, constraint, pair in violators.values_list("match__theory", "match__constraint", "pair_id"):
        found[theory, constraint][pair] += 1
    if not found:
        return None
    theory, constraint = _rarest(found)[0]
    words = _("the constraint “%(constraint)s” of %(theory)s") % {
        "constraint": constraint_words(constraint),
        "theory": theory,
    }
    return _sized(COST, [found[theory, constraint]], words)


def _models(study: Study) -> Comparison | None:
    """Only what was drawn at random stands for a model. What two models share is a side only if one has no own."""
    drawn = study.items.rated().sentences().filter(match__isnull=True, probability__isnull=False)
    found = _by_condition(drawn.exclude(condition__startswith=CONTROL).values_list("condition", "pair_id"))
    own = {name: pairs for name, pairs in found.items() if " & " not in name}
    sides = own if len(own) > 1 else found
    if len(sides) < 2:
        return None
    first, second = _rarest(sides)[:2]
    return _sized(MODELS, [sides[first], sides[second]], _against(first, second))


def _choices(study: Study) -> Comparison | None:
    """The contrast that most couples are about."""
    choices, found = Choices(study, Selection()), defaultdict[tuple[str, str], OfPairs](Counter)
    for first, second, pair in study.items.rated().couples().values_list("first_id", "second_id", "pair_id"):
        for one in opposed(choices, (first, second)):
            here, there = sorted(one.names)
            found[here, there][pair] += 1
    if not found:
        return None
    commonest = _rarest(found)[-1]
    return _sized(CHOICES, [found[commonest]], _against(*commonest))


def _by_condition(rows: Iterable[tuple[str, int | None]]) -> dict[str, OfPairs]:
    found: defaultdict[str, OfPairs] = defaultdict(Counter)
    for condition, pair in rows:
        found[condition][pair] += 1
    return found


def _rarest(found: Mapping[Name, OfPairs]) -> list[Name]:
    return sorted(found, key=lambda name: (found[name].total(), str(name)))


def _against(first: str, second: str) -> str:
    return _("%(first)s against %(second)s") % {"first": condition_words(first), "second": condition_words(second)}


def _sized(compared: str, sides: list[OfPairs], words: str) -> Comparison:
    """Of two sides the smaller one counts."""
    fewest = min(side.total() for side in sides)
    pairs = min(fewest, len({pair for side in sides for pair in side}))
    return Comparison(compared, pairs, max(1, round(fewest / pairs)), words)
