"""Controls whose answer is known: what they are, who rates them, and how well judges tell them apart."""

from __future__ import annotations

import pytest

from evaluation.models import Control, Design, Item, ItemKind
from evaluation.services import generation, studies
from evaluation.services.results.selection import Selection
from evaluation.services.results.tables import Tables
from evaluation.services.studies import allocation
from tests.site.factories import (
    make_item,
    make_participation,
    make_place,
    make_rating,
    make_study,
    person,
    redraw,
)
from tests.site.files import csv_rows

pytestmark = pytest.mark.django_db
CONTROLS = {"way": "known_controls", "count": 2}
THEORIES = ("EC0", "EC1", "ML0", "ML1", "ML2", "FHC", "AN")


def test_two_pairs_give_four_controls_each(draft):
    redraw(draft, CONTROLS, {"way": "uniform", "count": 1})
    controls = draft.items.filter(kind=ItemKind.CONTROL).select_related("pair")
    assert sorted(controls.values_list("control", flat=True)) == sorted(Control.values * 2)
    assert controls.values("pair").distinct().count() == 2
    for item in controls:
        sentence = generation.reading(item.pair, item.text)
        broken = generation.broken_sets(item.pair, sentence, THEORIES)
        if item.control == Control.BAD:
            assert all(family != ((),) for family in broken.values())
        else:
            assert all(family == ((),) for family in broken.values())
        assert item.condition == f"control: {item.control}"
        assert item.probability is None
    fine, bad = (controls.filter(control=control).order_by("pair") for control in (Control.FINE, Control.BAD))
    for one, other in zip(fine, bad, strict=True):
        assert 1 <= one.measures["switch_points"] <= other.measures["switch_points"]
    assert {item.text for item in controls.filter(control="l2")} <= {pair.l2_text for pair in draft.pairs.all()}


def test_the_same_seed_makes_the_same_controls(draft):
    first, again = ([item.text for item in drawn_controls(draft)] for _ in range(2))
    assert first == again


def drawn_controls(study) -> list[Item]:
    redraw(study, CONTROLS)
    return list(study.items.filter(kind=ItemKind.CONTROL))


def test_every_judge_rates_all_controls_whatever_the_design(draft):
    redraw(draft, CONTROLS, {"way": "uniform", "count": 2})
    draft.state, draft.design, draft.judges_per_item = "open", Design.BALANCED, 1
    draft.save()
    for number in range(2):
        judge = make_participation(draft, person(f"judge{number}", "judge"))
        allocation.ensure_places(judge)
        places = judge.places.order_by("order").values_list("item__kind", "seat")
        assert [kind for kind, _seat in places].count("control") == 8
        assert all(seat is None for kind, seat in places if kind == "control")
    assert studies.list_plan(draft).sentences == draft.items.rated().count()


def rated_controls(meera, asha):
    """asha accepts all six good controls and one of two bad ones."""
    study = make_study(meera, items=1)
    judge, usage = make_participation(study, asha), study.criteria.get(key="usage")
    kinds = [*["fine", "l1", "l2"] * 2, "bad", "bad"]
    for number, (control, value) in enumerate(zip(kinds, [5, 5, 4, 3, 4, 5, 4, 0], strict=True), start=10):
        item = make_item(study, number, kind=ItemKind.CONTROL, control=control, memberships=["EC0"], probability=None)
        make_rating(make_place(judge, item), usage, value)
    return study


def test_d_prime_is_on_the_judges_table_and_in_its_export(meera, asha, client_of):
    study = rated_controls(meera, asha)
    (row,) = Tables(study, Selection.of(study)).judges()
    # With half an answer added, 6.5 of 7 good and 1.5 of 3 bad ones.
    assert round(row.d_prime["usage"].value, 3) == 1.465
    assert row.d_prime["fluency"].reason == "no control was rated"
    page = client_of(meera).get(f"/studies/{study.slug}/results/judges/").content.decode()
    assert "d′ from controls" in page
    assert "1.47" in page
    (exported,) = csv_rows(study, "judges")
    assert round(float(exported["usage_d_prime"]), 3) == 1.465
    answer = client_of(meera).get(f"/api/v1/studies/{study.slug}/results/judges/").json()
    assert round(answer["results"][0]["about"]["d_prime"]["usage"]["value"], 3) == 1.465


def test_controls_are_no_part_of_the_results_about_models(meera, asha):
    study = rated_controls(meera, asha)
    tables = Tables(study, Selection.of(study))
    assert sum(row.summaries["usage"].n for row in tables.models("generates")) == 0
    assert set(tables.exclusions.items.values()) == {"control"}


def test_a_study_without_controls_has_no_column_for_them(meera, asha, client_of):
    study = make_study(meera, items=1)
    make_rating(make_place(make_participation(study, asha), study.items.get()), study.criteria.first(), 3)
    assert "d′" not in client_of(meera).get(f"/studies/{study.slug}/results/judges/").content.decode()
