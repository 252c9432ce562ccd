"""What figures of few judges are worth is said in the same words on pages, in the API and in exports."""

import pytest

from evaluation.services.exports.report import report_of
from evaluation.services.jobs import run_waiting_jobs
from evaluation.services.results import few_judges
from evaluation.services.results.selection import Selection
from evaluation.statistics.figure import Figure
from evaluation.statistics.other_judges import ONE_PAIR
from tests.site.factories import choose as choose_for
from tests.site.factories import make_choice_study, sometimes_ml0
from tests.site.files import csv_rows
from tests.site.results.rated_study import add_three_judges

pytestmark = pytest.mark.django_db


def page(client, study, part):
    return " ".join(client.get(f"/studies/{study.slug}/results/{part}").content.decode().split())


def cautions(client, study, part):
    return client.get(f"/api/v1/studies/{study.slug}/{part}").json()["cautions"]


def test_each_caution_ends_where_there_are_judges_enough():
    assert [bool(few_judges.about_intervals(judges)) for judges in (0, 1, 4, 5)] == [False, True, True, False]
    alpha = Figure(0.5, 0.2, 0.8)
    assert [bool(few_judges.about_agreement(judges, alpha)) for judges in (3, 5, 6)] == [True, True, False]
    for judges, is_said in ((5, True), (6, False)):
        of_ratings = {"condition": {"groups": {"judge": judges}}, "phenomena": {"reason": "nothing to compare"}}
        of_choices = {"contrasts": [{"reason": "all alike"}, {"judges": judges}]}
        assert bool(few_judges.about_mixed_model(of_ratings)) is is_said
        assert bool(few_judges.about_choice_model(of_choices)) is is_said
    assert not few_judges.about_mixed_model(None)
    assert not few_judges.about_choice_model(None)


def test_agreement_of_few_judges_is_only_about_right(study, client_of, meera):
    client, words = client_of(meera), few_judges.about_agreement(3, Figure(0.5, 0.2, 0.8))
    assert words in page(client, study, "agreement/")
    assert cautions(client, study, "agreement/") == [words]
    assert report_of(study, Selection()).files["results.txt"].count(words) == 1
    add_three_judges(study)
    assert words not in page(client, study, "agreement/")
    assert cautions(client, study, "agreement/") == []
    assert words not in report_of(study, Selection()).files["results.txt"]


@pytest.mark.parametrize("left", [1, 2])
def test_nothing_is_said_of_intervals_that_are_not_there(study, client_of, meera, left):
    for judge in study.participations.order_by("pk")[left:]:
        judge.places.all().delete()
    client, words = client_of(meera), few_judges.about_agreement(3, Figure(0.5, 0.2, 0.8))
    for part in ("agreement/", "", "findings/usage/"):
        assert words not in page(client, study, part)
    assert "Intervals are for other sentences" not in page(client, study, "agreement/")
    assert cautions(client, study, "agreement/") == []
    assert words not in report_of(study, Selection()).files["results.txt"]


def test_two_judges_have_no_interval_of_alpha_or_icc_anywhere(study, client_of, meera):
    study.participations.get(pseudonym="J03").places.all().delete()
    client = client_of(meera)
    assert page(client, study, "agreement/").count(f"no interval: {ONE_PAIR}") == 3
    result = client.get(f"/api/v1/studies/{study.slug}/agreement/").json()["result"]
    for figure in (result["alpha"], result["icc"]["single"], result["icc"]["average"]):
        assert (figure["low"], figure["high"], figure["reason"]) == (None, None, ONE_PAIR)
    datasheet = client.get(f"/studies/{study.slug}/datasheet/").content.decode()
    assert datasheet.count(f"no interval: {ONE_PAIR}") == 2 * 3


def test_little_is_known_of_how_few_judges_differ(study, client_of, meera):
    client, words = client_of(meera), few_judges.about_intervals(3)
    assert words in page(client, study, "comparison/")
    assert cautions(client, study, "comparison/") == [words]
    assert {row["caution"] for row in csv_rows(study, "comparison")} == {words}
    assert words in report_of(study, Selection()).files["results.txt"]
    add_three_judges(study)
    assert words not in page(client, study, "comparison/")
    assert cautions(client, study, "comparison/") == []
    assert {row["caution"] for row in csv_rows(study, "comparison")} == {""}


def test_a_row_of_the_export_says_what_its_own_judges_are_worth(study):
    study.selection = {"max_failed_percent": 0}
    said = {row["exclusions"]: row["caution"] for row in csv_rows(study, "comparison")}
    assert said == {"as counted": few_judges.about_intervals(2), "nobody left out": few_judges.about_intervals(3)}


def test_the_mixed_model_of_few_judges_is_too_careful(study, client_of, meera):
    add_three_judges(study)
    study.participations.get(pseudonym="J11").places.all().delete()
    client, words = (
        client_of(meera),
        few_judges.about_mixed_model({"condition": {"groups": {"judge": 5}}, "phenomena": {}}),
    )
    assert cautions(client, study, "mixed-model/") == []
    client.post(f"/studies/{study.slug}/results/comparison/mixed-model/", {"criterion": "usage"})
    run_waiting_jobs()
    assert page(client, study, "comparison/").count(words) == 1
    assert cautions(client, study, "mixed-model/") == [words]
    assert words in report_of(study, Selection()).files["methods.txt"]


@pytest.mark.parametrize(("judges", "is_said"), [(5, True), (6, False)])
def test_the_mixed_model_of_choices_of_few_judges_is_only_about_right(meera, client_of, judges, is_said):
    study = make_choice_study(meera, pairs=4, sentences=4)
    choose_for(study, sometimes_ml0, judges=judges)
    client, words = client_of(meera), few_judges.about_choice_model({"contrasts": [{"judges": 5}]})
    client.post(f"/studies/{study.slug}/results/choices/mixed-model/")
    run_waiting_jobs()
    assert (words in page(client, study, "choices/")) is is_said
    assert cautions(client, study, "choices/mixed-model/") == ([words] if is_said else [])


@pytest.mark.parametrize(("judges", "is_said"), [(1, False), (5, True), (6, False)])
def test_shares_and_places_of_few_judges_are_only_about_right(meera, client_of, judges, is_said):
    study = make_choice_study(meera, pairs=4, sentences=4)
    choose_for(study, sometimes_ml0, judges=judges)
    client, words = client_of(meera), few_judges.about_choices(5)
    assert (words in page(client, study, "choices/")) is is_said
    assert cautions(client, study, "choices/") == ([words] if is_said else [])
    assert (words in report_of(study, Selection()).files["results.txt"]) is is_said
