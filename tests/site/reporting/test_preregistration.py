"""A plan frozen before the first rating, and what became different since."""

from __future__ import annotations

import hashlib
import json
import zipfile

import pytest
from django.urls import reverse

from evaluation.models import AuditEntry, Criterion
from evaluation.services import exports, reporting, studies
from evaluation.services.errors import Refused
from evaluation.services.rating.participation import withdraw
from evaluation.services.results.selection import Selection, exclude, save_selection
from tests.site.factories import COMPARISON, make_participation, rate_all

pytestmark = pytest.mark.django_db


def found(study) -> dict[str, tuple[str, str]]:
    study.refresh_from_db()
    return {each.what: (each.planned, each.now) for each in reporting.deviations(study)}


def test_the_hash_is_over_the_plan_as_anybody_can_compute_it(frozen):
    stored = reporting.preregistration_of(frozen)
    plan = json.loads(stored.json_text())["plan"]
    written = json.dumps(plan, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert hashlib.sha256(written.encode()).hexdigest() == stored.sha256
    assert AuditEntry.objects.get(action="study.preregistered").details["sha256"] == stored.sha256


def test_a_study_that_goes_as_planned_has_no_deviations(frozen):
    assert found(frozen) == {}
    rate_all(frozen, "a", "b")
    frozen.state = "closed"
    frozen.save()
    assert found(frozen) == {}


def test_more_or_fewer_judges_are_told(frozen):
    rate_all(frozen, "a")
    assert found(frozen) == {}, "more may come while it is open"
    frozen.state = "closed"
    frozen.save()
    assert found(frozen)["Number of judges"] == ("2", "1 (1 fewer); judges left out are not counted")
    rate_all(frozen, "b", "c")
    assert found(frozen)["Number of judges"][1].startswith("3 (1 more)")


def test_rules_exclusions_criteria_sentences_and_the_comparison_are_told(frozen, meera):
    rate_all(frozen, "a", "b")
    save_selection(study=frozen, selection=Selection(too_fast_ms=500), actor=meera)
    exclude(what=frozen.participations.first(), reason="slept", actor=meera)
    exclude(what=frozen.items.first(), reason="a typing mistake", actor=meera)
    Criterion.objects.filter(study=frozen, key="usage").update(cut=4)
    frozen.items.filter(number=2).update(text="Another text")
    frozen.refresh_from_db()
    reporting.change_comparison(
        study=frozen, actor=meera, comparison=reporting.Comparison("fluency", "EC0", "ML0", "lower")
    )
    said = found(frozen)
    assert said["Which ratings count"][1] == "Judges whose median answer took less than 500 milliseconds do not count."
    assert said["Judges left out by hand"] == ("none", "1: slept")
    assert said["Sentences left out by hand"] == ("none", "1: a typing mistake")
    assert said["Criterion usage"][0].endswith("accepted from 3")
    assert said["Criterion usage"][1].endswith("accepted from 4")
    assert "their texts or conditions differ" in said["Sentences"][1]
    assert said["Comparison"] == ("EC0 is rated higher than ML0 (usage).", "EC0 is rated lower than ML0 (fluency).")
    assert reporting.planned_comparison(frozen).criterion == "fluency"


def test_declared_groups_are_part_of_the_plan_and_others_a_deviation(planned, meera):
    planned.judge_groups = {"question": "age", "edges": [30], "judges": []}
    planned.save()
    reporting.freeze(study=planned, actor=meera, comparison=COMPARISON, target_judges=2)
    assert "Groups of judges\n- age (30)\n" in reporting.preregistration_of(planned).text()
    assert found(planned) == {}
    planned.judge_groups = {}
    planned.save()
    assert found(planned) == {"Groups of judges": ("age (30)", "none declared")}


def test_a_plan_frozen_without_a_word_on_groups_has_no_deviation_in_them(frozen):
    del frozen.preregistration["plan"]["groups"]
    frozen.judge_groups = {"question": "age", "edges": [], "judges": []}
    frozen.save()
    assert "Groups of judges" not in found(frozen)


def test_going_back_to_the_frozen_comparison_is_no_deviation(frozen, meera):
    rate_all(frozen, "a", "b")
    other = reporting.Comparison("fluency", "EC0", "ML0")
    reporting.change_comparison(study=frozen, actor=meera, comparison=other)
    reporting.change_comparison(study=frozen, actor=meera, comparison=COMPARISON)
    assert found(frozen) == {}


def test_a_plan_that_was_tampered_with_is_told(frozen):
    frozen.preregistration["plan"]["target_judges"] = 20
    frozen.save()
    assert "The plan itself" in found(frozen)


def test_nothing_is_frozen_after_the_first_rating_or_before_the_sentences_are_there(planned, meera):
    def freeze(**more):
        chosen = {"comparison": COMPARISON, "target_judges": 2} | more
        reporting.freeze(study=planned, actor=meera, **chosen)

    for wrong, field in (
        ({"target_judges": 0}, "target_judges"),
        ({"comparison": reporting.Comparison("beauty", "EC0", "ML0")}, "criterion"),
        ({"comparison": reporting.Comparison("usage", "EC0", "XX")}, "second"),
        ({"comparison": reporting.Comparison("usage", "EC0", "EC0")}, "second"),
        ({"comparison": reporting.Comparison("usage", "EC0", "ML0", "nicer")}, "expected"),
        ({"hypothesis": "x" * 5001}, "hypothesis"),
    ):
        with pytest.raises(Refused) as refused:
            freeze(**wrong)
        assert refused.value.field == field
    planned.drawn_at = None
    planned.save()
    with pytest.raises(Refused, match="not been drawn"):
        freeze()
    rate_all(planned, "a")
    with pytest.raises(Refused, match="have been rated"):
        freeze()
    with pytest.raises(Refused, match="No plan"):
        reporting.change_comparison(study=planned, actor=meera, comparison=COMPARISON)


def test_the_page_freezes_shows_and_hands_out_the_plan(planned, meera, client_of):
    client = client_of(meera)
    address = reverse("preregistration", args=[planned.slug])
    assert "Freeze the plan" in client.get(reverse("study-page", args=[planned.slug])).content.decode()
    chosen = {"first": "EC0", "second": "ML0", "criterion": "usage", "expected": "higher", "target_judges": 2}
    assert "two different ones" in client.post(address, chosen | {"second": "EC0"}).content.decode()
    client.post(address, chosen | {"hypothesis": "<b>bold</b>"})
    planned.refresh_from_db()
    stored = reporting.preregistration_of(planned)
    page = client.get(address).content.decode()
    assert stored.sha256 in page
    assert "&lt;b&gt;bold" in page
    assert stored.sha256 in client.get(reverse("study-page", args=[planned.slug])).content.decode()
    text = client.get(reverse("preregistration-file", args=[planned.slug, "txt"])).content.decode()
    assert "EC0 is rated higher than ML0 (usage)." in text
    assert client.get(reverse("preregistration-file", args=[planned.slug, "json"])).json() == stored.as_json()
    assert client.get(reverse("preregistration-file", args=[planned.slug, "pdf"])).status_code == 404

    rate_all(planned, "a", "b", "c")
    page = client.get(address).content.decode()
    assert "1 more" in page
    client.post(address, {"first": "ML0", "second": "EC0", "criterion": "usage", "expected": "different"})
    assert "ML0 is rated differently from EC0 (usage)." in client.get(address).content.decode()


def test_a_study_rated_without_a_plan_says_so(planned, meera, client_of):
    rate_all(planned, "a")
    page = client_of(meera).get(reverse("preregistration", args=[planned.slug])).content.decode()
    assert "no plan was frozen before" in page
    assert client_of(meera).get(reverse("preregistration-file", args=[planned.slug, "txt"])).status_code == 404


def test_plan_and_deviations_are_in_the_zip(frozen, tmp_path):
    rate_all(frozen, "a", "b", "c")
    exports.export_zip(study=frozen, target=tmp_path / "study.zip")
    with zipfile.ZipFile(tmp_path / "study.zip") as opened:
        assert json.loads(opened.read("preregistration/plan.json"))["plan"]["target_judges"] == 2
        assert b"EC0 is better." in opened.read("preregistration/plan.txt")
        assert json.loads(opened.read("preregistration/deviations.json"))[0]["what"] == "Number of judges"


def test_a_copy_has_no_frozen_plan(frozen, meera):
    assert studies.duplicate(study=frozen, actor=meera).preregistration is None


def test_after_every_rating_was_withdrawn_the_plan_still_cannot_be_frozen_anew(frozen, meera, client_of):
    rate_all(frozen, "a")
    judge = frozen.participations.get()
    withdraw(judge)
    assert not frozen.ratings.exists()
    with pytest.raises(Refused, match="have been rated"):
        reporting.freeze(study=frozen, actor=meera, comparison=COMPARISON, target_judges=3)
    page = client_of(meera).get(reverse("preregistration", args=[frozen.slug])).content.decode()
    assert "target_judges" not in page


def test_whoever_withdraws_before_rating_does_not_hinder_the_plan(planned, meera, asha):
    withdraw(make_participation(planned, asha))
    reporting.freeze(study=planned, actor=meera, comparison=COMPARISON, target_judges=3)
    assert reporting.preregistration_of(planned) is not None
