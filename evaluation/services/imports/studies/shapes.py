"""The shapes that JSON of a study has: what a page reads later is there and of its kind, or the row is refused.

A shape is a type or several of them; ``[shape]``, a list of such; ``{"*": shape}``, an object with any names; or an
object with these names, of which those that end in ``?`` may be missing. Further names are let through.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import NoneType
from typing import Any

from evaluation.services.exports.study_rows.fields import wrong
from evaluation.services.results import mixed_model, set_sizes
from evaluation.services.results.choices import mixed_model as choice_model
from evaluation.services.results.constraints import costs
from evaluation.services.studies.questionnaire import KINDS, OPERATIONS, READY_MADE

Shape = Any
KEY = re.compile(r"[\w-]{1,100}")
NUMBER = (int, float)
MAYBE = (int, float, NoneType)


def check_shape(value: Any, shape: Shape, where: str, name: str) -> None:
    """``Refused`` names the file with its line, and the place within the row."""
    place = misfit(value, shape, name)
    if place:
        raise wrong(where, place)


def misfit(value: Any, shape: Shape, place: str = "") -> str:
    """Where the value is not of the shape; "" if it is.

    >>> misfit({"a": [1, "2"]}, {"a": [int], "b?": str}, "row"), misfit({"a": [True]}, {"a": [int]}, "row")
    ('row.a.2', 'row.a.1')
    """
    if isinstance(shape, list):
        return place if not isinstance(value, list) else _first(enumerate(value, start=1), shape[0], place)
    if not isinstance(shape, dict):
        kinds = shape if isinstance(shape, tuple) else (shape,)
        fits = isinstance(value, kinds) and (bool in kinds or object in kinds or not isinstance(value, bool))
        return "" if fits else place
    if not isinstance(value, dict):
        return place
    if "*" in shape:
        return _first(value.items(), shape["*"], place)
    for name, part in shape.items():
        known = name.removesuffix("?")
        if known not in value and name == known:
            return f"{place}.{known}"
        if known in value and (found := misfit(value[known], part, f"{place}.{known}")):
            return found
    return ""


def _first(parts: Any, shape: Shape, place: str) -> str:
    return next((found for name, part in parts if (found := misfit(part, shape, f"{place}.{name}"))), "")


# -- What a study asks -------------------------------------------------------------------------------

WORDS = {"*": str}
RULE = {"question": str, "op": str, "value": object}
QUESTION = {
    "key": str,
    "kind": str,
    "texts?": {"*": {"text?": str, "help?": str, "options?": WORDS, "labels?": WORDS}},
    **dict.fromkeys(("required?", "details?", "of_study?"), bool),
    **dict.fromkeys(("low?", "high?", "most?"), int),
    **{key: [str] for key in ("options?", "words?", "nonwords?")},
    **dict.fromkeys(("language?", "source?"), str),
    "condition?": dict,
}
GROUPS = {"question?": str, "edges?": [int], "judges?": [str]}
SETTINGS = {
    **{key: [str] for key in ("interface_languages?", "languages?", "models_chosen?")},
    "mark_reasons?": [{"key": str, "texts?": WORDS}],
    **dict.fromkeys(("instructions?", "consent?", "thanks?", "refusal?"), WORDS),
    "choices?": [{"way": str}],
    "eligibility?": {"rules?": [RULE], "languages?": bool},
    "judge_groups?": GROUPS,
    "datasheet?": {"*": {"text?": str, "option?": int}},
}
COMPARISON = dict.fromkeys(("criterion", "first", "second", "expected"), str)
PREREGISTRATION = {
    "frozen_at": str,
    "sha256": str,
    "comparison_now?": COMPARISON,
    "plan": {
        **dict.fromkeys(("name", "study", "core_version", "hypothesis"), str),
        **dict.fromkeys(("design", "eligibility", "exclusion_rules"), dict),
        "comparison": COMPARISON,
        "target_judges": int,
        "criteria": [{"key": str, "question": str, "low": int, "high": int, "cut": (int, NoneType)}],
        "questions": [str],
        "groups?": GROUPS,
        "sentences": {"kinds": dict, "conditions": dict, "pairs": int, "models_chosen": [str], "sha256": str},
    },
}


def check_settings(study: Mapping[str, Any], where: str) -> None:
    check_shape(study, SETTINGS, where, "study")
    if study.get("preregistration") is not None:
        check_shape(study["preregistration"], PREREGISTRATION, where, "study.preregistration")
    for rule in study.get("eligibility", {}).get("rules", ()):
        _check_rule(rule, where, "study.eligibility")
    questions = study.get("questions", [])
    if not isinstance(questions, list):
        raise wrong(where, "study.questions")
    for number, question in enumerate(questions, start=1):
        name = f"study.questions.{number}"
        if not isinstance(question, str) or question not in READY_MADE:
            check_shape(question, QUESTION, where, name)
            if question["kind"] not in KINDS or not KEY.fullmatch(question["key"]):
                raise wrong(where, name)
            if question.get("condition"):
                _check_rule(question["condition"], where, f"{name}.condition")


def _check_rule(rule: Any, where: str, name: str) -> None:
    check_shape(rule, RULE, where, name)
    if rule["op"] not in OPERATIONS:
        raise wrong(where, f"{name}.op")


# -- What was computed -------------------------------------------------------------------------------

FIGURE = {**dict.fromkeys(("value", "low", "high"), MAYBE), "n": MAYBE, "reason": str}
COST = {
    **dict.fromkeys(("constraint", "group", "reason"), str),
    "context": [str],
    **dict.fromkeys(("logits", "points"), FIGURE),
    **dict.fromkeys(("error", "freedom", "p", "p_holm", "weight"), MAYBE),
    "without_switches": (dict, NoneType),
    "these_judges": bool,
    **dict.fromkeys(("sentences", "pairs", "judges", "ratings"), int),
}
ROWS = {"reason": str, "rows": [dict]}
THEORY = {
    "theory": str,
    "left_out": {"*": int},
    "costs": [COST],
    "order": [{"first": str, "second": str, "difference": FIGURE, "p": MAYBE, "p_holm": MAYBE, "share": MAYBE}],
    "additive": FIGURE,
    "fit": dict,
    "by_group": (dict, NoneType),
    "what_if": ROWS,
    "held_out": ROWS,
}
BY_GROUP = {"left_out": {"*": int}, "names": [str], "costs": [COST], "alone": [COST], "tests": [dict], "reason": str}
ESTIMATE = {"name": str, "value": MAYBE, "error": MAYBE, "low": MAYBE, "high": MAYBE, "p": MAYBE}
MODEL = {
    "reason?": str,
    **{key: [ESTIMATE] for key in ("coefficients?", "thresholds?", "declared?", "contrasts?")},
    "by_cut?": [{"cut": NUMBER, "coefficients": [ESTIMATE]}],
    "sentence_shares?": [{"cell": str, "share": MAYBE}],
    **{key: {"*": NUMBER} for key in ("sigmas?", "groups?")},
    **{key: [str] for key in ("aliased?", "separated?")},
}
COMPUTED: dict[str, Shape] = {
    set_sizes.KIND: {"stamp": str, "models": [str], "cells": [list], "pairs": int},
    mixed_model.KIND: {"selection": dict, "criterion": str, "condition": MODEL, "phenomena": MODEL},
    choice_model.KIND: {
        "selection": dict,
        "contrasts": [{"first": str, "second": str, "reason?": str, "coefficients?": [ESTIMATE]}],
    },
    costs.KIND: {
        "selection": dict,
        "criterion": str,
        "groups": {"question": str, "edges": [int], "judges": [str], "words": str, "declared": bool},
        "theories": [THEORY],
    },
}


def check_computed(kind: str, result: Any, where: str) -> None:
    check_shape(result, COMPUTED[kind], where, "result")
    for cell in result.get("cells", ()):
        if len(cell) != 3 or misfit(cell[1:], [(list, str)]) or misfit(cell[1], [str]):
            raise wrong(where, "result.cells")
    for theory in result.get("theories", ()):
        for cost in theory["costs"]:
            if cost["without_switches"]:
                check_shape(cost["without_switches"], FIGURE, where, "result.theories")
        if theory["by_group"]:
            check_shape(theory["by_group"], BY_GROUP, where, "result.theories.by_group")
