"""What counts: the choice, the choice applied to a study, and the deeds that change it, under one name."""

from evaluation.services.results.choice import Selection
from evaluation.services.results.deeds import exclude, include, save_selection
from evaluation.services.results.exclusions import Counting, Exclusion, exclusions

__all__ = ["Counting", "Exclusion", "Selection", "exclude", "exclusions", "include", "save_selection"]
