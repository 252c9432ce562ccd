"""What a study plans, as plain data: design, sentences, criteria, what will count, the comparison and how many judges.

`plan_of` is taken when the plan is frozen and again whenever the study is compared with it, so that nothing can differ
unnoticed. `in_words` says a plan in English, for the page, the text file and deposit elsewhere.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from evaluation.models import Asks, Criterion, Design, ItemKind, Marking, Script, Study
from evaluation.services import generation
from evaluation.services.errors import Refused
from evaluation.services.results.selection import Selection
from evaluation.services.studies.judge_groups import JudgeGroups
from evaluation.services.studies.questionnaire import questions_of
from evaluation.services.studies.sampling.condition_words import condition_words
from evaluation.services.support.minus import with_minus

Plan = dict[str, Any]
DESIGN = (
    *("asks", "design", "judges_per_item", "items_per_judge", "one_of_match", "repeats", "languages"),
    *("marking", "script", "word_marks", "comments", "most_failed_checks", "margin"),
)
DRAWING = ("models_chosen", "seed", "monolingual", "whole_sentences")
LANGUAGE = "en"
# How the settings are called for readers.
WORDS = {
    "asks": "What judges do",
    "design": "Who rates what",
    "judges_per_item": "Judges for each sentence",
    "items_per_judge": "Sentences for each judge, at most",
    "one_of_match": "Each judge sees one sentence of a match",
    "repeats": "Sentences that come twice",
    "languages": "Languages that judges know",
    "marking": "Words of the second language",
    "script": "Script of the second language",
    "word_marks": "Judges may mark words",
    "comments": "Judges may comment",
    "most_failed_checks": "Failed checks that end it otherwise",
    "margin": "Margin of equivalence, in points of completeness",
    "models_chosen": "models",
    "whole_sentences": "only sentences that miss and double no word",
    "monolingual": "sentences in one language too",
    "signatures": "models with their options and versions",
}


def plan_of(study: Study) -> Plan:
    """Everything but what only people can say: the hypothesis, the comparison and how many judges."""
    return {
        "design": {name: getattr(study, name) for name in DESIGN},
        "sentences": sentences_of(study),
        "criteria": [criterion_of(criterion) for criterion in study.criteria.asked()],
        "questions": [question.key for question in questions_of(study)],
        "eligibility": study.eligibility,
        "groups": study.judge_groups,
        "exclusion_rules": Selection.of(study).as_json(),
    }


def sentences_of(study: Study) -> Plan:
    """How many of each kind and condition, and the digest of all of them: another word, another digest."""
    rows = list(study.items.order_by("number").values_list("number", "kind", "condition", "text", "expected"))
    listed = json.dumps(rows, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    kinds = Counter(kind for _number, kind, *_more in rows)
    conditions = Counter(condition for _n, kind, condition, *_m in rows if kind == ItemKind.STUDY and condition)
    return {
        **{name: getattr(study, name) for name in DRAWING},
        "signatures": {name: signature_of(name) for name in study.models_chosen},
        "pairs": study.pairs.count(),
        "kinds": dict(sorted(kinds.items())),
        "conditions": dict(sorted(conditions.items())),
        "sha256": hashlib.sha256(listed.encode()).hexdigest(),
    }


def signature_of(model: str) -> str:
    try:
        return generation.model_signature(*generation.checked_models([model]))
    except Refused:
        return ""


def criterion_of(criterion: Criterion) -> Plan:
    columns = {name: getattr(criterion, name) for name in ("key", "kind", "low", "high", "cut")}
    labels = {str(point): label for point, label in sorted(criterion.labels(LANGUAGE).items())}
    return columns | {"question": criterion.text("question", LANGUAGE), "labels": labels}


def digest_of(plan: Mapping[str, Any]) -> str:
    """Of the plan in its one way of being written: keys in order, no spaces, UTF-8."""
    written = json.dumps(plan, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(written.encode()).hexdigest()


# -- In words ----------------------------------------------------------------------------------------


def in_words(plan: Mapping[str, Any]) -> list[tuple[str, list[str]]]:
    """Headings with their lines."""
    return [
        ("Hypothesis", [plan["hypothesis"] or "None was written down."]),
        ("Planned comparison", [comparison_in_words(plan["comparison"])]),
        ("Target", [f"{plan['target_judges']} judges"]),
        ("Criteria", [criterion_in_words(criterion) for criterion in plan["criteria"]]),
        ("Sentences", sentence_lines(plan["sentences"])),
        ("Design", design_lines(plan["design"])),
        ("Which ratings count", Selection.from_json(plan["exclusion_rules"]).describe()),
        ("Questions before rating", [", ".join(plan["questions"]) or "None."]),
        ("Groups of judges", [groups_in_words(plan.get("groups", {}))]),
    ]


def comparison_in_words(comparison: Mapping[str, Any]) -> str:
    """
    >>> comparison_in_words({"criterion": "usage", "first": "EC0", "second": "ML2", "expected": "higher"})
    'EC0 is rated higher than ML2 (usage).'
    """
    expected = {
        "higher": "is rated higher than",
        "lower": "is rated lower than",
        "different": "is rated differently from",
        "equivalent": "is rated alike, within the margin, with",
    }
    said = expected[comparison["expected"]]
    first, second = (condition_words(comparison[side]) for side in ("first", "second"))
    return f"{first} {said} {second} ({comparison['criterion']})."


def groups_in_words(groups: Mapping[str, Any]) -> str:
    """Judges chosen by hand are counted, not named.

    >>> groups_in_words({"question": "age", "edges": [30]}), groups_in_words({"judges": ["J01"]}), groups_in_words({})
    ('age (30)', '1 chosen by hand', 'none declared')
    """
    by_hand = len(groups.get("judges", ()))
    return f"{by_hand} chosen by hand" if by_hand else JudgeGroups.from_json(groups).words or "none declared"


def criterion_in_words(criterion: Mapping[str, Any]) -> str:
    low, high, cut = (with_minus(criterion[name]) for name in ("low", "high", "cut"))
    accepted = f"; accepted from {cut}" if criterion["cut"] is not None else ""
    return f"{criterion['key']}: “{criterion['question']}”, {low} to {high}{accepted}"


def sentence_lines(sentences: Mapping[str, Any]) -> list[str]:
    kinds = ", ".join(f"{ItemKind(kind).label}: {count}" for kind, count in sentences["kinds"].items())
    conditions = ", ".join(f"{condition_words(name)}: {count}" for name, count in sentences["conditions"].items())
    return [
        f"{kinds or 'none'}; of {sentences['pairs']} pairs",
        f"By what they were drawn for: {conditions or '–'}",
        f"Models: {', '.join(sentences['models_chosen']) or '–'}; seed {sentences['seed']}",
        f"SHA-256 of all sentences: {sentences['sha256']}",
    ]


def design_lines(design: Mapping[str, Any]) -> list[str]:
    return [f"{WORDS.get(name, name)}: {design_value(name, value)}" for name, value in design.items()]


def design_value(name: str, value: Any) -> str:
    """
    >>> design_value("design", "everyone"), design_value("margin", 10)
    ('every judge rates every sentence', '10')
    """
    choices = {"asks": Asks, "design": Design, "marking": Marking, "script": Script}.get(name)
    return str(choices(value).label) if choices else value_in_words(value)


def value_in_words(value: Any) -> str:
    """
    >>> value_in_words(True), value_in_words(None), value_in_words(["en", "hi"]), value_in_words({"a": 1})
    ('yes', '–', 'en, hi', 'a: 1')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(value_in_words, value)) or "–"
    if isinstance(value, dict):
        return "; ".join(f"{name}: {value_in_words(each)}" for name, each in sorted(value.items())) or "–"
    return "–" if value is None or value == "" else str(value)
