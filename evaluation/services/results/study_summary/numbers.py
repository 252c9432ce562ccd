"""How many of everything a study has, under its selection, and how far it is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.db.models import Exists, OuterRef

from evaluation.models import Item, ItemKind, MarkedWord, Participation, Place, Rating, Study
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
def numbers_of(study: Study, selection: Selection) -> Numbers:
    exclusions = Exclusions(study, selection)
    own = Item.objects.filter(study=study, kind__in=OWN_KINDS).exclude(pk__in=list(exclusions.items))
    counted = exclusions.ratings()
    comments = Place.objects.filter(participation__study=study).exclude(comment="")
    return Numbers(
        study=study,
        judges=judges_of(exclusions),
        sentences=own.sentences().count(),
        couples=own.couples().count(),
        pairs=own.exclude(pair=None).order_by().values("pair").distinct().count(),
        ratings=counted.filter(criterion__in=study.criteria.scales()).count(),
        choices=len(Choices(study, selection).made) if study.asks_choices else 0,
        comments=comments.count(),
        marked_words=MarkedWord.objects.filter(place__participation__study=study).count(),
    )


def judges_of(exclusions: Exclusions) -> int:
    """Those who gave an answer to a sentence of the study itself and are not left out."""
    given = Rating.objects.filter(study=exclusions.study, participation=OuterRef("pk"), item__kind=ItemKind.STUDY)
    who = Participation.objects.filter(study=exclusions.study).exclude(pk__in=list(exclusions.judges))
    return who.filter(Exists(given)).count()
