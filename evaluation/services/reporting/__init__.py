"""What a study says of itself to others: the plan frozen before the first rating, what became different, and the human
evaluation datasheet.
"""

from evaluation.services.reporting.deviations import Deviation, deviations
from evaluation.services.reporting.preregistration import (
    Comparison,
    Preregistration,
    change_comparison,
    freeze,
    planned_comparison,
    preregistration_of,
    was_ever_rated,
)

__all__ = [
    "Comparison",
    "Deviation",
    "Preregistration",
    "change_comparison",
    "deviations",
    "freeze",
    "planned_comparison",
    "preregistration_of",
    "was_ever_rated",
]
