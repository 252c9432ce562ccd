"""The page *Plan a study*: asked for, simulated in the background, shown; pilots, bad values, who may."""

import pytest

from evaluation.models import Job
from evaluation.services import planning
from evaluation.services.jobs import cancel, run_waiting_jobs
from evaluation.services.planning import plans
from evaluation.services.planning.pilots import spreads_of
from evaluation.statistics.costs.simulated import Spreads
from tests.site.factories import make_study
from tests.site.results.constraint_study import constraint_study

DESIGN = {
    "compared": "cost",
    "effect": "0.5",
    "unit": "points",
    "judges": "8",
    "pairs": "8",
    "of_each_side": "1",
    "each": "",
    "scale": "5",
    "dropout": "0",
    "seconds": "15",
    "pilot": "",
    "spread_judge": "1",
    "spread_judge_slope": "0.5",
    "spread_pair": "0.5",
    "spread_pair_slope": "0.3",
    "spread_match": "0.3",
    "spread_sentence": "1",
}


@pytest.fixture(autouse=True)
def few_studies(monkeypatch):
    """Enough to see that it works."""
    usual = plans.planned
    monkeypatch.setattr(
        plans,
        "planned",
        lambda asked, advance: usual(plans.replace(asked, studies=20, curve_studies=4), advance),
    )


def asked(client, **changes):
    return client.post("/plan/", DESIGN | changes)


def shown(client, job):
    return " ".join(client.get(f"/plan/{job.key}/").content.decode().split())


def test_a_plan_is_simulated_in_the_background_and_shown(client_of, meera):
    client = client_of(meera)
    assert 'href="/plan/"' in client.get("/studies/").content.decode()
    assert asked(client)["Location"].startswith("/jobs/")
    assert run_waiting_jobs() == 1
    job = Job.objects.get()
    assert job.result["address"] == f"/plan/{job.key}/"
    page = shown(client, job)
    assert "With 8 judges and 16 sentences you find a cost of half a point in" in page
    assert "of 100 studies, for these judges only." in page
    assert "10 judges must each rate 3 sentences that break the constraint" in page
    assert "it holds the truth about these judges in" in page
    assert "other judges too" in page
    assert "minutes for each judge" in page
    assert page.count('role="img"') == 4
    assert "Power over judges" in page
    assert job.result["sentence"] in client.get("/plan/").content.decode()


def test_a_bad_value_stands_beside_its_field(client_of, meera):
    answer = asked(client_of(meera), judges="1")
    assert answer.status_code == 422
    assert answer.context["form"].errors["judges"] == [
        "judges: 1 cannot be planned with. Give a whole number from 2 to 200."
    ]
    answer = asked(client_of(meera), of_each_side="0")
    assert answer.context["form"].errors["of_each_side"][0].startswith("sentences of each side per pair: 0 cannot")
    answer = asked(client_of(meera), spread_sentence="9")
    assert "from 0 to 5" in answer.context["form"].errors["spread_sentence"][0]
    assert asked(client_of(meera), effect="x").status_code == 422
    assert not Job.objects.exists()


def test_a_plan_can_be_cancelled(client_of, meera):
    asked(client_of(meera))
    cancel(job=Job.objects.get(), actor=meera)
    assert run_waiting_jobs() == 0
    assert client_of(meera).get(f"/plan/{Job.objects.get().key}/").status_code == 404


def test_a_pilot_study_gives_its_spreads_at_their_upper_limit(client_of, meera):
    pilot = constraint_study(meera)
    client = client_of(meera)
    assert asked(client, pilot=str(pilot.pk)).status_code == 302
    assert run_waiting_jobs() == 1
    found = Job.objects.get().result
    assert found["pilot"] == pilot.name
    assert found["spreads"] == vars(spreads_of(pilot))
    assert found["spreads"]["judge"] != Spreads().judge
    assert "at their upper 80 % limit" in shown(client, Job.objects.get())


def test_only_studies_with_ratings_that_one_may_see_are_pilots(meera, client_of):
    empty = make_study(meera)
    assert list(planning.pilots_of(meera)) == []
    assert asked(client_of(meera), pilot=str(empty.pk)).status_code == 422


def test_plans_are_for_researchers_and_their_own(client, client_of, meera, asha):
    asked(client_of(meera))
    run_waiting_jobs()
    address = f"/plan/{Job.objects.get().key}/"
    for path in ("/plan/", address):
        assert client.get(path).url.startswith("/sign-in")
        assert client_of(asha).get(path).status_code == 403
    assert client_of(meera).get("/plan/no-such-plan/").status_code == 404
