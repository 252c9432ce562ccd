"""Sampling: which sentences a study asks about, drawn from a seed, picked by hand or imported.

`methods` has the ways of choosing; `populations` the set that each condition of a pair draws from; `matched` draws
matched pairs by constraint, and `available` counts them beforehand; `known_controls` makes controls; `draw_pair` draws
the sentences of one pair and `draw_study` those of all, and stores them with a `drawing_report` of what was left out;
`picked_and_imported` makes items of the rest; `condition_words` says in words what a sentence was drawn for.
"""

from evaluation.services.studies.sampling.available import request_counting
from evaluation.services.studies.sampling.condition_words import condition_words
from evaluation.services.studies.sampling.draw_study import PAIRS_DRAWN_AT_ONCE, SampleSummary, draw, request_drawing
from evaluation.services.studies.sampling.methods import MOST_PER_PAIR, SamplingMethod, checked_choices

__all__ = [
    "MOST_PER_PAIR",
    "PAIRS_DRAWN_AT_ONCE",
    "SampleSummary",
    "SamplingMethod",
    "checked_choices",
    "condition_words",
    "draw",
    "request_counting",
    "request_drawing",
]
