"""Generating for many pairs: the request, and how a batch of rows becomes lines of output.

Every way to run it (one process, a pool, a cluster) calls the same ``generate_batch``, so all give the same lines. A
sample depends on the seed, the pair and the model alone, never on the order of the work.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice
from random import Random

from cswitch_core.corpus.output import WRITERS, OutputFormat, count_line, with_words
from cswitch_core.models import Model, ModelError, OptionError, Weighted
from cswitch_core.models.categories import CategoryLists
from cswitch_core.models.registry import model
from cswitch_core.models.weighted import CostSampler
from cswitch_core.pairs import Pair, Problem
from cswitch_core.projection import project
from cswitch_core.readers import Record, row_of
from cswitch_core.seen import as_seen
from cswitch_core.sentences import Sentence
from cswitch_core.sets import SentenceSet
from cswitch_core.unpaired import wholeness

SENTENCES_AT_ONCE = 5_000
"""How many sentences one part of the work may hold; what follows is the next part."""


@dataclass(frozen=True, slots=True)
class Request:
    """What to do with each pair: list sentences (all, the first, or a sample of each model) or count them.

    Sentences that read alike are listed once, unless ``every_sequence`` is asked for. ``varied`` is a sample to look
    at, fewest switch points first.
    """

    models: tuple[str, ...]
    lists: CategoryLists = field(default_factory=CategoryLists.read)
    limit: int | None = None
    sample: int | None = None
    varied: int | None = None
    seed: int = 0
    every_sequence: bool = False
    format: OutputFormat = "jsonl"
    count_only: bool = False
    whole: bool = False
    missing_words: bool = False


@dataclass(frozen=True, slots=True)
class Batch:
    """Some rows of a file and where to go on: at which row, in which of its models, at which sentence."""

    request: Request
    file: str
    records: tuple[Record, ...]
    row: int = 0
    model: int = 0
    sentence: int = 0


@dataclass(frozen=True, slots=True)
class RowOutput:
    """What one row gave: lines of output, or problems."""

    line: int
    pair_id: str = ""
    text: str = ""
    sentence_count: int = 0
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class BatchPart:
    """What a batch gave so far, and the batch that is left."""

    rows: list[RowOutput]
    rest: Batch | None = None


def generate_batch(batch: Batch) -> BatchPart:
    """Generate for the rows of a batch, up to ``SENTENCES_AT_ONCE`` sentences; the rest is left for the next part."""
    done: list[RowOutput] = []
    room = SENTENCES_AT_ONCE
    for number in range(batch.row, len(batch.records)):
        row = row_of(batch.records[number], batch.file)
        if row.pair is None:
            done.append(RowOutput(row.line, problems=row.problems))
            continue
        start = (batch.model, batch.sentence) if number == batch.row else (0, 0)
        for place, name in list(enumerate(batch.request.models))[start[0] :]:
            first = start[1] if place == start[0] else 0
            try:
                lines = list(islice(lines_of(row.pair, name, batch.request, first), room))
            except ModelError as error:
                done.append(RowOutput(row.line, row.pair.id, problems=(_failure(error, batch.file, row.line),)))
                continue
            done.append(RowOutput(row.line, row.pair.id, "".join(lines), len(lines)))
            room -= len(lines)
            if room <= 0:
                return BatchPart(done, replace(batch, row=number, model=place, sentence=first + len(lines)))
    return BatchPart(done)


def _failure(error: ModelError, file: str, line: int) -> Problem:
    return Problem("models", str(error), "Mend the model, or leave it out").located(file=file, line=line)


def sentences_of(pair: Pair, name: str, request: Request, start: int = 0) -> Iterator[Sentence]:
    """Yield what the request wants of one model's sentences for a pair, from the given one on."""
    if request.sample is not None or request.varied is not None:
        return iter(_sampled(pair, name, request)[start : request.limit])
    return _shown(pair, name, request).slice(start, request.limit)


def lines_of(pair: Pair, name: str, request: Request, start: int = 0) -> Iterator[str]:
    """Yield the lines of output for one pair and model, from the given sentence on."""
    if request.count_only:
        found = _sentence_set(pair, name, request.lists)
        return iter([] if start else [count_line(pair, name, found, request.lists.words, request.format)])
    write = WRITERS[request.format](pair, name, project(pair))
    sentences = sentences_of(pair, name, request, start)
    if request.missing_words:
        return (with_words(write(sentence), wholeness(sentence, request.lists.words)) for sentence in sentences)
    return map(write, sentences)


@lru_cache(maxsize=64)
def _model(name: str, lists: CategoryLists) -> Model:
    return model(name, lists)


# The last of each is kept: a long listing goes on where its last part ended, without building anything anew.


@lru_cache(maxsize=1)
def _sentence_set(pair: Pair, name: str, lists: CategoryLists) -> SentenceSet:
    tree, chosen = project(pair), _model(name, lists)
    try:
        return chosen.sentences(tree, pair_id=pair.id)
    except ModelError:
        raise
    except Exception as error:
        # A model of one's own may be any class, and fail in any way.
        raise _failed(name, pair, error) from error


def _failed(name: str, pair: Pair, error: Exception) -> ModelError:
    return ModelError(f"the model {name} failed on the pair '{pair.id}' ({type(error).__name__}: {error})")


@lru_cache(maxsize=1)
def _sampled(pair: Pair, name: str, request: Request) -> list[Sentence]:
    rng = Random(f"{request.seed}/{pair.id}/{name}")  # noqa: S311 - chance, not secrecy
    if request.varied is not None:
        return as_seen(_shown(pair, name, request)).varied(request.varied, rng)
    chosen, size = _model(name, request.lists), request.sample or 0
    if isinstance(chosen, Weighted):
        return CostSampler(_as_shown(_by_cost(pair, chosen), request), chosen.temperature).sample(size, rng)
    return _shown(pair, name, request).sample(size, rng)


def _by_cost(pair: Pair, weighted: Weighted) -> SentenceSet:
    try:
        return weighted.by_cost(project(pair))
    except OptionError as error:
        raise _failed(weighted.name, pair, error) from error


@lru_cache(maxsize=1)
def _shown(pair: Pair, name: str, request: Request) -> SentenceSet:
    return _as_shown(_sentence_set(pair, name, request.lists), request)


def _as_shown(sentences: SentenceSet, request: Request) -> SentenceSet:
    wanted = sentences.whole(request.lists.words) if request.whole else sentences
    return wanted if request.every_sequence else as_seen(wanted)
