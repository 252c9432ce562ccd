"""Planning over the API: asked for, read, cancelled; what a drawn study takes; bad values; who may."""

import pytest

from evaluation.services import planning
from evaluation.services.jobs import run_waiting_jobs
from tests.site.factories import make_matched_study
from tests.site.results.constraint_study import constraint_study

SMALL = {"judges": 6, "pairs": 6, "studies": 12, "curve_studies": 2}


def test_a_plan_is_asked_for_and_read_when_it_is_done(api, meera):
    script = api(meera)
    answer = script.post("/api/v1/plans/", SMALL | {"effect": 1, "seed": 3, "spreads": {"judge": 0.7}}, format="json")
    assert answer.status_code == 202
    plan = answer.json()
    assert plan["state"] == "waiting"
    assert plan["result"] == {}
    run_waiting_jobs()
    found = script.get(f"/api/v1/plans/{plan['key']}/").json()
    assert found["state"] == "done"
    assert found["result"]["sentence"].startswith("With 6 judges and 12 sentences you find a cost of one point in ")
    assert found["result"]["these_judges"] == 1
    assert "What it costs other judges would not be known" in found["result"]["for_whom"]
    # Of 4, 6, 9, 12 and 18 judges.
    assert found["result"]["curves"][0]["these_judges"] == [1, 1, 1, 0, 0]
    assert found["result"]["spreads"] | {"judge": 0.7, "sentence": 1.0} == found["result"]["spreads"]
    assert [curve["over"] for curve in found["result"]["curves"]] == ["judges", "sentences"]
    assert [each["key"] for each in script.get("/api/v1/plans/").json()["results"]] == [plan["key"]]


def test_a_pilot_study_gives_a_plan_its_spreads(api, meera, kiran):
    constraint_study(meera, pairs=8, judges=12)
    answer = api(meera).post("/api/v1/plans/", SMALL | {"pilot": "laboratory"}, format="json")
    run_waiting_jobs()
    assert api(meera).get(f"/api/v1/plans/{answer.json()['key']}/").json()["result"]["pilot_slug"] == "laboratory"
    refused = api(kiran).post("/api/v1/plans/", SMALL | {"pilot": "laboratory"}, format="json")
    assert refused.status_code == 400
    assert "cannot be a pilot" in refused.json()["error"]["fields"]["pilot"][0]


def test_a_plan_is_cancelled_until_it_is_over(api, meera):
    script = api(meera)
    address = f"/api/v1/plans/{script.post('/api/v1/plans/', SMALL, format='json').json()['key']}/"
    assert script.delete(address).json()["state"] == "cancelled"
    answer = script.delete(address)
    assert answer.json()["error"]["message"] == "This job is over already."


@pytest.mark.parametrize(
    ("given", "field", "words"),
    [
        ({"judges": 1}, "judges", "greater than or equal to 2"),
        ({"compared": "cheese"}, "compared", "not a valid choice"),
        ({"compared": "choices", "unit": "points"}, "unit", "Give it in share or logits"),
        ({"effect": 4.5}, "effect", "cannot be"),
        ({"spreads": {"mood": 1}}, "spreads", "judge_slope"),
        ({"pairs": 150, "matches": 2}, "pairs", "at most 400 sentences"),
    ],
)
def test_a_bad_value_is_named_with_its_cure(api, meera, given, field, words):
    answer = api(meera).post("/api/v1/plans/", SMALL | given, format="json")
    assert answer.status_code == 400
    assert words in str(answer.json()["error"]["fields"][field])


def test_a_drawn_study_says_what_it_takes_and_what_it_will_find(api, meera, finds):
    study, script = make_matched_study(meera), api(meera)
    address = f"/api/v1/studies/{study.slug}/plan/"
    before = script.get(address).json()
    assert before["power"] is None
    assert before["plan"] | {"judges": 20, "is_assumed": True, "invited": 0, "empty_places": 0} == before["plan"]
    assert before["plan"]["compares"] == "the constraint “nesting” of ML2"
    finds(0.3)
    assert script.post(address).status_code == 202
    run_waiting_jobs()
    after = script.get(address).json()
    assert after["power"]["result"]["power"] == 0.3
    assert after["doubts"] == ["More often than not such a study would not answer its question."]


def test_a_study_that_cannot_be_planned_says_why(api, meera):
    study, script = make_matched_study(meera, pairs=2), api(meera)
    answer = script.post(f"/api/v1/studies/{study.slug}/plan/")
    assert "either side needs sentences of more pairs" in answer.json()["error"]["message"]
    study.drawn_at = None
    study.save()
    assert script.get(f"/api/v1/studies/{study.slug}/plan/").json() == {"plan": None, "doubts": [], "power": None}
    assert "Draw the sentences first" in script.post(f"/api/v1/studies/{study.slug}/plan/").json()["error"]["message"]


def test_plans_are_for_researchers_and_their_own(api, meera, kiran, asha):
    plan = api(meera).post("/api/v1/plans/", SMALL, format="json").json()["key"]
    assert api(asha).get("/api/v1/plans/").status_code == 403
    assert api(kiran).get(f"/api/v1/plans/{plan}/").status_code == 404
    assert api(kiran).delete(f"/api/v1/plans/{plan}/").status_code == 404
    assert planning.plans_of(kiran).count() == 0
