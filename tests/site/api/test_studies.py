"""Studies, sentences and results through the API."""

from __future__ import annotations

from statistics import mean

import pytest

from evaluation.models import Rating
from tests.site.factories import first_answer, make_participation, make_study

STUDY = "/api/v1/studies/saturday/"


def test_the_list_gives_a_page_of_ones_own_studies(api, rated, meera, kiran):
    make_study(kiran, slug="other")
    make_study(meera, slug="draft", state="draft", items=0)
    answer = api(meera).get("/api/v1/studies/").json()
    assert answer["count"] == 2
    assert [(row["slug"], row["item_count"], row["judge_count"]) for row in answer["results"]] == [
        ("draft", 0, 0),
        ("saturday", 3, 2),
    ]


def test_the_list_can_be_filtered_and_paged(api, rated, meera):
    make_study(meera, slug="draft", state="draft", items=0)
    client = api(meera)
    assert [row["slug"] for row in client.get("/api/v1/studies/?state=draft").json()["results"]] == ["draft"]
    assert [row["slug"] for row in client.get("/api/v1/studies/?search=satur").json()["results"]] == ["saturday"]
    first = client.get("/api/v1/studies/?page_size=1").json()
    assert client.get(first["next"]).json()["results"][0]["slug"] == "saturday"


def test_a_study_says_how_it_was_drawn_and_what_counts(api, rated, meera):
    study = api(meera).get(STUDY).json()
    assert (study["seed"], study["models"]) == (7, ["EC0", "ML0"])
    assert [criterion["key"] for criterion in study["criteria"]] == ["usage", "fluency"]
    assert study["selection"]["repeats"] is False


@pytest.mark.both_databases
def test_items_can_be_filtered_by_what_they_were_drawn_for(api, rated, meera):
    client = api(meera)
    assert client.get(f"{STUDY}items/").json()["count"] == 5
    assert [row["number"] for row in client.get(f"{STUDY}items/?condition=ML0").json()["results"]] == [1]
    assert [row["number"] for row in client.get(f"{STUDY}items/?kind=study&model=EC0").json()["results"]] == [0, 2]
    assert client.get(f"{STUDY}items/?pair=paper-1").json()["count"] == 3


@pytest.mark.parametrize("more", [0, 15])
def test_no_more_rows_no_more_queries(api, rated, meera, django_assert_max_num_queries, more):
    for number in range(more):
        study = make_study(meera, slug=f"study-{number}", items=2)
        make_participation(study, meera)
    client = api(meera)
    with django_assert_max_num_queries(4):
        assert client.get("/api/v1/studies/?page_size=500").status_code == 200
    with django_assert_max_num_queries(5):
        assert client.get(f"{STUDY}items/").status_code == 200


# -- Results ----------------------------------------------------------------------------------------


def test_the_table_of_sentences_is_what_plain_python_says(api, rated, meera):
    answer = api(meera).get(f"{STUDY}results/sentences/").json()
    assert answer["count"] == 3
    assert answer["selection"]["practice"] is False
    assert "study=saturday" in answer["signature"]
    row = answer["results"][1]
    given = [1, 0]
    assert (row["label"], row["about"]["condition"]) == ("1", "ML0")
    assert row["criteria"]["usage"]["n"] == 2
    assert row["criteria"]["usage"]["mean"] == mean(given)
    assert row["criteria"]["usage"]["distribution"] == {"0": 1, "1": 1}


def test_a_changed_rating_changes_the_answer(api, rated, meera):
    client, address = api(meera), f"{STUDY}results/sentences/"
    Rating.objects.filter(place=first_answer(rated), criterion=rated.criteria.get(key="usage")).update(value=0)
    assert client.get(address).json()["results"][0]["criteria"]["usage"]["mean"] == mean([0, 3])


@pytest.mark.parametrize("table", ["sentences", "models", "pairs", "phenomena", "judges", "groups"])
def test_every_table_answers(api, rated, meera, table):
    answer = api(meera).get(f"{STUDY}results/{table}/")
    assert answer.status_code == 200
    for row in answer.json()["results"]:
        assert set(row["criteria"]) == {"usage", "fluency"}


def test_both_views_of_models_are_there(api, rated, meera):
    labels = [
        [row["label"] for row in api(meera).get(f"{STUDY}results/models/?view={view}").json()["results"]]
        for view in ("cells", "generates")
    ]
    assert labels == [["EC0 only", "ML0 only"], ["EC0", "ML0"]]


def test_an_unknown_table_or_view_is_said_to_be_unknown(api, rated, meera):
    assert api(meera).get(f"{STUDY}results/nonsense/").status_code == 404
    answer = api(meera).get(f"{STUDY}results/models/?view=sideways")
    assert answer.status_code == 400
    assert list(answer.json()["error"]["fields"]) == ["view"]


def test_a_judge_left_out_is_left_out_here(api, rated, meera, exclude):
    exclude(rated.participations.get(pseudonym="J02"), "slept")
    row = api(meera).get(f"{STUDY}results/sentences/").json()["results"][0]
    assert row["criteria"]["usage"]["n"] == 1


# -- Agreement and comparison -----------------------------------------------------------------------


def test_agreement_is_the_pages(api, rated, meera):
    from evaluation.services.results.agreement import agreement
    from evaluation.services.results.selection import Selection

    answer = api(meera).get(f"{STUDY}agreement/?criterion=fluency").json()
    ours = agreement(rated, Selection.of(rated), rated.criteria.get(key="fluency"))
    assert answer["criterion"] == "fluency"
    assert answer["result"]["alpha"]["value"] == ours.alpha.value
    assert answer["result"]["alpha"]["low"] == ours.alpha.low
    assert [judge["pseudonym"] for judge in answer["result"]["judges"]] == ["J01", "J02"]


def test_an_undefined_number_comes_with_its_reason_instead_of_a_value(api, meera):
    make_study(meera)
    alpha = api(meera).get(f"{STUDY}agreement/").json()["result"]["alpha"]
    assert alpha["value"] is None
    assert alpha["reason"]


def test_the_comparison_follows_the_criterions_cut(api, rated, meera):
    def accepted(cut):
        rated.criteria.update(cut=cut)
        return api(meera).get(f"{STUDY}comparison/").json()["result"]["accepted"]

    first = rated.ratings.filter(criterion__key="usage", item__kind="study", place__is_repeat=False)
    scores = list(first.values_list("value", flat=True))
    assert [accepted(cut) for cut in (1, 3, 5)] == [sum(score >= cut for score in scores) for cut in (1, 3, 5)]
    assert accepted(None) is None


WRONG = ["agreement/?criterion=taste", "comparison/?criterion=taste"]


@pytest.mark.parametrize("address", WRONG)
def test_a_wrong_question_is_answered_at_its_field(api, rated, meera, address):
    answer = api(meera).get(STUDY + address)
    assert answer.status_code == 400
    assert list(answer.json()["error"]["fields"]) == [address.partition("?")[2].partition("=")[0]]


def test_the_mixed_model_is_null_until_it_has_been_fitted(api, rated, meera):
    from evaluation.services import jobs

    client, address = api(meera), f"{STUDY}mixed-model/?criterion=usage"
    assert client.get(address).json()["result"] is None
    started = client.post(address)
    assert started.status_code == 202
    jobs.run_waiting_jobs()
    assert client.get(f"/api/v1/jobs/{started.json()['key']}/").json()["state"] == "done"
    result = client.get(address).json()["result"]
    assert result["is_current"] is True
