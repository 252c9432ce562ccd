"""The ratings of a study's mixed sentences with what the sentences break, theory by theory.

Left out, and counted: sentences in one language (they are always clean), controls, ambiguous sentences (several broken
sets), those outside a theory's universe, and those of which it is not known (imported texts that are of no pair).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from evaluation.models import Criterion, Item, Study
from evaluation.services.generation import theories
from evaluation.services.results.fetching import json_text, raw_rows
from evaluation.services.results.rating_arrays import ratings_of
from evaluation.services.results.selection import Selection
from evaluation.statistics.costs.data import CostData, JudgedSentence
from evaluation.statistics.costs.held_out import KnownSentences
from evaluation.statistics.costs.paired import RatedMatch
from evaluation.statistics.figure import Floats, Ints
from evaluation.statistics.rating_table import Ratings

ROLES = ("violator", "partner")
# So many texts that were read are remembered.
MOST_READ = 1_000


@dataclass(frozen=True, slots=True)
class RatedSentence:
    """A rated sentence; `broken` has all its broken sets by theory."""

    pk: int
    pair: int | None
    broken: Mapping[str, Sequence[Sequence[str]]]
    match: Mapping[str, Any] | None
    control: str
    measures: Mapping[str, Any]
    memberships: frozenset[str]

    @property
    def switches(self) -> int:
        return int(self.measures.get("switch_points", 0))

    @property
    def counts(self) -> bool:
        """A mixed sentence that was not put there for its known answer."""
        return self.switches > 0 and not self.control and self.pair is not None

    def family(self, theory: str) -> list[frozenset[str]] | None:
        """Its broken sets; None where they are not known."""
        found = self.broken.get(theory)
        return None if found is None else [frozenset(one) for one in found]


@dataclass(frozen=True)
class Material:
    """What the costs of one criterion are computed from."""

    study: Study
    ratings: Ratings
    sentences: list[RatedSentence]

    @cached_property
    def theories(self) -> dict[str, tuple[str, ...]]:
        """The study's theories that some sentence is known to keep or break, with their constraints."""
        known = theories(self.study.models_chosen)
        return {name: known[name] for name in known if any(name in one.broken for one in self.sentences)}

    def left_out(self, theory: str) -> dict[str, int]:
        """How many rated sentences are left out, and why."""
        families = [one.family(theory) for one in self.sentences if one.counts]
        return {
            "monolingual": sum(one.switches == 0 for one in self.sentences),
            "controls": sum(bool(one.control) and one.switches > 0 for one in self.sentences),
            "ambiguous": sum(family is not None and len(family) > 1 for family in families),
            "outside": sum(family == [] for family in families),
            "unknown": sum(family is None for family in families),
        }

    def cost_data(self, theory: str, groups: Mapping[int, str] | None = None) -> CostData:
        """The clear and clean sentences of a theory, with the groups of judges (by primary key)."""
        families = [one.family(theory) if one.counts else None for one in self.sentences]
        kept = np.array([family is not None and len(family) == 1 for family in families], dtype=bool)
        judged = [
            JudgedSentence(
                one.pair, family[0] if family else frozenset(), one.switches, one.match["number"] if one.match else None
            )
            for one, family in zip(self.sentences, families, strict=True)
        ]
        ratings, which = self.ratings, kept[self.ratings.items]
        names = [(groups or {}).get(judge, "") for judge in ratings.judge_labels]
        return CostData(
            self.theories[theory], judged, ratings.items[which], ratings.judges[which], ratings.values[which], names
        )

    def known(self, theory: str) -> tuple[KnownSentences, Ints]:
        """All sentences of the universe, ambiguous ones too, and which ratings are about them."""
        families = [(one.family(theory) or []) if one.counts else [] for one in self.sentences]
        kept = np.array([bool(family) for family in families], dtype=bool)
        known = KnownSentences(
            self.theories[theory],
            [one.pair for one in self.sentences],
            [family or [frozenset()] for family in families],
            np.array([one.switches for one in self.sentences], dtype=np.int64),
            {
                model: np.array([model in one.memberships for one in self.sentences], dtype=bool)
                for model in self.study.models_chosen
            },
        )
        return known, np.flatnonzero(kept[self.ratings.items])

    def matches(self) -> dict[tuple[str, str], list[RatedMatch]]:
        """Violators beside their partners, by theory and constraint."""
        members: dict[int, dict[str, RatedSentence]] = {}
        for one in self.sentences:
            if one.match:
                members.setdefault(one.match["number"], {})[one.match["role"]] = one
        found: dict[tuple[str, str], list[RatedMatch]] = {}
        for both in members.values():
            if set(both) == set(ROLES):
                match = both["violator"].match or {}
                found.setdefault((match["theory"], match["constraint"]), []).append(self._match(both))
        return found

    def _match(self, both: Mapping[str, RatedSentence]) -> RatedMatch:
        violator, partner = (both[role] for role in ROLES)
        return RatedMatch(
            violator.pair,
            self._given[violator.pk],
            self._given[partner.pk],
            _numbers(violator.measures),
            _numbers(partner.measures),
        )

    @cached_property
    def _given(self) -> dict[int, dict[int, float]]:
        """What each judge gave each sentence of a match."""
        matched = np.array([one.match is not None for one in self.sentences], dtype=bool)
        found: dict[int, dict[int, float]] = {one.pk: {} for one in self.sentences if one.match}
        ratings, which = self.ratings, np.flatnonzero(matched[self.ratings.items])
        for item, judge, value in zip(*(one[which].tolist() for one in _columns(ratings)), strict=True):
            found[ratings.item_labels[item]][ratings.judge_labels[judge]] = value
        return found


def _columns(ratings: Ratings) -> tuple[Ints, Ints, Floats]:
    return ratings.items, ratings.judges, ratings.values


def material_of(study: Study, selection: Selection, criterion: Criterion) -> Material:
    ratings = ratings_of(study, selection, criterion)
    texts = map(json_text, ("broken", "match", "measures", "memberships"))
    rows = raw_rows(Item.objects.filter(study=study).order_by().values_list("pk", "pair_id", "control", *texts))
    # Many sentences break the same and are generated by the same models: what is written alike is read once.
    read = lru_cache(MOST_READ)(json.loads)
    known = {
        pk: RatedSentence(
            pk, pair, read(broken), read(match or "null"), control, read(measures), frozenset(read(memberships))
        )
        for pk, pair, control, broken, match, measures, memberships in rows
    }
    return Material(study, ratings, [known[pk] for pk in ratings.item_labels])


def _numbers(measures: Mapping[str, Any]) -> dict[str, float]:
    return {
        name: float(value)
        for name, value in measures.items()
        if isinstance(value, int | float) and not isinstance(value, bool)
    }
