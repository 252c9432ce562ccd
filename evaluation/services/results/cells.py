"""Cells: the sentences that exactly these models generate and no others, named ``EC1 & ML2 only``.

A sentence is in one cell, whichever model it was drawn for; tables, contrasts and models all ask here which. One that
was not drawn by chance stands for no others, so its cell is what it was chosen as (`by_condition`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db.models import Q

from evaluation.models import ItemKind, Study
from evaluation.services.studies.sampling.condition_words import is_model
from evaluation.services.studies.sampling.methods import PICKED

ONLY, NONE = " only", "none of the models"


def cell_words(memberships: Iterable[str], models: Sequence[str]) -> str:
    """`models`: those of the study, in their order; where it has none, the sentence's own.

    >>> cell_words({"ML2", "EC1"}, ["EC0", "EC1", "ML2"]), cell_words((), ["EC0"])
    ('EC1 & ML2 only', 'none of the models')
    """
    generating = set(memberships)
    names = [name for name in models or sorted(generating) if name in generating]
    return " & ".join(names) + ONLY if names else NONE


def models_of_cell(words: str) -> list[str]:
    """The models of a cell; none if these are not the words of one.

    >>> models_of_cell("EC1 & ML2 only"), models_of_cell("EC1"), models_of_cell("adults only")
    (['EC1', 'ML2'], [], [])
    """
    names = words.removesuffix(ONLY).split(" & ") if words.endswith(ONLY) else []
    return names if all(is_model(name) for name in names) else []


def by_condition(study: Study) -> Q:
    """The sentences whose cell is what they were chosen as, not the models that generate them.

    One that was picked, matched or imported and drawn as well is in the cell of its models. Where nothing was drawn
    sentences are told apart by their models all the same, but for those from elsewhere, of matches and controls.
    """
    not_drawn = Q(probability=None) & ~Q(condition="")
    if study.items.filter(probability__isnull=False).exists():
        return not_drawn
    return not_drawn & (~Q(source="") | Q(match__isnull=False) | Q(kind=ItemKind.CONTROL))


def given() -> Q:
    """Sentences that were picked, matched or imported, also those that were drawn as well."""
    of_match = Q(match__isnull=False) & (Q(condition__endswith=" broken") | Q(condition__endswith=" kept"))
    return Q(probability=None) | ~Q(source="") | Q(condition=PICKED) | of_match
