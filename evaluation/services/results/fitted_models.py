"""The cumulative link mixed models of a criterion's ratings, by cell and by phenomenon, as plain JSON for the page.

Terms that others already say are named and left out. Where the ratings part completely along a term its Wald test is
not given, but the likelihood ratio of the same model without the difference. The model is fitted for each cut of the
scale too, so that a reader sees whether the odds are proportional.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
from django.utils.translation import gettext as _

from evaluation.models import Study
from evaluation.services.results.contrasts import declared_models, only_words
from evaluation.services.results.phenomena import other_properties
from evaluation.services.results.rated_items import ItemFacts, RatedItems
from evaluation.statistics.clmm import (
    Estimate,
    Fit,
    condition_columns,
    fit,
    independent_columns,
    likelihood_ratio,
)
from evaluation.statistics.design import Design
from evaluation.statistics.figure import Figure, Floats
from evaluation.statistics.permutation import holm
from evaluation.statistics.sentence_shares import share_of_sentences

# Above that, fitting once more for each point of the scale takes too long.
MOST_FOR_CUTS = 50_000
# Sentences times the square of the judges' effects: above that judges have no slopes, and the page says so.
AFFORDABLE_SLOPES = 2e9
# Of an estimate.
NUMBERS = ("value", "error", "low", "high", "t", "p")
SEPARATED = "separated"
# So many separated contrasts have a likelihood ratio of their own: each costs a fit.
MOST_SEPARATED = 6


def by_cell(rated: RatedItems, study: Study, cut: int | None) -> dict[str, Any]:
    if rated.ratings.judge_count == 1:
        return of_one_judge()
    cells = [item.cell for item in _of_ratings(rated)]
    x, names = condition_columns(cells)
    levels = sorted(set(cells))
    slopes = np.array([[cell == level for level in levels] for cell in cells], dtype=np.float64)
    whole = design(rated, x, names, conditions=cells, slopes=_affordable(rated, slopes))
    fitted, aliased = _fitted(whole)
    if isinstance(fitted, Figure):
        return {"reason": fitted.reason}
    bare = fit(replace(whole, x=np.zeros((len(cells), 0)), names=[]))
    if isinstance(bare, Figure):
        return {"reason": bare.reason}
    ratios = _Separated(whole, fitted)
    return _report(bare, fitted, aliased, tested="cell") | {
        "declared": _with_holm([ratios.between(*sides) | names for sides, names in _declared(rated, study)]),
        "contrasts": _with_holm([ratios.between({a: 1.0}, {b: 1.0}) for a, b in combinations(levels, 2)]),
        "by_cut": [] if aliased else _by_cut(whole),
        "sentence_shares": _sentence_shares(fitted, levels, cut),
        "for_these_sentences": not rated.has_drawn,
    }


def by_phenomenon(rated: RatedItems) -> dict[str, Any]:
    """Phenomena beside switch points and cell; only what those do not say already is tested."""
    if rated.ratings.judge_count == 1:
        return of_one_judge()
    items = _of_ratings(rated)
    names = sorted({name for item in items for name in item.phenomena})
    having = np.array([[name in item.phenomena for name in names] for item in items], dtype=np.float64)
    having = having.reshape(len(items), len(names))
    others = other_properties(items) if items else np.zeros((0, 0))
    # As `other_properties` has them.
    other_names = ["switch points", *sorted({item.cell for item in items})[1:]] if items else []
    x, kept, aliased = independent_columns(np.hstack([others, having]), [*other_names, *names])
    tested = [place for place, name in enumerate(kept) if name in names]
    if not tested:
        return {"reason": _("there is nothing to compare: all rated sentences are alike in this")}
    slopes = _affordable(rated, x[:, tested] - 0.5)
    whole = design(rated, x, kept, slopes=slopes)
    fitted = fit(whole)
    adjusting = [place for place in range(len(kept)) if place not in tested]
    bare = fit(replace(whole, x=x[:, adjusting], names=[kept[place] for place in adjusting]))
    if isinstance(fitted, Figure) or isinstance(bare, Figure):
        return {"reason": fitted.reason if isinstance(fitted, Figure) else bare.reason}  # type: ignore[union-attr]
    report = _report(bare, fitted, [name for name in aliased if name in names], tested="phenomenon")
    ratios, rows = _Separated(whole, fitted), [row for row in report["coefficients"] if row["name"] in names]
    report["coefficients"] = _with_holm([ratios.tested(row, {row["name"]: 1.0}) for row in rows])
    return report


def design(
    rated: RatedItems,
    x: Floats,
    names: Sequence[str],
    *,
    conditions: Sequence[str] | None = None,
    slopes: Floats | None = None,
) -> Design:
    """Sentences without a pair of their own are each a pair by themselves."""
    items = _of_ratings(rated)
    return Design(
        values=rated.ratings.values.tolist(),
        x=x,
        names=names,
        judges=rated.ratings.judges.tolist(),
        pairs=[item.pair or f"item {item.pk}" for item in items],
        sentences=[item.pk for item in items],
        conditions=conditions,
        slopes=slopes,
    )


def of_one_judge() -> dict[str, Any]:
    """What stands in place of a fit."""
    return {"reason": _("one judge rated these sentences, so nothing follows for other judges")}


def _of_ratings(rated: RatedItems) -> list[ItemFacts]:
    """The sentence of each rating."""
    facts = {item.pk: item for item in rated.items}
    return [facts[rated.ratings.item_labels[place]] for place in rated.ratings.items]


def _affordable(rated: RatedItems, slopes: Floats) -> Floats | None:
    effects = rated.ratings.judge_count * (1 + slopes.shape[1])
    return slopes if rated.ratings.item_count * effects**2 <= AFFORDABLE_SLOPES else None


def _fitted(whole: Design) -> tuple[Fit | Figure, list[str]]:
    """The fit, and the names of the terms that others already say."""
    columns, kept, aliased = independent_columns(whole.x, whole.names)
    if not kept:
        return Figure.undefined(_("there is nothing to compare: all rated sentences are alike in this")), aliased
    return fit(replace(whole, x=columns, names=kept)), aliased


Weights = Mapping[str, float]


def _declared(rated: RatedItems, study: Study) -> list[tuple[tuple[Weights, Weights], dict[str, str]]]:
    """What only one and only the other of two declared models generates: their cells, by rated sentences, and names."""
    found: list[tuple[tuple[Weights, Weights], dict[str, str]]] = []
    for first, second in declared_models(study):
        sides = _shares(rated, first, second), _shares(rated, second, first)
        if all(sides):
            found.append((sides, {"first": only_words(first, second), "second": only_words(second, first)}))
    return found


def _shares(rated: RatedItems, first: str, second: str) -> dict[str, float]:
    counts: dict[str, float] = {}
    for item in rated.items:
        if item.is_of_models and first in item.memberships and second not in item.memberships:
            counts[item.cell] = counts.get(item.cell, 0.0) + 1
    return {cell: count / sum(counts.values()) for cell, count in counts.items()}


class _Separated:
    """Where the ratings part along a contrast of a fit: the likelihood ratio of the same model without it."""

    def __init__(self, whole: Design, fitted: Fit) -> None:
        self.whole, self.fitted, self.left = whole, fitted, MOST_SEPARATED

    def between(self, first: Weights, second: Weights) -> dict[str, Any]:
        """One or several cells compared with others."""
        contrast = {cell: first.get(cell, 0.0) - second.get(cell, 0.0) for cell in {*first, *second}}
        row = _as_json(self.fitted.combination("", contrast))
        return self.tested(row, contrast) | {"first": next(iter(first)), "second": next(iter(second))}

    def tested(self, row: dict[str, Any], contrast: Weights) -> dict[str, Any]:
        if row["p"] is not None or not self.left:
            return row
        self.left -= 1
        without = fit(without_contrast(self.whole, contrast))
        p = None if isinstance(without, Figure) else likelihood_ratio(self.fitted, without).value
        return row | {"p": p, "by_likelihood_ratio": True}


def without_contrast(whole: Design, contrast: Weights) -> Design:
    """The model in which the weighed sum of these coefficients is 0: one column is said by the others."""
    weights = np.array([contrast.get(name, 0.0) for name in whole.names])
    said = int(np.argmax(np.abs(weights)))
    x = whole.x - np.outer(whole.x[:, said], weights / weights[said])
    return replace(
        whole, x=np.delete(x, said, axis=1), names=[name for name in whole.names if name != whole.names[said]]
    )


def _with_holm(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """One family; a test that could not be made counts as not significant."""
    adjusted = holm([1.0 if row["p"] is None else row["p"] for row in rows])
    return [row | {"p_holm": None if row["p"] is None else p} for row, p in zip(rows, adjusted, strict=True)]


def _by_cut(whole: Design) -> list[dict[str, Any]]:
    """The same model of "this point or more" for each point: proportional odds mean like estimates at all of them."""
    if len(whole.values) > MOST_FOR_CUTS:
        return []
    found = []
    for point in np.unique(np.asarray(whole.values))[1:]:
        one = fit(replace(whole, values=(np.asarray(whole.values) >= point).tolist()))
        if isinstance(one, Fit):
            found.append({"cut": float(point), "coefficients": [_as_json(each) for each in one.coefficients]})
    return found


def _sentence_shares(fitted: Fit, levels: Sequence[str], cut: int | None) -> list[dict[str, Any]]:
    """The share of each cell's sentences whose true mean reaches the cut: secondary, and an estimate of the model."""
    if cut is None:
        return []
    shares = {level: share_of_sentences(fitted, level, cut) for level in levels}
    return [{"cell": level, "share": share.value, "reason": share.reason} for level, share in shares.items()]


def _report(bare: Fit, fitted: Fit, aliased: list[str], *, tested: str) -> dict[str, Any]:
    test = likelihood_ratio(fitted, bare)
    names = {"judge:slope": f"judge:{tested}", "pair:condition": f"pair:{tested}"}
    return {
        "coefficients": [_as_json(estimate) for estimate in fitted.coefficients],
        "thresholds": [_as_json(estimate) for estimate in fitted.thresholds],
        "sigmas": {names.get(name, name): sigma for name, sigma in fitted.sigmas.items()},
        "groups": {names.get(name, name): size for name, size in fitted.groups.items()},
        "ratings": fitted.ratings,
        "log_likelihood": fitted.log_likelihood,
        "aic": fitted.aic,
        "converged": fitted.converged,
        "aliased": aliased,
        "separated": fitted.separated,
        "slopes": "judge:slope" in fitted.sigmas,
        "likelihood_ratio_p": test.value,
        "degrees_of_freedom": test.n,
    }


def _as_json(estimate: Estimate) -> dict[str, Any]:
    """`t` is Student's, with judges - 1 degrees of freedom; no number but a reason where ratings part completely."""
    if estimate.is_separated:
        return {"name": estimate.name, **dict.fromkeys(NUMBERS), "reason": SEPARATED}
    low, high = estimate.interval()
    numbers = zip(NUMBERS, (estimate.value, estimate.error, low, high, estimate.t, estimate.p), strict=True)
    # JSON knows no nan: a parameter on the edge of what is possible has no error.
    return {"name": estimate.name} | {key: None if np.isnan(value) else value for key, value in numbers}
