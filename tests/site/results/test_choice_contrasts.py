"""Which choices are about which contrast: models by what only one of them generates, else conditions."""

import pytest

from evaluation.models import Job, JobState
from evaluation.services.exports.report import report_of
from evaluation.services.jobs import Progress
from evaluation.services.planning.comparisons import comparison_of
from evaluation.services.publications import snapshot
from evaluation.services.results import set_sizes
from evaluation.services.results.choices import mixed_model, preferences, scales
from evaluation.services.results.choices.made import Choices
from evaluation.services.results.choices.opposed import taking_part
from evaluation.services.results.mixed_model import data_stamp
from evaluation.services.results.selection import Selection
from evaluation.services.results.study_summary.findings import choice_findings
from tests.site.factories import choose, make_choice_study
from tests.site.files import csv_rows

JUDGES, PAIRS = 4, 2
TOLD = f"Choices that take part in a contrast: {PAIRS * JUDGES} of {6 * PAIRS * JUDGES}."


def only_ml0(sentence) -> bool:
    return sentence.memberships == ["ML0"]


def for_ml0(place, number: int) -> int:
    """What only ML0 generates, except the last judge; of two that are alike in this, the first."""
    first, second = place.item.members
    preferred = 2 if only_ml0(second) and not only_ml0(first) else 1
    return preferred if number < JUDGES - 1 else 3 - preferred


@pytest.fixture
def study(meera):
    """All couples of each pair's four sentences, of which each model generates one alone and both generate two."""
    study = make_choice_study(meera, pairs=PAIRS, sentences=4, couples={"design": "all"})
    study.items.filter(number__in=[3, 4, 7, 8]).update(memberships=["EC0", "ML0"])
    choose(study, for_ml0, judges=JUDGES)
    return study


def test_a_choice_is_about_two_models_if_each_generates_only_one_of_its_sentences(study):
    choices = Choices(study, Selection())
    (contrast,) = preferences.contrasts(choices)
    assert (contrast.first, contrast.second) == ("EC0 - ML0", "ML0 - EC0")
    assert (contrast.tally.first, contrast.tally.second) == (PAIRS, PAIRS * (JUDGES - 1))
    part = taking_part(choices)
    numbers = (part.part, part.same_models, part.one_within, part.same_condition)
    assert numbers == (PAIRS * JUDGES, PAIRS * JUDGES, 4 * PAIRS * JUDGES, 0)


def test_scale_and_mixed_model_rest_on_the_choices_of_the_contrast(study):
    choices = Choices(study, Selection())
    rows = scales.option_scale(choices).rows
    assert [(row.label, row.bradley_terry.n) for row in rows] == [("ML0", PAIRS * JUDGES), ("EC0", PAIRS * JUDGES)]
    ((names, data),) = mixed_model.preferences(choices).items()
    assert names == ("EC0 - ML0", "ML0 - EC0")
    assert sum(data.chosen) == preferences.contrasts(choices)[0].tally.first
    assert len(data.chosen) == PAIRS * JUDGES


def test_page_summary_paper_api_and_readers_say_the_same(study, client_of, meera):
    client, address = client_of(meera), f"/studies/{study.slug}/results/choices/"
    page = client.get(address).content.decode()
    assert TOLD in page
    assert "Scale: Models" in page
    assert "Scale: Conditions" not in page
    answer = client.get(f"/api/v1/studies/{study.slug}/choices/").json()["result"]
    assert [row["n"] for row in answer["contrasts"]] == [PAIRS * JUDGES]
    assert answer["taking_part"]["part"] == PAIRS * JUDGES
    assert TOLD in choice_findings(study, Selection()).left_out
    assert TOLD in report_of(study, Selection()).files["results.txt"]
    (row,) = snapshot.preferences_of(study, snapshot.StudyData(study, Selection()))
    assert (row["first"], row["n"], row["chosen"]) == ("EC0 - ML0", PAIRS * JUDGES, PAIRS)


def test_a_mixed_model_is_offered_only_where_something_is_contrasted(study, client_of, meera):
    def page() -> str:
        return client_of(meera).get(f"/studies/{study.slug}/results/choices/").content.decode()

    offered, nothing = "Fit the mixed model", "conditions, so there is nothing to fit."
    assert (offered in page(), nothing in page()) == (True, False)
    study.items.update(memberships=["EC0", "ML0"])
    assert (offered in page(), nothing in page()) == (False, True)


def test_every_exported_choice_has_its_contrast(study):
    rows = csv_rows(study, "choices")
    in_one = [row for row in rows if row["contrasts"]]
    assert len(in_one) == PAIRS * JUDGES
    for row in in_one:
        first, second = row["first_condition"], row["second_condition"]
        assert row["contrasts"] == f"{first} - {second} / {second} - {first}"
    assert sum(bool(row["contrasts"]) for row in csv_rows(study, "couples")) == PAIRS


def test_planning_counts_the_couples_that_contrast_two_models(study):
    found = comparison_of(study)
    assert (found.pairs, found.matches) == (PAIRS, 1)
    assert "EC0 but not ML0" in found.words


@pytest.mark.parametrize(
    ("fields", "names"),
    [
        ({"condition": "llm", "source": "llm", "probability": None}, ("EC0", "llm")),
        ({"condition": "control", "memberships": []}, ("EC0", "control")),
        ({"condition": "ML0: nesting broken", "match": {"number": 1}}, ("EC0", "ML0: nesting broken")),
    ],
)
def test_beside_what_was_chosen_for_its_condition_the_condition_counts(meera, fields, names):
    study = make_choice_study(meera, pairs=PAIRS, sentences=2, couples={"design": "all"})
    study.items.filter(condition="ML0").update(**{"memberships": ["EC0", "ML0"]} | fields)
    choose(study, lambda _place, number: 1 + number % 2, judges=JUDGES)
    (contrast,) = preferences.contrasts(Choices(study, Selection()))
    assert (contrast.first, contrast.second) == names
    assert contrast.tally.n == PAIRS * JUDGES


def test_regions_are_cells_already(meera):
    study = make_choice_study(meera, pairs=PAIRS, sentences=2, couples={"design": "all"})
    study.items.filter(condition="ML0").update(condition="EC0 & ML0", memberships=["EC0", "ML0"])
    study.items.filter(condition="EC0").update(condition="EC0 - ML0")
    choose(study, lambda _place, number: 1 + number % 2, judges=JUDGES)
    choices = Choices(study, Selection())
    (contrast,) = preferences.contrasts(choices)
    assert (contrast.first, contrast.second) == ("EC0 & ML0", "EC0 - ML0")
    assert taking_part(choices).words == ""


# -- One model within another ----------------------------------------------------------------------------------------


@pytest.fixture
def nested(meera):
    """Of each pair's four sentences ML1 generates all and ML2 two: judges but the last prefer those of both."""
    study = make_choice_study(meera, pairs=PAIRS, couples={"design": "all"}, models_chosen=["ML1", "ML2"])
    for place, (condition, models) in enumerate([("ML1", ["ML1"]), ("ML2", ["ML1", "ML2"])]):
        study.items.sentences().filter(number__in=range(place + 1, 9, 2)).update(
            condition=condition, memberships=models
        )
    choose(study, for_both, judges=JUDGES)
    return study


def for_both(place, number: int) -> int:
    preferred = 1 if "ML2" in place.item.members[0].memberships else 2
    return preferred if number < JUDGES - 1 else 3 - preferred


OPPOSED = 4 * PAIRS * JUDGES


def test_what_both_generate_is_compared_with_what_only_the_larger_model_generates(nested):
    choices = Choices(nested, Selection())
    (contrast,) = preferences.contrasts(choices)
    assert (contrast.first, contrast.second) == ("ML1 & ML2", "ML1 - ML2")
    assert (contrast.tally.first, contrast.tally.second) == (OPPOSED * 3 // 4, OPPOSED // 4)
    part = taking_part(choices)
    assert (part.made, part.part, part.same_models, part.one_within) == (6 * PAIRS * JUDGES, OPPOSED, OPPOSED // 2, 0)
    ((names, data),) = mixed_model.preferences(choices).items()
    assert (names, len(data.chosen), sum(data.chosen)) == (("ML1 & ML2", "ML1 - ML2"), OPPOSED, contrast.tally.first)
    assert scales.option_scale(choices).reason == "the choices are about two parts of one model"


def test_everybody_is_told_of_the_two_parts(nested, client_of, meera):
    client = client_of(meera)
    page = client.get(f"/studies/{nested.slug}/results/choices/").content.decode()
    assert "ML2 lies within ML1, by the counted sets of the study&#x27;s pairs: what both generate is compared" in page
    assert "both ML1 and ML2" in page
    answer = client.get(f"/api/v1/studies/{nested.slug}/choices/").json()["result"]
    assert answer["nested"] == [{"smaller": "ML2", "larger": "ML1", "is_counted": True}]
    assert [row["n"] for row in answer["contrasts"]] == [OPPOSED]
    (verdict,) = choice_findings(nested, Selection()).verdicts
    assert "that both ML1 and ML2 generate" in verdict.words
    assert "ML1 but not ML2" in comparison_of(nested).words
    told = {row["contrasts"] for row in csv_rows(nested, "choices")}
    assert told == {"", "ML1 & ML2 / ML1 - ML2", "ML1 - ML2 / ML1 & ML2"}


def test_a_fit_from_before_the_parts_were_compared_is_not_the_current_one(nested):
    answer = mixed_model.run(Progress(), study=nested.pk) | {"contrasts": []}
    Job.objects.create(
        kind=mixed_model.KIND, arguments={"study": nested.pk}, state=JobState.DONE, title="Fit", result=answer
    )
    assert not mixed_model.latest(nested)["is_current"]


def test_a_third_model_is_compared_beside_them_in_one_family(nested):
    nested.items.filter(number__in=[4, 8]).update(condition="EC0", memberships=["EC0"])
    choices = Choices(nested, Selection())
    found = {(one.first, one.second): one.tally.n for one in preferences.contrasts(choices)}
    assert found == {
        ("EC0 - ML1", "ML1 - EC0"): 3 * PAIRS * JUDGES,
        ("EC0 - ML2", "ML2 - EC0"): PAIRS * JUDGES,
        ("ML1 & ML2", "ML1 - ML2"): 2 * PAIRS * JUDGES,
    }
    assert {row.label for row in scales.option_scale(choices).rows} == {"EC0", "ML1", "ML2"}
    tested = [one for one in preferences.contrasts(choices) if one.p.value is not None]
    smallest = min(tested, key=lambda one: one.p.value)
    assert smallest.p_holm == pytest.approx(min(1, len(tested) * smallest.p.value))


def test_counted_sets_say_that_a_model_does_not_lie_within_another_whatever_was_drawn(nested):
    for before, name in (("ML1", "ML0"), ("ML2", "EC0")):
        nested.items.filter(condition=before).update(condition=name)
    nested.items.filter(condition="ML0").update(memberships=["ML0"])
    nested.items.filter(condition="EC0").update(memberships=["EC0", "ML0"])
    nested.models_chosen = ["EC0", "ML0"]
    nested.save()
    assert Choices(nested, Selection()).nested == []
    assert taking_part(Choices(nested, Selection())).one_within == OPPOSED


def test_where_sets_are_not_counted_the_drawn_sentences_say_it(nested, monkeypatch):
    monkeypatch.setattr(set_sizes, "PAIRS_AT_ONCE", 0)
    (one,) = Choices(nested, Selection()).nested
    assert not one.is_counted
    assert "as far as the study's sentences show" in one.words


def test_a_fit_by_what_sentences_were_drawn_for_is_not_the_current_one(study):
    answer = mixed_model.run(Progress(), study=study.pk)
    job = Job.objects.create(
        kind=mixed_model.KIND, arguments={"study": study.pk}, state=JobState.DONE, title="Fit", result=answer
    )
    assert mixed_model.latest(study)["is_current"]
    job.result = {"data": data_stamp(study), "contrasts": [{"first": "EC0", "second": "ML0"}]}
    job.save()
    assert not mixed_model.latest(study)["is_current"]
