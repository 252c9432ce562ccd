"""Planning studies: how many judges and sentences it takes, simulated in the background."""

from evaluation.services.planning.of_study import StudyPlan, plan_of
from evaluation.services.planning.pilots import pilots_of
from evaluation.services.planning.plans import plan_or_none, plans_of, recent_plans, start
from evaluation.services.planning.study_power import doubts, open_study, power_job, start_power

__all__ = [
    "StudyPlan",
    "doubts",
    "open_study",
    "pilots_of",
    "plan_of",
    "plan_or_none",
    "plans_of",
    "power_job",
    "recent_plans",
    "start",
    "start_power",
]
