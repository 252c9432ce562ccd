import pytest

pytestmark = pytest.mark.django_db


def test_a_stranger_switches_the_language_and_comes_back_to_the_page(client):
    answer = client.post("/language/", {"language": "hi", "next": "/sign-in/?next=/profile/"})

    assert answer.url == "/sign-in/?next=/profile/"
    assert 'lang="hi"' in client.get("/sign-in/").content.decode()


def test_the_choice_of_somebody_signed_in_is_kept_on_the_account(client_of, asha):
    client_of(asha).post("/language/", {"language": "hi"})

    asha.refresh_from_db()
    assert asha.interface_language == "hi"


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"])
def test_it_never_leads_to_another_site(client, elsewhere):
    assert client.post("/language/", {"language": "hi", "next": elsewhere}).url == "/"


def test_an_unknown_language_is_a_bad_request(client):
    assert client.post("/language/", {"language": "tlh"}).status_code == 400


def test_without_a_choice_the_browser_decides(client):
    assert 'lang="hi"' in client.get("/", headers={"accept-language": "hi-IN,hi;q=0.9,en;q=0.8"}).content.decode()
