"""The mixed model of a study: slopes, declared contrasts, separation, and what is left out."""

import re

import numpy as np
import pytest
from django.template.loader import render_to_string
from scipy import stats

from evaluation.services.results import fitted_models
from evaluation.services.results.fitted_models import by_cell, by_phenomenon, design, without_contrast
from evaluation.services.results.rated_items import ItemFacts, RatedItems
from evaluation.statistics.clmm import condition_columns, fit
from evaluation.statistics.rating_table import Ratings

CELLS = ({"EC1"}, {"ML0"}, {"EC1", "ML0"})
PLACES = (0.8, -0.4, 0.3)


class TwoModels:
    """As much of a study as declares what is compared."""

    models_chosen = ("EC1", "ML0")
    choices = ()


def simulated_study(*, always_best=None, seed=3, judges=8):
    """Eight pairs, three cells of two sentences each, all rated by all judges; a cell may be best for everybody."""
    rng = np.random.default_rng(seed)
    items, rows = [], []
    slopes = rng.normal(0, 0.6, (judges, 3))
    for number in range(48):
        cell, pair = number % 3, number // 6
        level = PLACES[cell] + rng.normal(0, 0.7)
        for judge in range(judges):
            score = int(np.searchsorted([-2, -1, 0, 1, 2], level + slopes[judge, cell] + rng.logistic()))
            best = always_best == cell
            rows.append((number + 1, judge, 5 if best else min(score, 4) if always_best is not None else score))
        items.append((number + 1, frozenset(CELLS[cell]), pair + 1, number % 2 == 0))
    ratings = Ratings.of(*zip(*rows, strict=True))
    facts = [
        ItemFacts(
            pk=pk,
            condition="",
            cell=" & ".join(sorted(models)) + " only",
            memberships=models,
            pair=pair,
            probability=0.5,
            phenomena=frozenset({"pronoun"} if pronoun else {"noun"}),
            switch_points=1 + pk % 4,
        )
        for pk, models, pair, pronoun in items
    ]
    return RatedItems(ratings, facts)


def test_judges_have_slopes_and_the_declared_contrast_comes_first():
    found = by_cell(simulated_study(), TwoModels(), 3)
    assert found["converged"]
    assert found["slopes"]
    assert set(found["sigmas"]) == {"sentence", "pair:cell", "pair", "judge", "judge:cell"}
    (declared,) = found["declared"]
    assert (declared["first"], declared["second"]) == ("EC1 - ML0", "ML0 - EC1")
    assert declared["value"] > 0
    assert declared["t"] == pytest.approx(declared["value"] / declared["error"])
    assert declared["p"] == pytest.approx(2 * stats.t.sf(declared["t"], 8 - 1))
    assert declared["p_holm"] == declared["p"]
    assert len(found["contrasts"]) == 3
    assert [one["cut"] for one in found["by_cut"]] == [1, 2, 3, 4, 5]


@pytest.fixture
def no_cuts(monkeypatch):
    """Without a fit for each point of the scale, which takes most of the time."""
    monkeypatch.setattr(fitted_models, "MOST_FOR_CUTS", 0)


def test_the_share_of_sentences_that_reach_the_cut_needs_a_cut(no_cuts):
    data = simulated_study(judges=5)
    shares = {one["cell"]: one["share"] for one in by_cell(data, TwoModels(), 3)["sentence_shares"]}
    assert shares["EC1 only"] > shares["ML0 only"]
    assert by_cell(data, TwoModels(), None)["sentence_shares"] == []


def test_shares_of_sentences_above_everything_that_was_scored_say_why_there_are_none(no_cuts):
    found = by_cell(simulated_study(judges=5), TwoModels(), 6)
    page = " ".join(render_to_string("results/fit.html", {"fit": found}).split())
    assert "ML0 only: – (no judgement reached the cut, so the model knows no place for it)" in page


def test_where_ratings_part_completely_the_likelihood_ratio_is_given(no_cuts):
    found = by_cell(simulated_study(always_best=0), TwoModels(), 3)
    assert found["separated"]
    assert not found["converged"]
    (declared,) = found["declared"]
    assert declared["by_likelihood_ratio"]
    assert declared["p"] < 0.001
    assert {declared[name] for name in ("value", "error", "low", "high", "t")} == {None}
    assert declared["reason"] == "separated"


def test_shares_of_sentences_of_a_separated_model_say_why_there_are_none(no_cuts):
    found = by_cell(simulated_study(always_best=0, judges=5), TwoModels(), 3)
    assert {one["share"] for one in found["sentence_shares"]} == {None}
    page = " ".join(render_to_string("results/fit.html", {"fit": found}).split())
    assert "ML0 only: – (separated: ratings part completely, so the model knows no places of sentences)" in page


def test_a_cut_at_which_ratings_part_completely_has_no_estimate_and_says_so():
    found = by_cell(simulated_study(always_best=0, judges=5), TwoModels(), 3)
    last = found["by_cut"][-1]
    assert last["cut"] == 5
    assert {(one["value"], one["error"], one["reason"]) for one in last["coefficients"]} == {(None, None, "separated")}
    page = render_to_string("results/fit.html", {"fit": found})
    table = page[page.index("The same model for each cut") :]
    assert ">separated</td>" in table
    shown = [abs(float(number.replace("−", "-"))) for number in re.findall(r"−?\d+\.\d+(?= ±)", table)]
    assert max(shown) < 10


def test_a_row_that_is_separated_has_words_in_place_of_numbers(no_cuts):
    found = by_cell(simulated_study(always_best=0, judges=5), TwoModels(), 3)
    page = " ".join(render_to_string("results/fit.html", {"fit": found}).split())
    assert '<td class="number">separated</td> <td class="number">–</td> <td>–</td>' in page


def test_the_ratings_of_one_judge_are_not_fitted():
    alone = simulated_study(judges=1)
    for found in (by_cell(alone, TwoModels(), 3), by_phenomenon(alone)):
        assert found == {"reason": "one judge rated these sentences, so nothing follows for other judges"}


class ThreeModels:
    """EC0 generates two cells that ML0 does not."""

    models_chosen = ("EC0", "ML0")
    choices = ()


def in_cells(data, *cells):
    """The same ratings, the three cells being generated by other models."""
    given = {frozenset(old): frozenset(new) for old, new in zip(CELLS, cells, strict=True)}
    items = [item._replace(memberships=given[item.memberships]) for item in data.items]
    return RatedItems(data.ratings, items)


def test_several_cells_that_part_from_another_have_the_likelihood_ratio_too(no_cuts):
    data = in_cells(simulated_study(always_best=1), {"EC0"}, {"ML0"}, {"EC0", "EC1"})
    (declared,) = by_cell(data, ThreeModels(), 3)["declared"]
    assert declared["by_likelihood_ratio"]
    assert declared["p"] < 0.01


def test_two_cells_alike_is_the_model_in_which_they_are_one(no_cuts):
    data = simulated_study()
    cells = [item.cell for item in fitted_models._of_ratings(data)]
    x, names = condition_columns(cells)
    alike = without_contrast(design(data, x, names), {"ML0 only": 1.0, names[0]: -1.0})
    merged, merged_names = condition_columns([names[0] if cell == "ML0 only" else cell for cell in cells])
    one, other = fit(alike), fit(design(data, merged, merged_names))
    assert one.log_likelihood == pytest.approx(other.log_likelihood, abs=1e-4)


def test_a_phenomenon_that_parts_the_ratings_has_the_likelihood_ratio():
    data = simulated_study()
    having = np.array([bool(item.phenomena & {"pronoun"}) for item in data.items])
    values = np.where(having[data.ratings.items], 5, np.minimum(data.ratings.values, 4))
    ratings = Ratings.of(data.ratings.items + 1, data.ratings.judges, values)
    (row,) = by_phenomenon(RatedItems(ratings, data.items))["coefficients"]
    assert row["by_likelihood_ratio"]
    assert row["low"] is None
    assert row["p"] < 0.001


def test_too_many_judges_have_no_slopes_and_the_report_says_so(no_cuts, monkeypatch):
    monkeypatch.setattr(fitted_models, "AFFORDABLE_SLOPES", 10)
    assert not by_cell(simulated_study(), TwoModels(), 3)["slopes"]


def test_phenomena_stand_beside_switch_points_and_cells_and_what_is_said_twice_is_named():
    found = by_phenomenon(simulated_study())
    assert [row["name"] for row in found["coefficients"]] == ["noun"]
    assert found["aliased"] == ["pronoun"]
    assert found["degrees_of_freedom"] == 1
    assert found["coefficients"][0]["p_holm"] == pytest.approx(found["coefficients"][0]["p"])


def test_one_cell_alone_has_nothing_to_compare():
    data = simulated_study()
    kept = [item for item in data.items if item.cell == "EC1 only"]
    inside = np.isin(data.ratings.items, [item.pk - 1 for item in kept])
    labels = np.array(data.ratings.item_labels)
    ratings = Ratings.of(labels[data.ratings.items[inside]], data.ratings.judges[inside], data.ratings.values[inside])
    found = by_cell(RatedItems(ratings, kept), TwoModels(), 3)
    assert found["reason"] == "there is nothing to compare: all rated sentences are alike in this"
    assert "alike in this.<" in render_to_string("results/fit.html", {"fit": found})
