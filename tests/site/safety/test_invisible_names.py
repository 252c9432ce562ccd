"""A name of which nothing can be seen is refused, whoever or whatever it is for."""

import pytest

from evaluation.models import Collection, Study, User
from evaluation.services.errors import Refused
from evaluation.services.pairs import collections
from evaluation.services.studies.invitees import read_invitees

WORDS = "at least one visible character"
# Zero-width space and joiners, a filler that counts as a letter, an empty Braille cell, a mark without its letter.
INVISIBLE = ["\u200b\u200b", "\u2060 \u200d", "\u3164", "\u2800", "\u0301"]
invisible = pytest.mark.parametrize("name", INVISIBLE, ids=ascii)

pytestmark = pytest.mark.django_db


@invisible
def test_of_a_new_study(client_of, meera, name):
    answer = client_of(meera).post("/studies/new/", {"name": name, "interface_languages": "en"})

    assert WORDS in answer.content.decode()
    assert not Study.objects.exists()


@invisible
def test_of_a_collection(meera, name):
    with pytest.raises(Refused, match=WORDS):
        collections.create_collection(name=name, owner=meera)
    own = collections.create_collection(name="Saturday", owner=meera)
    with pytest.raises(Refused, match=WORDS):
        collections.rename_collection(collection=own, name=name, actor=meera)

    assert [each.name for each in Collection.objects.all()] == ["Saturday"]


@invisible
def test_of_a_person_in_the_profile(client_of, asha, name):
    answer = client_of(asha).post("/profile/", {"name": name, "email": "asha@example.org", "interface_language": ""})

    assert WORDS in answer.content.decode()
    asha.refresh_from_db()
    assert asha.name == "Asha"


@invisible
def test_of_a_researcher_who_is_invited(client_of, noor, name):
    sent = {"name": name, "email": "new@example.org", "role": "researcher"}
    answer = client_of(noor).post("/people/invite/", sent)

    assert WORDS in answer.content.decode()
    assert not User.objects.filter(email="new@example.org").exists()


@invisible
def test_of_a_judge_who_is_invited(name):
    with pytest.raises(Refused, match="all of them visible"):
        read_invitees(f"{name}, asha@example.org")


def test_names_of_every_script_are_fine(meera):
    for name in ("शनिवार", "土曜日", "!", "۱"):
        assert collections.create_collection(name=name, owner=meera).name == name
