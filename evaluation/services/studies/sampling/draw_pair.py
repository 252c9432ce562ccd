"""The sentences drawn for one pair: sampled, merged by the text that is shown, each with the probability of its draw.

For each condition some sentences are sampled from its population, which is a packed set. A text drawn for several
conditions is shown once. Which of them it counts as drawn for is decided by chance, else the condition named first
would get them all.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from evaluation.models import Item, Pair, Study
from evaluation.services import generation
from evaluation.services.generation import Sentence
from evaluation.services.studies.sampling.populations import Population, populations
from evaluation.services.support.seeds import seeded


@dataclass
class PairSample:
    """What was drawn for one pair, and the conditions that had fewer sentences than wanted."""

    items: list[Item] = field(default_factory=list)
    short: list[dict[str, Any]] = field(default_factory=list)


def draw_pair(study: Study, pair: Pair) -> PairSample:
    """Draw this pair's sentences. The same seed, pair and choices give the same ones, whatever else is in the study."""
    sources = list(populations(study, pair))
    drawn_for: dict[str, list[tuple[Population, Sentence]]] = defaultdict(list)
    result = PairSample()
    for source in sources:
        found = distinct_texts(source, seed=f"{study.seed} {pair.external_id} {source.condition}")
        for text, sentence in found.items():
            drawn_for[text].append((source, sentence))
        if len(found) < source.wanted:
            result.short.append(_shortage(pair, source, len(found)))
    rng = seeded(f"{study.seed} {pair.external_id} merging")
    for draws in drawn_for.values():
        source, sentence = rng.choice(draws)
        alike = readings_of_same_text(pair, sentence)
        item = item_of(study, pair, sentence, alike, condition=source.condition)
        item.signature = source.signature[:300]
        item.probability = inclusion_probability(alike, sources)
        result.items.append(item)
    return result


def _shortage(pair: Pair, source: Population, found: int) -> dict[str, Any]:
    return {"pair": pair.external_id, "condition": source.condition, "wanted": source.wanted, "found": found}


def distinct_texts(source: Population, *, seed: str) -> dict[str, Sentence]:
    """As many sentences as wanted that read differently, or all there are."""
    size = source.wanted
    while True:
        found: dict[str, Sentence] = {}
        for sentence in source.sentences.sample(min(size, source.size), seeded(seed)):
            found.setdefault(sentence.text, sentence)
        if len(found) >= source.wanted or size >= source.size:
            return dict(list(found.items())[: source.wanted])
        size *= 2


def item_of(study: Study, pair: Pair, sentence: Sentence, alike: Sequence[Sentence], **fields: Any) -> Item:
    """The sentence as an item. A model generates it if it generates its text in any reading."""
    described = generation.describe(sentence)
    return Item(
        study=study,
        pair=pair,
        sentence_key=described["key"],
        text=described["text"],
        tokens=described["tokens"],
        measures=described["measures"],
        memberships=[
            name for name in study.models_chosen if any(each in generation.sentences(pair, name) for each in alike)
        ],
        **fields,
    )


def readings_of_same_text(pair: Pair, sentence: Sentence) -> list[Sentence]:
    """The sentence, and others of the pair that are shown as the same text."""
    readings = generation.readings(pair, sentence.text)
    return [sentence, *(each for each in readings if each != sentence and each.text == sentence.text)]


def inclusion_probability(readings: Sequence[Sentence], sources: Iterable[Population]) -> float:
    """How likely a text with these readings was to be drawn at all: 1 - product of the probabilities of none.

    The draws are independent. Where n of N sentences are drawn and one of them reads so, none is drawn with the
    probability 1 - n/N; ``probability_of_none`` has the general case.
    """
    missed = Fraction(1)
    for source in sources:
        missed *= probability_of_none(source, readings)
    # A set can have more sentences than a float can say; the constraint on the table wants more than nothing.
    return max(float(1 - missed), sys.float_info.min)


def probability_of_none(source: Population, readings: Sequence[Sentence]) -> Fraction:
    """That none of r readings is among the n drawn of N: C(N - r, n) / C(N, n), with as few factors as readings."""
    held = sum(reading in source.sentences for reading in readings)
    left = source.size - min(source.wanted, source.size)
    missed = Fraction(1)
    for number in range(held):
        missed *= Fraction(max(0, left - number), source.size - number)
    return missed
