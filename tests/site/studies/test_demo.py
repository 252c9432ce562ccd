from __future__ import annotations

import io

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import override_settings
from django.urls import reverse

from evaluation.models import Collection, Item, Pair, Participation, Rating, Study, User
from evaluation.services import demo
from evaluation.services.demo.table2 import published_rows
from evaluation.services.exports.tables import TABLES
from evaluation.services.studies import invitations
from tests.quick import QUICK_HASHERS

pytestmark = pytest.mark.django_db
EVERY_MODEL = ["EC0", "EC1", "ML0", "ML1", "ML2"]


@pytest.fixture(scope="module")
def command(django_db_setup, django_db_blocker, tmp_path_factory):
    """The demo, loaded once for all tests of this file, each of which takes its own changes back; what was said."""
    said = io.StringIO()
    plain = override_settings(DATA_DIR=tmp_path_factory.mktemp("data"), PASSWORD_HASHERS=QUICK_HASHERS)
    with django_db_blocker.unblock(), plain, transaction.atomic():
        call_command("load_demo", stdout=said)
        yield said.getvalue()
        transaction.set_rollback(True)


@pytest.fixture
def loaded(command, db):
    return demo.load()


@pytest.fixture
def simulated(loaded):
    return demo.load_laboratory(loaded.people["meera"])


def counts() -> dict[str, int]:
    return {
        model.__name__: model.objects.count() for model in (User, Collection, Pair, Study, Item, Participation, Rating)
    }


def test_everything_is_there_once_however_often_it_is_loaded(command, capsys):
    before = counts()
    call_command("load_demo")
    assert counts() == before
    assert (before["Pair"], before["Study"]) == (9 + 24, 3)
    assert Rating.objects.filter(study__slug="bhat-2017").count() == 50


def test_the_simulated_judges_give_back_the_costs_behind_them(simulated):
    study = simulated
    assert (study.state, study.participations.count()) == ("closed", 40)
    given = dict(study.participations.values_list("pk", "answers"))
    means = {}
    for (constraint, role, group), values in _by_role(study, given).items():
        means[constraint, role, group] = sum(values) / len(values)
    lost = {
        (constraint, group): means[constraint, "partner", group] - means[constraint, "violator", group]
        for constraint in ("functional_words", "fragments")
        for group in ("hi", "ta")
    }
    assert lost["functional_words", "hi"] > 1.5 * lost["functional_words", "ta"] > 0
    assert lost["functional_words", "hi"] > lost["fragments", "hi"]


def _by_role(study, given):
    found = {}
    for rating in Rating.objects.filter(study=study, criterion__key="usage").select_related("item"):
        match = rating.item.match
        if match:
            group = given[rating.participation_id]["native_language"]
            found.setdefault((match["constraint"], match["role"], group), []).append(rating.value)
    return found


def test_that_the_judges_are_simulated_stands_on_every_page_and_in_every_file(simulated, loaded, client):
    client.force_login(loaded.people["meera"])
    pages = ["study-page", "results", "results-models", "results-constraints", "results-comparison", "export-page"]
    for name in pages:
        page = client.get(reverse(name, args=["simulated-judges"])).content.decode()
        assert "Simulated judges" in page, name
    assert "d′" in client.get(reverse("results-judges", args=["simulated-judges"])).content.decode()
    assert "Nobody rated these sentences" in client.get("/studies/simulated-judges/exports/").content.decode()
    for table in TABLES:
        answer = client.get(reverse("export-table", args=["simulated-judges", table, "csv"]))
        assert "simulated-judges" in answer["Content-Disposition"], table
        # Whatever the judges did is under a name that says what they are.
        if table in {"ratings", "judges", "comments", "marked_words", "matrix"}:
            assert b"simulated-01" in answer.getvalue(), table


def test_the_people_can_sign_in(loaded, client):
    for username, role, password in demo.SIGN_INS:
        user = User.objects.get(username=username)
        assert user.role == role
        assert user.check_password(password)
    assert User.objects.get(username="noor").is_superuser


def test_the_published_ratings_are_the_recovered_ones(loaded):
    study = Study.objects.get(slug="bhat-2017")
    assert study.name == "Bhat et al. 2017, Table 2"
    assert study.state == "closed"
    for row, item in zip(published_rows(), study.items.all(), strict=True):
        assert item.text == row["text"]
        for criterion in study.criteria.all():
            values = sorted(item.ratings.filter(criterion=criterion).values_list("value", flat=True))
            assert values == row[criterion.key]
    assert {judge.ratings.count() for judge in study.participations.all()} == {10}


def test_the_models_that_generate_the_published_sentences_are_the_paper_s(loaded):
    members = [item.memberships for item in Study.objects.get(slug="bhat-2017").items.all()]
    without_ml0 = [model for model in EVERY_MODEL if model != "ML0"]
    assert members == [EVERY_MODEL, EVERY_MODEL, EVERY_MODEL, without_ml0, ["EC0", "EC1"]]


def test_the_demo_says_that_figures_per_judge_are_illustrative(loaded, client_of):
    page = client_of(loaded.people["meera"]).get("/studies/bhat-2017/").content.decode()
    assert "Which judge gave which rating is unknown" in page
    assert "ICC and kappa are only illustrative" in page


def test_the_second_study_is_open_by_link_and_to_asha(loaded):
    study = Study.objects.get(slug="try-rating")
    assert study.is_open
    assert study.join_link_open
    assert study.participations.filter(user__username="asha").exists()
    token = loaded.personal_link.removeprefix("/j/").rstrip("/")
    assert invitations.participation_of(token).study == study
    assert {"practice", "attention", "study"} == set(study.items.values_list("kind", flat=True))


def test_the_command_says_who_can_sign_in_and_where(command):
    assert "meera" in command
    assert "/join/" in command
    assert "/j/" in command


def test_the_demo_is_not_loaded_in_production(command, settings):
    settings.PRODUCTION = True
    User.objects.filter(username="asha").delete()
    with pytest.raises(CommandError, match="known to everybody"):
        call_command("load_demo")
    assert not User.objects.filter(username="asha").exists()
    call_command("load_demo", known_passwords=True, verbosity=0)
    assert User.objects.filter(username="asha").exists()
