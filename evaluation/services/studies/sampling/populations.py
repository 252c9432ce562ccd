"""What the sentences of one pair are drawn from: for each condition a packed set of texts, and how many to take.

A text is there once, however many readings it has, and it is mixed if that can be seen. Unless the study says
otherwise only whole texts are drawn: those with a reading that neither misses nor doubles a word. What no model or
one model does not generate is taken out in any reading, whole or not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import reduce
from operator import sub
from typing import Any

from evaluation.models import Pair, Study
from evaluation.services import generation
from evaluation.services.generation import SeenSet
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
    """A condition, the texts to draw from, the same with those left out, how many are wanted, and who made them."""

    condition: str
    texts: SeenSet
    all_texts: SeenSet
    wanted: int
    signature: str

    @property
    def size(self) -> int:
        return self.texts.count

    @property
    def left_out(self) -> int:
        """How many texts are not drawn because they miss or double a word."""
        return 0 if self.texts is self.all_texts else max(0, self.all_texts.count - self.size)

    def mixed(self) -> Population:
        texts = self.texts.mixed()
        return replace(self, texts=texts, all_texts=texts if self.texts is self.all_texts else self.all_texts.mixed())


def populations(study: Study, pair: Pair) -> Iterator[Population]:
    """All that is drawn at random for this pair, in the order of the study's choices."""
    for choice in study.choices:
        # Picked and imported sentences are not drawn.
        for population in MAKERS[choice["way"]](study, pair, choice) if choice["way"] in MAKERS else ():
            yield population if study.monolingual else population.mixed()


def _uniform(study: Study, pair: Pair, choice: dict[str, Any]) -> Iterator[Population]:
    for name in study.models_chosen:
        found = generation.texts(pair, name)
        yield Population(name, drawable(study, found), found, choice["count"], signature(study, name))


def _regions(study: Study, pair: Pair, choice: dict[str, Any]) -> Iterator[Population]:
    first, second, count = choice["first"], choice["second"], choice["count"]
    a, b = (generation.texts(pair, name) for name in (first, second))
    signatures = " and ".join(signature(study, name) for name in (first, second))
    for condition, one, other in ((f"{first} - {second}", a, b), (f"{second} - {first}", b, a)):
        found = one - other
        texts = drawable(study, one) - other if study.whole_sentences else found
        yield Population(condition, texts, found, count, signatures)
    both = a & b
    yield Population(f"{first} & {second}", drawable(study, both), both, count, signatures)


def _controls(study: Study, pair: Pair, choice: dict[str, Any]) -> Iterator[Population]:
    generated = [generation.texts(pair, model) for model in study.models_chosen]
    candidates = control_candidates(pair)
    found = reduce(sub, generated, candidates)
    texts = reduce(sub, generated, drawable(study, candidates)) if study.whole_sentences else found
    signatures = " ".join(generation.model_signature(model) for model in study.models_chosen)
    yield Population(CONTROL, texts, found, choice["count"], f"none of {signatures}")


def control_candidates(pair: Pair) -> SeenSet:
    wide = generation.shape(pair).branching > WIDEST_FREE_NODE
    return generation.texts(pair, CONTROL_CANDIDATES_OF_WIDE_TREES if wide else CONTROL_CANDIDATES)


def drawable(study: Study, texts: SeenSet) -> SeenSet:
    """Those of the texts that the study may draw."""
    return texts.whole() if study.whole_sentences else texts


def signature(study: Study, name: str) -> str:
    return generation.whole_signature(name) if study.whole_sentences else generation.model_signature(name)


MAKERS = {
    SamplingMethod.UNIFORM.value: _uniform,
    SamplingMethod.REGIONS.value: _regions,
    SamplingMethod.CONTROLS.value: _controls,
}
