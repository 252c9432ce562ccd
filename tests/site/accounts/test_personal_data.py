import json
import re

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from evaluation.models import AuditEntry, MarkedWord, Participation, Rating, RatingChange, StudyState, User
from evaluation.services import audit, exports
from evaluation.services.accounts import personal_data
from evaluation.services.errors import Refused
from evaluation.services.exports.exporting import zip_path
from evaluation.services.studies import sharing
from tests.site.accounts.signing import signs_in
from tests.site.factories import make_participation, make_place, make_rating, make_study

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


@pytest.fixture
def history(asha, meera):
    """Asha has rated, commented, marked a word, changed her mind and answered questions about herself."""
    study = make_study(meera)
    participation = make_participation(study, asha, answers={"age": 31, "grew_up": "Pune"}, external_id="PROLIFIC-77")
    place = make_place(participation, study.items.first(), comment="My aunt Sushila says this", screen="390x844")
    rating = make_rating(place, study.criteria.first(), 4)
    RatingChange.objects.create(rating=rating, value=2, given_at=rating.given_at)
    MarkedWord.objects.create(place=place, token=2, reason="formal")
    audit.record(meera, "judge.invited", asha)
    return participation


TRACES = ["asha@example.org", "Sushila", "PROLIFIC-77", "Pune"]


def everything_in_the_database() -> str:
    from django.apps import apps

    return json.dumps([list(model.objects.values()) for model in apps.get_models()], default=str, ensure_ascii=False)


def test_everything_about_a_judge_comes_as_json(client_of, asha, history):
    answer = client_of(asha).get("/profile/data/")
    told = answer.json()

    assert all(trace in answer.content.decode() for trace in TRACES)
    (participation,) = told["participations"]
    (place,) = participation["answered"]
    assert place["ratings"][0]["value"] == 4
    assert place["earlier_values"][0]["value"] == 2
    assert place["marked_words"] == [{"token": 2, "reason": "formal"}]
    assert AuditEntry.objects.filter(action="person.exported", actor=asha).exists()


def test_it_does_not_say_why_researchers_left_an_answer_or_the_judge_out(client_of, asha, history):
    why = {"excluded_at": timezone.now(), "exclusion_reason": "failed the attention check"}
    history.places.update(**why)
    Participation.objects.filter(pk=history.pk).update(**why)
    told = client_of(asha).get("/profile/data/").content.decode()

    assert "Sushila" in told
    assert not re.search("exclu|attention", told)


def test_it_has_a_repeated_sentence_once_until_the_study_is_closed(client_of, asha, history):
    study, item = history.study, history.places.get().item
    again = make_place(history, item, is_repeat=True)
    make_place(history, study.items.last())
    client = client_of(asha)

    def answered():
        (participation,) = client.get("/profile/data/").json()["participations"]
        return [[rating["value"] for rating in place["ratings"]] for place in participation["answered"]]

    assert answered() == [[4]], "the repeat is still to come"
    make_rating(again, study.criteria.first(), 1)
    assert answered() == [[1]]
    study.state = StudyState.CLOSED
    study.save()
    assert answered() == [[4], [1]]


def test_it_says_nothing_about_others(client_of, ravi, history):
    assert not any(trace in client_of(ravi).get("/profile/data/").content.decode() for trace in TRACES)


def test_erasing_leaves_no_trace_of_the_person_anywhere(asha, meera, history):
    personal_data.erase(person=asha, actor=meera)

    left = everything_in_the_database()
    assert [trace for trace in [*TRACES, "Asha", "asha"] if trace in left] == []


def test_erasing_a_colleague_leaves_no_trace_in_the_log_of_sharing(kiran, meera):
    study = make_study(meera)
    sharing.share(study=study, actor=meera, colleague="kiran")
    personal_data.erase(person=kiran, actor=meera)

    assert "kiran" not in everything_in_the_database().lower()
    assert not study.colleagues.exists()


def test_erasing_keeps_the_ratings_under_the_pseudonym(asha, meera, history):
    personal_data.erase(person=asha, actor=meera)

    rating = Rating.objects.get()
    assert (rating.value, rating.participation.pseudonym) == (4, "J01")
    assert rating.changes.get().value == 2
    assert MarkedWord.objects.count() == 1


def test_erasing_removes_finished_exports_of_their_studies(asha, meera, history, django_capture_on_commit_callbacks):
    theirs, another = [
        zip_path(exports.start_zip(study=study, actor=meera, identities=True).key)
        for study in (history.study, make_study(meera, slug="another"))
    ]
    for path in (theirs, another):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"asha@example.org")
    with django_capture_on_commit_callbacks(execute=True):
        personal_data.erase(person=asha, actor=meera)

    assert (theirs.exists(), another.exists()) == (False, True)


def test_erasing_ends_the_session_the_password_and_the_links(client_of, client, asha, meera, history):
    signed_in = client_of(asha)
    nonce = history.link_nonce
    personal_data.erase(person=asha, actor=meera)

    assert signed_in.get("/profile/").status_code == 302
    assert not signs_in(client, "asha", "asha has a password")
    history.refresh_from_db()
    assert history.link_nonce != nonce
    assert history.link_revoked_at


def test_a_judge_erases_their_own_data_after_a_confirmation(client_of, asha, history):
    client = client_of(asha)

    assert "confirmed" in client.post("/profile/erase/").context["form"].errors
    assert User.objects.filter(username="asha").exists()
    assert client.post("/profile/erase/", {"confirmed": "on"}).url == "/"
    assert not User.objects.filter(username="asha").exists()


def test_who_owns_studies_must_hand_them_over_first(client_of, meera, history):
    answer = client_of(meera).post("/profile/erase/", {"confirmed": "on"})

    assert "owns 1 study" in answer.content.decode()
    assert User.objects.filter(username="meera").exists()


def test_the_last_admin_cannot_be_erased(noor):
    with pytest.raises(Refused, match="last admin"):
        personal_data.erase(person=noor, actor=None)


def test_the_command_writes_it_all(capsys, asha, history):
    call_command("personal_data", "asha")

    assert json.loads(capsys.readouterr().out)["account"]["email"] == "asha@example.org"


def test_the_command_finds_people_by_e_mail_address_and_by_pseudonym_in_a_study(capsys, asha, history):
    call_command("personal_data", "asha@example.org")
    call_command("personal_data", "saturday/J01")

    assert capsys.readouterr().out.count('"username": "asha"') == 2


def test_the_command_erases(capsys, asha, history):
    call_command("erase_person", "asha", "--yes")

    assert not User.objects.filter(username="asha").exists()


@pytest.mark.parametrize("answer", ["", "no"])
def test_the_command_asks_before_it_erases(monkeypatch, asha, answer):
    monkeypatch.setattr("builtins.input", lambda _question: answer)

    with pytest.raises(CommandError, match="Nothing was erased"):
        call_command("erase_person", "asha")
    assert User.objects.filter(username="asha").exists()


@pytest.mark.parametrize("command", ["personal_data", "erase_person"])
@pytest.mark.parametrize("unknown", ["nobody", "nowhere/J01"])
def test_an_unknown_person_is_a_clear_error(db, command, unknown):
    with pytest.raises(CommandError, match=f"Nobody is called '{unknown}'"):
        call_command(command, unknown)


def test_the_command_says_why_it_will_not_erase(meera, history):
    with pytest.raises(CommandError, match="owns 1 study"):
        call_command("erase_person", "meera", "--yes")
