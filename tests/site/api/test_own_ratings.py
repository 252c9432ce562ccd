"""A judge's own ratings, and nothing that would tell them what is being compared."""

from __future__ import annotations

import json

from tests.site.factories import first_answer, make_participation, make_place, make_rating, make_study

RATINGS = "/api/v1/ratings/"
SECRETS = ("EC0", "ML0", "condition", "model", "attention", "repeat", "practice", "kind", "J01", "J02", "saturday")


def test_a_judge_gets_their_own_ratings_in_the_order_shown(api, rated, asha):
    answer = api(asha).get(RATINGS).json()
    assert answer["count"] == 9
    first = answer["results"][0]
    assert set(first) == {"study", "place", "text", "criterion", "value", "given_at"}
    assert (first["text"], first["criterion"], first["value"]) == ("Practice makes perfect", "usage", 5)


def test_a_repeat_is_not_given_away_until_the_study_is_closed(api, rated, asha):
    def usages(text):
        rows = api(asha).get(f"{RATINGS}?page_size=100").json()["results"]
        return [row["value"] for row in rows if row["text"] == text and row["criterion"] == "usage"]

    repeated = first_answer(rated).item.text
    assert usages(repeated) == [3]
    rated.state = "closed"
    rated.save()
    assert usages(repeated) == [4, 3]


def test_nobody_gets_anothers_ratings(api, rated, ravi, mallory):
    assert api(mallory).get(RATINGS).json()["count"] == 0
    values = [row["value"] for row in api(ravi).get(f"{RATINGS}?page_size=100").json()["results"]]
    assert values == [5, 5, 3, 3, 0, 2, 4, 5, 0, 0]


def test_nothing_in_it_says_what_is_compared(api, rated, asha):
    text = json.dumps(api(asha).get(f"{RATINGS}?page_size=100").json())
    for secret in SECRETS:
        assert secret not in text, secret


def test_it_can_be_asked_for_one_sentence(api, rated, asha):
    second = rated.participations.get(pseudonym="J01").places.get(order=2)
    rows = api(asha).get(f"{RATINGS}?place={second.key}").json()["results"]
    assert [(row["criterion"], row["value"]) for row in rows] == [("usage", 1), ("fluency", 2)]


def test_the_number_of_queries_does_not_grow_with_the_ratings(api, rated, asha, meera, django_assert_num_queries):
    client = api(asha)
    other = make_study(meera, slug="other", items=10)
    judge = make_participation(other, asha)
    for item in other.items.all():
        make_rating(make_place(judge, item), other.criteria.first(), 1)
    with django_assert_num_queries(3):  # the token, the count, the page
        client.get(f"{RATINGS}?page_size=500")
