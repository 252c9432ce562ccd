"""Shares: of one condition against another, of the first place against the second, and judges against themselves."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from evaluation.models import Participation
from evaluation.services.results.choices.made import TURNED, Choice, Choices
from evaluation.statistics.choice_shares import Tally, consistency
from evaluation.statistics.figure import Figure


@dataclass(frozen=True)
class Contrast:
    """The couples of a sentence drawn for one condition and one drawn for another."""

    first: str
    second: str
    tally: Tally


@dataclass(frozen=True)
class JudgeChoices:
    """How a judge chose: which side, how often alike, and again alike when the sides were exchanged."""

    participation_id: int
    pseudonym: str
    sides: Tally
    consistency: Figure


def contrasts(choices: Choices) -> list[Contrast]:
    """Every two conditions that were put against each other; couples of one condition say nothing here."""
    values: dict[tuple[str, str], list[tuple[int, Choice]]] = defaultdict(list)
    for choice in choices.made:
        first, second = (choices.sentences[pk].condition for pk in (choice.first, choice.second))
        if first != second:
            is_turned = first > second
            key = (second, first) if is_turned else (first, second)
            values[key].append((TURNED[choice.value] if is_turned else choice.value, choice))
    return [Contrast(first, second, choices.tally(values[first, second])) for first, second in sorted(values)]


def sides(choices: Choices) -> Tally:
    """How often the sentence that stood first (on the left, or above) was chosen."""
    return choices.tally([(choice.side, choice) for choice in choices.made])


def judges(choices: Choices) -> list[JudgeChoices]:
    """Every judge whose choices count, by pseudonym."""
    given: dict[int, list[int]] = defaultdict(list)
    for choice in choices.made:
        given[choice.judge].append(choice.side)
    names = Participation.objects.filter(pk__in=given).order_by("pk").values_list("pk", "pseudonym")
    return [
        JudgeChoices(pk, pseudonym, Tally.of(given[pk]), consistency(choices.repeats.get(pk, [])))
        for pk, pseudonym in names
    ]


def all_consistency(choices: Choices) -> Figure:
    """Over all judges' repeated couples."""
    given = [(judge, answers) for judge, every in choices.repeats.items() for answers in every]
    return consistency([answers for _judge, answers in given], [judge for judge, _answers in given])
