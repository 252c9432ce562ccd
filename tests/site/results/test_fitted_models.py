"""The mixed model of a study: slopes, declared contrasts, separation, and what is left out."""

import numpy as np
import pytest

from evaluation.services.results import fitted_models
from evaluation.services.results.fitted_models import by_cell, by_phenomenon
from evaluation.services.results.rated_items import RatedItem, RatedItems
from evaluation.statistics.judge_consistency import z_scores
from evaluation.statistics.rating_table import Ratings

CELLS = ({"EC1"}, {"ML0"}, {"EC1", "ML0"})
PLACES = (0.8, -0.4, 0.3)


class TwoModels:
    """As much of a study as declares what is compared."""

    models_chosen = ("EC1", "ML0")
    choices = ()


def rated(*, always_best=None, seed=3, judges=8):
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
        RatedItem(
            pk=pk,
            condition="",
            cell=" & ".join(sorted(models)) + " only",
            memberships=models,
            pair=pair,
            probability=0.5,
            phenomena=frozenset({"pronoun"} if pronoun else {"noun"}),
            switch_points=1 + pk % 4,
            mean=float(ratings.item_means[place]),
            z=0.0,
        )
        for place, (pk, models, pair, pronoun) in enumerate(items)
    ]
    return RatedItems(ratings, z_scores(ratings.judges, ratings.values), facts)


def test_judges_have_slopes_and_the_declared_contrast_comes_first():
    found = by_cell(rated(), TwoModels(), 3)
    assert found["converged"]
    assert found["slopes"]
    assert set(found["sigmas"]) == {"sentence", "pair:cell", "pair", "judge", "judge:cell"}
    (declared,) = found["declared"]
    assert (declared["first"], declared["second"]) == ("EC1 - ML0", "ML0 - EC1")
    assert declared["value"] > 0
    assert declared["p_holm"] == declared["p"]
    assert len(found["contrasts"]) == 3
    assert [one["cut"] for one in found["by_cut"]] == [1, 2, 3, 4, 5]


@pytest.fixture
def no_cuts(monkeypatch):
    """Without a fit for each point of the scale, which takes most of the time."""
    monkeypatch.setattr(fitted_models, "MOST_FOR_CUTS", 0)


def test_the_share_of_sentences_that_reach_the_cut_needs_a_cut(no_cuts):
    data = rated(judges=5)
    shares = {one["cell"]: one["share"] for one in by_cell(data, TwoModels(), 3)["sentence_shares"]}
    assert shares["EC1 only"] > shares["ML0 only"]
    assert by_cell(data, TwoModels(), None)["sentence_shares"] == []


def test_where_ratings_part_completely_the_likelihood_ratio_is_given(no_cuts):
    found = by_cell(rated(always_best=0), TwoModels(), 3)
    assert found["separated"]
    assert not found["converged"]
    (declared,) = found["declared"]
    assert declared["by_likelihood_ratio"]
    assert declared["p"] < 0.001
    assert declared["low"] is None
    assert found["sentence_shares"] == []


def test_too_many_judges_have_no_slopes_and_the_report_says_so(no_cuts, monkeypatch):
    monkeypatch.setattr(fitted_models, "AFFORDABLE_SLOPES", 10)
    assert not by_cell(rated(), TwoModels(), 3)["slopes"]


def test_phenomena_stand_beside_switch_points_and_cells_and_what_is_said_twice_is_named():
    found = by_phenomenon(rated())
    assert [row["name"] for row in found["coefficients"]] == ["noun"]
    assert found["aliased"] == ["pronoun"]
    assert found["degrees_of_freedom"] == 1
    assert found["coefficients"][0]["p_holm"] == pytest.approx(found["coefficients"][0]["p"])


def test_one_cell_alone_has_nothing_to_compare():
    data = rated()
    kept = [item for item in data.items if item.cell == "EC1 only"]
    inside = np.isin(data.ratings.items, [item.pk - 1 for item in kept])
    labels = np.array(data.ratings.item_labels)
    ratings = Ratings.of(labels[data.ratings.items[inside]], data.ratings.judges[inside], data.ratings.values[inside])
    found = by_cell(RatedItems(ratings, data.z[inside], kept), TwoModels(), 3)
    assert found["reason"] == "There is nothing to compare: all rated sentences are alike in this."
