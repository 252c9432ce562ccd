"""Trying the models without an account: only the paper's pairs, a few sentences, little time, and nothing is kept."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random

from django.utils.translation import gettext as _

from evaluation.models import Pair
from evaluation.services import generation
from evaluation.services.errors import Refused
from evaluation.services.generation import Sentence, Verdict
from evaluation.services.pairs import storing
from evaluation.services.pairs.turns import turn

LONGEST_TEXT = 200
SENTENCES_SHOWN = 6
SECONDS = 3.0
SEED = 2017
# The paper's example (1c), about which the theories disagree.
EXAMPLE = "Shanivar neeras hai that nazariye se"


@dataclass(frozen=True)
class Sample:
    """Some of a model's mixed sentences with no word missing or doubled, and how many there are to the eye."""

    count: int
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True)
class Explained:
    """What the models say of a typed sentence; ``sentence`` is how it was read, None if it cannot be."""

    text: str
    sentence: Sentence | None
    verdicts: list[Verdict]


@cache
def pairs() -> tuple[Pair, ...]:
    """The paper's pairs as rows that are not stored."""
    return tuple(storing.unsaved(pair) for pair in generation.paper_pairs())


def pair_named(name: str) -> Pair:
    """The pair of this id; the first for any other name, so that an old or mistyped address shows something."""
    return next((row for row in pairs() if row.external_id == name), pairs()[0])


def model_named(name: str) -> str:
    return name if name in generation.built_in_models() else generation.built_in_models()[0]


@cache
def sample(row_id: str, model: str) -> Sample:
    """The same few sentences for everybody: made once in each process."""
    row = pair_named(row_id)
    with turn(SECONDS):
        whole = generation.texts(row, model).mixed().whole()
        found = whole.varied(SENTENCES_SHOWN, Random(SEED))  # noqa: S311  (a draw that must be repeatable)
        return Sample(whole.count, tuple(found))


def explained(row: Pair, text: str) -> Explained | None:
    """What every model says of the text; None if there is none. ``Refused`` if it is too long."""
    cleaned = " ".join(text.split())
    if len(cleaned) > LONGEST_TEXT:
        raise Refused(_("Type one sentence, of at most %d characters.") % LONGEST_TEXT, field="text")
    if not cleaned:
        return None
    return example() if cleaned == EXAMPLE and row is pairs()[0] else _explained(row, cleaned)


@cache
def example() -> Explained:
    """What the start page opens with: made once in each process."""
    return _explained(pairs()[0], EXAMPLE)


def _explained(row: Pair, cleaned: str) -> Explained:
    with turn(SECONDS):
        verdicts = generation.explain(row, cleaned, generation.built_in_models())
        read = generation.reading(row, cleaned)
        return Explained(cleaned, read, merged(verdicts, most_spoken(read)))


def most_spoken(sentence: Sentence | None) -> str:
    """The language of most words; empty if there is no sentence."""
    languages = [language for _words, language in sentence.tokens if language] if sentence else []
    return max(languages, key=languages.count, default="")


def merged(verdicts: list[Verdict], language: str) -> list[Verdict]:
    """One verdict for each model.

    One with two matrix languages allows what either of them allows; if neither does, the verdict for the language of
    most words is the one that a reader expects.
    """
    by_model: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        by_model.setdefault(verdict.model, []).append(verdict)
    return [
        max(each, key=lambda verdict: (verdict.generated, verdict.matrix == language)) for each in by_model.values()
    ]
