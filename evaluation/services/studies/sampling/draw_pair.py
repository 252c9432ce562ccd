"""The sentences drawn for one pair, each text once, with the probability of its draw.

For each condition some texts are sampled from its population, which is a packed set. A text drawn for several
conditions is shown once. Which of them it counts as drawn for is decided by chance, else the condition named first
would get them all. Members of a match (`matched`) and controls (`known_controls`) are drawn beside that: they stand for
no others and have a probability only if they were drawn for a condition too.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from evaluation.models import Item, ItemKind, Pair, Study
from evaluation.services import generation
from evaluation.services.generation import Sentence
from evaluation.services.studies.sampling.known_controls import Words, known_controls
from evaluation.services.studies.sampling.matched import PairMatches, draw_matches
from evaluation.services.studies.sampling.methods import CONTROL, SamplingMethod, choice_of
from evaluation.services.studies.sampling.populations import Population, populations
from evaluation.services.support.seeds import seeded


@dataclass
class PairSample:
    """What was drawn for one pair, from which populations, and the conditions that had fewer texts than wanted."""

    items: list[Item] = field(default_factory=list)
    sources: list[Population] = field(default_factory=list)
    short: list[dict[str, Any]] = field(default_factory=list)


def draw_pair(study: Study, pair: Pair, *, gives_controls: bool = False) -> PairSample:
    """Draw this pair's sentences. The same seed, pair and choices give the same ones, whatever else is in the study."""
    result = PairSample(sources=list(populations(study, pair)))
    drawn_for = _drawn_for(study, pair, result)
    choice = choice_of(study.choices, SamplingMethod.MATCHED)
    matches = PairMatches() if choice is None else draw_matches(study, pair, choice)
    result.short += matches.short
    for words, member in matches.members.items():
        item = item_of(study, pair, member.sentence, condition=member.condition, match=member.match)
        item.signature = member.signature[:300]
        if drawn_for.pop(words, None):
            item.probability = inclusion_probability(member.sentence, result.sources)
        result.items.append(item)
    rng = seeded(f"{study.seed} {pair.external_id} merging")
    for draws in drawn_for.values():
        source, sentence = rng.choice(draws)
        item = item_of(study, pair, sentence, condition=source.condition)
        item.signature = source.signature[:300]
        item.probability = inclusion_probability(sentence, result.sources)
        result.items.append(item)
    if gives_controls:
        _add_controls(study, pair, result, {*matches.members, *drawn_for})
    return result


def _drawn_for(study: Study, pair: Pair, result: PairSample) -> dict[Words, list[tuple[Population, Sentence]]]:
    """What was drawn for which conditions, by the words of the text; what lacked is added to the result."""
    drawn_for: dict[Words, list[tuple[Population, Sentence]]] = defaultdict(list)
    for source in result.sources:
        found = sample(source, seed=f"{study.seed} {pair.external_id} {source.condition}")
        for sentence in found:
            drawn_for[source.texts.seen.words(sentence)].append((source, sentence))
        if len(found) < source.wanted:
            result.short.append(_shortage(pair, source, len(found)))
    return drawn_for


def _add_controls(study: Study, pair: Pair, result: PairSample, used: set[Words]) -> None:
    for control, sentence in known_controls(study, pair, used):
        condition = f"{CONTROL}: {control.value}"
        if sentence is None:
            lack = {"pair": pair.external_id, "condition": condition, "wanted": 1, "found": 0, "left_out": "0"}
            result.short.append(lack)
        else:
            fields = {"condition": condition, "control": control, "kind": ItemKind.CONTROL}
            result.items.append(item_of(study, pair, sentence, **fields))


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
