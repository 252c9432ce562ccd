"""A small study with every kind of answer, and the same numbers in plain Python."""

from __future__ import annotations

from evaluation.models import Criterion, Item, ItemKind, Participation, Place, Study
from tests.site.factories import make_answers, make_item, make_pair, make_participation, make_study, person

# item number -> judge -> usage; fluency is one less where that is on the scale.
SCORES = {
    0: {"J01": 5, "J02": 4, "J03": 3},
    1: {"J01": 1, "J02": 2, "J03": 0},
    2: {"J01": 4, "J02": 4},
    3: {"J02": 2, "J03": 5},
}
# item number -> (condition, models that generate it, phenomena)
FACTS = {
    0: ("EC0", ["EC0", "EC1"], ["whole_phrase"]),
    1: ("ML0", ["ML0"], ["pronoun"]),
    2: ("EC0", ["EC0", "ML0"], []),
    3: ("ML0", ["EC1", "ML0"], ["pronoun", "whole_phrase"]),
}
JUDGES = ("J01", "J02", "J03")


def fluency(usage: int) -> int:
    return max(0, usage - 1)


def both(usage: int) -> tuple[int, int]:
    return usage, fluency(usage)


def rate(participation: Participation, item: Item, usage: int, **fields) -> Place:
    """One answer on both criteria; fields are the place's."""
    (place,) = make_answers(participation, [(item, both(usage))], **fields)
    return place


def rated_study(owner, **fields) -> Study:
    """Four sentences of two pairs, three judges; plus practice, an attention check and a repeat that do not count."""
    asked = {"models_chosen": ["EC0", "EC1", "ML0"], "questions": ["native_language", "age"], "repeats": 1}
    study = make_study(owner, items=0, **asked | fields)
    pairs = [make_pair(owner, external_id=name) for name in ("paper-1", "paper-2")]
    study.pairs.add(*pairs)
    for number, (condition, models, phenomena) in FACTS.items():
        measures = {"phenomena": phenomena}
        make_item(study, number, pair=pairs[number // 2], condition=condition, memberships=models, measures=measures)
    make_item(study, 10, kind=ItemKind.PRACTICE, condition="", memberships=[], probability=None)
    make_item(
        study, 11, kind=ItemKind.ATTENTION, condition="", memberships=[], probability=None, expected={"usage": [0, 1]}
    )
    for name in JUDGES:
        add_judge(study, name)
    return study


def add_judge(study: Study, pseudonym: str) -> Participation:
    user = person(f"{study.slug}-{pseudonym}".lower(), "judge")
    answers = {"native_language": "hi" if pseudonym != "J03" else "mr", "age": 22}
    judge = make_participation(study, user, pseudonym=pseudonym, answers=answers)
    items = {item.number: item for item in study.items.all()}
    attentive = 4 if pseudonym == "J03" else 0
    make_answers(judge, [(items[10], both(5)), (items[11], both(attentive))])
    given = [(items[number], both(usage[pseudonym])) for number, usage in SCORES.items() if pseudonym in usage]
    make_answers(judge, given, duration_ms=5000)
    if pseudonym == "J02":
        judge.places.filter(item=items[3]).update(duration_ms=400)
    if pseudonym == "J01":
        rate(judge, items[1], 2, is_repeat=True)
    return judge


def add_three_judges(study: Study) -> None:
    """J11 to J13, who rate every sentence that counts, each in another way."""
    items = study.items.filter(kind=ItemKind.STUDY).order_by("number")
    for judge in [add_judge(study, name) for name in ("J11", "J12", "J13")]:
        for number, item in enumerate(items):
            rate(judge, item, (judge.pk + number * 2) % 6)


def usage_scores(number: int) -> list[int]:
    return list(SCORES[number].values())


def usage(study: Study) -> Criterion:
    return study.criteria.get(key="usage")
