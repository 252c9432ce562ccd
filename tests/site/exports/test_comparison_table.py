"""The table of comparisons holds what the page says, as counted and with nobody left out."""

import pytest

from evaluation.services.results.comparison import comparison
from evaluation.services.results.selection import Selection
from evaluation.statistics.figure import Figure
from evaluation.statistics.two_models import ModelDifference
from tests.site.files import csv_rows
from tests.site.results.rated_study import rated_study, usage

pytestmark = pytest.mark.django_db


@pytest.fixture
def compared(meera):
    return rated_study(meera, selection={"max_failed_percent": 0})


def of(rows, **wanted):
    return [row for row in rows if all(row[key] == value for key, value in wanted.items())]


def test_shares_and_verdicts_are_those_of_the_page_with_and_without_exclusions(compared):
    rows = of(csv_rows(compared, "comparison"), criterion="usage")
    found = comparison(compared, Selection.of(compared), usage(compared))
    for exclusions, one in (("as counted", found), ("nobody left out", found.without_exclusions)):
        for model in one.models:
            (row,) = of(rows, exclusions=exclusions, quantity="soundness", first=model.model)
            assert (float(row["value"]) if row["value"] else None) == pytest.approx(model.soundness.value, abs=1e-6)
            assert row["cut"] == "3"
        for two in one.pairs:
            (row,) = of(
                rows,
                exclusions=exclusions,
                quantity="difference_completeness",
                first=two.first,
                second=two.second,
            )
            assert row["verdict"] == two.difference.verdict
            assert row["margin"] == "0.1"
            assert row["reason"] == two.difference.completeness.reason


def test_without_exclusions_everything_stands_there_once(compared):
    compared.selection = {}
    assert {row["exclusions"] for row in csv_rows(compared, "comparison")} == {"as counted"}


def test_a_criterion_without_a_cut_has_means_and_says_why_there_are_no_shares(compared):
    compared.criteria.update(cut=None)
    rows = csv_rows(compared, "comparison")
    assert {row["cut"] for row in rows} == {""}
    assert {row["reason"] for row in of(rows, quantity="soundness")} == {"no cut was set for this criterion"}


def test_no_p_value_is_written_as_0(compared, monkeypatch):
    def surely_different(*_arguments, margin):
        one = Figure(-0.3, -0.4, -0.2, n=9)
        return ModelDifference(one, one, one, Figure(2.6956e-12, n=9), margin, "different")

    monkeypatch.setattr("evaluation.services.results.comparison.model_difference", surely_different)
    rows = of(csv_rows(compared, "comparison"), quantity="difference_completeness")
    assert {row["p"] for row in rows} == {"2.7e-12"}
