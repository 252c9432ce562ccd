"""How sure each link is goes with a proposed pair through files and back; pairs made by hand have none."""

from __future__ import annotations

import pytest

from cswitch_core import Pair, PairError, pair_from_json
from cswitch_core.readers import pair_from_cells
from tests.core.cast import a_pair, pair_object

OIL = pair_object("(NP (JJ hot) (NN oil))", "garam tel", "0-0 1-1")
CELLS = {
    "id": "p",
    "l1_lang": "en",
    "l1_tree": "(NP (JJ hot) (NN oil))",
    "l2_lang": "hi",
    "l2_text": "garam tel",
    "alignment": "1-1 0-0",
}


def said(**fields: object) -> Pair:
    return pair_from_json(OIL | fields)


def test_a_pair_made_by_hand_has_no_confidence():
    pair = pair_from_json(OIL)
    assert not pair.is_proposed
    assert pair.confidences == ()
    assert "confidence" not in pair.as_json()


def test_confidences_follow_their_links_through_sorting_and_back():
    pair = said(alignment="1-1 0-0 1-1", confidence=[0.5, 1, 0.75])
    assert pair.is_proposed
    assert (pair.alignment, pair.confidences) == ("0-0 1-1", (1.0, 0.75))
    assert pair_from_json(pair.as_json()) == pair


def test_links_given_by_hand_take_the_place_of_proposed_ones():
    proposed = a_pair("(NP (JJ hot) (NN oil))", "garam tel", "0-0").with_proposed_links({(1, 1): 0.4, (0, 0): 0.9})
    assert (proposed.alignment, proposed.confidences) == ("0-0 1-1", (0.9, 0.4))
    assert not proposed.with_links(proposed.links).is_proposed


def test_a_table_has_a_column_for_it():
    assert pair_from_cells(CELLS | {"confidence": "0.25 1"}).confidences == (1.0, 0.25)
    assert pair_from_cells(CELLS | {"confidence": ""}).confidences == ()


@pytest.mark.parametrize("wrong", [[0.5, "high"], [True, 1], [0.5, 1.5], [0.5, -1], "0.5 1", {"0-0": 1}])
def test_what_is_no_share_is_refused(wrong):
    with pytest.raises(PairError, match=r"confidence: it is no list of numbers from 0 to 1\. Give a number"):
        said(confidence=wrong)
    with pytest.raises(PairError, match="confidence: it is no list of numbers"):
        pair_from_cells(CELLS | {"confidence": "0.5 high"})


def test_each_link_has_one():
    with pytest.raises(PairError, match="confidence: it has 1 number for 2 links"):
        said(confidence=[0.5])
