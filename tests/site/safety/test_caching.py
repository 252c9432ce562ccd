"""No browser or proxy keeps a page with personal links or personal data."""

import pytest
from django.test import Client

from evaluation.models import Place
from evaluation.services.studies import invitations
from evaluation.services.studies.invitations import Invitee
from tests.site.factories import add_practice, make_participation, make_place, make_rating, make_study


@pytest.fixture
def study(meera):
    return make_study(meera, join_link_open=True)


@pytest.fixture
def ashas(study, asha):
    """asha has rated a practice sentence."""
    mine = make_participation(study, asha)
    make_rating(make_place(mine, add_practice(study)), study.criteria.first(), 4)
    return mine


def is_stored_nowhere(response) -> bool:
    return response.status_code == 200 and "no-store" in response.headers.get("Cache-Control", "")


@pytest.mark.parametrize("page", ["judges/", "judges/links.csv"])
def test_the_researchers_pages_with_personal_links(client_of, study, meera, page):
    invitations.invite(study=study, people=[Invitee("Asha")], actor=meera)
    assert is_stored_nowhere(client_of(meera).get(f"/studies/{study.slug}/{page}"))


@pytest.mark.parametrize("page", ["", "data/", "erase/", "token/"])
def test_what_is_stored_about_somebody(client_of, ashas, asha, page):
    assert is_stored_nowhere(client_of(asha).get(f"/profile/{page}"))


@pytest.mark.parametrize("address", ["me", "ratings"])
def test_the_same_over_the_api(client_of, ashas, asha, address):
    assert is_stored_nowhere(client_of(asha).get(f"/api/v1/{address}/"))


@pytest.mark.parametrize("page", ["rate/{mine}/answers/", "rate/s/{place}/", "rate/s/{place}/feedback/"])
def test_a_judges_answers(client_of, ashas, asha, page):
    path = page.format(mine=ashas.key, place=Place.objects.get().key)
    assert is_stored_nowhere(client_of(asha).get(f"/{path}"))


def test_the_links_themselves(study, meera):
    ((judge,), _again) = invitations.invite(study=study, people=[Invitee("Asha")], actor=meera)
    for opened in (invitations.personal_link(judge), f"/join/{study.join_key}/", "/j/forged/"):
        assert "no-store" in Client().get(opened).headers["Cache-Control"]
