"""How far judges agree: with each other, each with the rest, and each with themself."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evaluation.models import Criterion, Participation, Study
from evaluation.services.results.exclusions import Exclusions
from evaluation.services.results.rating_arrays import ratings_of, repeats_of
from evaluation.services.results.selection import Selection
from evaluation.statistics.alpha import krippendorff_alpha
from evaluation.statistics.figure import Figure
from evaluation.statistics.icc import Icc, icc
from evaluation.statistics.judge_consistency import AgainstRest, Repeats, against_the_rest, own_repeats
from evaluation.statistics.pairwise import Pairwise, pairwise, share_within_one
from evaluation.statistics.rating_table import Ratings

MOST_DRAWS, FEWEST_DRAWS = 1_000, 100
# Draws times ratings that a page can wait for.
AFFORDABLE = 30_000_000


@dataclass(frozen=True, slots=True)
class JudgeAgreement:
    participation_id: int
    pseudonym: str
    ratings: int
    against_rest: AgainstRest
    pooled_kappa: Figure
    repeats: Repeats


@dataclass(frozen=True)
class AgreementInShort:
    """Of one criterion. `draws` is how many resamples the ICC's interval rests on, `seed` what is drawn at random."""

    ratings: int
    items: int
    alpha: Figure
    within_one: Figure
    draws: int
    seed: int


@dataclass(frozen=True)
class Agreement(AgreementInShort):
    """All of it, judge by judge too."""

    alpha_nominal: Figure
    alpha_interval: Figure
    icc: Icc
    kappa: Figure
    repeats: Repeats
    judges: list[JudgeAgreement]
    pairwise: Pairwise


def agreement(study: Study, selection: Selection, criterion: Criterion, *, seed: int | None = None) -> Agreement:
    """Everything about agreement on one criterion; the same data and seed give the same numbers."""
    exclusions = Exclusions(study, selection)
    ratings = ratings_of(study, selection, criterion, exclusions=exclusions)
    repeats = repeats_of(study, selection, criterion, exclusions=exclusions)
    chosen = study.seed if seed is None else seed
    rng, between = np.random.default_rng(abs(chosen)), pairwise(ratings)
    short = _in_short(ratings, criterion, chosen, rng)
    return Agreement(
        **vars(short),
        alpha_nominal=krippendorff_alpha(ratings, "nominal"),
        alpha_interval=krippendorff_alpha(ratings, "interval"),
        icc=icc(ratings, rng=rng, draws=short.draws),
        kappa=between.pooled_kappa(),
        repeats=own_repeats([pair for pairs in repeats.values() for pair in pairs], criterion.length),
        judges=_judges(study, ratings, criterion.length, between, repeats),
        pairwise=between,
    )


def agreement_in_short(study: Study, criterion: Criterion, ratings: Ratings) -> AgreementInShort:
    """What a summary says, in the same numbers; `ratings`: those that count."""
    return _in_short(ratings, criterion, study.seed, np.random.default_rng(abs(study.seed)))


def _in_short(ratings: Ratings, criterion: Criterion, seed: int, rng: np.random.Generator) -> AgreementInShort:
    draws = draws_for(len(ratings))
    return AgreementInShort(
        ratings=len(ratings),
        items=ratings.item_count,
        alpha=krippendorff_alpha(ratings, "ordinal", rng=rng),
        within_one=share_within_one(ratings, criterion.length),
        draws=draws,
        seed=seed,
    )


def draws_for(ratings: int) -> int:
    """As many resamples as a reader can wait for."""
    return max(FEWEST_DRAWS, min(MOST_DRAWS, AFFORDABLE // max(ratings, 1)))


def _judges(
    study: Study, ratings: Ratings, length: int, between: Pairwise, repeats: dict[int, list[tuple[int, int]]]
) -> list[JudgeAgreement]:
    names = dict(Participation.objects.filter(study=study).order_by("pk").values_list("pk", "pseudonym"))
    sizes, against = np.bincount(ratings.judges, minlength=ratings.judge_count), against_the_rest(ratings, length)
    return [
        JudgeAgreement(
            participation_id=judge,
            pseudonym=names[judge],
            ratings=int(sizes[place]),
            against_rest=beside,
            pooled_kappa=between.pooled_kappa(place),
            repeats=own_repeats(repeats.get(judge, []), length),
        )
        for place, (judge, beside) in enumerate(zip(ratings.judge_labels, against, strict=True))
    ]
