"""Everything stored about a person, and erasing it.

Erasing removes whatever says who somebody is: account, answers to the questionnaire, free text, ids of other sites,
links. Ratings stay under the judge's pseudonym, with nothing left that leads from it to the person.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework.authtoken.models import Token

from evaluation.models import AuditEntry, MarkedWord, Participation, Place, Rating, RatingChange, Role, User
from evaluation.models.keys import new_key
from evaluation.services import audit
from evaluation.services.accounts import second_factor
from evaluation.services.accounts.people import label, refuse_losing_the_last_admin
from evaluation.services.errors import Refused
from evaluation.services.publications import forget_files

ACCOUNT = (
    "username",
    "name",
    "email",
    "role",
    "has_second_factor",
    "interface_language",
    "date_joined",
    "last_login",
    "is_active",
)
PARTICIPATION = (
    *(
        "study__name",
        "pseudonym",
        "state",
        "email",
        "external_id",
        "is_double",
        "language",
        "answers",
        "consent_version",
        "consented_at",
    ),
    *("invited_at", "started_at", "last_seen_at", "finished_at", "reminded_at", "active_ms"),
    *("link_expires_at", "link_revoked_at"),
)
# What the judge answered. Whether a sentence is a check or a repeat is not said: the judge may still be rating. Nor is
# what researchers made of the answers: a reason for excluding one ("failed the check") says what the sentence was for.
PLACE = (
    *(
        "item__text",
        "state",
        "shown_at",
        "answered_at",
        "duration_ms",
        "changes",
        "history",
        "cannot_judge",
    ),
    *("comment", "language", "screen", "script"),
)


def everything_about(person: User, *, reached: Collection[Participation] | None = None) -> dict[str, Any]:
    """All that is stored about somebody, as plain JSON values (moments as Django's JSON encoder writes them).

    ``reached``: the participations that are open to the person; of others only the study's name is told.
    """
    return {
        "account": {field: getattr(person, field) for field in ACCOUNT},
        "participations": [
            _participation(each) if reached is None or each in reached else _not_open(each)
            for each in person.participations.select_related("study")
        ],
        "studies": list(person.studies.values("name", "slug", "created_at")),
        "shared_studies": list(person.shared_studies.values("name", "slug")),
        "collections": list(person.collections.values("name", "created_at")),
        "uploads": list(person.uploads.values("name", "state", "created_at")),
        "rating_imports": list(person.rating_imports.values("name", "state", "created_at")),
        "comments_read": list(person.comments_read.values("study__name", "at")),
        "jobs": list(person.jobs.values("title", "kind", "state", "created_at", "finished_at")),
        "has_api_token": Token.objects.filter(user=person).exists(),
        "actions": list(person.audit_entries.values("at", "action", "target", "details")),
    }


def _participation(participation: Participation) -> dict[str, Any]:
    facts: dict[str, Any] = Participation.objects.filter(pk=participation.pk).values(*PARTICIPATION).get()
    return facts | {"answered": _answers(participation)}


def _not_open(participation: Participation) -> dict[str, Any]:
    note = _("This study is not open to you any more. Ask the people who invited you for what is stored in it.")
    return {"study__name": participation.study.name, "note": note}


def _answers(participation: Participation) -> list[dict[str, Any]]:
    """Answered places with their values, earlier values and marked words, in a fixed number of queries."""
    answered = Place.objects.filter(participation=participation).as_told_to_judges()
    places = {row.pop("pk"): row for row in answered.values("pk", *PLACE)}
    for row in places.values():
        row |= {"ratings": [], "earlier_values": [], "marked_words": []}
    ratings = Rating.objects.filter(place__in=answered).order_by("criterion__position")
    for place, *values in ratings.values_list("place", "criterion__key", "value", "given_at"):
        places[place]["ratings"].append(dict(zip(("criterion", "value", "given_at"), values, strict=True)))
    changes = RatingChange.objects.filter(rating__place__in=answered)
    for place, *values in changes.values_list("rating__place", "rating__criterion__key", "value", "given_at"):
        places[place]["earlier_values"].append(dict(zip(("criterion", "value", "given_at"), values, strict=True)))
    marked = MarkedWord.objects.filter(place__in=answered)
    for place, *values in marked.values_list("place", "token", "reason"):
        places[place]["marked_words"].append(dict(zip(("token", "reason"), values, strict=True)))
    return list(places.values())


@transaction.atomic
def erase(*, person: User, actor: User | None) -> None:
    """Erase a person's data; their ratings stay."""
    # Their participations first, as everywhere: an answer on its way, with its comment, is stored before it is erased.
    list(person.participations.order_by("pk").select_for_update().values_list("pk"))
    _refuse_while_others_depend_on(person)
    person = User.objects.select_for_update().get(pk=person.pk)
    Token.objects.filter(user=person).delete()
    second_factor.turn_off(person=person, actor=actor)
    _erase_mentions(person)
    _erase_participations(person)
    _erase_account(person)
    # Finished files may hold names, answers and comments; they can be made again without them.
    transaction.on_commit(partial(forget_files, list(person.participations.values_list("study", flat=True))))
    audit.record(actor, "person.erased", label(person))


def _refuse_while_others_depend_on(person: User) -> None:
    if person.is_admin:
        refuse_losing_the_last_admin(person)
    count = person.studies.count()
    if count:
        raise Refused(
            ngettext(
                "This person owns %(count)d study. Give it to somebody else first.",
                "This person owns %(count)d studies. Give them to somebody else first.",
                count,
            )
            % {"count": count}
        )


def _erase_mentions(person: User) -> None:
    """Take the person's names out of the audit log and the log of Django's admin."""
    shown = {text for text in (str(person), person.name, person.username, person.email) if text}
    AuditEntry.objects.filter(target__in=shown).update(target=label(person))
    for entry in AuditEntry.objects.filter(details__colleague=person.username):
        entry.details["colleague"] = label(person)
        entry.save(update_fields=["details"])
    LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(User), object_id=str(person.pk)).update(
        object_repr=label(person), change_message=""
    )


def _erase_participations(person: User) -> None:
    Place.objects.filter(participation__user=person).update(comment="", screen="")
    for participation in person.participations.select_related("study"):
        participation.answers = {}
        participation.external_id = participation.email = ""
        participation.link_nonce = new_key()
        participation.link_revoked_at = timezone.now()
        participation.save(update_fields=["answers", "external_id", "email", "link_nonce", "link_revoked_at"])
        # Groups of judges by their answers change, and with them the date of the study's data.
        audit.record(None, "participation.erased", participation.study, slug=participation.study.slug)


def _erase_account(person: User) -> None:
    person.username = f"erased-{new_key()}"
    person.name = person.email = person.interface_language = ""
    person.role = Role.JUDGE
    person.is_active = person.is_staff = person.is_superuser = False
    person.last_login = None
    person.set_unusable_password()
    person.shared_studies.clear()
    person.comments_read.all().delete()
    person.save()
