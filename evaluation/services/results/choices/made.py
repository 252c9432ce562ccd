"""The choices that count, as the study's selection says, and what is known of the sentences between which they were."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from evaluation.models import ALIKE, FIRST, FIRST_CHECK, SECOND, Criterion, CriterionKind, Item, Place, Rating, Study
from evaluation.services.results.choices.nested import Nested, nested_models
from evaluation.services.results.exclusions import Exclusions
from evaluation.services.results.selection import Selection
from evaluation.statistics.choice_shares import Tally


class Choice(NamedTuple):
    """One judge's choice at one couple: 1 its first sentence, 2 its second, 0 both alike."""

    couple: int
    judge: int
    value: int
    is_swapped: bool
    first: int
    second: int

    @property
    def members(self) -> tuple[int, int]:
        return self.first, self.second

    @property
    def side(self) -> int:
        """Where the chosen sentence stood: 1 first, 2 second, 0 both alike."""
        return {ALIKE: ALIKE, FIRST: SECOND, SECOND: FIRST}[self.value] if self.is_swapped else self.value


@dataclass(frozen=True)
class Sentence:
    pk: int
    number: int
    text: str
    tokens: list[list[str | None]]
    pair: int | None
    pair_name: str
    second_language: str
    condition: str
    memberships: frozenset[str]
    # Drawn at random for models or regions; not a control, a member of a match, picked by hand or from elsewhere.
    is_sampled: bool


FIELDS = ("item_id", "participation_id", "value", "place__is_swapped", "item__first_id", "item__second_id")


class Choices:
    """All choices of one study under one selection."""

    def __init__(self, study: Study, selection: Selection) -> None:
        self.study, self.selection = study, selection
        self.exclusions = Exclusions(study, selection)

    @cached_property
    def criterion(self) -> Criterion | None:
        return self.study.criteria.of_couples().filter(kind=CriterionKind.CHOICE).first()

    @cached_property
    def made(self) -> list[Choice]:
        """A judge counts once per couple: the first answer. A choice counts while both its sentences do."""
        given = self.exclusions.ratings().filter(criterion=self.criterion, place__is_repeat=False)
        rows = given.filter(item__number__lt=FIRST_CHECK).order_by("pk").values_list(*FIELDS)
        left_out = self.exclusions.items
        found = (Choice(*row) for row in rows)
        return [each for each in found if each.first not in left_out and each.second not in left_out]

    @cached_property
    def sentences(self) -> dict[int, Sentence]:
        """The study's own sentences, by primary key, in the order of their numbers."""
        drawn = self.study.items.sentences().filter(number__lt=FIRST_CHECK).select_related("pair").order_by("number")
        return {item.pk: _sentence(item) for item in drawn}

    @cached_property
    def by_models(self) -> bool:
        """Whether sentences were drawn for single models, which does not say whether others generate them too."""
        return any(one.is_sampled and one.condition in one.memberships for one in self.sentences.values())

    @cached_property
    def nested(self) -> list[Nested]:
        """The models that lie within others; none where sentences are compared by their conditions."""
        drawn = {one.memberships for one in self.sentences.values() if one.is_sampled}
        return nested_models(self.study, drawn) if self.by_models else []

    @cached_property
    def repeats(self) -> dict[int, list[tuple[int, int]]]:
        """Per judge that counts, (first, second) choice at each couple that came again with its sides exchanged."""
        places = Place.objects.filter(participation__study=self.study, is_repeat=True, item__first__isnull=False)
        again = Rating.objects.filter(criterion=self.criterion, place__in=places.order_by().values("pk"))
        second = {(judge, item): value for judge, item, value in again.values_list(*REPEAT_FIELDS)}
        first = Rating.objects.filter(criterion=self.criterion, place__is_repeat=False).order_by("pk")
        found: dict[int, list[tuple[int, int]]] = {}
        for judge, item, value in first.filter(item__in={item for _, item in second}).values_list(*REPEAT_FIELDS):
            if (judge, item) in second and judge not in self.exclusions.judges:
                found.setdefault(judge, []).append((value, second[judge, item]))
        return found

    @cached_property
    def by_sentence(self) -> dict[int, Tally]:
        """Per sentence: chosen, the other one chosen, both alike."""
        rows: dict[int, list[tuple[int, Choice]]] = {}
        for choice in self.made:
            rows.setdefault(choice.first, []).append((choice.value, choice))
            rows.setdefault(choice.second, []).append((TURNED[choice.value], choice))
        return {pk: self.tally(given) for pk, given in rows.items()}

    def tally(self, given: Sequence[tuple[int, Choice]]) -> Tally:
        """Of values, each with the choice that it comes from."""
        made = [choice for _value, choice in given]
        return Tally.of((value for value, _ in given), [one.judge for one in made], [self.pair_of(one) for one in made])

    @property
    def is_of_one_pair(self) -> bool:
        """All choices are about one pair of sentences, so that nothing follows for others."""
        return len({self.pair_of(choice) for choice in self.made}) == 1

    def pair_of(self, choice: Choice) -> int:
        """The pair of sentences that both come from; a couple without one is a pair by itself."""
        return self.sentences[choice.first].pair or -choice.couple


REPEAT_FIELDS = ("participation_id", "item_id", "value")
TURNED = {ALIKE: ALIKE, FIRST: SECOND, SECOND: FIRST}


def _sentence(item: Item) -> Sentence:
    return Sentence(
        pk=item.pk,
        number=item.number,
        text=item.text,
        tokens=item.tokens,
        pair=item.pair_id,
        pair_name=item.pair.external_id if item.pair else "",
        second_language=item.pair.l2_lang if item.pair else "",
        condition=item.condition,
        memberships=frozenset(item.memberships),
        is_sampled=item.probability is not None and item.match is None and bool(item.memberships),
    )
