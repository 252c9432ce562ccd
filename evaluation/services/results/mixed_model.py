"""The cumulative link mixed model of a study's ratings, fitted in the background.

`rating ~ cell + (1 | judge) + (1 | pair / sentence)`, a cell being exactly which models generate a sentence, and the
same with the phenomena of a sentence in place of its cell. Terms that others already say are named and left out;
where the ratings part completely along a term its Wald test is not given; the same model is fitted for each cut of the
scale, so that a reader sees whether the odds are proportional. The job keeps its answer together with what it was
computed from, so that the page can say when ratings have come in since.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from evaluation.models import Criterion, Job, JobState, Study, User
from evaluation.services import audit
from evaluation.services.errors import Refused
from evaluation.services.jobs import Progress, enqueue, job_kind
from evaluation.services.results.rated_items import RatedItems, rated_items
from evaluation.services.results.rating_arrays import last_change
from evaluation.services.results.selection import Selection
from evaluation.statistics.clmm import (
    Design,
    Estimate,
    Fit,
    condition_columns,
    fit,
    independent_columns,
    likelihood_ratio,
)
from evaluation.statistics.figure import Figure, Floats
from evaluation.statistics.permutation import holm

KIND = "mixed_model"
STEPS = 3
# Above that, fitting once more for each point of the scale takes too long.
MOST_FOR_CUTS = 50_000


def start(*, study: Study, criterion: Criterion, actor: User | None) -> Job:
    """Fit in the background; the job that is still at it, if there is one."""
    if criterion.study_id != study.pk:
        raise Refused(_("This criterion belongs to another study."), field="criterion")
    waiting = _jobs(study, criterion).filter(state__in=[JobState.WAITING, JobState.RUNNING]).first()
    if waiting:
        return waiting
    audit.record(actor, "study.mixed_model", study, slug=study.slug, criterion=criterion.key)
    title = _("Mixed model of “%(study)s”, %(criterion)s") % {"study": study.name, "criterion": criterion}
    return enqueue(kind=KIND, title=title, owner=actor, study=study.pk, criterion=criterion.pk)


def latest(study: Study, criterion: Criterion) -> dict[str, Any] | None:
    """The last answer, with `is_current`: whether nothing has changed since."""
    job = _jobs(study, criterion).filter(state=JobState.DONE).order_by("-pk").first()
    if job is None:
        return None
    answer: dict[str, Any] = job.result
    return answer | {"is_current": answer.get("data") == data_stamp(study)}


def _jobs(study: Study, criterion: Criterion) -> QuerySet[Job]:
    return Job.objects.filter(kind=KIND, arguments__study=study.pk, arguments__criterion=criterion.pk)


def data_stamp(study: Study) -> str:
    """What an answer depends on besides the ratings' values: their number, the last change, the selection."""
    changed = last_change(study)
    return f"{study.ratings.count()} {changed.isoformat() if changed else '-'} {Selection.of(study).as_json()}"


@job_kind(KIND)
def run(progress: Progress, study: int, criterion: int) -> dict[str, Any]:
    row, scale = Study.objects.get(pk=study), Criterion.objects.get(pk=criterion)
    progress.start(STEPS, _("Fitting"))
    stamp, selection = data_stamp(row), Selection.of(row)
    rated = rated_items(row, selection, scale)
    bare = fit(design(rated, np.zeros((len(rated.ratings), 0)), []))
    progress.advance()
    x, names = _conditions(rated)
    fitted, aliased = _fitted(rated, x, names)
    by_condition = _report(bare, fitted, aliased) | {"contrasts": _contrasts(rated, fitted)}
    by_condition["by_cut"] = _by_cut(rated, x, names) if isinstance(fitted, Fit) and not aliased else []
    progress.advance()
    by_phenomenon = _report(bare, *_fitted(rated, *_phenomena(rated)))
    progress.advance()
    return {
        "data": stamp,
        "selection": selection.as_json(),
        "criterion": scale.key,
        "condition": by_condition,
        "phenomena": by_phenomenon,
        "address": reverse("results-comparison", args=[row.slug]) + f"?criterion={scale.key}#mixed-model",
    }


def design(rated: RatedItems, x: Floats, names: list[str]) -> Design:
    """Sentences without a pair of their own are each a pair by themselves."""
    facts = {item.pk: item for item in rated.items}
    items = [rated.ratings.item_labels[place] for place in rated.ratings.items]
    return Design(
        values=rated.ratings.values.tolist(),
        x=x,
        names=names,
        judges=rated.ratings.judges.tolist(),
        pairs=[facts[item].pair or f"item {item}" for item in items],
        sentences=items,
    )


def _conditions(rated: RatedItems) -> tuple[Floats, list[str]]:
    facts = {item.pk: item.cell for item in rated.items}
    return condition_columns([facts[rated.ratings.item_labels[place]] for place in rated.ratings.items])


def _phenomena(rated: RatedItems) -> tuple[Floats, list[str]]:
    """One column per phenomenon; those that say what others already say are named and left out later."""
    facts = {item.pk: item.phenomena for item in rated.items}
    given = [facts[rated.ratings.item_labels[place]] for place in rated.ratings.items]
    names = sorted({name for found in given for name in found})
    columns = [[name in found for found in given] for name in names]
    return np.array(columns, dtype=np.float64).T.reshape(len(given), len(names)), names


def _fitted(rated: RatedItems, x: Floats, names: list[str]) -> tuple[Fit | Figure, list[str]]:
    """The fit, and the names of the terms that others already say."""
    columns, kept, aliased = independent_columns(x, names)
    if not kept:
        return Figure.undefined(_("There is nothing to compare: all rated sentences are alike in this.")), aliased
    return fit(design(rated, columns, kept)), aliased


def _by_cut(rated: RatedItems, x: Floats, names: list[str]) -> list[dict[str, Any]]:
    """The same model of "this point or more" for each point: proportional odds mean like estimates at all of them."""
    if len(rated.ratings) > MOST_FOR_CUTS or not names:
        return []
    whole, found = design(rated, x, names), []
    for point in rated.ratings.points[1:]:
        one = fit(replace(whole, values=(rated.ratings.values >= point).tolist()))
        if isinstance(one, Fit):
            found.append({"cut": float(point), "coefficients": [_as_json(each) for each in one.coefficients]})
    return found


def _report(bare: Fit | Figure, fitted: Fit | Figure, aliased: list[str]) -> dict[str, Any]:
    """The fitted model as plain JSON, or the reason why there is none."""
    if isinstance(fitted, Figure):
        return {"reason": fitted.reason}
    if isinstance(bare, Figure):
        return {"reason": bare.reason}
    test = likelihood_ratio(fitted, bare)
    return {
        "coefficients": [_as_json(estimate) for estimate in fitted.coefficients],
        "thresholds": [_as_json(estimate) for estimate in fitted.thresholds],
        "sigmas": fitted.sigmas,
        "groups": fitted.groups,
        "ratings": fitted.ratings,
        "log_likelihood": fitted.log_likelihood,
        "aic": fitted.aic,
        "converged": fitted.converged,
        "aliased": aliased,
        "separated": fitted.separated,
        "likelihood_ratio_p": test.value,
        "degrees_of_freedom": test.n,
    }


def _contrasts(rated: RatedItems, fitted: Fit | Figure) -> list[dict[str, Any]]:
    """Every two conditions, with Holm's correction."""
    if isinstance(fitted, Figure):
        return []
    names = sorted(rated.cells)
    found = [(a, b, fitted.contrast(a, b)) for a, b in combinations(names, 2)]
    adjusted = holm([1.0 if estimate.is_separated else estimate.p for _a, _b, estimate in found])
    return [
        {"first": a, "second": b, **_as_json(estimate), "p_holm": p}
        for (a, b, estimate), p in zip(found, adjusted, strict=True)
    ]


def _as_json(estimate: Estimate) -> dict[str, Any]:
    low, high = (float("nan"), float("nan")) if estimate.is_separated else estimate.interval()
    numbers = {
        "value": estimate.value,
        "error": estimate.error,
        "low": low,
        "high": high,
        "z": estimate.z,
        "p": float("nan") if estimate.is_separated else estimate.p,
    }
    # JSON knows no nan: a parameter on the edge of what is possible has no error.
    return {"name": estimate.name} | {key: None if np.isnan(value) else value for key, value in numbers.items()}
