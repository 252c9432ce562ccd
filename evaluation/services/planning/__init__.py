"""Planning studies: how many judges and sentences it takes, simulated in the background."""

from evaluation.services.planning.pilots import pilots_of
from evaluation.services.planning.plans import plan_or_none, recent_plans, start

__all__ = ["pilots_of", "plan_or_none", "recent_plans", "start"]
