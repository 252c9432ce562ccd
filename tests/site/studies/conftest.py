"""Pairs of the paper in the tables, and studies made of them as a researcher makes them."""

from __future__ import annotations

import copy
from dataclasses import replace

import pytest

from evaluation.models import Collection
from evaluation.services import generation, studies
from evaluation.services.demo.demo_data import PAPER, load_pairs
from evaluation.services.pairs import storing
from evaluation.services.studies import allocation, sampling
from evaluation.services.studies.sampling import draw_study
from tests.factories import make_participation, make_rating, make_study
from tests.site.studies.wizard_forms import send, shown


def store_pair(owner, collection, pair_json: dict):
    """Store one pair, given as the object of one line of a file."""
    pair = storing.unsaved(generation.pair_from_json(pair_json))
    storing.store(collection=collection, pairs=[pair], actor=owner)
    return collection.pairs.get(external_id=pair_json["id"])


@pytest.fixture
def paper_pairs(meera):
    return [pair for pair in load_pairs(meera, PAPER) if pair.external_id.startswith("paper-")]


@pytest.fixture
def spanish_pair(meera):
    """A pair of English and Spanish, in a collection of its own."""
    collection = Collection.objects.create(name="Spanish", owner=meera)
    pair = {
        "id": "es-1",
        "l1": {"lang": "en", "tree": "(S (NP (DT The) (NN house)) (VP (VBZ is) (ADJP (JJ white))))"},
        "l2": {"lang": "es", "tokens": ["La", "casa", "es", "blanca"]},
        "alignment": "0-0 1-1 2-2 3-3",
    }
    return store_pair(meera, collection, pair)


@pytest.fixture(scope="session")
def samples():
    """What was drawn from each of the paper's pairs for the first draft: the same seed draws the same for the next."""
    return {}


@pytest.fixture
def draw_once(samples, monkeypatch):
    """Draw a study's sentences, those of a pair only if they are not known; afterwards all are drawn as usual."""
    draw_pair = draw_study.draw_pair

    def known_or_drawn(study, pair, **options):
        if pair.external_id not in samples:
            samples[pair.external_id] = draw_pair(study, pair, **options)
        sample = samples[pair.external_id]
        items = [copy.copy(item) for item in sample.items]
        for item in items:
            item.study, item.pair = study, pair
        return replace(sample, items=items)

    def draw(**options):
        with monkeypatch.context() as patch:
            patch.setattr(draw_study, "draw_pair", known_or_drawn)
            sampling.draw(**options)

    return draw


@pytest.fixture
def draft(meera, paper_pairs, draw_once):
    """A draft on the paper's pairs with EC1 and ML2, two sentences per pair and model, drawn."""
    study = studies.create(owner=meera, name="Mixed sentences", interface_languages=["en", "hi"])
    studies.set_pairs(
        study=study, actor=meera, revision=1, pairs=[pair.pk for pair in paper_pairs], models=["EC1", "ML2"]
    )
    choices = [{"way": "uniform", "count": 2}]
    studies.set_choices(study=study, actor=meera, revision=2, choices=choices, seed=7, monolingual=False)
    draw_once(study=study, actor=meera, revision=study.revision)
    return study


@pytest.fixture
def wizard(client_of, draft):
    """Meera at the wizard of the draft: ``wizard("texts", name="…")`` changes fields and saves.

    What a step shows is read again only after something was saved; what was refused must not have changed it.
    """
    client, seen = client_of(draft.owner), {}

    def fill(step: str, *, without: tuple[str, ...] = (), **changes):
        address = f"/studies/{draft.slug}/edit/{step}/"
        if step not in seen:
            seen[step] = shown(client, address)
        answer = send(client, address, {k: v for k, v in seen[step].items() if k not in without}, **changes)
        if answer.status_code == 302:
            seen.clear()
        return answer

    fill.client = client
    return fill


@pytest.fixture
def rated(meera, asha):
    """An open study that asha has begun to rate."""
    study = make_study(meera)
    judge = make_participation(study, asha)
    allocation.ensure_places(judge)
    make_rating(judge.places.first(), study.criteria.first(), 3)
    return study
