"""The sentences drawn for one pair, each text once, with the probability of its draw.

For each condition some texts are sampled from its population, which is a packed set. A text drawn for several
conditions is shown once. Which of them it counts as drawn for is decided by chance, else the condition named first
would get them all.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable
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
    """What was drawn for one pair, from which populations, and the conditions that had fewer texts than wanted."""

    items: list[Item] = field(default_factory=list)
    sources: list[Population] = field(default_factory=list)
    short: list[dict[str, Any]] = field(default_factory=list)


def draw_pair(study: Study, pair: Pair) -> PairSample:
    """Draw this pair's sentences. The same seed, pair and choices give the same ones, whatever else is in the study."""
    result = PairSample(sources=list(populations(study, pair)))
    drawn_for: dict[tuple[str, ...], list[tuple[Population, Sentence]]] = defaultdict(list)
    for source in result.sources:
        found = sample(source, seed=f"{study.seed} {pair.external_id} {source.condition}")
        for sentence in found:
            drawn_for[source.texts.seen.words(sentence)].append((source, sentence))
        if len(found) < source.wanted:
            result.short.append(_shortage(pair, source, len(found)))
    rng = seeded(f"{study.seed} {pair.external_id} merging")
    for draws in drawn_for.values():
        source, sentence = rng.choice(draws)
        item = item_of(study, pair, sentence, condition=source.condition)
        item.signature = source.signature[:300]
        item.probability = inclusion_probability(sentence, result.sources)
        result.items.append(item)
    return result


def _shortage(pair: Pair, source: Population, found: int) -> dict[str, Any]:
    return {
        "pair": pair.external_id,
        "condition": source.condition,
        "wanted": source.wanted,
        "found": found,
        "left_out": str(source.left_out),
    }


def sample(source: Population, *, seed: str) -> list[Sentence]:
    """As many texts as wanted, no two alike, or all there are."""
    return source.texts.sample(min(source.wanted, source.size), seeded(seed))


def item_of(study: Study, pair: Pair, sentence: Sentence, **fields: Any) -> Item:
    """The sentence as an item. A model generates it if it generates its text in any reading."""
    described = generation.describe(sentence)
    return Item(
        study=study,
        pair=pair,
        sentence_key=described["key"],
        text=described["text"],
        tokens=described["tokens"],
        other_script=generation.in_other_script(pair, sentence),
        measures=described["measures"] | generation.wholeness_of_text(pair, sentence),
        memberships=generation.models_of_text(pair, sentence, study.models_chosen),
        broken=generation.broken_sets(pair, sentence, study.models_chosen),
        **fields,
    )


def inclusion_probability(sentence: Sentence, sources: Iterable[Population]) -> float:
    """How likely a text was to be drawn at all: 1 - product of 1 - n/N over the draws of n of N texts that have it."""
    missed = Fraction(1)
    for source in sources:
        if sentence in source.texts:
            missed *= 1 - Fraction(min(source.wanted, source.size), source.size)
    # A set can have more sentences than a float can say; the constraint on the table wants more than nothing.
    return max(float(1 - missed), sys.float_info.min)
