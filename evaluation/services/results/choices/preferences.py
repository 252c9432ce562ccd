"""Shares: of one condition against another, of the first place against the second, and judges against themselves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from evaluation.models import Participation
from evaluation.services.results.choices.made import TURNED, Choice, Choices
from evaluation.statistics.choice_shares import Tally, consistency
from evaluation.statistics.figure import Figure
from evaluation.statistics.permutation import holm


@dataclass(frozen=True)
class Contrast:
    """The couples of a sentence drawn for one condition and one drawn for another."""

    first: str
    second: str
    tally: Tally
    # Of an even share among the choices of either, and corrected by Holm for all contrasts of the study.
    p: Figure
    p_holm: float | None = None


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
    tallies = [(first, second, choices.tally(values[first, second])) for first, second in sorted(values)]
    return corrected([Contrast(first, second, tally, tally.even) for first, second, tally in tallies])


def corrected(found: Sequence[Contrast]) -> list[Contrast]:
    """Holm's correction over the contrasts that could be tested."""
    tested = [place for place, one in enumerate(found) if one.p.value is not None]
    adjusted = dict(zip(tested, holm([found[place].p.value or 0.0 for place in tested]), strict=True))
    return [replace(one, p_holm=adjusted.get(place)) for place, one in enumerate(found)]


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
