"""Once an invitation is taken back, no way leads into the study any more; what was rated stays."""

import pytest
from django.test import Client
from rest_framework.test import APIClient

from evaluation.models import Participation, PlaceState
from evaluation.services.accounts import tokens
from evaluation.services.errors import Refused
from evaluation.services.rating import participation as steps
from evaluation.services.rating import places, recording
from evaluation.services.rating.answer import Answer
from evaluation.services.studies import allocation, invitations
from evaluation.services.studies.invitations import Invitee
from tests.site.forms import BOTH, address, page_of

PASSWORD = "gopal has a password"
TAKEN_BACK = "Your invitation was taken back"


@pytest.fixture
def study(study):
    study.join_link_open = True
    study.participant_parameter = "PROLIFIC_PID"
    study.save()
    return study


def join(client: Client, study, external_id: str = "worker7", **options):
    return client.post(f"/join/{study.join_key}/", {"external_id": external_id}, **options)


def came_by_personal_link(study) -> tuple[Client, Participation]:
    ((mine,), _again) = invitations.invite(study=study, people=[Invitee("Gopal")], actor=study.owner)
    client = Client()
    client.get(invitations.personal_link(mine))
    return client, mine


def came_by_join_link(study) -> tuple[Client, Participation]:
    client = Client()
    join(client, study)
    return client, study.participations.get()


def set_a_password(study) -> tuple[Client, Participation]:
    client, mine = came_by_join_link(study)
    client.post("/profile/password/", {"new_password1": PASSWORD, "new_password2": PASSWORD})
    return client, mine


def signed_in_with_it(study) -> tuple[Client, Participation]:
    _client, mine = set_a_password(study)
    client = Client()
    client.post("/sign-in/", {"username": mine.user.username, "password": PASSWORD})
    assert client.session["_auth_user_id"] == str(mine.user_id)
    return client, mine


WAYS = [came_by_personal_link, came_by_join_link, set_a_password, signed_in_with_it]


@pytest.fixture(params=WAYS, ids=lambda way: way.__name__)
def judge(request, study) -> tuple[Client, Participation]:
    """A judge with a browser in which the first of three sentences is rated, whichever way they came."""
    client, mine = request.param(study)
    begin(mine)
    assert client.post(address(mine.places.first()), BOTH | {"comment": "my aunt says so"}).status_code == 302
    return client, mine


def begin(mine: Participation) -> None:
    Participation.objects.filter(pk=mine.pk).update(state="rating", consent_version=1, has_read_instructions=True)
    mine.refresh_from_db()
    allocation.ensure_places(mine)


def pages_of(mine: Participation) -> list[str]:
    own = ["", "consent/", "questions/", "instructions/", "answers/", "pause/", "finish/", "withdraw/"]
    of_sentences = [f"{address(place)}{more}" for place in mine.places.all() for more in ("", "back/", "feedback/")]
    return [*(f"/rate/{mine.key}/{page}" for page in own), *of_sentences]


def test_an_open_session_shows_nothing_but_that_it_is_over(judge, meera):
    client, mine = judge
    invitations.revoke(participation=mine, actor=meera)
    for page in pages_of(mine):
        answer = client.get(page, follow=True)
        assert answer.status_code == 403, page
        assert TAKEN_BACK in page_of(answer)
        assert "run by Meera" in page_of(answer)
        assert not [secret for secret in ("my aunt", "Saturday is boring") if secret in page_of(answer)]


def test_an_open_session_changes_nothing(judge, meera):
    client, mine = judge
    invitations.revoke(participation=mine, actor=meera)
    first, second, _third = mine.places.order_by("order")
    for place in (first, second):
        assert TAKEN_BACK in page_of(client.post(address(place), {**BOTH, "score-usage": "1"}, follow=True))
    client.post(f"/rate/{mine.key}/withdraw/", {"sure": "yes"})
    assert list(mine.ratings.order_by("criterion").values_list("value", flat=True)) == [4, 5]
    mine.refresh_from_db()
    assert mine.state == "rating"


def test_the_page_is_told_that_its_answer_was_not_stored(judge, meera):
    client, mine = judge
    invitations.revoke(participation=mine, actor=meera)
    second = mine.places.order_by("order")[1]
    sent = client.post(address(second), BOTH, headers={"Accept": "application/json"})
    assert "was not stored any more" in page_of(client.get(sent.json()["next"]))


def test_neither_link_nor_join_link_opens_again(judge, study, meera):
    client, mine = judge
    personal = invitations.personal_link(mine)
    invitations.revoke(participation=mine, actor=meera)
    for browser in (client, Client()):
        assert browser.get(personal, follow=True).status_code == 403
    # In the same browser, signed in or not any more, and in another one with the same participant id.
    for browser in (client, signed_out(client), Client()):
        answer = join(browser, study, mine.external_id, follow=True)
        assert answer.status_code == 403
    assert study.participations.get() == mine


def signed_out(client: Client) -> Client:
    """The same browser with its other cookies, whose session has expired."""
    del client.cookies["sessionid"]
    return client


def test_the_password_opens_no_study_but_the_account(study, meera):
    _client, mine = signed_in_with_it(study)
    begin(mine)
    invitations.revoke(participation=mine, actor=meera)
    client = Client()
    client.post("/sign-in/", {"username": mine.user.username, "password": PASSWORD})
    assert "invitation taken back" in page_of(client.get("/"))
    assert TAKEN_BACK in page_of(client.get(address(mine.places.first()), follow=True))
    assert client.get("/profile/").status_code == 200


def test_a_token_reads_no_ratings_of_that_study_any_more(judge, meera):
    _client, mine = judge
    script = APIClient()
    script.credentials(HTTP_AUTHORIZATION=f"Token {tokens.token_of(mine.user).key}")
    assert script.get("/api/v1/ratings/").json()["count"] == 2
    invitations.revoke(participation=mine, actor=meera)
    answer = script.get("/api/v1/ratings/")
    assert answer.status_code == 401 or answer.json()["count"] == 0


def test_the_personal_data_are_closed_too(judge, meera):
    client, mine = judge
    assert "my aunt" in page_of(client.get("/profile/data/"))
    assert client.get("/api/v1/ratings/").json()["count"] == 2
    invitations.revoke(participation=mine, actor=meera)
    assert "my aunt" not in page_of(client.get("/profile/data/"))
    assert client.get("/api/v1/ratings/").json().get("count", 0) == 0


@pytest.mark.parametrize("way", [came_by_personal_link, came_by_join_link, set_a_password])
@pytest.mark.parametrize("act", [invitations.revoke, invitations.renew])
def test_a_session_whose_link_is_gone_is_signed_in_nowhere(study, meera, way, act):
    client, mine = way(study)
    token = tokens.token_of(mine.user)
    act(participation=mine, actor=meera)
    for page in ("data/", "", "erase/", "token/", "password/"):
        assert client.get(f"/profile/{page}").headers["Location"].startswith("/sign-in/"), page
    assert client.post("/profile/erase/", {"confirmed": "on"}).headers["Location"].startswith("/sign-in/")
    assert client.get("/api/v1/me/").status_code in {401, 403}
    mine.user.refresh_from_db()
    assert mine.user.is_active
    if way != set_a_password:
        assert APIClient().get("/api/v1/me/", headers={"Authorization": f"Token {token.key}"}).status_code == 401


def test_signing_in_with_the_password_in_the_browser_of_a_replaced_link_works(study, meera):
    client, mine = set_a_password(study)
    invitations.renew(participation=mine, actor=meera)
    client.post("/sign-in/", {"username": mine.user.username, "password": PASSWORD})
    assert client.get("/profile/").status_code == 200
    assert client.get(f"/rate/{mine.key}/").headers["Location"] == f"/rate/{mine.key}/consent/"


def test_an_answer_on_its_way_is_refused(judge, meera):
    _client, mine = judge
    row = places.load_place(mine.places.get(order=1).key)
    invitations.revoke(participation=mine, actor=meera)
    with pytest.raises(Refused):
        recording.record(row, Answer(values={}, cannot_judge="other"))
    for step in (steps.finish, steps.withdraw):
        with pytest.raises(Refused):
            step(Participation.objects.get(pk=mine.pk))
    assert mine.places.get(order=1).state == PlaceState.LIVE


def test_a_new_link_gives_everything_back(judge, meera):
    client, mine = judge
    had_password = mine.user.__class__.objects.get(pk=mine.user_id).has_usable_password()
    invitations.revoke(participation=mine, actor=meera)
    invitations.renew(participation=mine, actor=meera)
    if had_password:
        client = Client()
        client.post("/sign-in/", {"username": mine.user.username, "password": PASSWORD})
        page = client.get(f"/rate/{mine.key}/", follow=True)
    else:
        page = client.get(invitations.personal_link(mine), follow=True)
    assert "Sentence 2 of 3" in page_of(page)
    assert "my aunt" in page_of(client.get("/profile/data/"))


def test_a_researcher_takes_back_the_invitation_of_a_judge_with_a_password(client_of, study, asha, meera):
    mine = invitations.join(study=study, user=asha, external_id="worker7")
    page = client_of(meera)
    judges = f"/studies/{study.slug}/judges/"
    assert f"{judges}{mine.pseudonym}/revoke/" in page_of(page.get(judges))
    page.post(f"{judges}{mine.pseudonym}/revoke/")
    assert TAKEN_BACK in page_of(client_of(asha).get(f"/rate/{mine.key}/"))
    assert "Let in again" in page_of(page.get(judges))
    page.post(f"{judges}{mine.pseudonym}/renew/")
    assert client_of(asha).get(f"/rate/{mine.key}/").status_code == 302
