"""The tables `constraints` (what breaking each costs) and `broken` (what each sentence breaks).

Costs by the model are those of the last fit, which a researcher starts on the page of constraints, and by group those
of the last fit for each way of grouping judges, declared groups first; `current` says whether the data are the same.
The paired answer is computed anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evaluation.models import Criterion, Item
from evaluation.services.exports.cells import Cells, p_value, rounded
from evaluation.services.exports.columns import Column, flag, number, signature_column, text, whole
from evaluation.services.exports.study_data import StudyData
from evaluation.services.exports.table import Row, Table
from evaluation.services.results.constraints import costs
from evaluation.services.results.constraints.as_json import figure
from evaluation.services.results.constraints.matches import MatchedConstraint, paired_answers
from evaluation.services.results.constraints.material import material_of

QUANTITIES = ("cost_logits", "cost_points", "cost_logits_without_switches", "paired_points", "partner_preferred")
NOT_FITTED = "the costs have not been fitted: start that on the page of constraints"


def columns(data: StudyData) -> Sequence[Column]:
    return [
        text("criterion", "The scale", required=True, enum=[criterion.key for criterion in data.criteria]),
        text("theory", "Whose constraint it is", required=True),
        text("constraint", "What is broken", required=True),
        text("group", "The group of judges; empty: all"),
        text("grouped_by", "The question or judges that the groups were made by"),
        flag("declared", "Whether its groups were declared before opening; empty: no groups", required=False),
        text("quantity", "What is estimated; docs/methods.md explains each", required=True, enum=QUANTITIES),
        text("context", "What else is broken on both sides, joined by +; empty: nothing"),
        number("value", "The estimate: positive where breaking it makes ratings worse; a share of judges' choices"),
        number("low", "The lower end of its 95 % interval"),
        number("high", "The upper end of its 95 % interval"),
        number("error", "The standard error of a cost in logits", minimum=0),
        number("p", "The p value of no cost", minimum=0, maximum=1),
        number("p_holm", "The same by Holm over the constraints of the theory", minimum=0, maximum=1),
        flag("these_judges", "Whether it holds for these judges only"),
        whole("sentences", "How many sentences that break it (matched: matches) it rests on", minimum=0),
        whole("pairs", "How many sentence pairs", minimum=0),
        whole("judges", "How many judges", minimum=0),
        whole("ratings", "How many ratings", minimum=0),
        text("reason", "Why there is no estimate or no interval"),
        flag("current", "Whether the data are as they were when it was computed"),
        signature_column(),
    ]


def rows(data: StudyData, cells: Cells) -> Iterator[Row]:
    for criterion in data.criteria:
        material = material_of(data.study, data.selection, criterion)
        answers = costs.answers(data.study, criterion)
        found = costs.for_all_judges(answers)
        for one in paired_answers(material):
            yield from _paired(data, cells, criterion, one)
        for theory, constraints in material.theories.items():
            fitted = costs.of_theory(found, theory)
            if found is None or fitted is None:
                yield from (_unfitted(data, cells, criterion, theory, name) for name in constraints)
                continue
            for cost in fitted["costs"]:
                yield from _fitted(data, cells, criterion, theory, cost, found)
            for answer in costs.grouped(answers):
                by_group = (costs.of_theory(answer, theory) or {}).get("by_group") or {"costs": []}
                for cost in by_group["costs"]:
                    yield from _fitted(data, cells, criterion, theory, cost, answer)


def _fitted(
    data: StudyData, cells: Cells, criterion: Criterion, theory: str, cost: Mapping[str, Any], found: Mapping[str, Any]
) -> Iterator[Row]:
    figures = [("cost_logits", cost["logits"]), ("cost_points", cost["points"])]
    if cost["without_switches"]:
        figures.append(("cost_logits_without_switches", cost["without_switches"]))
    for quantity, one in figures:
        tested = quantity == "cost_logits"
        yield (
            cells.text(criterion.key),
            cells.text(theory),
            cells.text(cost["constraint"]),
            cells.text(cost["group"]),
            cells.text(found["groups"]["words"] if cost["group"] else ""),
            cells.flags[found["groups"].get("declared", False)] if cost["group"] else None,
            quantity,
            cells.text("+".join(cost["context"])),
            *(rounded(one[name]) for name in ("value", "low", "high")),
            rounded(cost["error"]) if tested else None,
            *(p_value(cost[name]) if tested else None for name in ("p", "p_holm")),
            cells.flags[cost["these_judges"]],
            *(cost[name] for name in ("sentences", "pairs", "judges", "ratings")),
            cells.text(one["reason"]),
            cells.flags[found["is_current"]],
            data.signature,
        )


def _paired(data: StudyData, cells: Cells, criterion: Criterion, one: MatchedConstraint) -> Iterator[Row]:
    answer = one.answer
    for quantity, found, p_values in (
        ("paired_points", answer.cost, (answer.p.value, one.p_holm)),
        ("partner_preferred", answer.preferred, (None, None)),
    ):
        plain = figure(found)
        yield (
            cells.text(criterion.key),
            cells.text(one.theory),
            cells.text(one.constraint),
            "",
            "",
            None,
            quantity,
            "",
            *(rounded(plain[name]) for name in ("value", "low", "high")),
            None,
            *map(p_value, p_values),
            cells.flags[True],
            answer.matches,
            answer.pairs,
            answer.judges_of_both if quantity == "partner_preferred" else None,
            found.n if quantity == "partner_preferred" else None,
            cells.text(found.reason),
            cells.flags[True],
            data.signature,
        )


def _unfitted(data: StudyData, cells: Cells, criterion: Criterion, theory: str, constraint: str) -> Row:
    named = (cells.text(criterion.key), cells.text(theory), cells.text(constraint), "", "", None, "cost_logits", "")
    nothing = (None,) * 6
    no = cells.flags[False]
    return (*named, *nothing, no, None, None, None, None, NOT_FITTED, no, data.signature)


COSTS = Table(
    "constraints",
    "One row per criterion, constraint, group of judges and quantity: what breaking it costs",
    columns,
    rows,
    key=("criterion", "theory", "constraint", "grouped_by", "group", "quantity"),
)


def broken_columns(_data: StudyData) -> Sequence[Column]:
    return [
        whole("sentence", "The sentence's number", required=True, minimum=1),
        text("pair", "The pair's name; empty: of none"),
        text("theory", "Whose constraints they are", required=True),
        text("broken", "The broken set, joined by +; several, each of which would excuse it, by |; clean: none"),
        flag("clear", "Whether there is exactly one broken set"),
        whole("switch_points", "How many switch points it has", minimum=0),
        whole("match", "The number of its matched pair; empty: of none", minimum=1),
        text("role", "In the matched pair", enum=("violator", "partner")),
        text("control", "A control with a known answer", enum=("fine", "bad", "l1", "l2")),
    ]


def broken_rows(data: StudyData, cells: Cells) -> Iterator[Row]:
    fields = ("number", "pair__external_id", "broken", "measures", "match", "control")
    found = Item.objects.sentences().filter(study=data.study).exclude(broken={}).order_by("number")
    for item, pair, broken, measures, match, control in found.values_list(*fields).iterator():
        for theory in (name for name in data.study.models_chosen if name in broken):
            family = broken[theory]
            yield (
                item,
                cells.text(pair or ""),
                cells.text(theory),
                "|".join("+".join(one) or "clean" for one in family) or "outside",
                cells.flags[len(family) == 1],
                measures.get("switch_points", 0),
                match["number"] if match else None,
                match["role"] if match else "",
                control,
            )


BROKEN = Table(
    "broken",
    "One row per sentence and theory: which constraints it breaks",
    broken_columns,
    broken_rows,
    key=("sentence", "theory"),
)
