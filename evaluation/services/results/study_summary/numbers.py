"""How many of everything a study has, under its selection, and how far it is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.db.models import OuterRef, Subquery

from evaluation.models import Item, ItemKind, MarkedWord, Place, Rating, Study
from evaluation.services.results.choices.made import Choices
from evaluation.services.results.exclusions import Exclusions
from evaluation.services.results.selection import Selection
from evaluation.services.studies import progress
from evaluation.services.support.page_cache import small_page_cache

OWN_KINDS = (ItemKind.STUDY, ItemKind.MEMBER)


@dataclass(frozen=True)
class Numbers:
    """Of what counts: `judges` who gave ratings, `ratings` on scales, `choices` between two sentences."""

    study: Study
    judges: int
    sentences: int
    couples: int
    pairs: int
    ratings: int
    choices: int
    comments: int
    marked_words: int

    @cached_property
    @small_page_cache()
    def progress(self) -> progress.Summary:
        """How far it is, whatever counts; a text for a paper says nothing of it."""
        return progress.summary(self.study)


@small_page_cache()
def numbers_of(study: Study, selection: Selection, ratings: int | None = None) -> Numbers:
    """`ratings`: how many on scales count, where that is known."""
    exclusions = Exclusions(study, selection)
    own = Item.objects.filter(study=study, kind__in=OWN_KINDS).exclude(pk__in=list(exclusions.items))
    comments = Place.objects.filter(participation__study=study).exclude(comment="")
    return Numbers(
        study=study,
        judges=judges_of(exclusions),
        sentences=own.sentences().count(),
        couples=own.couples().count(),
        pairs=own.exclude(pair=None).order_by().values("pair").distinct().count(),
        ratings=ratings_on_scales(exclusions) if ratings is None else ratings,
        choices=len(Choices(study, selection).made) if study.asks_choices else 0,
        comments=comments.count(),
        marked_words=MarkedWord.objects.filter(place__participation__study=study).count(),
    )


def judges_of(exclusions: Exclusions) -> int:
    """Those who gave an answer to a sentence of the study itself and are not left out."""
    given = Rating.objects.filter(study=exclusions.study, participation=OuterRef("pk"), item__kind=ItemKind.STUDY)
    # One of each judge's, by the order of their index: PostgreSQL would otherwise look at all of them.
    one = given.order_by("criterion_id", "value").values("pk")[:1]
    return exclusions.judges_that_count().annotate(one=Subquery(one)).filter(one__isnull=False).count()


def ratings_on_scales(exclusions: Exclusions) -> int:
    """All of the judges who count, which is one reading of a small index, less the few that are left out."""
    judges = list(exclusions.judges_that_count().order_by().values_list("pk", flat=True))
    scales = list(exclusions.study.criteria.scales().order_by().values_list("pk", flat=True))
    given = Rating.objects.filter(participation__in=judges, criterion__in=scales)
    rule = exclusions.left_out_whoever_judged()
    return given.count() - (given.filter(rule, study=exclusions.study).count() if rule is not None else 0)
