"""The rows of a zip as a study: all of them in one transaction, or none."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import DatabaseError, IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from evaluation.models import (
    Criterion,
    Item,
    MarkedWord,
    Participation,
    Place,
    Rating,
    RatingChange,
    Role,
    Study,
    User,
)
from evaluation.models.keys import new_key
from evaluation.services import audit
from evaluation.services.errors import Refused
from evaluation.services.exports.study_rows.fields import from_row, moment, wrong
from evaluation.services.exports.study_rows.writing import STUDY_FILE, with_pairs
from evaluation.services.imports.storing import slug_problem
from evaluation.services.imports.studies.computed import restore_computed
from evaluation.services.imports.studies.pairs import restore_pairs
from evaluation.services.imports.studies.shapes import check_settings
from evaluation.services.imports.studies.zip_file import BATCH, StudyZip, cure
from evaluation.services.jobs import Progress
from evaluation.services.results.selection import Selection
from evaluation.services.studies.invitations import BY_LINK

log = logging.getLogger(__name__)

# Words that one judge can mark in one sentence.
MOST_MARKS = 1_000


@dataclass
class Restored:
    """What the rows named so far have become."""

    study: Study
    source: StudyZip
    # By their places in their file.
    pairs: dict[int, int] = field(default_factory=dict)
    criteria: dict[str, Criterion] = field(default_factory=dict)
    # By number: primary key.
    items: dict[int, int] = field(default_factory=dict)
    judges: dict[str, Participation] = field(default_factory=dict)
    # By judge and order: primary keys of the place and of its item.
    places: dict[tuple[str, int], tuple[int, int]] = field(default_factory=dict)


def restore(source: StudyZip, *, owner: User, slug: str, progress: Progress, job: str = "") -> Study:
    """The study with everything that belongs to it; ``Refused`` if the rows contradict each other."""
    try:
        with transaction.atomic():
            return _restored(source, owner=owner, slug=slug or source.head["slug"], progress=progress, job=job)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        # Values of the right type, but not of the shape that a study's settings have.
        raise _refused(source, _("%(where)s, or a row before it, is not as rows of a study are. %(cure)s")) from error
    except IntegrityError as error:
        raise _refused(source, _("%(where)s, or a row before it, contradicts another row. %(cure)s")) from error
    except DatabaseError as error:
        if "too large" in str(error) or "out of range" in str(error) or "too long" in str(error):
            words = _("%(where)s, or a row before it, has a value that does not fit into its column. %(cure)s")
            raise _refused(source, words) from error
        raise


def _refused(source: StudyZip, words: str) -> Refused:
    """Rows are stored many at a time, so only the last one read is known; what went wrong is in the log."""
    log.exception("A zip could not be brought back.")
    return Refused(words % {"where": source.last_read, "cure": cure()}, field="file")


def _restored(source: StudyZip, *, owner: User, slug: str, progress: Progress, job: str) -> Study:
    progress.start(None, _("Storing the study"))
    made = Restored(_study(source, owner=owner, slug=slug), source)
    study = made.study
    made.pairs, chosen, collections = restore_pairs(source, study=study, owner=owner)
    study.choices = [with_pairs(choice, made.pairs) for choice in study.choices]
    study.save()
    study.pairs.set([made.pairs[number] for number in chosen])
    # Both moments are set by Django when a row is saved.
    Study.objects.filter(pk=study.pk).update(created_at=_created_at(source), changed_at=timezone.now())
    study.refresh_from_db()
    _criteria(made)
    _items(made)
    _judges(made)
    _places(made, progress)
    _ratings(made, progress)
    restore_computed(source, study, made.criteria, made.pairs, owner=owner)
    counts = {"judges": len(made.judges), "sentences": len(made.items)}
    audit.record(owner, "study.restored", study, slug=study.slug, job=job, collections=collections, **counts)
    return study


def _study(source: StudyZip, *, owner: User, slug: str) -> Study:
    problem = slug_problem(slug)
    if problem and Study.objects.filter(slug=slug).exists():
        words = _(
            "There is a study %(slug)s here already. If it is another one, give this one another address; its tables "
            "then carry that address."
        )
        raise Refused(words % {"slug": slug}, field="slug")
    if problem:
        raise Refused(problem, field="slug")
    columns = from_row(Study, source.head["study"], STUDY_FILE)
    check_settings(columns, STUDY_FILE)
    columns.pop("created_at", None)
    study = Study(owner=owner, slug=slug, **columns)
    Selection.of(study)
    changed = source.head.get("changed_at")
    try:
        study.data_changed_at = moment(changed) if changed else None
    except ValueError as error:
        raise wrong(STUDY_FILE, "changed_at", error) from error
    return study


def _created_at(source: StudyZip) -> Any:
    return from_row(Study, source.head["study"], STUDY_FILE).get("created_at") or timezone.now()


def _criteria(made: Restored) -> None:
    given = enumerate(made.source.head["criteria"], start=1)
    rows = [from_row(Criterion, row, f"{STUDY_FILE}: criteria.{number}") for number, row in given]
    stored = Criterion.objects.bulk_create([Criterion(study=made.study, **row) for row in rows])
    made.criteria = {criterion.key: criterion for criterion in stored}


def _items(made: Restored) -> None:
    """In the order of the file; couples after the sentences that they are made of."""
    for batch in made.source.batches("items"):
        for is_couple, rows in groupby(batch, key=lambda found: "first" in found[1]):
            items = [_item(made, where, row, is_couple=is_couple) for where, row in rows]
            for item in Item.objects.bulk_create(items):
                made.items[item.number] = item.pk


def _item(made: Restored, where: str, row: dict[str, Any], *, is_couple: bool) -> Item:
    columns = from_row(Item, row, where, "pair", "first", "second")
    if "pair" in row:
        columns["pair_id"] = _named(made.pairs, row, "pair", where)
    if is_couple:
        columns["first_id"] = _named(made.items, row, "first", where)
        columns["second_id"] = _named(made.items, row, "second", where)
    return Item(study=made.study, **columns)


def _judges(made: Restored) -> None:
    """Somebody for each pseudonym who exists for this study only; no link lets anybody in."""
    now, invited = timezone.now(), []
    for batch in made.source.batches("judges"):
        columns = [from_row(Participation, row, where, "same_person") for where, row in batch]
        users = User.objects.bulk_create(
            User(username=f"{BY_LINK}{new_key()}", name=row.get("pseudonym", ""), role=Role.JUDGE, password=UNUSABLE)
            for row in columns
        )
        judges = Participation.objects.bulk_create(
            Participation(
                study=made.study,
                user=user,
                link_revoked_at=now,
                external_id=str(row.get("same_person", ""))[:100],
                **{name: value for name, value in fields.items() if name != "invited_at"},
            )
            for user, fields, (_where, row) in zip(users, columns, batch, strict=True)
        )
        for judge, fields in zip(judges, columns, strict=True):
            judge.invited_at = fields.get("invited_at") or now
            made.judges[judge.pseudonym] = judge
        invited += judges
    Participation.objects.bulk_update(invited, ["invited_at"], batch_size=BATCH)


UNUSABLE = make_password(None)


def _places(made: Restored, progress: Progress) -> None:
    progress.start(None, _("Storing the answers"))
    for batch in made.source.batches("places"):
        places = Place.objects.bulk_create(_place(made, where, row) for where, row in batch)
        marks: list[MarkedWord] = []
        for place, (where, row) in zip(places, batch, strict=True):
            made.places[row["judge"], place.order] = place.pk, place.item_id
            marks += _marks(place, row.get("marks", []), where)
        MarkedWord.objects.bulk_create(marks, batch_size=BATCH)
        progress.advance(len(batch))


def _place(made: Restored, where: str, row: dict[str, Any]) -> Place:
    columns = from_row(Place, row, where, "judge", "item", "marks")
    judge = _named(made.judges, row, "judge", where)
    return Place(participation=judge, item_id=_named(made.items, row, "item", where), **columns)


def _marks(place: Place, marks: Any, where: str) -> list[MarkedWord]:
    if isinstance(marks, list) and len(marks) > MOST_MARKS:
        raise wrong(where, "marks", _("there are more than %d") % MOST_MARKS)
    both = _twos(marks, where, "marks")
    try:
        return [MarkedWord(place=place, token=_whole(token), reason=str(reason)[:40]) for token, reason in both]
    except ValueError as error:
        raise wrong(where, "marks", error) from error


def _ratings(made: Restored, progress: Progress) -> None:
    progress.start(None, _("Storing the ratings"))
    for batch in made.source.batches("ratings"):
        ratings = Rating.objects.bulk_create(_rating(made, where, row) for where, row in batch)
        earlier: list[RatingChange] = []
        for rating, (where, row) in zip(ratings, batch, strict=True):
            earlier += _changes(rating, row.get("changes", []), where)
        RatingChange.objects.bulk_create(earlier, batch_size=BATCH)
        progress.advance(len(batch))


def _rating(made: Restored, where: str, row: dict[str, Any]) -> Rating:
    columns = from_row(Rating, row, where, "judge", "order", "criterion", "changes")
    criterion, judge = _named(made.criteria, row, "criterion", where), _named(made.judges, row, "judge", where)
    order = row.get("order")
    place = made.places.get((row["judge"], order)) if isinstance(order, int) else None
    if place is None:
        raise wrong(where, "order", _("the judge has no such place"))
    for name in ("value", "first_value"):
        if columns.get(name) not in criterion.points:
            raise wrong(where, name, _("it is not on the scale of its criterion"))
    number, item = place
    return Rating(place_id=number, item_id=item, study=made.study, participation=judge, criterion=criterion, **columns)


def _changes(rating: Rating, changes: Any, where: str) -> list[RatingChange]:
    both = _twos(changes, where, "changes")
    try:
        return [RatingChange(rating=rating, value=_whole(value), given_at=moment(at)) for value, at in both]
    except ValueError as error:
        raise wrong(where, "changes", error) from error


def _twos(values: Any, where: str, name: str) -> list[list[Any]]:
    if not isinstance(values, list) or not all(isinstance(one, list) and len(one) == 2 for one in values):
        raise wrong(where, name, _("it is no list of lists of two"))
    return values


def _whole(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) >= 2**15:
        raise ValueError(_("it is no small whole number"))
    return value


def _named(known: Any, row: dict[str, Any], name: str, where: str) -> Any:
    """What another row of the zip has become."""
    try:
        return known[row[name]]
    except (KeyError, TypeError) as error:
        raise wrong(where, name, _("no row of the zip is called so")) from error
