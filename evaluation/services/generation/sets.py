"""The sets of sentences of a pair.

Trees and packed sets are remembered by what they were made from (sentences, parse, alignment, model), never by a row's
number, so that a corrected alignment cannot meet an old set.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import cswitch_core
from cswitch_core import Pair as CorePair
from cswitch_core import SeenSet, Sentence, SentenceSet, Shape, SharedTree, WholeCounts, comparison
from evaluation.models import Pair
from evaluation.services.generation.pairs import Content, content_of, remembered_pair

TREES_REMEMBERED, SETS_REMEMBERED = 512, 256


@dataclass(frozen=True, slots=True)
class SetCounts:
    """How many sentences there are, the texts that differ to the eye, and how many miss a word, double one, neither."""

    count: int
    seen: int
    # The texts that can be read as a whole sentence; ``whole`` below counts sentences.
    seen_whole: int
    # Otherwise there are at most so many texts.
    seen_is_exact: bool
    missing: int
    doubled: int
    whole: int


def tree_of(row: Pair) -> SharedTree:
    return remembered_tree(content_of(row))


def sentences(row: Pair, model_name: str) -> SentenceSet:
    return _sentences(content_of(row), model_name, row.external_id)


def texts(row: Pair, model_name: str) -> SeenSet:
    """What people see of the sentences: each text once."""
    return _texts(content_of(row), model_name, row.external_id)


def set_counts(row: Pair, model_name: str) -> SetCounts:
    """How many sentences a model has, how many differ to the eye, and how many miss a word, double one or are whole."""
    content = content_of(row)
    seen, counts = texts(row, model_name), _whole_counts(content, model_name, row.external_id)
    whole = _whole_texts(content, model_name, row.external_id)
    is_exact = seen.is_exact and whole.is_exact
    return SetCounts(counts.count, seen.count, whole.count, is_exact, counts.missing, counts.doubled, counts.whole)


def switch_counts(row: Pair, model_name: str) -> dict[int, int]:
    """How many of the texts have how many switches."""
    return dict(_switch_counts(content_of(row), model_name, row.external_id))


def mixed_count(pair: CorePair, model_name: str) -> int:
    """How many sentences of the model have words of both languages."""
    found = cswitch_core.model(model_name).sentences(cswitch_core.project(pair), pair_id=pair.id)
    return int(found.count - found.with_switches(0).count)


def models_of_text(row: Pair, sentence: Sentence, models: Iterable[str]) -> list[str]:
    """Those of the models that generate what reads as the sentence does, in whatever words of the pair."""
    return [name for name in models if sentence in sentences(row, name) or sentence in texts(row, name)]


def memberships(row: Pair, sentence: Sentence, models: Iterable[str]) -> list[str]:
    """Those of the models that generate the sentence."""
    return [name for name in models if sentence in sentences(row, name)]


def regions(row: Pair, models: Iterable[str]) -> dict[frozenset[str], int]:
    """How many sentences exactly these of the models generate, for each choice of models that has some."""
    return comparison.regions(tree_of(row), {name: sentences(row, name) for name in models})


def shape(row: Pair) -> Shape:
    return cswitch_core.shape(tree_of(row))


def monolingual(row: Pair, side: int) -> Sentence:
    """The pair's first (0) or second (1) sentence."""
    return Sentence.monolingual(tree_of(row), cswitch_core.LANGUAGES[side])


@lru_cache(TREES_REMEMBERED)
def remembered_tree(content: Content) -> SharedTree:
    return cswitch_core.project(remembered_pair(content))


@lru_cache(SETS_REMEMBERED)
def _sentences(content: Content, model_name: str, pair_id: str) -> SentenceSet:
    return cswitch_core.model(model_name).sentences(remembered_tree(content), pair_id=pair_id)


@lru_cache(SETS_REMEMBERED)
def _texts(content: Content, model_name: str, pair_id: str) -> SeenSet:
    return cswitch_core.as_seen(_sentences(content, model_name, pair_id))


@lru_cache(SETS_REMEMBERED)
def _whole_counts(content: Content, model_name: str, pair_id: str) -> WholeCounts:
    return _sentences(content, model_name, pair_id).whole_counts()


@lru_cache(SETS_REMEMBERED)
def _whole_texts(content: Content, model_name: str, pair_id: str) -> SeenSet:
    return _texts(content, model_name, pair_id).whole()


@lru_cache(SETS_REMEMBERED)
def _switch_counts(content: Content, model_name: str, pair_id: str) -> dict[int, int]:
    return _texts(content, model_name, pair_id).counts_by_switches()
