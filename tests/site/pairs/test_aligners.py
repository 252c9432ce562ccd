"""Help with alignments: learnt from the pairs loaded."""

from __future__ import annotations

from evaluation.services.pairs.helpers.aligners import IbmAligner, diagonal, symmetrised
from tests.site.pairs.parsed_sentences import KNOWN


def test_the_aligner_learns_words_from_the_pairs_loaded():
    assert IbmAligner().align(["White", "flower"], ["phool", "safed"], KNOWN) == [(0, 1), (1, 0)]


def test_words_that_stand_in_both_sentences_are_linked():
    links = IbmAligner().align(["Delhi", "house"], ["ghar", "Delhi"], KNOWN)
    assert (0, 1) in links


def test_with_too_few_pairs_words_are_linked_by_their_places():
    assert IbmAligner().align(["a", "b", "c", "d"], ["x", "y"], KNOWN[:2]) == [(0, 0), (1, 0), (2, 1), (3, 1)]


def test_the_diagonal_links_every_word_of_both():
    for first, second in ((1, 1), (1, 5), (7, 3), (4, 4)):
        links = diagonal(first, second)
        assert {i for i, _ in links} == set(range(first))
        assert {j for _, j in links} == set(range(second))


def test_symmetrising_keeps_what_both_say_and_grows_from_there():
    assert symmetrised(2, 2, {(0, 0), (1, 1)}, {(0, 0)}) == [(0, 0), (1, 1)]
