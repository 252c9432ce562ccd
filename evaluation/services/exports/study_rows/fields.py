"""Which columns of each table are kept, and how a value is written and read back."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext as _

from evaluation.models import Criterion, Item, Pair, Participation, Place, Rating, Study
from evaluation.services.errors import Refused

# Raised when a file of this version could not be read by an earlier one.
FORMAT = 1
# Equal to no value of a column.
ALWAYS = object()
Field = Any
Model = type[models.Model]

# What is not kept: numbers of the database and keys of addresses, which a site makes anew; what belongs to one site
# (when a pair was loaded there, when a place was dealt); codes that are worth money; what says who somebody is.
LEFT_OUT: dict[Model, set[str]] = {
    Study: {
        *("id", "slug", "join_key", "join_link_open", "changed_at", "data_changed_at", "return_address"),
        *("completion_code", "screened_out_code", "failed_checks_code"),
    },
    Criterion: {"id"},
    Pair: {"id", "is_current", "created_at"},
    Item: {"id"},
    Participation: {
        *("id", "key", "email", "link_nonce", "link_expires_at", "link_revoked_at", "external_id", "reminded_at"),
    },
    Place: {"id", "key", "claimed_at"},
    Rating: {"id"},
}
KINDS: tuple[tuple[Any, tuple[type, ...]], ...] = (
    (models.BooleanField, (bool,)),
    (models.IntegerField, (int,)),
    (models.FloatField, (int, float)),
    (models.DateTimeField, (datetime,)),
    (models.CharField, (str,)),
    (models.TextField, (str,)),
)


@lru_cache
def kept_fields(model: Model) -> dict[str, Field]:
    """The columns that are written, by name; what refers to another row is written apart."""
    every = {field.name: field for field in model._meta.concrete_fields if not field.is_relation}
    return {name: field for name, field in every.items() if name not in LEFT_OUT[model]}


@lru_cache
def defaults(model: Model) -> dict[str, Any]:
    """What is left out where a column holds it; columns that every row must fill have none."""
    return {name: ALWAYS if is_required(field) else field.get_default() for name, field in kept_fields(model).items()}


def is_required(field: Field) -> bool:
    return not (field.null or field.blank or field.has_default())


@lru_cache
def required_fields(model: Model) -> set[str]:
    return {name for name, field in kept_fields(model).items() if is_required(field)}


def as_row(model: Model, values: Mapping[str, Any]) -> dict[str, Any]:
    """The columns that differ from their defaults, as JSON has them."""
    usual = defaults(model)
    return {name: plain(values[name]) for name in usual if values[name] != usual[name]}


def plain(value: Any) -> Any:
    return value.astimezone(UTC).isoformat() if isinstance(value, datetime) else value


def from_row(model: Model, row: Mapping[str, Any], where: str, *references: str) -> dict[str, Any]:
    """The columns of a row, each checked; ``Refused`` names the place in the file."""
    if not isinstance(row, Mapping):
        raise Refused(_("%s is no row of a study. Export the study again on the site it comes from.") % where)
    fields = kept_fields(model)
    unknown = sorted(row.keys() - fields.keys() - set(references))
    if unknown:
        words = _("%(where)s has %(names)s, which this version of CSwitch does not know. Use the version that made it.")
        raise Refused(words % {"where": where, "names": ", ".join(unknown)})
    missing = sorted(required_fields(model) - row.keys())
    if missing:
        raise wrong(where, missing[0])
    made = {}
    for name in row.keys() & fields.keys():
        try:
            made[name] = checked(fields[name], row[name])
        except (ValidationError, TypeError, ValueError, OverflowError) as error:
            raise wrong(where, name, error) from error
    return made


def wrong(where: str, name: str, error: object = "") -> Refused:
    why = "; ".join(error.messages) if isinstance(error, ValidationError) else str(error)
    words = _("%(where)s: “%(name)s” cannot be read (%(why)s). Export the study again on the site it comes from.")
    return Refused(words % {"where": where, "name": name, "why": why or _("it is missing or of another kind")})


def checked(field: Field, value: Any) -> Any:
    """The value as the column holds it: of its type, within its limits, one of its choices."""
    if value is None:
        if not field.null:
            raise ValueError(_("it must not be empty"))
        return None
    if isinstance(field, models.JSONField):
        return checked_json(field, value)
    if isinstance(field, models.DateTimeField):
        value = moment(value)
    if not _is_of_kind(field, value):
        raise TypeError(_("it is of another kind"))
    if isinstance(value, str) and "\0" in value:
        raise ValueError(_("there is a null character in it"))
    if field.choices and value not in dict(field.flatchoices) and (value or not field.blank):
        raise ValueError(_("it is none of the known values"))
    field.run_validators(value)
    return value


def _is_of_kind(field: Field, value: Any) -> bool:
    kinds = next(kinds for column, kinds in KINDS if isinstance(field, column))
    return isinstance(value, kinds) and (bool in kinds or not isinstance(value, bool))


def checked_json(field: Field, value: Any) -> Any:
    usual = field.get_default()
    kind = (dict, list) if usual is None else type(usual)
    if not isinstance(value, kind):
        raise TypeError(_("it is of another kind"))
    return value


def moment(value: Any) -> datetime:
    try:
        found = datetime.fromisoformat(value)
    except (TypeError, ValueError) as error:
        raise ValueError(_("it is no moment such as 2026-11-16T12:00:00+00:00")) from error
    if found.tzinfo is None:
        raise ValueError(_("a moment must say its time zone"))
    return found
