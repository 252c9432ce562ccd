import pytest

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("still_clock")]

SIGN_IN = "/sign-in/"


@pytest.fixture
def try_in(client):
    def send(username, password, **more):
        return client.post(SIGN_IN, {"username": username, "password": password, **more})

    return send


def test_it_signs_in_with_the_user_name(try_in, client, asha):
    assert try_in("asha", "asha has a password").url == "/"
    assert client.get("/").context["user"] == asha


def test_it_signs_in_with_the_e_mail_address_in_any_case(try_in, client, asha):
    try_in("Asha@Example.org", "asha has a password")

    assert client.get("/").context["user"] == asha


def test_it_goes_on_to_the_page_that_was_asked_for(try_in, asha):
    assert try_in("asha", "asha has a password", next="/profile/").url == "/profile/"


def test_it_never_goes_on_to_another_site(try_in, asha):
    assert try_in("asha", "asha has a password", next="https://evil.example/").url == "/"


def test_it_says_the_same_about_an_unknown_name_and_a_wrong_password(try_in, asha):
    unknown, wrong = try_in("nobody", "whatever"), try_in("asha", "wrong")

    sentence = "No account has this name with this password."
    assert sentence in unknown.content.decode()
    assert sentence in wrong.content.decode()


def test_it_refuses_a_closed_account(try_in, client, asha):
    asha.is_active = False
    asha.save()

    assert try_in("asha", "asha has a password").status_code == 200
    assert not client.get("/").context["user"].is_authenticated


def test_it_speaks_the_language_of_the_account_after_signing_in(try_in, client, asha):
    asha.interface_language = "hi"
    asha.save()
    try_in("asha", "asha has a password")

    assert 'lang="hi"' in client.get("/profile/").content.decode()


def test_ten_wrong_passwords_bring_a_rest_even_for_the_right_one(try_in, asha, settings):
    for _ in range(settings.SIGN_IN_FAILURES):
        assert try_in("asha", "wrong").status_code == 200

    answer = try_in("asha", "wrong")
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0
    assert "15 minutes" in answer.content.decode()
    assert try_in("asha", "asha has a password").status_code == 429


def test_the_rest_is_for_one_name_only(try_in, asha, ravi, settings):
    for _ in range(settings.SIGN_IN_FAILURES):
        try_in("asha", "wrong")

    assert try_in("ravi", "ravi has a password").status_code == 302


def test_writing_the_name_as_an_e_mail_address_does_not_start_the_count_anew(try_in, asha, settings):
    for _ in range(settings.SIGN_IN_FAILURES):
        try_in("asha", "wrong")

    assert try_in("asha@example.org", "wrong").status_code == 429


def test_signing_out_needs_a_form(client_of, asha):
    client = client_of(asha)

    assert client.get("/sign-out/").status_code == 405
    assert client.post("/sign-out/").url == "/"
    assert not client.get("/").context["user"].is_authenticated


def test_who_is_signed_in_is_not_asked_again(client_of, asha):
    assert client_of(asha).get(SIGN_IN).url == "/"
