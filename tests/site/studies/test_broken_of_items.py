"""Every sentence of a study knows which constraints of its theories it breaks."""

from __future__ import annotations

import pytest

from evaluation.services import generation
from tests.site.factories import redraw

pytestmark = pytest.mark.django_db


def test_what_a_model_generates_breaks_nothing_of_it_and_other_sentences_do(draft):
    items = redraw(draft, {"way": "uniform", "count": 3}, {"way": "controls", "count": 2})
    for item in items:
        assert set(item.broken) == {"EC1", "ML2"}
        for theory, family in item.broken.items():
            assert (family == [[]]) == (theory in item.memberships)


def test_picked_sentences_have_broken_sets_and_imported_ones_if_they_are_of_a_pair(draft):
    pair = draft.pairs.get(external_id="paper-1")
    picked, read, unread = redraw(
        draft,
        {"way": "picked", "sentences": [{"pair": pair.pk, "text": pair.l1_text}]},
        {
            "way": "imported",
            "source": "corpus",
            "sentences": [
                {"pair": pair.pk, "text": "Saturday is boring that nazariye se"},
                {"pair": pair.pk, "text": "Saturday bahut boring hai"},
            ],
        },
    )
    assert picked.broken == {"EC1": [[]], "ML2": [[]]}
    assert read.broken["ML2"] == [["fragments"]]
    assert unread.broken == {}


def test_a_model_without_constraints_is_no_theory():
    found = generation.theories(["AN", "Weighted(ML2, fragments=1)"])
    assert found == {"AN": ("adjective_order",)}
