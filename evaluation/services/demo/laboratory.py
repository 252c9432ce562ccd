"""A finished study of matched pairs whose judges are simulated, so that a newcomer sees known costs recovered.

Twenty-four everyday pairs, two groups of twenty judges each. What a judge gives a sentence follows the model that the
results fit: costs by group below, and the spreads of `evaluation.statistics.costs.simulated`. Comments and marks are
made up as well. The study's name, address and remark say so, hence every page and every export does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np

from evaluation.models import (
    Control,
    Design,
    Item,
    ItemKind,
    MarkedWord,
    Pair,
    Participation,
    ParticipationState,
    Place,
    PlaceState,
    Rating,
    Study,
    StudyState,
    User,
)
from evaluation.services import studies
from evaluation.services.rating.changed_answer import first_rating
from evaluation.services.results import mixed_model, set_sizes
from evaluation.services.results.constraints import costs as fitted_costs
from evaluation.services.studies import CriterionSpec, sampling
from evaluation.services.studies.invitations import Invitee, invite
from evaluation.services.studies.judge_groups import declare_groups, declared_groups
from evaluation.statistics.costs.data import JudgedSentence
from evaluation.statistics.costs.simulated import TrueStudy, dealt, group_names, simulated_values
from evaluation.statistics.figure import Floats

SLUG = "simulated-judges"
NAME = "Simulated judges: what each constraint costs"
SEED = 2017
THEORY, CONSTRAINTS = "ML2", ("functional_words", "fragments")
MODELS = ("EC0", THEORY)
CHOICES = (
    {"way": "matched", "constraints": {THEORY: list(CONSTRAINTS)}, "count": 1, "same_others": False},
    {"way": "regions", "first": "EC0", "second": THEORY, "count": 1},
    {"way": "known_controls", "count": 6},
)
# In logits, by native language and criterion.
COSTS = {
    "usage": {"hi": {"functional_words": 2.0, "fragments": 0.5}, "ta": {"functional_words": 0.8, "fragments": 0.5}},
    "fluency": {"hi": {"functional_words": 1.2, "fragments": 0.3}, "ta": {"functional_words": 0.5, "fragments": 0.3}},
}
REMARK = (
    "Nobody rated these sentences: all forty judges, their answers and their comments are simulated, to show what a "
    "finished study looks like. The true costs behind the ratings, in logits for likelihood of usage: functional words "
    "of ML2 2.0 for native speakers of Hindi and 0.8 for native speakers of Tamil, fragments of ML2 0.5 for both; for "
    "fluency 1.2, 0.5 and 0.3. The page Constraints should find them again within its intervals."
)
JUDGES, SENTENCES_EACH, CUT = 40, 60, 3
# Sentences in one language, and good ones as a whole, are somewhat better than the middle of the scale.
THRESHOLDS = (-3.0, -2.0, -1.0, 0.2, 1.4)
# Good controls and bad ones, in logits; judges differ in how well they tell them apart.
MIDDLE, CONTROLS_APART, KEENNESS = -1.0, 5.0, 0.4
STARTED_AT = datetime(2026, 11, 2, 9, tzinfo=UTC)
SECONDS_A_SENTENCE = 14
COMMENTS = ("I would say it the other way round.", "Sounds like a newspaper.", "My cousins talk exactly like this.")


def make_study(owner: User, pairs: Sequence[Pair]) -> Study:
    """The closed study, unless it is there; what takes long is computed in the background."""
    found = Study.objects.filter(slug=SLUG).first()
    if found:
        return found
    study = _drawn(owner, pairs)
    judges, _again = invite(
        study=study, people=[Invitee(f"Simulated judge {number}") for number in range(1, JUDGES + 1)], actor=owner
    )
    _rate(study, _with_answers(judges))
    Study.objects.filter(pk=study.pk).update(state=StudyState.CLOSED)
    study.refresh_from_db()
    _compute(study, owner)
    return study


def _drawn(owner: User, pairs: Sequence[Pair]) -> Study:
    study = studies.create(owner=owner, name=NAME)
    asked = [one for one in study.questions if one["key"] in {"native_language", "age"}]
    fields = {"slug": SLUG, "remark": REMARK, "questions": asked}
    studies.update(study=study, actor=owner, revision=study.revision, step="texts", fields=fields)
    declare_groups(study=study, actor=owner, revision=study.revision, given={"question": "native_language"})
    criteria = [
        CriterionSpec(one.texts, one.low, one.high, one.key, CUT) for one in study.criteria.order_by("position")
    ]
    studies.set_criteria(study=study, actor=owner, revision=study.revision, criteria=criteria)
    studies.set_pairs(
        study=study, actor=owner, revision=study.revision, pairs=[pair.pk for pair in pairs], models=MODELS
    )
    studies.set_choices(study=study, actor=owner, revision=study.revision, choices=CHOICES, seed=SEED, monolingual=True)
    sampling.draw(study=study, actor=owner, revision=study.revision)
    each = -(-JUDGES * SENTENCES_EACH // study.items.rated().count())
    judging: dict[str, Any] = {
        "design": Design.BALANCED.value,
        "judges_per_item": each,
        "items_per_judge": SENTENCES_EACH,
    }
    studies.update(study=study, actor=owner, revision=study.revision, step="judges", fields=judging)
    return study


def _with_answers(judges: Sequence[Participation]) -> list[Participation]:
    """Every other judge is of the other group."""
    for number, judge in enumerate(judges):
        # What is exported of a judge says so, too.
        judge.pseudonym = f"simulated-{number + 1:02}"
        judge.answers = {"native_language": list(COSTS["usage"])[number % 2], "age": 19 + number}
        judge.state, judge.consent_version, judge.has_read_instructions = ParticipationState.FINISHED, 1, True
        judge.finished_at = STARTED_AT + timedelta(seconds=SECONDS_A_SENTENCE * SENTENCES_EACH)
    changed = ["pseudonym", "answers", "state", "consent_version", "has_read_instructions", "finished_at"]
    Participation.objects.bulk_update(judges, changed)
    return list(judges)


def _rate(study: Study, judges: Sequence[Participation]) -> None:
    """The sentences dealt evenly to the judges, and what each gives them; after these everybody rates the controls."""
    items, controls = list(study.items.rated()), list(study.items.filter(kind=ItemKind.CONTROL))
    rng, of_controls = np.random.default_rng(SEED), np.random.default_rng([SEED, 1])
    sentences = _sentences(items)
    true = {criterion: _true(by_group, len({one.pair for one in sentences})) for criterion, by_group in COSTS.items()}
    which, whose = dealt(true["usage"], len(items), rng)
    last = [place for _judge in judges for place in range(len(items), len(items) + len(controls))]
    theirs = [judge for judge in range(len(judges)) for _control in controls]
    places = _places([*items, *controls], judges, [*which.tolist(), *last], [*whose.tolist(), *theirs])
    ratings = []
    for criterion in study.criteria.all():
        model = true[criterion.key]
        values = [
            *simulated_values(model, sentences, group_names(model), which, whose, rng),
            *_of_controls(controls, len(judges), of_controls),
        ]
        ratings += [
            first_rating(place, study_id=study.pk, criterion_id=criterion.pk, value=int(value), at=place.answered_at)
            for place, value in zip(places, values, strict=True)
            if place.answered_at
        ]
    Rating.objects.bulk_create(ratings, batch_size=1_000)
    marked = [place for place in places if place.comment]
    MarkedWord.objects.bulk_create(MarkedWord(place=place, token=1, reason="order") for place in marked)


def _of_controls(controls: Sequence[Item], judges: int, rng: np.random.Generator) -> Floats:
    """Judge by judge; good controls lie above the middle of the scale, bad ones below, for some judges more so."""
    is_bad = np.array([control.control == Control.BAD for control in controls], dtype=bool)
    keen = np.exp(rng.normal(0, KEENNESS, (judges, 1)))
    eta = (MIDDLE + CONTROLS_APART / 2 * keen * np.where(is_bad, -1.0, 1.0)).ravel()
    return np.searchsorted(np.array(THRESHOLDS), eta + rng.logistic(size=eta.size)).astype(np.float64)


def _true(by_group: Mapping[str, Mapping[str, float]], pairs: int) -> TrueStudy:
    return TrueStudy(
        costs=dict.fromkeys(CONSTRAINTS, 0.0),
        group_costs=by_group,
        pairs=pairs,
        judges=JUDGES,
        ratings_each=SENTENCES_EACH,
        thresholds=THRESHOLDS,
    )


def _sentences(items: Sequence[Item]) -> list[JudgedSentence]:
    pairs = {pk: number for number, pk in enumerate(dict.fromkeys(item.pair_id for item in items))}
    return [
        JudgedSentence(
            pairs[item.pair_id],
            _broken(item),
            max(1, int(item.measures.get("switch_points", 0))),
            item.match["number"] if item.match else None,
        )
        for item in items
    ]


def _broken(item: Item) -> frozenset[str]:
    """The smallest of a sentence's broken sets; what is outside the theory's universe breaks all."""
    families = item.broken.get(THEORY)
    if families is None:
        return frozenset()
    return min((frozenset(one) for one in families), key=len, default=frozenset(CONSTRAINTS))


def _places(
    items: Sequence[Item], judges: Sequence[Participation], which: Sequence[int], whose: Sequence[int]
) -> list[Place]:
    """One after the other, as judges answer; here and there one comments."""
    found, seats, orders = [], dict.fromkeys(range(len(items)), 0), dict.fromkeys(range(len(judges)), 0)
    for number, (item, judge) in enumerate(zip(which, whose, strict=True)):
        at = STARTED_AT + timedelta(seconds=SECONDS_A_SENTENCE * (orders[judge] + 1))
        seats[item] += 1
        found.append(
            Place(
                participation=judges[judge],
                item=items[item],
                order=orders[judge],
                seat=seats[item],
                state=PlaceState.DONE,
                shown_at=at - timedelta(seconds=SECONDS_A_SENTENCE),
                answered_at=at,
                duration_ms=1_000 * SECONDS_A_SENTENCE,
                comment=COMMENTS[number % len(COMMENTS)] if number % 200 == 0 else "",
                language="en",
            )
        )
        orders[judge] += 1
    return Place.objects.bulk_create(found, batch_size=1_000)


def _compute(study: Study, owner: User) -> None:
    set_sizes.start_counting(study=study, actor=owner)
    for criterion in study.criteria.all():
        fitted_costs.start(study=study, criterion=criterion, groups=declared_groups(study), actor=owner)
        mixed_model.start(study=study, criterion=criterion, actor=owner)
