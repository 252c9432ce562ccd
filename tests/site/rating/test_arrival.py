"""Coming in by a personal link or by the join link."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from evaluation.models import Participation, ParticipationState, User
from evaluation.services.studies import invitations
from tests.site.factories import make_participation, make_study, newly_invited, ready_to_rate
from tests.site.forms import BOTH, address, page_of

pytestmark = pytest.mark.both_databases


@pytest.fixture
def gopal(db):
    """Somebody who exists for one study only and has no password."""
    gopal = User(username="judge-gopal")
    gopal.set_unusable_password()
    gopal.save()
    return gopal


@pytest.fixture
def gopals(study, gopal):
    return ready_to_rate(study, gopal)


def test_a_personal_link_signs_in_and_leads_to_the_sentence(gopals):
    page = Client().get(invitations.personal_link(gopals), follow=True)
    assert "Sentence 1 of 3" in page_of(page)


def test_the_link_speaks_the_judges_language(gopals):
    gopals.language = "hi"
    gopals.save()
    page = Client().get(invitations.personal_link(gopals), follow=True)
    assert '<html lang="hi"' in page_of(page)


@pytest.mark.parametrize("spoil", [lambda token: token[:-2] + "xx", lambda token: token[0], lambda token: token + "é"])
def test_a_forged_link_opens_nothing(gopals, spoil):
    token = invitations.personal_link(gopals).split("/")[2]
    client = Client()
    response = client.get(f"/j/{spoil(token)}/")
    assert response.status_code == 403
    assert "This link is not complete." in page_of(response)
    assert "_auth_user_id" not in client.session


def test_an_expired_link_opens_nothing(gopals):
    gopals.link_expires_at = timezone.now() - timedelta(seconds=1)
    gopals.save()
    response = Client().get(invitations.personal_link(gopals))
    assert response.status_code == 403
    assert "This link has expired." in page_of(response)


def test_revoking_a_link_ends_the_sessions_it_began(gopals, meera):
    client = Client()
    client.get(invitations.personal_link(gopals))
    place = gopals.places.first()
    assert client.get(address(place)).status_code == 200
    invitations.revoke(participation=gopals, actor=meera)
    assert client.get(address(place), follow=True).status_code == 403
    assert client.post(address(place), BOTH, follow=True).status_code == 403
    assert client.get(f"/rate/{gopals.key}/").status_code == 403
    assert not gopals.ratings.exists()


def test_a_new_link_makes_the_old_one_worthless(gopals, meera):
    client, old = Client(), invitations.personal_link(gopals)
    client.get(old)
    invitations.renew(participation=gopals, actor=meera)
    assert client.get(f"/rate/{gopals.key}/").status_code == 404
    assert Client().get(old).status_code == 403
    assert "Sentence 1" in page_of(client.get(invitations.personal_link(gopals), follow=True))


def test_a_link_opens_its_own_study_only(gopals, gopal, kiran):
    other = make_participation(make_study(kiran, slug="other", items=0), gopal)
    client = Client()
    client.get(invitations.personal_link(gopals))
    assert client.get(f"/rate/{other.key}/").status_code == 404
    client.get(invitations.personal_link(other))
    assert client.get(f"/rate/{other.key}/").status_code == 200
    assert client.get(f"/rate/{gopals.key}/").status_code == 302


def test_a_link_never_signs_in_somebody_with_a_password(study, asha):
    response = Client().get(invitations.personal_link(newly_invited(study, asha)))
    assert response.status_code == 403
    assert "please sign in with your password" in page_of(response)


def test_somebody_else_who_is_signed_in_is_asked_first(gopals, client_of, meera):
    client = client_of(meera)
    link = invitations.personal_link(gopals)
    page = client.get(link)
    assert "Whose link is this?" in page_of(page)
    assert client.session["_auth_user_id"] == str(meera.pk)
    client.post(link)
    assert client.session["_auth_user_id"] == str(gopals.user_id)


def test_links_are_throttled(gopals, monkeypatch):
    monkeypatch.setattr("evaluation.pages.rating.arrival.LINKS_PER_HOUR", 2)
    client = Client()
    assert [client.get("/j/guess/").status_code for _ in range(3)] == [403, 403, 429]


# -- Joining ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def open_study(study):
    study.join_link_open = True
    study.save()
    return study


def test_opening_the_join_link_makes_nobody_a_judge(open_study):
    response = Client().get(f"/join/{open_study.join_key}/")
    assert "Show me the study" in page_of(response)
    assert not Participation.objects.exists()


def test_joining_leads_to_the_consent(open_study):
    page = Client().post(f"/join/{open_study.join_key}/", follow=True)
    assert "About this study" in page_of(page)
    assert Participation.objects.get().state == "invited"


def test_a_crowd_worker_comes_back_to_the_same_place(open_study):
    open_study.participant_parameter = "PROLIFIC_PID"
    open_study.save()
    address = f"/join/{open_study.join_key}/"
    assert 'name="external_id" value="worker7"' in page_of(Client().get(f"{address}?PROLIFIC_PID=worker7"))
    browser = Client()
    for _ in range(2):
        browser.post(address, {"external_id": "worker7"})
        del browser.cookies["sessionid"]
    assert Participation.objects.get().external_id == "worker7"


def test_an_address_without_the_participant_id_is_explained(open_study):
    open_study.participant_parameter = "PROLIFIC_PID"
    open_study.save()
    response = Client().post(f"/join/{open_study.join_key}/")
    assert response.status_code == 403
    assert "PROLIFIC_PID" in page_of(response)
    assert not Participation.objects.exists()


def test_joining_signed_in_joins_as_oneself(open_study, client, asha):
    client.post(f"/join/{open_study.join_key}/")
    assert Participation.objects.get().user == asha


@pytest.mark.parametrize("key", ["aaaaaaaaaaaaa", None])
def test_a_join_link_that_is_not_open_says_so(study, key):
    response = Client().get(f"/join/{key or study.join_key}/")
    assert response.status_code == 403
    assert "This link is not open" in page_of(response)


def test_joins_are_throttled(open_study, monkeypatch):
    monkeypatch.setattr("evaluation.pages.rating.arrival.JOINS_PER_HOUR", 1)
    answers = [Client().post(f"/join/{open_study.join_key}/").status_code for _ in range(2)]
    assert answers == [302, 403]
    assert Participation.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_all_that_a_judge_writes_is_in_transactions(meera):
    """On SQLite those take turns; a statement of its own is passed over where many come at once."""
    study = make_study(meera, join_link_open=True)
    alone = []

    def record(execute, sql, params, many, context):
        if sql.split()[0] in {"INSERT", "UPDATE", "DELETE"} and not connection.in_atomic_block:
            alone.append(sql)
        return execute(sql, params, many, context)

    judge = Client()
    with connection.execute_wrapper(record):
        assert judge.post(f"/join/{study.join_key}/").status_code == 302
        mine = study.participations.get()
        assert Client().get(invitations.personal_link(mine)).status_code == 302
        judge.post(f"/rate/{mine.key}/consent/", {"agree": "yes", "version": study.consent_version})
        judge.post(f"/rate/{mine.key}/instructions/")
        for place in mine.places.order_by("order"):
            judge.post(address(place), BOTH)
        judge.post(f"/rate/{mine.key}/finish/")
        mine.refresh_from_db()
        assert mine.state == ParticipationState.FINISHED
        judge.post(f"/rate/{mine.key}/withdraw/", {"sure": "yes"})
    assert alone == []
