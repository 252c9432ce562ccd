"""What the sentences of one pair are drawn from: for each condition a packed set, and how many to take."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from operator import sub
from typing import Any

from evaluation.models import Pair, Study
from evaluation.services import generation
from evaluation.services.generation import SentenceSet
from evaluation.services.studies.sampling.methods import CONTROL, SamplingMethod

# Controls: every constituent of the shared tree stays together, its parts in any order, each word in either language,
# and neighbouring words of one language follow each other as they do in that language; then what a chosen model
# generates is taken out. So they differ from what the models make only in their order and where they switch.
CONTROL_CANDIDATES = "EC0(junctions=off, positions=off)"
# The work grows with two to the power of a node's children; wider trees keep to the two languages' own places.
WIDEST_FREE_NODE = 10
CONTROL_CANDIDATES_OF_WIDE_TREES = "EC0(fragments=off, junctions=off)"


@dataclass(frozen=True)
class Population:
    """A condition, the set its sentences come from, how many are wanted, and the models that made the set."""

    condition: str
    sentences: SentenceSet
    wanted: int
    signature: str

    @property
    def size(self) -> int:
        return self.sentences.count


def populations(study: Study, pair: Pair) -> Iterator[Population]:
    """All that is drawn at random for this pair, in the order of the study's choices."""
    for choice in study.choices:
        # Picked and imported sentences are not drawn.
        for population in MAKERS[choice["way"]](study, pair, choice) if choice["way"] in MAKERS else ():
            yield population if study.monolingual else _mixed(population)


def _mixed(population: Population) -> Population:
    return Population(population.condition, population.sentences.mixed(), population.wanted, population.signature)


def _uniform(study: Study, pair: Pair, choice: dict[str, Any]) -> Iterator[Population]:
    for name in study.models_chosen:
        yield Population(name, generation.sentences(pair, name), choice["count"], generation.model_signature(name))


def _regions(_study: Study, pair: Pair, choice: dict[str, Any]) -> Iterator[Population]:
    first, second, count = choice["first"], choice["second"], choice["count"]
    a, b = (generation.sentences(pair, name) for name in (first, second))
    signatures = " and ".join(generation.model_signature(name) for name in (first, second))
    yield Population(f"{first} - {second}", a - b, count, signatures)
    yield Population(f"{second} - {first}", b - a, count, signatures)
    yield Population(f"{first} & {second}", a & b, count, signatures)


def _controls(study: Study, pair: Pair, choice: dict[str, Any]) -> Iterator[Population]:
    wide = generation.shape(pair).branching > WIDEST_FREE_NODE
    name = CONTROL_CANDIDATES_OF_WIDE_TREES if wide else CONTROL_CANDIDATES
    generated = (generation.sentences(pair, model) for model in study.models_chosen)
    outside = reduce(sub, generated, generation.sentences(pair, name))
    signatures = " ".join(generation.model_signature(model) for model in study.models_chosen)
    yield Population(CONTROL, outside, choice["count"], f"none of {signatures}")


MAKERS = {
    SamplingMethod.UNIFORM.value: _uniform,
    SamplingMethod.REGIONS.value: _regions,
    SamplingMethod.CONTROLS.value: _controls,
}
