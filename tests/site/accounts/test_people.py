import re
from smtplib import SMTPException

import pytest
from django.core import mail

from evaluation.models import AuditEntry, Role, User
from evaluation.services.accounts import people
from evaluation.services.errors import Refused
from tests.site.accounts.signing import signs_in
from tests.site.factories import make_study

pytestmark = pytest.mark.django_db

INVITATION = {"name": "Lata", "email": "lata@example.org", "role": "researcher"}


def test_an_admin_invites_a_researcher_who_chooses_a_password(client_of, client, noor):
    assert client_of(noor).post("/people/invite/", INVITATION).url == "/people/"
    link = re.search(r"(/password/new/\S+)", mail.outbox[0].body).group(1)
    form = client.get(link, follow=True)
    client.post(form.request["PATH_INFO"], {"new_password1": "kahani sunao", "new_password2": "kahani sunao"})

    assert signs_in(client, "lata", "kahani sunao")
    assert User.objects.get(username="lata").role == Role.RESEARCHER
    assert AuditEntry.objects.filter(action="person.created", actor=noor).exists()


@pytest.mark.parametrize("bad", [{"email": "asha@example.org"}, {"email": "no"}, {"name": ""}, {"role": "judge"}])
def test_a_wrong_invitation_is_refused_at_its_field(client_of, noor, asha, bad):
    answer = client_of(noor).post("/people/invite/", INVITATION | bad)

    assert set(answer.context["form"].errors) == set(bad)
    assert not mail.outbox


def test_nobody_is_invited_when_the_message_cannot_be_sent(noor, monkeypatch):
    def broken(*_args, **_kwargs):
        raise SMTPException("no server")

    monkeypatch.setattr(people, "send_mail", broken)

    with pytest.raises(Refused, match="no server"):
        people.invite_researcher(name="Lata", email="lata@example.org", actor=noor)
    assert not User.objects.filter(email="lata@example.org").exists()


def test_two_people_with_the_same_name_before_the_at_get_different_user_names(noor):
    first = people.invite_researcher(name="Lata", email="lata@example.org", actor=noor)
    second = people.invite_researcher(name="Lata", email="lata@example.com", actor=noor)

    assert first.username == "lata"
    assert second.username.startswith("lata-")


def test_somebody_without_a_password_cannot_sign_in_with_an_empty_one(client):
    person = User.objects.create_user("link-only")

    assert not person.has_usable_password()
    assert not signs_in(client, person.username, "")


def test_the_list_of_people_can_be_narrowed_to_a_role(client_of, noor, asha, meera):
    everybody = client_of(noor).get("/people/").content.decode()
    judges = client_of(noor).get("/people/?role=judge").content.decode()

    assert "meera@example.org" in everybody
    assert "meera@example.org" not in judges
    assert "asha@example.org" in judges


def test_a_long_list_of_people_comes_in_pages(client_of, noor):
    User.objects.bulk_create(User(username=f"judge-{number:03}") for number in range(120))

    assert "judge-000" in client_of(noor).get("/people/").content.decode()
    assert "judge-119" in client_of(noor).get("/people/?page=3").content.decode()
    assert "Page 3 of 3" in client_of(noor).get("/people/?page=999").content.decode()


def test_the_list_asks_as_often_for_many_people_as_for_one(client_of, noor, django_assert_num_queries):
    client = client_of(noor)
    client.get("/people/")
    for number in range(60):
        make_study(User.objects.create_user(f"r{number}", role=Role.RESEARCHER), slug=f"s{number}", items=0)
    with django_assert_num_queries(4):  # the session, the person, the count, the page
        assert client.get("/people/").status_code == 200
