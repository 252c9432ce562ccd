"""What a reader should know of figures that rest on few judges, in the words of pages, API and exports.

How often intervals and tests of few judges hold what they promise was simulated (docs/methods.md, *What the simulation
says*). Each function gives a sentence, or none where there are judges enough.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from evaluation.statistics.figure import Figure

# Below this number of judges the spread between them is known badly.
FEW_JUDGES = 5
# Up to this number intervals of agreement and of choices and tests of the mixed models are only about right.
ABOUT_RIGHT = 5


def about_intervals(judges: int) -> str:
    """Of means, shares and differences of models."""
    if not 0 < judges < FEW_JUDGES:
        return ""
    words = ngettext(
        "Only %d judge: nothing follows for other judges.",
        "Only %d judges: little is known of how judges differ, and intervals may be too narrow.",
        judges,
    )
    return words % judges


def about_agreement(judges: int, *figures: Figure) -> str:
    """Of α and ICC; `figures`: those that are shown, which may have no interval."""
    if judges > ABOUT_RIGHT or not any(figure.bounds for figure in figures):
        return ""
    return _(
        "With five judges or fewer the intervals of α and ICC are only about right: they are too short if judges "
        "differ strongly in how strict they are, and that of α is too wide if they hardly agree."
    )


def about_choices(judges: int) -> str:
    """Of shares of choices and places on a scale; of one judge there are no intervals."""
    if not 1 < judges <= ABOUT_RIGHT:
        return ""
    return _(
        "With five judges or fewer the intervals of shares and places are a little too short if judges lean strongly "
        "to different sides."
    )


def about_mixed_model(fitted: Mapping[str, Any] | None) -> str:
    """Of ratings; `fitted`: the last answer of `mixed_model`, if there is one."""
    parts = [fitted[name] for name in ("condition", "phenomena")] if fitted else []
    if not any(0 < part.get("groups", {}).get("judge", 0) <= ABOUT_RIGHT for part in parts):
        return ""
    return _(
        "With five judges or fewer the tests of the mixed model are too careful: that they find nothing does not mean "
        "that there is nothing."
    )


def about_choice_model(fitted: Mapping[str, Any] | None) -> str:
    """Of choices; `fitted`: the last answer of `choices.mixed_model`, if there is one."""
    contrasts = fitted["contrasts"] if fitted else []
    if not any(0 < one.get("judges", 0) <= ABOUT_RIGHT for one in contrasts):
        return ""
    return _(
        "With five judges or fewer the tests of the mixed model are only about right: too careful if judges hardly "
        "differ in what they prefer, a little too sure if they differ strongly."
    )
