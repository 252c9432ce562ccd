"""Pairs of the paper in the tables, and studies made of them as a researcher makes them."""

from __future__ import annotations

import pytest

from evaluation.models import Collection
from evaluation.services.studies import allocation
from tests.site.factories import make_participation, make_rating, make_study, store_pair
from tests.site.forms import send, shown


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
def begun(meera, asha):
    """An open study that asha has begun to rate."""
    study = make_study(meera)
    judge = make_participation(study, asha)
    allocation.ensure_places(judge)
    make_rating(judge.places.first(), study.criteria.first(), 3)
    return study
