"""A vocabulary check: which of these are words of the language? Some only look like it.

The score is the mean of two shares: of the words that were ticked and of the others that were not, in per cent. So
whoever ticks everything, or nothing, gets 50 (Lemhöfer and Broersma 2012, "% correct av").
"""

from __future__ import annotations

import random
from collections.abc import Collection

from evaluation.services.studies.questionnaire.question import Question


def score_of(question: Question, known: Collection[str]) -> int:
    hits = sum(word in known for word in question.words) / len(question.words)
    rejections = sum(word not in known for word in question.nonwords) / len(question.nonwords)
    return round(100 * (hits + rejections) / 2)


def mixed_words(question: Question) -> list[str]:
    """All of them in an order that does not tell one kind from the other, the same for every judge."""
    words = [*question.words, *question.nonwords]
    random.Random(question.key).shuffle(words)  # noqa: S311  (no secret)
    return words
