"""The logistic mixed model of preferences between two models, parts of one or conditions, fitted in the background.

For each contrast (`opposed` says of which choices): does a judge choose its first side?
`glmer(chosen ~ stood first + (1 | judge) + (1 | pair), family = binomial)`, where `stood first` is 1/2 or -1/2. The
intercept is the preference for the first side, in logits, wherever it stands. "Both alike" is left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from evaluation.models import ALIKE, FIRST, Job, JobState, Study, User
from evaluation.services import audit
from evaluation.services.jobs import Progress, enqueue, job_kind
from evaluation.services.results.choices.made import Choices
from evaluation.services.results.choices.opposed import Sided, by_contrast
from evaluation.services.results.mixed_model import data_stamp
from evaluation.services.results.selection import Selection
from evaluation.statistics.figure import Figure
from evaluation.statistics.logistic_mixed import Coefficient, LogisticFit, Preferences, fit_preferences
from evaluation.statistics.permutation import holm

KIND = "choice_model"
NAMES = ("preference", "stood first")


def start(*, study: Study, actor: User | None) -> Job:
    """Fit in the background; the job that is still at it, if there is one."""
    waiting = _jobs(study).filter(state__in=[JobState.WAITING, JobState.RUNNING]).first()
    if waiting:
        return waiting
    audit.record(actor, "study.choice_model", study, slug=study.slug)
    title = _("Mixed model of the choices of “%s”") % study.name
    return enqueue(kind=KIND, title=title, owner=actor, study=study.pk)


def latest(study: Study) -> dict[str, Any] | None:
    """The last answer, with `is_current`: whether nothing has changed since, nor what is put against each other."""
    job = _jobs(study).filter(state=JobState.DONE).order_by("-pk").first()
    if job is None:
        return None
    answer: dict[str, Any] = job.result
    return answer | {"is_current": answer.get("data") == data_stamp(study) and _has_contrasts_of(study, answer)}


def _has_contrasts_of(study: Study, answer: Mapping[str, Any]) -> bool:
    """What is put against each other may be another than when it was fitted, as when sets have been counted since."""
    fitted = {(one["first"], one["second"]) for one in answer["contrasts"]}
    return fitted == set(preferences(Choices(study, Selection.of(study))))


def _jobs(study: Study) -> QuerySet[Job]:
    return Job.objects.filter(kind=KIND, arguments__study=study.pk)


@job_kind(KIND)
def run(progress: Progress, study: int) -> dict[str, Any]:
    row = Study.objects.get(pk=study)
    stamp, selection = data_stamp(row), Selection.of(row)
    found = preferences(Choices(row, selection))
    progress.start(len(found), _("Fitting"))
    contrasts = []
    for (first, second), data in found.items():
        contrasts.append({"first": first, "second": second} | _report(fit_preferences(data)))
        progress.advance()
    return {
        "data": stamp,
        "selection": selection.as_json(),
        "contrasts": _with_holm(contrasts),
        "address": reverse("results-choices", args=[row.slug]) + "#mixed-model",
    }


def preferences(choices: Choices) -> dict[tuple[str, str], Preferences]:
    """The decided choices of each contrast, as preferences for its first side."""
    decided = {names: [one for one in made if one.value != ALIKE] for names, made in by_contrast(choices).items()}
    return {names: _preferences(choices, made) for names, made in decided.items() if made}


def _preferences(choices: Choices, made: list[Sided]) -> Preferences:
    sides = np.array([0.5 if one.stood_first else -0.5 for one in made])
    return Preferences(
        chosen=[int(one.value == FIRST) for one in made],
        x=np.column_stack((np.ones(len(made)), sides)),
        names=NAMES,
        judges=[one.choice.judge for one in made],
        pairs=[choices.sentences[one.choice.first].pair or f"couple {one.choice.couple}" for one in made],
    )


def _report(fitted: LogisticFit | Figure) -> dict[str, Any]:
    """The fit as plain JSON, or the reason why there is none."""
    if isinstance(fitted, Figure):
        return {"reason": fitted.reason}
    return {
        "coefficients": [_as_json(each) for each in fitted.coefficients],
        "judge_sigma": fitted.judge_sigma,
        "pair_sigma": fitted.pair_sigma,
        "log_likelihood": fitted.log_likelihood,
        "choices": fitted.choices,
        "judges": fitted.judges,
        "pairs": fitted.pairs,
    }


def _as_json(estimate: Coefficient) -> dict[str, Any]:
    low, high = estimate.interval()
    return {
        "name": estimate.name,
        "value": estimate.value,
        "error": estimate.error,
        "low": low,
        "high": high,
        "p": estimate.p,
        "share": float(1 / (1 + np.exp(-estimate.value))),
    }


def _with_holm(contrasts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The preferences' p-values corrected for how many there are."""
    fitted = [each for each in contrasts if "coefficients" in each]
    for each, p in zip(fitted, holm([each["coefficients"][0]["p"] for each in fitted]), strict=True):
        each["p_holm"] = p
    return contrasts
