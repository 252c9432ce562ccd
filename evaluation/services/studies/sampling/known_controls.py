"""Controls whose answer is known beforehand (Koronkiewicz 2019), from which judges' sensitivity is computed.

Of some of the study's pairs, chosen by its seed, each gives

- a surely fine switch: every theory of CSwitch and of the study generates it, with as few switch points as can be;
- a surely bad one, with as many switch points as the fine one or as few more as can be: no theory generates it, not
  even without any one of its constraints, as far as it has several;
- both monolingual sentences.

They are items of the kind `control`, shown to every judge, with `Item.control` saying which they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from operator import and_
from random import Random
from typing import Any

from evaluation.models import Control, Pair, Study
from evaluation.services import generation
from evaluation.services.generation import SeenSet, Sentence
from evaluation.services.studies.sampling.populations import control_candidates, drawable
from evaluation.services.support.seeds import seeded

# A bad one is looked for among so many texts of each number of switch points.
TEXTS_TRIED = 60
SWITCHES_TRIED = 4

Words = tuple[str, ...]


def control_pairs(study: Study, choice: Mapping[str, Any]) -> frozenset[int]:
    """The pairs that give controls, by primary key."""
    numbers = list(study.pairs.order_by("collection_id", "pk").values_list("pk", flat=True))
    rng = seeded(f"{study.seed} controls")
    return frozenset(rng.sample(numbers, min(choice["count"], len(numbers))))


def known_controls(study: Study, pair: Pair, used: set[Words]) -> Iterator[tuple[Control, Sentence | None]]:
    """The four controls of a pair; None for one that it does not have. ``used``: words of texts that are taken."""
    rng = seeded(f"{study.seed} {pair.external_id} controls")
    theories = _theories(study)
    common = reduce(and_, (generation.texts(pair, name) for name in theories))
    fine_set = _fewest_switches(drawable(study, common).mixed())
    fine = next((each for each in _sample(fine_set, rng) if fine_set.seen.words(each) not in used), None)
    yield Control.FINE, fine
    least = fine_set.switch_points(fine) if fine else 1
    yield Control.BAD, _bad(study, pair, used, least)
    for side, control in enumerate((Control.L1, Control.L2)):
        yield control, generation.monolingual(pair, side)


def _theories(study: Study) -> dict[str, tuple[str, ...]]:
    return generation.theories(dict.fromkeys([*study.models_chosen, *generation.built_in_models()]))


def _fewest_switches(texts: SeenSet) -> SeenSet:
    least = min((switches for switches, count in texts.counts_by_switches().items() if count), default=0)
    return texts.with_switches(least)


def _sample(texts: SeenSet, rng: Random) -> list[Sentence]:
    return texts.sample(min(TEXTS_TRIED, texts.count), rng)


def _bad(study: Study, pair: Pair, used: set[Words], least: int) -> Sentence | None:
    """The first of some random texts that is bad enough; failing that, one that no theory generates."""
    theories = _theories(study)
    second_best: Sentence | None = None
    candidates = drawable(study, control_candidates(pair)).mixed()
    for switches in range(max(1, least), max(1, least) + SWITCHES_TRIED):
        generation.check_time()
        texts = candidates.with_switches(switches)
        for sentence in _sample(texts, seeded(f"{study.seed} {pair.external_id} bad {switches}")):
            if texts.seen.words(sentence) in used:
                continue
            badness = _badness(pair, sentence, theories)
            if badness > 1:
                return sentence
            second_best = second_best or (sentence if badness else None)
    return second_best


def _badness(pair: Pair, sentence: Sentence, theories: Mapping[str, tuple[str, ...]]) -> int:
    """0 if any theory generates it; 1 if one does without one of several constraints; otherwise 2."""
    badness = 2
    for theory, constraints in theories.items():
        (family,) = generation.broken_sets(pair, sentence, [theory]).values()
        if family == ((),):
            return 0
        if len(constraints) > 1 and any(len(broken) == 1 for broken in family):
            badness = 1
    return badness
