"""Django's admin: every table is there, can be searched, and what people rated stays as they rated it."""

import pytest
from django.apps import apps
from django.contrib import admin
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from evaluation.models import AuditEntry, Participation, Rating, Study, User
from tests.site.factories import make_participation, make_place, make_rating, make_study
from tests.site.safety.world import make_world

pytestmark = pytest.mark.django_db

TABLES = sorted(apps.get_app_config("evaluation").get_models(), key=lambda model: model.__name__)
ANSWERS = ("rating", "ratingchange", "place", "participation", "markedword")


def list_path(model) -> str:
    return reverse(f"admin:evaluation_{model._meta.model_name}_changelist")


@pytest.mark.parametrize("model", TABLES, ids=lambda model: model.__name__)
def test_every_table_has_a_list_with_columns_filters_and_search(model):
    page = admin.site._registry[model]

    assert len(page.list_display) >= 3
    assert page.list_filter
    assert page.search_fields


def test_every_list_and_every_row_opens_and_searches(client_of):
    client = client_of(make_world().people["admin"])
    for model in TABLES:
        assert client.get(list_path(model)).status_code == 200, model
        assert client.get(list_path(model), {"q": "Saturday 'x"}).status_code == 200, model
        row = model._default_manager.first()
        assert row is not None, f"{model} has no row in the tests' world"
        change = reverse(f"admin:evaluation_{model._meta.model_name}_change", args=[row.pk])
        assert client.get(change).status_code == 200, model


@pytest.mark.parametrize("name", ANSWERS)
def test_what_people_rated_cannot_be_changed_added_or_deleted(client_of, name):
    world = make_world()
    client = client_of(world.people["admin"])
    row = apps.get_model("evaluation", name)._default_manager.first()
    before = list(type(row)._default_manager.values())

    assert client.post(reverse(f"admin:evaluation_{name}_add"), {"value": 5}).status_code == 403
    assert client.post(reverse(f"admin:evaluation_{name}_change", args=[row.pk]), {"value": 5}).status_code == 403
    assert client.post(reverse(f"admin:evaluation_{name}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": row.pk, "post": "yes"}
    client.post(reverse(f"admin:evaluation_{name}_changelist"), chosen)
    assert list(type(row)._default_manager.values()) == before


def test_a_study_cannot_be_deleted_there(client_of):
    world = make_world()
    client = client_of(world.people["admin"])

    assert (
        client.post(reverse("admin:evaluation_study_delete", args=[world.study.pk]), {"post": "yes"}).status_code == 403
    )
    chosen = {"action": "delete_selected", "_selected_action": world.study.pk, "post": "yes"}
    client.post(reverse("admin:evaluation_study_changelist"), chosen)
    assert Study.objects.exists()


def test_a_study_is_handed_over_and_it_is_written_down(client_of, noor, meera, kiran):
    study = make_study(meera)
    sent = {"name": "Saturday", "owner": kiran.pk, "colleagues": [], "remark": ""}
    sent |= {"criteria-TOTAL_FORMS": 0, "criteria-INITIAL_FORMS": 0}
    client_of(noor).post(reverse("admin:evaluation_study_change", args=[study.pk]), sent)

    study.refresh_from_db()
    assert study.owner == kiran
    assert AuditEntry.objects.filter(actor=noor, action="study.changed_in_admin").exists()


def test_a_role_given_in_the_admin_brings_its_rights_and_is_written_down(client_of, noor, meera):
    sent = {"username": "meera", "name": "Meera", "email": "", "role": "admin", "is_active": "on"}
    client_of(noor).post(reverse("admin:evaluation_user_change", args=[meera.pk]), sent)

    meera.refresh_from_db()
    assert (meera.role, meera.is_superuser) == ("admin", True)
    assert AuditEntry.objects.filter(actor=noor, action="person.changed").exists()


@pytest.mark.parametrize("change", [{"role": "judge"}, {"is_active": ""}])
def test_the_last_admin_stays_an_admin_who_can_sign_in(client_of, noor, change):
    sent = {"username": "noor", "name": "Noor", "email": "", "role": "admin", "is_active": "on"} | change
    answer = client_of(noor).post(reverse("admin:evaluation_user_change", args=[noor.pk]), sent)

    assert "This is the last admin" in answer.content.decode()
    noor.refresh_from_db()
    assert (noor.role, noor.is_active) == ("admin", True)


def test_an_admin_makes_a_person(client_of, noor):
    sent = {"username": "lata", "name": "Lata", "email": "", "role": "researcher", "usable_password": "true"}
    sent |= {"password1": "kahani sunao mujhe", "password2": "kahani sunao mujhe"}
    client_of(noor).post(reverse("admin:evaluation_user_add"), sent)

    assert User.objects.get(username="lata").is_researcher
    assert AuditEntry.objects.filter(actor=noor, action="person.created").exists()


def test_people_are_erased_not_deleted(client_of, noor, asha, meera):
    study = make_study(meera)
    make_rating(make_place(make_participation(study, asha), study.items.first()), study.criteria.first(), 4)
    client = client_of(noor)
    answer = client.post(
        reverse("admin:evaluation_user_changelist"),
        {"action": "erase", "_selected_action": [asha.pk, meera.pk]},
        follow=True,
    )

    assert "Meera: This person owns 1 study" in answer.content.decode()
    assert not User.objects.filter(username="asha").exists()
    assert (Rating.objects.count(), Participation.objects.get().answers) == (1, {})
    assert client.post(reverse("admin:evaluation_user_delete", args=[meera.pk]), {"post": "yes"}).status_code == 403


def test_more_rows_cost_no_more_queries(client_of, noor, meera, asha, ravi):
    client = client_of(noor)
    study = make_study(meera, items=20)

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            client.get(reverse("admin:evaluation_rating_changelist"))
        return len(captured)

    for judge, count in ((asha, 2), (ravi, 18)):
        participation = make_participation(study, judge)
        for item in study.items.all()[:count]:
            make_rating(make_place(participation, item), study.criteria.first(), 3)
        if judge is asha:
            few = queries()

    assert queries() == few


def test_signing_out_of_the_admin_signs_out(client_of, noor):
    client = client_of(noor)
    client.get("/admin/logout/")
    assert client.get("/admin/").status_code == 200

    client.post("/admin/logout/")
    assert client.get("/admin/").status_code == 302


def test_signing_in_leads_back_to_the_admin(client, noor):
    asked = client.get("/admin/evaluation/rating/", follow=True)
    path = asked.redirect_chain[-1][0]
    answer = client.post(
        path, {"username": "noor", "password": "noor has a password", "next": "/admin/evaluation/rating/"}
    )

    assert path.startswith("/sign-in/?next=")
    assert answer.url == "/admin/evaluation/rating/"
    assert client.get("/admin/login/").url == "/admin/"
