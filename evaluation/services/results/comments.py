"""What judges said beside their ratings: comments, sentences they could not judge, and words they marked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from evaluation.models import MarkedWord, Place, Study
from evaluation.services.studies.mark_reasons import reason_words

KINDS = ("", "comment", "cannot_judge", "marked")


@dataclass(frozen=True)
class Marked:
    """A word that sounded wrong, and why."""

    word: str
    reason: str


@dataclass(frozen=True)
class Remark:
    """All that one judge said of one sentence or couple."""

    place: Place
    marked: list[Marked]


def remarked_places(study: Study, *, kind: str = "", words: str = "") -> QuerySet[Place]:
    """Places with such a remark, by judge; `words` are looked for in comments, sentences and pseudonyms."""
    found = Place.objects.filter(pk__in=_with_remark(study, kind))
    if words:
        found = found.filter(
            Q(comment__icontains=words)
            | Q(item__text__icontains=words)
            | Q(item__first__text__icontains=words)
            | Q(item__second__text__icontains=words)
            | Q(participation__pseudonym__iexact=words)
        )
    related = ("participation", "item__pair", "item__first__pair", "item__second")
    return found.select_related(*related).prefetch_related("marked_words").order_by("participation_id", "order")


def _with_remark(study: Study, kind: str) -> QuerySet[Any, Any]:
    """The numbers of places; each kind by an index of its own, for they are few among many."""
    places = Place.objects.filter(participation__study=study).order_by()
    kinds = {
        "comment": places.exclude(comment="").values("pk"),
        "cannot_judge": places.exclude(cannot_judge="").values("pk"),
        "marked": MarkedWord.objects.filter(place__participation__study=study).order_by().values("place"),
    }
    return kinds[kind] if kind in kinds else kinds["comment"].union(kinds["cannot_judge"], kinds["marked"])


def remarks(study: Study, places: Iterable[Place]) -> list[Remark]:
    reasons = reason_words(study)
    return [Remark(place, [_marked(place, mark, reasons) for mark in place.marked_words.all()]) for place in places]


def _marked(place: Place, mark: MarkedWord, reasons: dict[str, str]) -> Marked:
    tokens = place.item.tokens
    word = str(tokens[mark.token][0]) if mark.token < len(tokens) else ""
    return Marked(word, reasons.get(mark.reason, mark.reason))
