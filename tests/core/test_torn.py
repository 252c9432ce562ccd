"""Phrases whose words do not stand together in the other sentence."""

from __future__ import annotations

import pytest

from cswitch_core.readers import pair_from_json
from cswitch_core.torn import torn_phrases

TREE = "(S (NP (PRP I)) (VP (VBP eat) (NP (DT the) (JJ red) (NN apple))))"


def torn(alignment: str, tokens: str = "main lal seb khata hoon") -> list[str]:
    pair = pair_from_json(
        {
            "id": "1",
            "l1": {"lang": "en", "tree": TREE},
            "l2": {"lang": "hi", "tokens": tokens.split()},
            "alignment": alignment,
        }
    )
    return [f"{phrase.label} {phrase.words}" for phrase in torn_phrases(pair)]


@pytest.mark.parametrize(
    ("alignment", "phrases"),
    [
        ("0-0 1-3 1-4 3-1 4-2", []),
        # The verb stands between the words of its object.
        ("0-0 1-2 3-1 4-3", ["NP the red apple"]),
        # The subject stands inside the verb phrase.
        ("0-2 1-3 3-1 4-0", ["VP eat the red apple"]),
        # A word of two links is inside and outside at once: nothing is between.
        ("0-0 1-2 3-1 4-2 4-3", []),
        ("0-0", []),
    ],
)
def test_a_phrase_is_torn_if_a_word_linked_elsewhere_stands_in_it(alignment, phrases):
    assert torn(alignment) == phrases


def test_a_chain_of_one_stretch_is_named_once():
    tree = "(S (NP (NP (DT the) (NN man))) (VP (VBZ goes)))"
    pair = pair_from_json(
        {
            "id": "1",
            "l1": {"lang": "en", "tree": tree},
            "l2": {"lang": "xx", "tokens": ["a", "b", "c"]},
            "alignment": "0-0 1-2 2-1",
        }
    )
    assert [phrase.span for phrase in torn_phrases(pair)] == [(0, 2)]
