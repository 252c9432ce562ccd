import pytest

from evaluation.models import AuditEntry

pytestmark = pytest.mark.django_db


def test_people_change_their_name_address_and_language(client_of, asha):
    client = client_of(asha)
    answer = client.post("/profile/", {"name": "Asha K", "email": "a@example.org", "interface_language": "hi"})

    assert answer.url == "/profile/"
    asha.refresh_from_db()
    assert (asha.name, asha.email, asha.interface_language) == ("Asha K", "a@example.org", "hi")
    assert 'lang="hi"' in client.get("/profile/").content.decode()
    assert AuditEntry.objects.get(action="person.changed").details["fields"] == ["name", "email", "interface_language"]


def test_the_language_of_the_browser_can_be_chosen_again(client_of, asha):
    client = client_of(asha)
    client.post("/profile/", {"name": "Asha", "email": "", "interface_language": "hi"})
    client.post("/profile/", {"name": "Asha", "email": "", "interface_language": ""})

    assert 'lang="en"' in client.get("/profile/").content.decode()


@pytest.mark.parametrize("taken", ["ravi@example.org", "RAVI@example.org"])
def test_somebody_elses_address_is_refused_at_its_field(client_of, asha, ravi, taken):
    answer = client_of(asha).post("/profile/", {"name": "Mallory", "email": taken, "interface_language": ""})

    assert "email" in answer.context["form"].errors
    # The header goes on showing who is signed in, not what was typed.
    assert answer.context["user"].name == "Asha"
    asha.refresh_from_db()
    assert asha.email == "asha@example.org"


@pytest.mark.parametrize("bad", [{"email": "no address"}, {"interface_language": "xx"}, {"name": "x" * 151}])
def test_wrong_values_are_refused_at_their_field(client_of, asha, bad):
    sent = {"name": "Asha", "email": "", "interface_language": ""} | bad

    assert set(client_of(asha).post("/profile/", sent).context["form"].errors) == set(bad)


def test_nobody_raises_their_own_role(client_of, asha):
    client_of(asha).post(
        "/profile/", {"name": "A", "email": "", "interface_language": "", "role": "admin", "is_superuser": "1"}
    )

    asha.refresh_from_db()
    assert (asha.role, asha.is_superuser) == ("judge", False)
