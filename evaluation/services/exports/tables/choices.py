"""The tables `choices`, one row per judge and couple, and `couples`, one row per couple.

As in the table `ratings` nothing is left out: practice, checks, repeats and what the selection excludes are marked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from django.db.models import QuerySet

from evaluation.models import ALIKE, FIRST, SECOND, CriterionKind, Item, ItemKind, Rating
from evaluation.services.exports.cells import Cells, iso
from evaluation.services.exports.columns import Column, flag, moment, signature_column, text, whole
from evaluation.services.exports.study_data import StudyData
from evaluation.services.exports.table import Row, Table
from evaluation.services.results.choices.made import Choices
from evaluation.services.results.choices.opposed import opposed
from evaluation.services.results.exclusion_rules import GIVEN_AWAY
from evaluation.statistics.choice_shares import Tally

CHOSEN = {ALIKE: "alike", FIRST: "first", SECOND: "second"}
COUPLE = [
    text("pair", "The id of the pair of sentences both were made from"),
    whole("first", "The number of the couple's first sentence, as in the table sentences", required=True),
    whole("second", "The number of its second sentence", required=True),
    text("first_condition", "What the first sentence was drawn for"),
    text("second_condition", "What the second sentence was drawn for"),
    text("contrasts", "Which sides of a contrast its first and its second sentence are on; empty: it is in none"),
]


def choice_columns(_data: StudyData) -> Sequence[Column]:
    return [
        text("study", "The study's address", required=True),
        text("judge", "The judge's pseudonym, as in the table judges", required=True),
        whole("list", "The list the judge was given, where lists were made"),
        whole("trial", "Which page of this judge it was, 1 being the first shown", required=True, minimum=1),
        whole("couple", "The couple's number, as in the table couples", required=True),
        *COUPLE,
        flag("practice", "Whether it was for practice"),
        flag("attention", "Whether it was an attention check"),
        flag("repeat", "Whether this was the judge's second look, with the sides exchanged"),
        flag("swapped", "Whether the couple's second sentence stood first (on the left, or above)"),
        text("chosen", "The judge's last word", required=True, enum=list(CHOSEN.values())),
        whole("chosen_sentence", "The number of the chosen sentence; empty for both alike"),
        text("first_chosen", "The judge's first answer", required=True, enum=list(CHOSEN.values())),
        whole("edits", "How often the judge changed the answer", required=True, minimum=0),
        whole("sureness", "How sure the judge was, where that was asked"),
        whole("response_ms", "Milliseconds from shown to answered, without the time the page was hidden", minimum=0),
        moment("shown_at", "When the couple was shown"),
        moment("submitted_at", "When the choice was made", required=True),
        flag("surplus", "Whether the place was given to another judge"),
        flag("excluded", "Whether the selection leaves this choice out of every number"),
        text("exclusion_reason", "Why it is left out"),
        text("language", "The language of the judge's pages"),
        text("screen", "The class of the judge's screen"),
        text("script", "The script in which the words of the second language were shown, where the pair has two"),
    ]


def choice_rows(data: StudyData, cells: Cells) -> Iterator[Row]:
    couples, contrasts = {item.pk: item for item in _couples(data)}, _contrasts(data)
    sure = dict(_ratings(data, CriterionKind.SURENESS).values_list("place_id", "value"))
    found = _ratings(data, CriterionKind.CHOICE).select_related("place").order_by("participation_id", "place__order")
    for rating in found.iterator(chunk_size=2_000):
        couple = couples[rating.item_id]
        described = _couple_cells(cells, couple, contrasts)
        yield _choice_row(data, cells, couple, described, rating, sure.get(rating.place_id))


def _ratings(data: StudyData, kind: CriterionKind) -> QuerySet[Rating]:
    # Without such a criterion the database is not asked, which would go through every rating.
    criteria = list(data.study.criteria.filter(kind=kind).values_list("pk", flat=True))
    return Rating.objects.filter(study=data.study, criterion__in=criteria)


def _choice_row(
    data: StudyData, cells: Cells, couple: Item, described: Row, rating: Rating, sureness: int | None
) -> Row:
    place, judge = rating.place, data.judges[rating.participation_id]
    reason = data.exclusions.reason(place) or _sentence_reason(data, couple)
    chosen = {FIRST: couple.first, SECOND: couple.second}.get(rating.value)
    return (
        cells.text(data.study.slug),
        cells.text(judge.pseudonym),
        judge.list_number,
        place.order + 1,
        couple.number,
        *described,
        cells.flags[couple.kind == ItemKind.PRACTICE],
        cells.flags[couple.kind == ItemKind.ATTENTION],
        cells.flags[place.is_repeat],
        cells.flags[place.is_swapped],
        CHOSEN[rating.value],
        chosen.number if chosen else None,
        CHOSEN[rating.first_value],
        rating.edits,
        sureness,
        place.duration_ms,
        iso(place.shown_at),
        iso(rating.given_at),
        cells.flags[place.state in GIVEN_AWAY],
        cells.flags[bool(reason)],
        cells.text(reason),
        cells.text(place.language),
        cells.text(place.screen),
        cells.text(place.script),
    )


def _sentence_reason(data: StudyData, couple: Item) -> str:
    """Why one of its sentences is left out, if it is."""
    return next((reason for item in couple.members if (reason := data.exclusions.items.get(item.pk))), "")


def couple_columns(_data: StudyData) -> Sequence[Column]:
    return [
        whole("couple", "The couple's number", required=True),
        text("kind", "Chosen from, practice, or an attention check", required=True, enum=ItemKind.values),
        *COUPLE,
        text("first_text", "The first sentence", required=True),
        text("second_text", "The second sentence", required=True),
        whole("n", "How many choices count", required=True, minimum=0),
        whole("first_chosen", "How often the first sentence was chosen", required=True, minimum=0),
        whole("second_chosen", "How often the second sentence was chosen", required=True, minimum=0),
        whole("alike", "How often both were called alike", required=True, minimum=0),
        signature_column(),
    ]


def couple_rows(data: StudyData, cells: Cells) -> Iterator[Row]:
    values: dict[int, list[int]] = {}
    for choice in Choices(data.study, data.selection).made:
        values.setdefault(choice.couple, []).append(choice.value)
    contrasts = _contrasts(data)
    for couple in _couples(data):
        tally = Tally.of(values.get(couple.pk, ()))
        first, second = couple.members
        yield (
            couple.number,
            couple.kind,
            *_couple_cells(cells, couple, contrasts),
            cells.text(first.text),
            cells.text(second.text),
            *(tally.n, tally.first, tally.second, tally.alike),
            data.signature,
        )


def _couples(data: StudyData) -> Sequence[Item]:
    return list(data.study.items.couples().select_related("pair", "first", "second").order_by("number"))


def _contrasts(data: StudyData) -> dict[int, str]:
    """Per couple of the study: ``ML2 - EC0 / EC0 - ML2``, of several contrasts one after the other."""
    choices = Choices(data.study, data.selection)
    found = {}
    for couple in _couples(data):
        members = [item.pk for item in couple.members]
        # Practice and checks are about nothing.
        if all(pk in choices.sentences for pk in members):
            found[couple.pk] = "; ".join(" / ".join(one.names) for one in opposed(choices, (members[0], members[1])))
    return found


def _couple_cells(cells: Cells, couple: Item, contrasts: Mapping[int, str]) -> Row:
    first, second = couple.members
    pair = couple.pair.external_id if couple.pair else ""
    return (
        cells.text(pair),
        first.number,
        second.number,
        cells.text(first.condition),
        cells.text(second.condition),
        cells.text(contrasts.get(couple.pk, "")),
    )


CHOICES = Table("choices", "One row per judge and couple", choice_columns, choice_rows, key=("judge", "trial"))
COUPLES = Table("couples", "The couples judges chose from", couple_columns, couple_rows, key=("couple",))
