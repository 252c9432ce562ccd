"""What a plan finds, in no time."""

import pytest

from evaluation.services.planning import study_power
from evaluation.statistics.planning.plans import Plan
from evaluation.statistics.planning.power import Power, Share


@pytest.fixture(autouse=True)
def few_studies(monkeypatch):
    """Enough to see that it works."""
    monkeypatch.setattr("evaluation.services.planning.of_study.STUDIES", 12)


@pytest.fixture
def finds(monkeypatch):
    """``finds(0.3)``: what is simulated from now on finds its effect in 30 of 100 studies."""

    def set_power(share: float) -> None:
        def planned(asked, advance):
            found, none = Share(round(100 * share), 100), Share(0, 100)
            return Plan(asked, Power(asked.design, found, found, none, 0.5, 0.5, 0))

        monkeypatch.setattr(study_power, "planned", planned)

    return set_power
