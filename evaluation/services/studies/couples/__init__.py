"""Couples: two sentences of one pair between which judges choose.

`designs` says which sentences stand beside each other, `making` stores them as items of the study, `sides` which of the
two stands first for whom, `asking` sets whether and how judges are asked.
"""

from evaluation.services.studies.couples.asking import CoupleSpec, set_couples
from evaluation.services.studies.couples.making import (
    CoupleDesign,
    CouplePlan,
    checked_design,
    condition_names,
    make_couples,
    plan_couples,
)

__all__ = [
    "CoupleDesign",
    "CouplePlan",
    "CoupleSpec",
    "checked_design",
    "condition_names",
    "make_couples",
    "plan_couples",
    "set_couples",
]
