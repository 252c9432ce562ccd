"""How many sentences each judge of the balanced design gets, said before anybody comes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from django.db.models import Count

from evaluation.models import Design, Study
from evaluation.models.item import ItemQuerySet


@dataclass(frozen=True)
class ListPlan:
    """The lists that a study's sentences make, in numbers."""

    sentences: int
    pairs: int
    # How many sentences the pairs have, at least and at most.
    fewest_versions: int
    most_versions: int
    lists: int
    judges_per_sentence: int

    @property
    def judges(self) -> int:
        """How many judges are needed for every sentence to be rated as often as is wanted."""
        return self.lists * self.judges_per_sentence

    @property
    def shortest(self) -> int:
        return self.sentences // self.lists

    @property
    def longest(self) -> int:
        return -(-self.sentences // self.lists)

    @property
    def has_every_pair(self) -> bool:
        """Whether every judge gets exactly one sentence of every pair."""
        return self.fewest_versions == self.most_versions == self.lists

    @property
    def has_versions_together(self) -> bool:
        """Whether a judge may get several sentences of a pair."""
        return self.most_versions > self.lists


def list_plan(study: Study) -> ListPlan | None:
    """The plan; None where every judge rates everything, or as long as there is no sentence."""
    if study.design != Design.BALANCED:
        return None
    versions = _matches_and_others(study) if study.one_of_match else _versions(study.items.rated())
    if not versions:
        return None
    sentences = sum(versions)
    size = study.items_per_judge
    return ListPlan(
        sentences=sentences,
        pairs=len(versions),
        fewest_versions=min(versions),
        most_versions=max(versions),
        lists=-(-sentences // size) if size else max(versions),
        judges_per_sentence=study.judges_per_item,
    )


def _versions(items: ItemQuerySet) -> list[int]:
    """How many sentences each pair has. A sentence without a pair is one of its own, as in `allocation.entry_of`."""
    counted = items.order_by().values_list("pair_id").annotate(Count("pk"))
    return [each for pair, count in counted for each in ([count] if pair else [1] * count)]


def _matches_and_others(study: Study) -> list[int]:
    """Each match counts as a pair of its own, as in `allocation.dealt_entry`."""
    rated = study.items.rated()
    matches = Counter(rated.filter(match__isnull=False).values_list("match__number", flat=True))
    return [*matches.values(), *_versions(rated.filter(match__isnull=True))]
