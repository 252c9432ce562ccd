"""The built-in aligner: IBM Model 2 (Brown et al., Computational Linguistics 19(2), 1993) on the pairs already loaded.

NLTK's implementation is trained in both directions and the two answers are joined by grow-diag-final-and (Koehn, Och
and Marcu, NAACL 2003). Training is pure Python, so only the loaded pairs that have most to say about these two
sentences take part: those that share words with them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from evaluation.services.pairs.helpers.interface import Link

ITERATIONS = 5
MOST_TRAINING_PAIRS = 250
LONGEST_TRAINING_SENTENCE = 40
# With fewer pairs than this to learn from, Model 2 knows less than the diagonal does.
FEWEST_TRAINING_PAIRS = 5

Bitext = list[tuple[list[str], list[str]]]


class IbmAligner:
    key, title = "ibm2", "IBM Model 2"

    def align(self, first: Sequence[str], second: Sequence[str], known: Sequence[tuple[str, str]]) -> list[Link]:
        """Links between two sentences, learnt from ``known`` sentence pairs (their texts, words apart by spaces)."""
        texts = _informative(first, second, known)
        if len(texts) < FEWEST_TRAINING_PAIRS:
            return diagonal(len(first), len(second))
        ours = (_folded(first), _folded(second))
        bitext = [*texts, *_same_words(*ours), ours]
        forward = _best_links(bitext)
        backward = {(i, j) for j, i in _best_links([(right, left) for left, right in bitext])}
        return symmetrised(len(first), len(second), forward, backward)


def diagonal(first_length: int, second_length: int) -> list[Link]:
    """Each word with the one at the same relative place."""
    longest = max(first_length, second_length)
    return sorted({(n * first_length // longest, n * second_length // longest) for n in range(longest)})


def symmetrised(first_length: int, second_length: int, forward: set[Link], backward: set[Link]) -> list[Link]:
    """What both directions say, grown by neighbours that one of them says."""
    from nltk.translate.gdfa import grow_diag_final_and

    found = grow_diag_final_and(first_length, second_length, _pharaoh(forward), _pharaoh(backward))
    return sorted(found)


def _pharaoh(links: Iterable[Link]) -> str:
    return " ".join(f"{i}-{j}" for i, j in sorted(links))


def _best_links(bitext: Bitext) -> set[Link]:
    """Train on all, and return what the model says about the last: each word on the left to its best on the right."""
    from nltk.translate import AlignedSent, IBMModel2

    corpus: list[Any] = [AlignedSent(left, right) for left, right in bitext]
    IBMModel2(corpus, ITERATIONS)
    return {(i, j) for i, j in corpus[-1].alignment if j is not None}


def _folded(words: Iterable[str]) -> list[str]:
    return [word.casefold() for word in words]


def _same_words(first: Sequence[str], second: Sequence[str]) -> Bitext:
    """Names, numbers and loan words that stand in both sentences are each other's translation."""
    return [([word], [word]) for word in sorted(set(first) & set(second))]


def _informative(first: Sequence[str], second: Sequence[str], known: Iterable[tuple[str, str]]) -> Bitext:
    """The known pairs that share most words with ours, rare words counting for more."""
    wanted = (set(_folded(first)), set(_folded(second)))
    bitext = [(left.casefold().split(), right.casefold().split()) for left, right in known]
    bitext = [pair for pair in bitext if all(0 < len(side) <= LONGEST_TRAINING_SENTENCE for side in pair)]
    frequency = Counter(word for pair in bitext for side in pair for word in set(side))

    def worth(pair: tuple[list[str], list[str]]) -> float:
        shared = (word for side, words in zip(pair, wanted, strict=True) for word in words & set(side))
        return sum(1 / frequency[word] for word in shared)

    return sorted(bitext, key=worth, reverse=True)[:MOST_TRAINING_PAIRS]
