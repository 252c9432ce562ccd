"""Shares: of one side of a contrast against the other, of the first place against the second, and of judges."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from evaluation.models import Participation
from evaluation.services.results.choices.made import Choices
from evaluation.services.results.choices.opposed import by_contrast
from evaluation.statistics.choice_shares import Tally, consistency
from evaluation.statistics.figure import Figure
from evaluation.statistics.permutation import holm


@dataclass(frozen=True)
class Contrast:
    """The choices between sentences of two sides; `opposed` says of which."""

    first: str
    second: str
    tally: Tally
    # Of an even share among the choices of either, and corrected by Holm for all contrasts of the study.
    p: Figure
    p_holm: float | None = None

    @property
    def is_of_one_pair(self) -> bool:
        """It is for this pair of sentences only."""
        return self.tally.is_of_one_pair


@dataclass(frozen=True)
class JudgeChoices:
    """How a judge chose: which side, how often alike, and again alike when the sides were exchanged."""

    participation_id: int
    pseudonym: str
    sides: Tally
    consistency: Figure


def contrasts(choices: Choices) -> list[Contrast]:
    """Every two models or conditions that were put against each other."""
    tallies = {
        names: choices.tally([(one.value, one.choice) for one in made]) for names, made in by_contrast(choices).items()
    }
    return corrected([Contrast(first, second, tally, tally.even) for (first, second), tally in tallies.items()])


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
