"""The page of constraints: costs recovered, groups, the paired answer, what cannot be had, weights and exports."""

import tomllib

import pytest

from cswitch_core.models.weights_file import weighted_name
from evaluation.pages.results.constraints import said_of
from evaluation.services.errors import Refused
from evaluation.services.results.constraints.weights import weights_toml
from evaluation.services.studies.judge_groups import JudgeGroups
from evaluation.statistics.figure import Figure
from tests.site.factories import make_study
from tests.site.results.constraint_pages import ADDRESS, asked_of_the_api, exported, fitted, page_of
from tests.site.results.constraint_study import constraint_study


@pytest.fixture
def laboratory(meera):
    return constraint_study(meera)


def test_costs_are_fitted_in_the_background_and_find_what_costs(laboratory, client_of, meera, tmp_path):
    client = client_of(meera)
    page = page_of(client)
    assert "Matched pairs, without a model" in page
    assert "partner preferred" in page
    assert "Fit the costs" in page
    fitted(client, question="native_language")
    found = asked_of_the_api(meera)
    theory, other = found["fit"]["theories"]
    assert (theory["theory"], other["theory"]) == ("EC0", "ML0")
    costs = {one["constraint"]: one for one in theory["costs"]}
    assert 0.5 < costs["positions"]["logits"]["low"] < costs["positions"]["logits"]["high"] < 3
    assert costs["fragments"]["logits"]["low"] < 0.2 < costs["fragments"]["logits"]["high"]
    assert costs["positions"]["points"]["low"] > 0.3
    assert costs["positions"]["p_holm"] < 0.01 < costs["fragments"]["p_holm"]
    assert costs["positions"]["judges"] == 16
    assert costs["positions"]["pairs"] == 10
    assert "no rated sentence breaks it" in costs["junctions"]["reason"]
    assert [one["above"] for one in theory["order"]] == ["positions"]
    assert theory["order"][0]["share"] < 0.05
    # Everything is ambiguous under ML0: that is said, and nothing is fitted.
    assert other["left_out"]["ambiguous"] == 40
    assert all(one["reason"] for one in other["costs"])
    page = page_of(client)
    assert "By group of judges" in page
    assert "Hindi less Marathi" in page
    # In plain sentences first; of what is left out only what there is.
    assert page.index("Breaking positions of EC0 costs") < page.index("cost, logits")
    assert "for these judges only" not in page
    assert "left out here" not in page
    assert "left out here: 40 ambiguous" in page_of(client, "?theory=ML0")
    assert page.count('role="img"') == 2
    assert "What if a constraint were dropped?" in page
    assert "weights of its constraints" in page
    assert 'style="' not in page.split("<main")[1]
    check_weights(client, tmp_path / "community.toml")
    assert client.get(f"{ADDRESS}costs.svg?theory=EC0")["Content-Type"] == "image/svg+xml"
    rows = [row for row in exported(client, "constraints") if row["constraint"] == "positions"]
    by_quantity = {row["quantity"]: row for row in rows if row["criterion"] == "usage" and not row["group"]}
    assert float(by_quantity["cost_logits"]["value"]) > 1
    assert by_quantity["cost_logits"]["current"] == "true"
    assert float(by_quantity["cost_points"]["low"]) > 0
    assert len({row["group"] for row in rows}) == 3


def check_weights(client, target):
    """The file is what the command line reads."""
    target.write_bytes(client.get(f"{ADDRESS}weights.toml?theory=EC0").content)
    assert tomllib.loads(target.read_text())["weights"]["positions"] > 1
    assert weighted_name(target).startswith("Weighted")
    assert "has an estimated cost" in client.get(f"{ADDRESS}weights.toml?theory=ML0", follow=True).content.decode()
    unknown = client.get(f"{ADDRESS}weights.toml?theory=EC7", follow=True).content.decode()
    assert "fitted for these theories: EC0, ML0" in unknown


def test_weights_say_what_the_study_says_of_itself_and_refuse_groups_that_were_not_fitted():
    cost = {"constraint": "nesting", "group": "", "weight": 0.0, "reason": "", "context": []}
    cost["logits"] = {"value": -0.2, "low": -0.5, "high": 0.1}
    found = {"theories": [{"theory": "ML0", "costs": [cost], "by_group": None}]}
    text = weights_toml(found, theory="ML0", group="", about=["all judges", "Simulated,\nnot asked"])
    assert text.startswith("# all judges\n# Simulated, not asked\n")
    assert tomllib.loads(text)["weights"] == {"nesting": 0}
    with pytest.raises(Refused, match="No constraint of ML0"):
        weights_toml(found, theory="ML0", group="Hindi", about=[])


def test_the_paired_answer_needs_no_fit(laboratory, meera):
    found = asked_of_the_api(meera)
    assert found["fit"] is None
    fragments, positions = found["matched"]
    assert (fragments["constraint"], positions["constraint"]) == ("fragments", "positions")
    assert positions["answer"]["cost"]["low"] > 0.3
    assert positions["answer"]["preferred"]["value"] > 0.65
    assert {"measure": "words", "violators": 6.0, "partners": 5.0} in positions["answer"]["measures"]


@pytest.mark.both_databases
def test_costs_from_matches_are_corrected_and_one_without_a_match_is_named(laboratory, client_of, meera):
    asked = ["fragments", "positions", "junctions"]
    laboratory.choices = [{"way": "matched", "constraints": {"EC0": asked}, "count": 1, "same_others": False}]
    laboratory.save()
    found = {one["constraint"]: one for one in asked_of_the_api(meera)["matched"]}
    assert set(found) == set(asked)
    p = {name: found[name]["answer"]["p"]["value"] for name in ("fragments", "positions")}
    assert found["positions"]["p_holm"] == pytest.approx(2 * p["positions"])
    assert found["fragments"]["p_holm"] == pytest.approx(max(p["fragments"], 2 * p["positions"]))
    reason = found["junctions"]["answer"]["cost"]["reason"]
    assert reason == "no match of it could be drawn from these pairs"
    page = page_of(client_of(meera))
    assert "p, Holm" in page
    assert reason in page
    rows = [row for row in exported(client_of(meera), "constraints") if row["criterion"] == "usage"]
    rows = [row for row in rows if row["quantity"] == "paired_points"]
    assert [row["reason"] for row in rows if row["constraint"] == "junctions"] == [reason]
    assert all(row["p_holm"] for row in rows if row["constraint"] != "junctions")
    summary = client_of(meera).get("/studies/laboratory/results/").content.decode()
    assert "What breaking junctions of EC0 costs cannot be said: no match" in summary
    assert "after Holm&#x27;s correction" in summary


def test_before_the_fit_files_and_exports_say_so(laboratory, client_of, meera):
    client = client_of(meera)
    for name in ("weights.toml", "costs.svg"):
        assert "have not been fitted yet" in client.get(f"{ADDRESS}{name}", follow=True).content.decode()
    rows = exported(client, "constraints")
    assert {row["quantity"] for row in rows} == {"cost_logits", "paired_points", "partner_preferred"}
    assert any("have not been fitted" in row["reason"] for row in rows)
    broken = exported(client, "broken")
    assert {row["broken"] for row in broken} == {"fragments", "positions", "clean", "nesting|functional_words"}


def test_groups_are_made_by_answer_by_bands_and_by_hand(laboratory):
    def sizes(**given):
        groups = JudgeGroups.read(laboratory, given)
        assert JudgeGroups.from_json(groups.as_json()) == groups
        names = list(groups.of(laboratory).values())
        return {name: names.count(name) for name in names}

    assert list(sizes(question="native_language").values()) == [8, 8]
    assert sizes(question="age", bands="30, 50") == {"below 30": 4, "30 to 49": 6, "50 or more": 6}
    assert sizes(judges="J01 J02") == {"chosen": 2, "others": 14}


@pytest.mark.parametrize(
    ("given", "field", "words"),
    [
        ({"question": "shoe_size"}, "question", "native_language, age"),
        ({"question": "native_language", "bands": "30"}, "bands", "a number"),
        ({"question": "age", "bands": "thirty"}, "bands", "whole numbers"),
        ({"judges": "J99"}, "judges", "J99"),
    ],
)
def test_groups_that_cannot_be_made_are_refused(laboratory, client_of, meera, given, field, words):
    with pytest.raises(Refused, match=words) as refused:
        JudgeGroups.read(laboratory, given)
    assert refused.value.field == field
    answer = client_of(meera).post(f"{ADDRESS}fit/", {"criterion": "usage", **given}, follow=True)
    assert words in answer.content.decode()


def test_a_study_without_violations_says_what_to_draw(study, client_of, meera):
    page = client_of(meera).get(f"/studies/{study.slug}/results/constraints/").content.decode()
    assert "matched pairs by constraint" in page


def test_a_study_without_ratings_waits_for_them(client_of, meera):
    empty = make_study(meera, models_chosen=["EC0"])
    page = client_of(meera).get(f"/studies/{empty.slug}/results/constraints/").content.decode()
    assert "from the first ratings on" in page
    assert "matched pairs by constraint" not in page


def test_a_few_judges_are_told_that_it_is_about_them_alone(meera, client_of):
    constraint_study(meera, judges=6, pairs=6)
    client = client_of(meera)
    fitted(client)
    page = page_of(client)
    assert "Breaking positions of EC0 costs" in page
    assert "This holds for these judges only." in page


def test_small_groups_and_one_judge_get_a_reason(meera, client_of):
    constraint_study(meera, judges=1, pairs=6)
    client = client_of(meera)
    fitted(client, question="native_language")
    page = page_of(client)
    assert "one judge only" in page
    assert "two groups of at least 8 judges each are needed" in page


def test_a_cost_that_does_not_outlast_holms_correction_is_not_said_to_be_one():
    cost = {"constraint": "positions", "points": Figure(0.6, 0.1, 1.1), "these_judges": False}
    ((words, _),) = said_of({"theory": "EC0", "costs": [cost | {"p_holm": 0.08}]})
    assert "beside the other constraints no cost can be told" in words
    ((words, _),) = said_of({"theory": "EC0", "costs": [cost | {"points": Figure(-0.1, -0.37, 0.52), "p_holm": 0.9}]})
    assert "costs −0.10 points of the scale (95 % interval −0.37 to 0.52)" in words
