"""Sampling: which sentences a study asks about, drawn from a seed, picked by hand or imported."""

from evaluation.services.studies.sampling.draw_study import PAIRS_DRAWN_AT_ONCE, SampleSummary, draw, request_drawing
from evaluation.services.studies.sampling.methods import MOST_PER_PAIR, SamplingMethod, checked_choices

__all__ = [
    "MOST_PER_PAIR",
    "PAIRS_DRAWN_AT_ONCE",
    "SampleSummary",
    "SamplingMethod",
    "checked_choices",
    "draw",
    "request_drawing",
]
