"""Matched pairs by constraint: a sentence that breaks exactly one constraint beside its nearest clean partner.

Both become items of the study that say of which match they are (`Item.match`):

    {"number": 3, "role": "violator", "theory": "ML2", "constraint": "fragments", "distance": 1, "switches": 1,
     "places": 1}

The number is the match's own in its study; ``distance`` is in how many slots the two differ, ``switches`` are the
switch points of either, ``places`` says in how many places the violator breaks the constraint (null if the theory
cannot tell). A text is in one match at most. What other theories say of the two is in `Item.broken`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from evaluation.models import Pair, Study
from evaluation.services import generation
from evaluation.services.generation import Match, Sentence
from evaluation.services.support.seeds import seeded


class Role(models.TextChoices):
    VIOLATOR = "violator", _("breaks the constraint")
    PARTNER = "partner", _("its partner")


ENDINGS = {Role.VIOLATOR: "broken", Role.PARTNER: "kept"}


@dataclass(frozen=True)
class Member:
    """A sentence of a match, with the condition it is drawn for and what the item stores of the match."""

    sentence: Sentence
    condition: str
    match: dict[str, Any]
    signature: str


@dataclass
class PairMatches:
    """The matches drawn for one pair, by the words of the texts, and where there are fewer than wanted."""

    members: dict[tuple[str, ...], Member] = field(default_factory=dict)
    short: list[dict[str, Any]] = field(default_factory=list)


def cells_wanted(study: Study, choice: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Each theory and constraint of the choice, in the order of the study's models."""
    for theory, constraints in generation.theories(study.models_chosen).items():
        for constraint in constraints:
            if constraint in choice["constraints"].get(theory, ()):
                yield theory, constraint


def matches_of(study: Study, pair: Pair, theory: str, choice: Mapping[str, Any]) -> generation.Matches:
    others = generation.theories(study.models_chosen)
    return generation.matches(
        pair, theory, others, whole=study.whole_sentences, same_others=bool(choice["same_others"])
    )


def draw_matches(study: Study, pair: Pair, choice: Mapping[str, Any]) -> PairMatches:
    """Draw a pair's matches: the violators evenly from those that break the constraint, a partner from the nearest."""
    drawn, used = PairMatches(), set[tuple[str, ...]]()
    found: dict[str, generation.Matches] = {}
    number = 0
    for theory, constraint in cells_wanted(study, choice):
        generation.check_time()
        found.setdefault(theory, matches_of(study, pair, theory, choice))
        rng = seeded(f"{study.seed} {pair.external_id} {theory} {constraint}")
        try:
            cell = found[theory].draw(constraint, choice["count"], rng, used)
        except generation.OptionError as error:
            drawn.short.append(_shortage(pair, theory, constraint, choice["count"], 0, str(error)))
            continue
        for match in cell.matches:
            number += 1
            for role, sentence in ((Role.VIOLATOR, match.violator), (Role.PARTNER, match.partner)):
                stored = _stored(match, number, role, theory)
                signature = generation.model_signature(theory)
                member = Member(sentence, match_condition(theory, constraint, role), stored, signature)
                drawn.members[found[theory].seen.words(sentence)] = member
        if cell.why:
            drawn.short.append(_shortage(pair, theory, constraint, cell.wanted, len(cell.matches), cell.why))
    return drawn


def match_condition(theory: str, constraint: str, role: Role) -> str:
    """
    >>> match_condition("ML2", "fragments", Role.PARTNER)
    'ML2: fragments kept'
    """
    return f"{theory}: {constraint} {ENDINGS[role]}"


def _stored(match: Match, number: int, role: Role, theory: str) -> dict[str, Any]:
    return {
        "number": number,
        "role": role.value,
        "theory": theory,
        "constraint": match.constraint,
        "distance": match.distance,
        "switches": match.switches,
        "places": match.places,
    }


def _shortage(pair: Pair, theory: str, constraint: str, wanted: int, found: int, why: str) -> dict[str, Any]:
    return {
        "pair": pair.external_id,
        "condition": match_condition(theory, constraint, Role.VIOLATOR),
        "wanted": wanted,
        "found": found,
        "left_out": "0",
        "why": why,
    }
