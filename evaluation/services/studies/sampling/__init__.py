"""Sampling: which sentences a study asks about, drawn from a seed, picked by hand or imported."""

from evaluation.services.studies.sampling.methods import MOST_PER_PAIR, SamplingMethod, checked_choices
from evaluation.services.studies.sampling.study_sample import PAIRS_DRAWN_AT_ONCE, SampleSummary, draw, request_drawing

__all__ = [
    "MOST_PER_PAIR",
    "PAIRS_DRAWN_AT_ONCE",
    "SampleSummary",
    "SamplingMethod",
    "checked_choices",
    "draw",
    "request_drawing",
]
