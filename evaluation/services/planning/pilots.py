"""Studies whose ratings say how much judges and sentences vary."""

from __future__ import annotations

import numpy as np
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from evaluation.models import Rating, Study, User
from evaluation.services.errors import Refused
from evaluation.services.results.constraints.material import Material, material_of
from evaluation.services.results.selection import Selection
from evaluation.statistics.clmm import Fit, fit
from evaluation.statistics.costs.fitting import fit_costs
from evaluation.statistics.costs.simulated import Spreads
from evaluation.statistics.design import Design
from evaluation.statistics.planning.pilot import upper_spreads


def pilots_of(user: User) -> QuerySet[Study]:
    """The studies somebody may see that have ratings."""
    rated = Rating.objects.filter(study=OuterRef("pk"))
    return Study.objects.visible_to(user).filter(Exists(rated)).order_by("name", "pk")


def spreads_of(study: Study) -> Spreads:
    """From the study's first scale: by the model of costs where it can be fitted, else without constraints."""
    criterion = study.criteria.scales().first()
    if criterion is None:
        raise Refused(_("“%s” has no scale, so its spreads are not known. Choose another pilot study.") % study)
    material = material_of(study, Selection.of(study), criterion)
    fitted = _with_costs(material) or _plain(material)
    if fitted is None:
        raise Refused(_("The ratings of “%s” are too few to know their spreads. Use the defaults.") % study)
    return upper_spreads(fitted)


def _with_costs(material: Material) -> Fit | None:
    for theory in material.theories:
        found = fit_costs(material.cost_data(theory).without_groups(), points=False).fitted
        if found is not None and found.converged:
            return found
    return None


def _plain(material: Material) -> Fit | None:
    """Judges, pairs and sentences alone; a sentence of no pair is a pair of its own."""
    ratings, sentences = material.ratings, material.sentences
    found = fit(
        Design(
            values=ratings.values.tolist(),
            x=np.zeros((len(ratings), 0)),
            names=[],
            judges=ratings.judges.tolist(),
            pairs=[sentences[item].pair or f"item {item}" for item in ratings.items.tolist()],
            sentences=ratings.items.tolist(),
        )
    )
    return found if isinstance(found, Fit) else None
