"""Eight designs against R, which simulates and fits them by itself (data/planning_reference.R wrote the numbers)."""

import json
from pathlib import Path

import pytest

from evaluation.statistics.costs.simulated import Spreads
from evaluation.statistics.planning.design import LOGITS, PlannedStudy
from evaluation.statistics.planning.power import power

REFERENCE = json.loads((Path(__file__).parent / "data" / "planning_reference.json").read_text())
# Of the share that is found, simulated here.
MONTE_CARLO_ERROR = 0.01


# With every change the two quickest designs are simulated: one with an effect and one without.
OFTEN = {"small", "nothing"}
EVERY_DESIGN = [pytest.param(name, marks=[] if name in OFTEN else pytest.mark.slow) for name in REFERENCE]


@pytest.mark.parametrize("name", EVERY_DESIGN)
def test_a_design_finds_its_cost_as_often_as_in_r(name):
    """Within 3 points; the width of the interval, which is known better, within 2 %."""
    expected = REFERENCE[name]
    sizes = {field: expected[field] for field in ("judges", "pairs", "matches", "each", "dropout")}
    spreads = Spreads(**expected["spreads"])
    design = PlannedStudy(effect=expected["cost"], unit=LOGITS, scale=6, spreads=spreads, **sizes)
    studies = round(expected["found"] * (1 - expected["found"]) / MONTE_CARLO_ERROR**2)
    found = power(design, studies=studies, seed=16)
    assert found.found.value == pytest.approx(expected["found"], abs=0.03)
    assert found.width == pytest.approx(expected["width"], rel=0.02)
