import re

import pytest
from django.core import mail
from django.test import Client

from evaluation.models import AuditEntry
from evaluation.services.accounts import tokens
from tests.site.accounts.signing import signs_in

pytestmark = pytest.mark.django_db

NEW = {"new_password1": "kahani sunao mujhe", "new_password2": "kahani sunao mujhe"}


def link_in_mail() -> str:
    return re.search(r"http://[^/]+(/password/new/\S+)", mail.outbox[-1].body).group(1)


def test_a_forgotten_password_is_replaced_through_a_link_in_the_mail(client, asha):
    assert client.post("/password/forgotten/", {"email": "asha@example.org"}).url == "/password/sent/"
    form = client.get(link_in_mail(), follow=True)
    done = client.post(form.request["PATH_INFO"], NEW)

    assert done.url == "/password/changed/"
    assert client.get(done.url).status_code == 200
    assert signs_in(client, "asha", "kahani sunao mujhe")
    assert AuditEntry.objects.get(action="password.changed").details == {"by": "e-mail"}


def test_the_link_leads_to_the_site_whatever_host_was_asked_for(client, asha, settings):
    settings.ALLOWED_HOSTS = ["*"]
    settings.SITE_URL = "https://cswitch.example.org"
    client.post("/password/forgotten/", {"email": "asha@example.org"}, headers={"host": "evil.example"})

    assert "https://cswitch.example.org/password/new/" in mail.outbox[-1].body
    assert "evil" not in mail.outbox[-1].body


def test_the_link_works_once(client, asha):
    client.post("/password/forgotten/", {"email": "asha@example.org"})
    link = link_in_mail()
    client.post(client.get(link, follow=True).request["PATH_INFO"], NEW)

    assert "no longer works" in client.get(link, follow=True).content.decode()


def test_an_unknown_address_gets_no_mail_but_the_same_answer(client, asha):
    answer = client.post("/password/forgotten/", {"email": "nobody@example.org"}, follow=True)

    assert "If an account has this address" in answer.content.decode()
    assert not mail.outbox


def test_asking_for_mails_again_and_again_is_stopped(client, asha):
    answers = [client.post("/password/forgotten/", {"email": "asha@example.org"}) for _ in range(21)]

    assert answers[-1].status_code == 429
    assert len(mail.outbox) <= 20


def test_changing_the_password_keeps_this_session_and_ends_the_others(client_of, asha):
    here, elsewhere = client_of(asha), client_of(asha)
    here.post("/profile/password/", {"old_password": "asha has a password", **NEW})

    assert here.get("/profile/").status_code == 200
    assert AuditEntry.objects.get(action="password.changed").actor == asha
    assert elsewhere.get("/profile/").status_code == 302


def token_works(token) -> bool:
    return Client().get("/api/v1/me/", headers={"authorization": f"Token {token.key}"}).status_code == 200


def test_changing_the_password_ends_the_api_token(client_of, asha):
    token = tokens.token_of(asha)
    client_of(asha).post("/profile/password/", {"old_password": "wrong", **NEW})
    assert token_works(token)

    client_of(asha).post("/profile/password/", {"old_password": "asha has a password", **NEW})
    assert not token_works(token)
    assert AuditEntry.objects.filter(action="token.revoked", actor=asha).exists()


def test_a_new_password_by_e_mail_ends_the_api_token(client, asha):
    token = tokens.token_of(asha)
    client.post("/password/forgotten/", {"email": "asha@example.org"})
    client.post(client.get(link_in_mail(), follow=True).request["PATH_INFO"], NEW)

    assert not token_works(token)


def test_a_password_that_an_admin_sets_ends_the_api_token(client_of, noor, asha):
    token = tokens.token_of(asha)
    sent = {"usable_password": "true", "password1": NEW["new_password1"], "password2": NEW["new_password2"]}
    answer = client_of(noor).post(f"/admin/evaluation/user/{asha.pk}/password/", sent)

    assert answer.status_code == 302
    assert not token_works(token)
    assert AuditEntry.objects.filter(action="password.changed", actor=noor).exists()


@pytest.mark.parametrize(
    ("sent", "complaint"),
    [
        ({"old_password": "wrong", **NEW}, "old password was entered incorrectly"),
        ({"old_password": "asha has a password", **NEW, "new_password2": "another"}, "match"),
        ({"old_password": "asha has a password", "new_password1": "short", "new_password2": "short"}, "too short"),
    ],
)
def test_a_password_that_will_not_do_is_refused_at_its_field(client_of, asha, sent, complaint):
    assert complaint in client_of(asha).post("/profile/password/", sent).content.decode()
    asha.refresh_from_db()
    assert asha.check_password("asha has a password")


@pytest.mark.usefixtures("still_clock")
def test_guessing_the_old_password_is_stopped_as_at_the_sign_in_page(client_of, client, asha, settings):
    signed_in = client_of(asha)
    for _ in range(settings.SIGN_IN_FAILURES):
        signed_in.post("/profile/password/", {"old_password": "wrong", **NEW})
    right = signed_in.post("/profile/password/", {"old_password": "asha has a password", **NEW})

    assert "wrong too often" in right.content.decode()
    assert client.post("/sign-in/", {"username": "asha", "password": "wrong"}).status_code == 429


def test_who_came_by_a_link_may_set_a_first_password(client_of, asha):
    asha.set_unusable_password()
    asha.save()
    client = client_of(asha)

    assert "Set a password" in client.get("/profile/").content.decode()
    assert client.post("/profile/password/", NEW).url == "/profile/"
    asha.refresh_from_db()
    assert asha.check_password("kahani sunao mujhe")


def test_passwords_are_kept_with_argon2(asha, settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
    asha.set_password("kahani sunao mujhe")

    assert asha.password.startswith("argon2")


def test_mails_are_limited_for_a_whole_household_and_the_network_around_it(client, asha):
    """A household has 2^64 addresses of the newer kind, and may come from another one each time."""

    def ask(address):
        return client.post("/password/forgotten/", {"email": "asha@example.org"}, REMOTE_ADDR=address).status_code

    one = [ask(f"2001:db8:1:1::{number:x}") for number in range(1, 12)]
    assert one == [302] * 10 + [429]
    others = [ask(f"2001:db8:1:{number:x}::1") for number in range(2, 43)]
    assert others == [302] * 40 + [429]
    assert ask("2001:db8:2::1") == 302
