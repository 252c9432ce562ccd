import re
from smtplib import SMTPException

import pytest
from django.core import mail

from evaluation.models import AuditEntry
from evaluation.services.accounts import email_address

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("still_clock")]

ASHA = {"name": "Asha", "email": "asha@example.org", "interface_language": ""}
NEW_ADDRESS = ASHA | {"email": "new@example.org", "password": "asha has a password"}


def link_in_mail() -> str:
    return re.search(r"(/profile/email/\S+)", mail.outbox[-1].body).group(1)


def email_of(person) -> str:
    person.refresh_from_db()
    return person.email


def test_people_change_their_name_and_language(client_of, asha):
    client = client_of(asha)
    answer = client.post("/profile/", ASHA | {"name": "Asha K", "interface_language": "hi"})

    assert answer.url == "/profile/"
    asha.refresh_from_db()
    assert (asha.name, asha.email, asha.interface_language) == ("Asha K", "asha@example.org", "hi")
    assert 'lang="hi"' in client.get("/profile/").content.decode()
    assert AuditEntry.objects.get(action="person.changed").details["fields"] == ["name", "interface_language"]
    assert not mail.outbox


def test_the_language_of_the_browser_can_be_chosen_again(client_of, asha):
    client = client_of(asha)
    client.post("/profile/", ASHA | {"interface_language": "hi"})
    client.post("/profile/", ASHA | {"interface_language": ""})

    assert 'lang="en"' in client.get("/profile/").content.decode()


@pytest.mark.both_databases
def test_a_new_address_counts_once_its_mail_is_answered(client_of, asha, django_capture_on_commit_callbacks):
    client = client_of(asha)
    client.post("/profile/", NEW_ADDRESS)
    assert mail.outbox[-1].to == ["new@example.org"]
    assert email_of(asha) == "asha@example.org"

    link = link_in_mail()
    assert "new@example.org" in client.get(link).content.decode()
    assert email_of(asha) == "asha@example.org"
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post(link).url == "/profile/"
    assert email_of(asha) == "new@example.org"
    assert AuditEntry.objects.get(details={"fields": ["email"]}).actor == asha
    assert mail.outbox[-1].to == ["asha@example.org"]
    assert "no longer the e-mail address" in mail.outbox[-1].body


def test_the_link_works_once_and_for_its_owner_only(client_of, asha, mallory):
    client_of(asha).post("/profile/", NEW_ADDRESS)
    link = link_in_mail()

    assert "no longer works" in client_of(mallory).post(link).content.decode()
    client_of(asha).post(link)
    client_of(asha).post("/profile/", ASHA | {"email": "", "password": "asha has a password"})
    assert "no longer works" in client_of(asha).post(link).content.decode()
    assert (email_of(asha), email_of(mallory)) == ("", "mallory@example.org")


def test_the_link_works_for_three_days(client_of, asha, monkeypatch):
    client_of(asha).post("/profile/", NEW_ADDRESS)
    monkeypatch.setattr(email_address, "LINK_SECONDS", -1)

    assert "no longer works" in client_of(asha).post(link_in_mail()).content.decode()


def test_the_link_leads_to_the_site_whatever_host_was_asked_for(client_of, asha, settings):
    settings.ALLOWED_HOSTS = ["*"]
    client_of(asha).post("/profile/", NEW_ADDRESS, headers={"host": "evil.example"})

    assert f"{settings.SITE_URL}/profile/email/" in mail.outbox[-1].body


@pytest.mark.parametrize("taken", ["ravi@example.org", "RAVI@example.org"])
def test_nobody_learns_which_addresses_have_accounts(client_of, asha, ravi, taken):
    client = client_of(asha)
    answers = [
        client.post("/profile/", NEW_ADDRESS | {"email": email}, follow=True).content.decode().replace(email, "…")
        for email in (taken, "free@example.org")
    ]

    plain = [re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", answer) for answer in answers]
    assert plain[0] == plain[1]
    assert "A message was sent to …" in plain[0]
    assert mail.outbox[0].to == [taken]
    assert "have an account with this address already" in mail.outbox[0].body
    assert "/profile/email/" not in mail.outbox[0].body
    assert email_of(asha) == "asha@example.org"


@pytest.mark.both_databases
def test_an_address_that_was_taken_meanwhile_is_not_taken_twice(client_of, asha, ravi):
    client_of(asha).post("/profile/", NEW_ADDRESS)
    ravi.email = "New@example.org"
    ravi.save()

    assert "no longer works" in client_of(asha).post(link_in_mail()).content.decode()
    assert email_of(asha) == "asha@example.org"


@pytest.mark.parametrize("email", ["new@example.org", ""])
@pytest.mark.parametrize(
    ("password", "words"), [("", "To change the e-mail address, enter your password"), ("wrong", "not your password")]
)
def test_changing_the_address_asks_for_the_password(client_of, asha, email, password, words):
    answer = client_of(asha).post("/profile/", ASHA | {"name": "Mallory", "email": email, "password": password})

    assert words in str(answer.context["form"].errors["password"])
    # The header goes on showing who is signed in, not what was typed.
    assert answer.context["user"].name == "Asha"
    assert email_of(asha) == "asha@example.org"
    assert not mail.outbox


def test_guessing_the_password_there_is_stopped_as_at_the_sign_in_page(client_of, asha, settings):
    client = client_of(asha)
    for _ in range(settings.SIGN_IN_FAILURES):
        client.post("/profile/", NEW_ADDRESS | {"password": "wrong"})

    assert "wrong too often" in client.post("/profile/", NEW_ADDRESS).content.decode()
    assert not mail.outbox


def test_who_has_no_password_confirms_a_first_address_by_mail_alone(client_of, asha):
    asha.set_unusable_password()
    asha.email = ""
    asha.save()
    client = client_of(asha)
    assert "password" not in client.get("/profile/").context["form"].fields
    client.post("/profile/", ASHA)
    client.post(link_in_mail())

    assert email_of(asha) == "asha@example.org"


def test_an_address_is_removed_with_the_password(client_of, asha):
    client_of(asha).post("/profile/", ASHA | {"email": "", "password": "asha has a password"})

    assert email_of(asha) == ""


def test_a_message_that_cannot_be_sent_is_said_at_its_field_and_nothing_is_saved(client_of, asha, monkeypatch):
    def broken(*_args, **_kwargs):
        raise SMTPException("no server")

    monkeypatch.setattr(email_address, "send_mail", broken)
    answer = client_of(asha).post("/profile/", NEW_ADDRESS | {"name": "Asha K"})

    assert "could not be sent" in str(answer.context["form"].errors["email"])
    asha.refresh_from_db()
    assert asha.name == "Asha"


def test_messages_to_other_people_cannot_be_asked_for_without_end(client_of, asha):
    client = client_of(asha)
    answers = [client.post("/profile/", NEW_ADDRESS) for _ in range(email_address.MAILS_PER_HOUR + 1)]

    assert "Too many messages" in answers[-1].content.decode()
    assert len(mail.outbox) == email_address.MAILS_PER_HOUR


@pytest.mark.parametrize("bad", [{"email": "no address"}, {"interface_language": "xx"}, {"name": "x" * 151}])
def test_wrong_values_are_refused_at_their_field(client_of, asha, bad):
    assert set(client_of(asha).post("/profile/", ASHA | bad).context["form"].errors) == set(bad)


def test_nobody_raises_their_own_role(client_of, asha):
    client_of(asha).post("/profile/", ASHA | {"role": "admin", "is_superuser": "1"})

    asha.refresh_from_db()
    assert (asha.role, asha.is_superuser) == ("judge", False)
