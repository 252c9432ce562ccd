"""Scales of models or conditions and of sentences, from choices; and the same sentences' ratings beside them.

`opposed` says which models or conditions a choice puts against each other; of more than two models, that may be several
couples of them, which the intervals take into account. Parts of one model have no places beside those of models.
Sentences have a scale within their pair, for only sentences of one pair are put beside each other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass

from evaluation.models import ALIKE, FIRST
from evaluation.services.results.choices.made import Choice, Choices, Sentence
from evaluation.services.results.choices.opposed import opposed
from evaluation.services.results.tables import Tables
from evaluation.statistics.bradley_terry import bradley_terry
from evaluation.statistics.choice_shares import Tally
from evaluation.statistics.figure import Figure
from evaluation.statistics.paired_comparisons import Comparisons, Scale
from evaluation.statistics.summary import Summary
from evaluation.statistics.thurstone import thurstone

# Two options that a choice puts against each other: that of its first sentence, that of its second.
Options = Iterable[tuple[Hashable, Hashable]]


@dataclass(frozen=True)
class ScaleRow:
    """An option's place on both scales."""

    label: str
    bradley_terry: Figure
    thurstone: Figure


@dataclass(frozen=True)
class OptionScale:
    """Models or conditions on both scales; `is_penalised`: helped by half a choice, `reason`: there is none."""

    rows: list[ScaleRow]
    is_penalised: bool = False
    reason: str = ""


@dataclass(frozen=True)
class SentenceRow:
    sentence: Sentence
    tally: Tally
    chosen: Figure
    bradley_terry: Figure
    thurstone: Figure
    is_penalised: bool
    # Of the scales it was rated on, where the study has both.
    summaries: dict[str, Summary]


def option_scale(choices: Choices) -> OptionScale:
    """Of the same models or conditions as the contrasts, from the same choices."""

    def options_of(choice: Choice) -> Options:
        return [one.options for one in opposed(choices, choice.members) if one.options]

    options, comparisons = _comparisons(choices, choices.made, options_of)
    if not options:
        parts = "the choices are about two parts of one model"
        return OptionScale([], reason=parts if choices.nested else "no choice was between two of them")
    first, second = bradley_terry(comparisons), thurstone(comparisons)
    if isinstance(first, Figure) or isinstance(second, Figure):
        return OptionScale([], reason=first.reason if isinstance(first, Figure) else "")
    rows = [
        ScaleRow(str(name), *figures) for name, *figures in zip(options, first.figures(), second.figures(), strict=True)
    ]
    return OptionScale(sorted(rows, key=lambda row: -(row.bradley_terry.value or 0)), first.is_penalised)


def _comparisons(
    choices: Choices, made: Iterable[Choice], options_of: Callable[[Choice], Options]
) -> tuple[list[Hashable], Comparisons]:
    """The options that were put against each other, and who chose which; both alike is half a choice of each."""
    places: dict[Hashable, int] = {}
    rows: list[tuple[int, int, float, int, int]] = []
    for choice in made:
        pair = choices.pair_of(choice)
        for options in options_of(choice):
            one, other = (places.setdefault(option, len(places)) for option in options)
            if choice.value == ALIKE:
                rows += [(one, other, 0.5, choice.judge, pair), (other, one, 0.5, choice.judge, pair)]
            else:
                winner, loser = (one, other) if choice.value == FIRST else (other, one)
                rows.append((winner, loser, 1.0, choice.judge, pair))
    return list(places), Comparisons.of(len(places), rows)


# -- Sentences -------------------------------------------------------------------------------------------------------


def sentence_rows(choices: Choices) -> list[SentenceRow]:
    """Every sentence that was in a couple, with its place within its pair and, where it was rated too, its ratings."""
    of_pair: dict[Hashable, list[Choice]] = defaultdict(list)
    for choice in choices.made:
        of_pair[choices.sentences[choice.first].pair_name].append(choice)
    places: dict[int, tuple[Figure, Figure, bool]] = {}
    for made in of_pair.values():
        places |= _places_in_pair(choices, made)
    rated = Tables(choices.study, choices.selection).by_item if choices.study.asks_scales else {}
    return [
        SentenceRow(
            sentence,
            tally := choices.by_sentence[pk],
            tally.shares[0],
            *places[pk],
            summaries={key: table.summary(pk) for key, table in rated.items()},
        )
        for pk, sentence in choices.sentences.items()
        if pk in choices.by_sentence
    ]


def _places_in_pair(choices: Choices, made: Sequence[Choice]) -> dict[int, tuple[Figure, Figure, bool]]:
    options, comparisons = _comparisons(choices, made, lambda choice: [(choice.first, choice.second)])
    first, second = bradley_terry(comparisons), thurstone(comparisons)
    figures = zip(options, _figures(first, len(options)), _figures(second, len(options)), strict=True)
    is_penalised = isinstance(first, Scale) and first.is_penalised
    return {int(str(pk)): (one, other, is_penalised) for pk, one, other in figures}


def _figures(found: Scale | Figure, size: int) -> list[Figure]:
    return found.figures() if isinstance(found, Scale) else [found] * size
