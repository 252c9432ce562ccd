"""A participant id is in the address for everybody to read: it alone opens nothing that is somebody's already."""

import pytest
from django.test import Client

from evaluation.models import KnownId, Participation
from evaluation.services.studies import allocation, invitations
from tests.site.files import csv_rows
from tests.site.forms import BOTH, address, page_of

ASHAS_ID = "5f1e"
SECRETS = ("my aunt says so", "Saturday is boring")


@pytest.fixture
def study(study):
    study.join_link_open, study.participant_parameter = True, "PROLIFIC_PID"
    study.save()
    return study


def join(client: Client, study, external_id: str = ASHAS_ID):
    return client.post(f"/join/{study.join_key}/", {"external_id": external_id}, follow=True)


def lose_session(client: Client) -> None:
    del client.cookies["sessionid"]


@pytest.fixture
def ashas_browser() -> Client:
    return Client()


@pytest.fixture
def ashas(study, ashas_browser) -> Participation:
    """asha came from a crowd-work site and has rated a sentence, with a comment."""
    join(ashas_browser, study)
    mine = study.participations.get()
    Participation.objects.update(state="rating", consent_version=1, has_read_instructions=True)
    mine.refresh_from_db()
    allocation.ensure_places(mine)
    ashas_browser.post(address(mine.places.first()), BOTH | {"comment": SECRETS[0]})
    assert mine.ratings.count() == 2
    return mine


def test_mallory_with_ashas_id_starts_afresh_and_sees_nothing_of_hers(study, ashas):
    mallory = Client()
    page = join(mallory, study)
    assert "About this study" in page_of(page)
    double = study.participations.exclude(pk=ashas.pk).get()
    assert (double.external_id, double.is_double, double.state) == (ASHAS_ID, True, "invited")
    of_ashas = [f"/rate/{ashas.key}/{more}" for more in ("", "answers/", "withdraw/")]
    of_places = [address(place) for place in ashas.places.all()]
    for other in (*of_ashas, *of_places):
        assert mallory.get(other).status_code == 404
    for sent in of_places:
        assert mallory.post(sent, {**BOTH, "score-usage": "0"}).status_code == 404
    seen = [page, mallory.get(f"/rate/{double.key}/answers/"), mallory.get("/profile/data/"), mallory.get("/")]
    assert not [secret for secret in SECRETS for answer in seen if secret in page_of(answer)]
    assert list(ashas.ratings.order_by("criterion").values_list("value", flat=True)) == [4, 5]


def test_ashas_own_browser_comes_back_to_her_sentences(study, ashas, ashas_browser):
    assert "Sentence 2 of 3" in page_of(join(ashas_browser, study))
    lose_session(ashas_browser)
    assert "Sentence 2 of 3" in page_of(join(ashas_browser, study))
    assert study.participations.get() == ashas


def test_asha_comes_back_though_mallory_came_with_her_id(study, ashas, ashas_browser):
    join(Client(), study)
    lose_session(ashas_browser)
    assert "Sentence 2 of 3" in page_of(join(ashas_browser, study))


def test_a_double_comes_back_to_its_own_start(study, ashas):
    mallory = Client()
    join(mallory, study)
    lose_session(mallory)
    join(mallory, study)
    assert study.participations.count() == 2


def test_asha_comes_back_on_another_device_with_her_own_link(study, ashas):
    other_device = Client()
    assert "Sentence 2 of 3" in page_of(other_device.get(invitations.personal_link(ashas), follow=True))
    assert "Sentence 2 of 3" in page_of(join(other_device, study))
    assert study.participations.get() == ashas


@pytest.mark.parametrize("still_signed_in", [True, False])
def test_ravi_at_ashas_computer_gets_a_start_of_his_own_and_she_keeps_hers(
    study, ashas, ashas_browser, still_signed_in
):
    if not still_signed_in:
        lose_session(ashas_browser)
    assert "About this study" in page_of(join(ashas_browser, study, "ravi"))
    ravis = study.participations.get(external_id="ravi")
    assert (ravis.is_double, ravis.user == ashas.user) == (False, False)
    assert ashas_browser.get(f"/rate/{ashas.key}/").status_code == 404
    assert "Sentence 2 of 3" in page_of(join(ashas_browser, study))
    assert study.participations.count() == 2


def test_whoever_signs_out_leaves_no_way_back_at_that_computer(study, ashas, ashas_browser):
    ashas_browser.post("/sign-out/")
    assert "About this study" in page_of(join(ashas_browser, study))
    assert study.participations.count() == 2


def test_the_proof_is_a_cookie_for_this_join_link_only(study, ashas_browser, ashas, settings):
    cookie = ashas_browser.cookies["came_before"]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == (f"/join/{study.join_key}/", True, "Lax")
    assert int(cookie["max-age"]) > 300 * 24 * 60 * 60
    assert not cookie["secure"]
    settings.SESSION_COOKIE_SECURE = True
    join(ashas_browser, study)
    assert ashas_browser.cookies["came_before"]["secure"]


@pytest.mark.parametrize("value", ["", "x", "WzEsMl0:1abc:forged", "é"])
def test_a_forged_proof_proves_nothing(study, ashas, value):
    mallory = Client()
    mallory.cookies["came_before"] = value
    assert "About this study" in page_of(join(mallory, study))


def test_the_proof_ends_with_the_link(study, ashas, ashas_browser, meera):
    invitations.renew(participation=ashas, actor=meera)
    assert "About this study" in page_of(join(ashas_browser, study))
    assert study.participations.filter(is_double=True).exists()


@pytest.mark.parametrize("brought", [ASHAS_ID, "another"])
def test_whose_invitation_was_taken_back_does_not_join_again_in_the_same_browser(
    study, ashas, ashas_browser, meera, brought
):
    invitations.revoke(participation=ashas, actor=meera)
    for _ in range(2):
        answer = join(ashas_browser, study, brought)
        assert answer.status_code == 403
        assert "was taken back" in page_of(answer)
        ashas_browser.cookies.pop("sessionid", None)
    assert study.participations.get() == ashas


def test_nor_in_another_browser_with_the_same_id(study, ashas, meera):
    invitations.revoke(participation=ashas, actor=meera)
    assert join(Client(), study).status_code == 403
    assert study.participations.get() == ashas


def test_taking_back_the_double_leaves_asha_in_the_study(study, ashas, ashas_browser, meera):
    join(Client(), study)
    invitations.revoke(participation=study.participations.get(is_double=True), actor=meera)
    assert "Sentence 2 of 3" in page_of(join(ashas_browser, study))


# -- The researcher's choice ----------------------------------------------------------------------------------------


def test_a_study_may_let_the_id_alone_bring_somebody_back(study, ashas):
    study.known_id = KnownId.RETURNS
    study.save()
    assert "Sentence 2 of 3" in page_of(join(Client(), study))
    assert study.participations.get() == ashas


def test_even_then_it_opens_nobodys_account(study, asha):
    study.known_id = KnownId.RETURNS
    study.save()
    invitations.join(study=study, user=asha, external_id=ASHAS_ID)
    answer = join(Client(), study)
    assert answer.status_code == 403
    assert "please sign in with your password" in page_of(answer)


def test_the_safe_way_is_the_default_and_the_other_is_named_unsafe(client_of, meera, study):
    assert study.known_id == KnownId.FRESH
    page = page_of(client_of(meera).get(f"/studies/{study.slug}/edit/judges/"))
    assert "flagged as a double" in page
    assert "unsafe: whoever knows an id sees those answers and can change them" in page


def test_the_double_is_flagged_in_the_list_of_judges_and_in_the_export(client_of, meera, study, ashas):
    join(Client(), study)
    page = page_of(client_of(meera).get(f"/studies/{study.slug}/judges/"))
    assert page.count("double of J01") == 1
    rows = csv_rows(study, "judges")
    assert [(row["judge"], row["double"], row["double_of"]) for row in rows] == [
        ("J01", "false", ""),
        ("J02", "true", "J01"),
    ]
