"""Planning a study: how often a cost worth finding is found, how exactly it is known then, and what judges give for it.

Studies are simulated from the model that will be fitted (`costs.simulated`). Ratings are then analysed by a linear
mixed model with the same effects (`linear_mixed`), which takes milliseconds where the full one takes a good part of a
second and decides alike (`benchmarks.planning_agreement`); choices by the analysis of the site itself.
"""
