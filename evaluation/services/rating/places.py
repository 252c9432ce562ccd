"""What the judge's page shows, read with as few queries as can be.

The page of a sentence makes one query: the place, its sentence, its judge and its study come in one row
(``PlaceRow``), which also has all that is needed to check who is asking. What belongs to a whole study (``StudyFacts``)
is kept per process under the study's primary key and revision, so that a change is seen by the next page.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Annotated, Any, NamedTuple

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db.models import OuterRef, Subquery
from django.utils.crypto import constant_time_compare

from evaluation.models import (
    FIRST,
    SECOND,
    Criterion,
    Item,
    ItemKind,
    Participation,
    ParticipationState,
    Place,
    PlaceState,
    Rating,
    Study,
    StudyState,
    User,
)
from evaluation.services.rating.scripts import OtherScript, Tokens, form_in, scripts_of
from evaluation.services.support.prepared_queries import PreparedQuery, columns_of

# Which links somebody without a password came by, in their session, as {participation: nonce}.
LINKS_SESSION_KEY = "personal_links"
STUDIES_KEPT, JUDGES_KEPT = 64, 4096
OTHER_SIDE = {FIRST: SECOND, SECOND: FIRST}


class Choice(NamedTuple):
    """A point that was chosen, so long after the sentence was shown."""

    value: int
    after_ms: int


@dataclass(frozen=True)
class ShownSentence:
    """A sentence as a judge reads it."""

    text: str
    tokens: Tokens
    # None: the sentence belongs to no pair.
    second_language: str | None

    @classmethod
    def of(cls, item: Item, script: str = "") -> ShownSentence:
        form = form_in(script, item.text, item.tokens, item.other_script)
        return cls(*form, item.pair.l2_lang if item.pair else None)


def shown_sentences(item: Item, script: str = "", *, is_swapped: bool) -> tuple[ShownSentence, ...]:
    """The item's sentence, or both of a couple in the order in which they are shown."""
    if not item.is_couple:
        return (ShownSentence.of(item, script),)
    language = item.pair.l2_lang if item.pair else None
    first, second = (
        ShownSentence(*form_in(script, member.text, member.tokens, member.other_script), language)
        for member in item.members
    )
    return (second, first) if is_swapped else (first, second)


SAME_JUDGE = Place.objects.filter(participation=OuterRef("participation"))
LAST_ORDER = Subquery(SAME_JUDGE.order_by("-order").values("order")[:1])
NEXT_KEYS = SAME_JUDGE.filter(state=PlaceState.LIVE, order__gt=OuterRef("order")).order_by("order").values("key")


class PlaceRow(NamedTuple):
    """A judge's place with everything its page needs: each field with the path it is read from, if it has another."""

    pk: int
    key: str
    order: int
    state: str
    answered_at: datetime | None
    cannot_judge: str
    comment: str
    claimed_at: datetime
    item_id: int
    text: Annotated[str, "item__text"]
    tokens: Annotated[Tokens, "item__tokens"]
    other_script: Annotated[OtherScript | None, "item__other_script"]
    kind: Annotated[str, "item__kind"]
    is_swapped: bool
    # None: not a couple.
    first_text: Annotated[str | None, "item__first__text"]
    first_tokens: Annotated[Tokens | None, "item__first__tokens"]
    first_other_script: Annotated[OtherScript | None, "item__first__other_script"]
    second_text: Annotated[str | None, "item__second__text"]
    second_tokens: Annotated[Tokens | None, "item__second__tokens"]
    second_other_script: Annotated[OtherScript | None, "item__second__other_script"]
    second_language: Annotated[str | None, "item__pair__l2_lang"]
    participation_id: int
    participation_key: Annotated[str, "participation__key"]
    participation_state: Annotated[str, "participation__state"]
    agreed_version: Annotated[int | None, "participation__consent_version"]
    last_seen_at: Annotated[datetime | None, "participation__last_seen_at"]
    active_ms: Annotated[int, "participation__active_ms"]
    link_nonce: Annotated[str, "participation__link_nonce"]
    link_revoked_at: Annotated[datetime | None, "participation__link_revoked_at"]
    user_id: Annotated[int, "participation__user_id"]
    is_active: Annotated[bool, "participation__user__is_active"]
    password: Annotated[str, "participation__user__password"]
    study_id: Annotated[int, "participation__study_id"]
    study_state: Annotated[str, "participation__study__state"]
    consent_version: Annotated[int, "participation__study__consent_version"]
    study_revision: Annotated[int, "participation__study__revision"]
    study_changed_at: Annotated[datetime, "participation__study__changed_at"]
    last_order: Annotated[int, LAST_ORDER]
    next_key: Annotated[str | None, Subquery(NEXT_KEYS[:1])]
    key_after_next: Annotated[str | None, Subquery(NEXT_KEYS[1:2])]

    @property
    def is_couple(self) -> bool:
        return self.first_text is not None

    @property
    def scripts(self) -> list[str]:
        """Those in which the sentence, or one of a couple, can be shown; none if there is one form only."""
        other = self.other_script or self.first_other_script or self.second_other_script
        return other["scripts"] if other else []

    def sentences_in(self, script: str) -> tuple[ShownSentence, ...]:
        """The sentence as a judge reads it who is shown this script, or the two of a couple in their shown order."""
        forms = [(self.text, self.tokens, self.other_script)]
        if self.is_couple:
            forms = [
                (self.first_text or "", self.first_tokens or [], self.first_other_script),
                (self.second_text or "", self.second_tokens or [], self.second_other_script),
            ]
        shown = tuple(ShownSentence(*form_in(script, *form), self.second_language) for form in forms)
        return shown[::-1] if self.is_swapped else shown

    @property
    def is_untouched(self) -> bool:
        return self.state == PlaceState.LIVE and self.answered_at is None

    @property
    def is_practice(self) -> bool:
        return self.kind == ItemKind.PRACTICE

    @property
    def can_be_rated(self) -> bool:
        return (
            self.study_state == StudyState.OPEN
            and self.participation_state == ParticipationState.RATING
            and self.agreed_version == self.consent_version
            and self.link_revoked_at is None
        )


PLACE_ROWS = Place.objects.order_by().values_list(*columns_of(PlaceRow))
PLACE_OF_KEY = PreparedQuery(lambda key: PLACE_ROWS.filter(key=key))


def load_place(place_key: str) -> PlaceRow | None:
    row = PLACE_OF_KEY.first(place_key)
    return PlaceRow._make(row) if row else None


def is_judge(session: Mapping[str, Any], place: PlaceRow, signed_in: Callable[[], int | None]) -> bool:
    """Whether this is the session of the place's judge: what ``request.user`` checks, on columns already read.

    ``signed_in`` returns the user id by Django's own way; it is only called where the hash does not match, as it may
    while ``SECRET_KEY`` is being changed (``SECRET_KEY_FALLBACKS``).
    """
    if session.get(SESSION_KEY) != str(place.user_id) or not place.is_active:
        return False
    if session.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS:
        return False
    expected = User(pk=place.user_id, password=place.password).get_session_auth_hash()
    if constant_time_compare(session.get(HASH_SESSION_KEY, ""), expected):
        return True
    return signed_in() == place.user_id


def is_opened_by(session: Mapping[str, Any], participation: int, nonce: str) -> bool:
    """A session that began with a link reaches that link's study only, and only until there is a new link."""
    links = session.get(LINKS_SESSION_KEY)
    return links is None or links.get(str(participation)) == nonce


# -- What belongs to the study ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class StudyFacts:
    """What every page of a study's sentences shows."""

    study: Study
    criteria: tuple[Criterion, ...]
    # Of the study's pairs.
    second_languages: frozenset[str]
    # In which its sentences can be shown; none if they have one form only.
    scripts: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[int, int, datetime]:
        return self.study.pk, self.study.revision, self.study.changed_at

    def asked_of(self, *, couples: bool) -> StudyFacts:
        """The same with only the criteria that are asked about couples, or only those about single sentences."""
        return replace(self, criteria=tuple(each for each in self.criteria if each.is_about_couples == couples))

    def turned(self, values: Mapping[int, int], *, is_swapped: bool) -> dict[int, int]:
        """From the sides that were chosen (1 the one shown first) to the sentences of a couple, or back."""
        if not is_swapped:
            return dict(values)
        choices = {each.pk for each in self.criteria if each.is_choice}
        return {pk: OTHER_SIDE.get(value, value) if pk in choices else value for pk, value in values.items()}

    def turned_choices(
        self, choices: Mapping[int, tuple[Choice, ...]], *, is_swapped: bool
    ) -> dict[int, tuple[Choice, ...]]:
        """The same for every point that was chosen on the way."""
        return {
            pk: tuple(each._replace(value=self.turned({pk: each.value}, is_swapped=is_swapped)[pk]) for each in made)
            for pk, made in choices.items()
        }

    def second_languages_of(self, sentence: ShownSentence) -> Collection[str]:
        """The language whose words are marked; of a sentence without a pair, any second language of the study."""
        return (sentence.second_language,) if sentence.second_language else self.second_languages


@lru_cache(maxsize=STUDIES_KEPT)
def study_facts(study_id: int, revision: int, changed_at: datetime) -> StudyFacts:  # noqa: ARG001  (part of the key)
    """The study at this revision. ``changed_at`` tells apart two studies that had the same number in two databases."""
    study = Study.objects.get(pk=study_id)
    return StudyFacts(
        study=study,
        criteria=tuple(study.criteria.asked()),
        second_languages=frozenset(study.pairs.values_list("l2_lang", flat=True).distinct()),
        scripts=scripts_of(study),
    )


def facts_of(place: PlaceRow) -> StudyFacts:
    """With the criteria that are asked at this place."""
    facts = study_facts(place.study_id, place.study_revision, place.study_changed_at)
    return facts.asked_of(couples=place.is_couple)


# -- Where the judge is ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Progress:
    number: int
    total: int
    left: int
    minutes: int

    @property
    def done(self) -> int:
        return self.total - self.left


@lru_cache(maxsize=JUDGES_KEPT)
def practice_count(participation_id: int, participation_key: str, last_order: int) -> int:  # noqa: ARG001  (as above)
    """How many of a judge's places are practice; they come first. Counted again when one of the arguments changes."""
    return Place.objects.filter(participation=participation_id, item__kind=ItemKind.PRACTICE).count()


def progress(place: PlaceRow) -> Progress:
    """Practice is counted apart from the study, both from 1."""
    practice = practice_count(place.participation_id, place.participation_key, place.last_order)
    minutes = place.active_ms // 60_000
    if place.is_practice:
        return Progress(place.order + 1, practice, practice - place.order, minutes)
    number, total = place.order + 1 - practice, place.last_order + 1 - practice
    # Sentences come in order: from one that is still to be rated, the rest is left. Looking back, it has to be counted.
    left = total - number + 1 if place.state == PlaceState.LIVE else live_count(place)
    return Progress(number, total, left, minutes)


def live_count(place: PlaceRow) -> int:
    live = Place.objects.filter(participation=place.participation_id, state=PlaceState.LIVE)
    return live.exclude(item__kind=ItemKind.PRACTICE).count()


# -- What was answered -----------------------------------------------------------------------------------------------


def values_of(place_id: int) -> dict[int, int]:
    return dict(Rating.objects.filter(place=place_id).order_by().values_list("criterion_id", "value"))


def place_before(place: PlaceRow) -> str | None:
    """The key of the place shown before this one, whatever its state."""
    earlier = Place.objects.filter(participation=place.participation_id, order__lt=place.order).order_by("-order")
    return earlier.values_list("key", flat=True).first()


@dataclass(frozen=True)
class RatedSentence:
    """A sentence, or the two of a couple as they were shown, with the judge's own answer (of a couple, the side)."""

    key: str
    sentences: tuple[ShownSentence, ...]
    values: Mapping[int, int]
    cannot_judge: str
    comment: str


def rated_sentences(participation: Participation) -> list[RatedSentence]:
    """Each sentence once, the one rated last first, practice left out.

    A sentence that came twice would give the repeat away, so it is listed once, with the answer given last, and nothing
    is numbered.
    """
    answered = participation.places.filter(state__in=[PlaceState.DONE, PlaceState.SURPLUS])
    asked = answered.exclude(item__kind=ItemKind.PRACTICE)
    places = asked.select_related("item__pair", "item__first", "item__second").prefetch_related("ratings")
    study = participation.study
    facts = study_facts(study.pk, study.revision, study.changed_at)
    newest: dict[str, RatedSentence] = {}
    for place in places.order_by("-order"):
        newest.setdefault(
            place.item.text,
            RatedSentence(
                key=place.key,
                sentences=shown_sentences(place.item, place.script, is_swapped=place.is_swapped),
                values=facts.turned(
                    {rating.criterion_id: rating.value for rating in place.ratings.all()}, is_swapped=place.is_swapped
                ),
                cannot_judge=place.cannot_judge,
                comment=place.comment,
            ),
        )
    return list(newest.values())
