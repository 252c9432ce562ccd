"""Prepared queries return what the querysets they were made from return."""

import pytest
from django.contrib.sessions.backends import db
from django.db import connection
from django.db.models import F, Value

from evaluation.models import Item, Place
from evaluation.services.accounts.sessions import SessionStore
from evaluation.services.rating.places import PLACE_OF_KEY, PLACE_ROWS, load_place
from evaluation.services.support.prepared_queries import PreparedQuery

pytestmark = pytest.mark.both_databases


def test_a_prepared_query_gives_the_querysets_own_row(places):
    for place in places:
        assert PLACE_OF_KEY.first(place.key) == PLACE_ROWS.get(key=place.key)


def test_the_row_has_the_names_of_its_columns(places):
    row = load_place(places[1].key)
    place = Place.objects.select_related("item__pair", "participation__study", "participation__user").get(pk=row.pk)
    mine, study = place.participation, place.participation.study
    assert (row.key, row.order, row.state, row.claimed_at) == (place.key, 1, "live", place.claimed_at)
    assert (row.text, row.tokens, row.kind) == (place.item.text, place.item.tokens, "study")
    assert (row.second_language, row.item_id) == ("hi", place.item_id)
    assert (row.participation_key, row.participation_state, row.agreed_version) == (mine.key, mine.state, 1)
    assert (row.link_nonce, row.link_revoked_at) == (mine.link_nonce, None)
    assert (row.user_id, row.is_active, row.password) == (mine.user_id, True, mine.user.password)
    assert (row.study_id, row.study_state, row.study_changed_at) == (study.pk, "open", study.changed_at)
    assert (row.last_order, row.next_key) == (2, places[2].key)


def test_nothing_is_none(db):
    assert load_place("nobody") is None


def test_constants_of_the_query_stay_and_values_take_their_places(study):
    query = PreparedQuery(
        lambda text, condition: (
            Item.objects.filter(condition=condition, text=text, number__lt=2)
            .annotate(constant=Value("placeholder"), next_number=F("number") + 1)
            .values_list("number", "constant", "next_number")
        ),
        count=2,
    )
    text = "Saturday is boring uss nazariye se 1"
    assert query.first(text, "ML0") == (1, "placeholder", 2)
    assert query.first(text, "EC0") is None
    assert query.first("Saturday is boring uss nazariye se 2", "EC0") is None


def test_a_value_is_never_part_of_the_sql(places):
    assert load_place("' OR 1=1 --") is None


def test_sessions_are_djangos_own(asha, client):
    key = client.session.session_key
    assert dict(SessionStore(key).items()) == dict(db.SessionStore(key).items())
    assert SessionStore("unknown-session-key").load() == {}
    assert SessionStore(None).load() == {}


def kept_plans() -> list[tuple[int]]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT generic_plans + custom_plans FROM pg_prepared_statements")
        return cursor.fetchall()


def test_postgresql_plans_a_query_once(places):
    by_key = PreparedQuery(lambda key: Place.objects.filter(key=key).values_list("pk"))
    on_postgresql = connection.vendor == "postgresql"
    if on_postgresql:
        connection.connection.execute("DEALLOCATE ALL")
    assert [by_key.first(place.key) for place in places] == [(place.pk,) for place in places]
    if on_postgresql:
        assert kept_plans() == [(len(places),)]
