"""The logistic mixed model of preferences between two conditions, fitted in the background.

For each two conditions that were put against each other: does a judge choose the first?
`glmer(chosen ~ stood first + (1 | judge) + (1 | pair), family = binomial)`, where `stood first` is 1/2 or -1/2. The
intercept is the preference for the first condition, in logits, wherever it stands. "Both alike" is left out.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from evaluation.models import ALIKE, FIRST, Job, JobState, Study, User
from evaluation.services import audit
from evaluation.services.jobs import Progress, enqueue, job_kind
from evaluation.services.results.choices.made import TURNED, Choice, Choices
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
    """The last answer, with `is_current`: whether nothing has changed since."""
    job = _jobs(study).filter(state=JobState.DONE).order_by("-pk").first()
    if job is None:
        return None
    answer: dict[str, Any] = job.result
    return answer | {"is_current": answer.get("data") == data_stamp(study)}


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
    """The choices between each two conditions, as preferences for the first of them."""
    made: dict[tuple[str, str], list[tuple[Choice, int, bool]]] = defaultdict(list)
    for choice in choices.made:
        first, second = (choices.sentences[pk].condition for pk in (choice.first, choice.second))
        if choice.value != ALIKE and first != second:
            is_turned = first > second
            value = TURNED[choice.value] if is_turned else choice.value
            key = (second, first) if is_turned else (first, second)
            made[key].append((choice, value, choice.is_swapped == is_turned))
    return {key: _preferences(choices, made[key]) for key in sorted(made)}


def _preferences(choices: Choices, made: list[tuple[Choice, int, bool]]) -> Preferences:
    sides = np.array([0.5 if stood_first else -0.5 for _choice, _value, stood_first in made])
    return Preferences(
        chosen=[int(value == FIRST) for _choice, value, _side in made],
        x=np.column_stack((np.ones(len(made)), sides)),
        names=NAMES,
        judges=[choice.judge for choice, _value, _side in made],
        pairs=[choices.sentences[choice.first].pair or f"couple {choice.couple}" for choice, _value, _side in made],
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
