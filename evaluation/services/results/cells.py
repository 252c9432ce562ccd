"""Cells: the sentences that exactly these models generate and no others, named ``EC1 & ML2 only``.

A sentence is in one cell, whichever model it was drawn for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from evaluation.services.studies.sampling.condition_words import is_model

ONLY, NONE = " only", "none of the models"


def cell_words(memberships: Iterable[str], models: Sequence[str]) -> str:
    """
    >>> cell_words({"ML2", "EC1"}, ["EC0", "EC1", "ML2"]), cell_words((), ["EC0"])
    ('EC1 & ML2 only', 'none of the models')
    """
    names = [name for name in models if name in set(memberships)]
    return " & ".join(names) + ONLY if names else NONE


def models_of_cell(words: str) -> list[str]:
    """The models of a cell; none if these are not the words of one.

    >>> models_of_cell("EC1 & ML2 only"), models_of_cell("EC1"), models_of_cell("adults only")
    (['EC1', 'ML2'], [], [])
    """
    names = words.removesuffix(ONLY).split(" & ") if words.endswith(ONLY) else []
    return names if all(is_model(name) for name in names) else []
