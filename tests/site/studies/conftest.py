"""Pairs of the paper in the tables, and studies made of them as a researcher makes them."""

from __future__ import annotations

import pytest

from evaluation.services import drawing, generation, pairs, studies
from evaluation.services.demo.loading import load_pairs


def store_pair(owner, collection, written: dict):
    """One pair, written as a line of a file, on a shelf."""
    core = generation.pair_from_json(written)
    row = pairs.unsaved(core.as_json(), l1_text=core.text(0), digest=generation.digest(core))
    pairs.store(collection=collection, arriving=[row], actor=owner)
    return collection.pairs.get(external_id=written["id"])


@pytest.fixture
def paper_pairs(meera):
    return [pair for pair in load_pairs(meera) if pair.external_id.startswith("paper-")]


@pytest.fixture
def draft(meera, paper_pairs):
    """A draft on the paper's pairs with EC1 and ML2, two sentences per pair and model, drawn."""
    study = studies.create(owner=meera, name="Mixed sentences")
    studies.set_pairs(
        study=study, actor=meera, revision=1, pairs=[pair.pk for pair in paper_pairs], models=["EC1", "ML2"]
    )
    choices = [{"way": "uniform", "count": 2}]
    studies.set_choices(study=study, actor=meera, revision=2, choices=choices, seed=7, monolingual=False)
    drawing.draw(study=study, actor=meera, revision=study.revision)
    return study
