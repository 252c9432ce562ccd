"""What links and tree of a pair come to while somebody changes them: counts and some sentences of two models."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from evaluation.models import Pair
from evaluation.services import generation
from evaluation.services.generation import Sentence, SetCounts, TornPhrase, UnusedLink, Wholeness

# One of either family.
MODELS = ("EC0", "ML2")
EXAMPLES = 3
# The same examples whenever the same links are shown.
SEED = 2017


@dataclass(frozen=True, slots=True)
class Example:
    sentence: Sentence
    wholeness: Wholeness


@dataclass(frozen=True, slots=True)
class ModelPreview:
    """How many sentences a model has, and some mixed ones that differ as much as may be."""

    name: str
    counts: SetCounts
    examples: list[Example]


@dataclass(frozen=True, slots=True)
class Preview:
    """Content words without a link, words that need none, links that are not used, phrases torn apart, and what two
    models make of it."""

    unlinked: Sequence[str]
    carried: Sequence[tuple[str, str]]
    unused: Sequence[UnusedLink]
    torn: Sequence[TornPhrase]
    models: list[ModelPreview]


def preview(row: Pair, *, alignment: str, tree: str) -> Preview:
    """What these links over this tree come to, saved or not; ``Refused`` if they cannot be."""
    pair = generation.with_links_and_tree(row, alignment, tree)
    row.alignment, row.l1_tree = pair.alignment, pair.l1_tree
    return Preview(
        generation.unlinked_content(row).unlinked,
        generation.carried_words(pair),
        generation.unused_links(pair),
        generation.torn_phrases(pair),
        [_of_model(row, name) for name in MODELS],
    )


def _of_model(row: Pair, name: str) -> ModelPreview:
    texts = generation.texts(row, name)
    # Some have no switch at all, and are left out.
    drawn = texts.varied(EXAMPLES + 2, Random(SEED))  # noqa: S311  (a draw that must be repeatable)
    mixed = [sentence for sentence in drawn if texts.switch_points(sentence)][-EXAMPLES:]
    examples = [Example(sentence, generation.wholeness(sentence)) for sentence in mixed]
    return ModelPreview(name, generation.set_counts(row, name), examples)
