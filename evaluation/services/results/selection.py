"""What counts: the choice, the choice applied to a study, and the deeds that change it, under one name."""

from evaluation.services.results.choice import Selection
from evaluation.services.results.counting import Counting, Exclusion, exclusions
from evaluation.services.results.deeds import exclude, include, save_selection

__all__ = ["Counting", "Exclusion", "Selection", "exclude", "exclusions", "include", "save_selection"]
