"""A person's own token for the API: made on demand, shown to them, revoked by them, of no use after API_TOKEN_DAYS."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from rest_framework.authtoken.models import Token

from evaluation.models import User
from evaluation.services import audit
from evaluation.services.accounts.people import label


def expires_at(token: Token) -> datetime:
    made: datetime = token.created
    return made + timedelta(days=settings.API_TOKEN_DAYS)


def has_expired(token: Token) -> bool:
    return expires_at(token) <= timezone.now()


def valid_token(person: User) -> Token | None:
    token = Token.objects.filter(user=person).first()
    return token if token and not has_expired(token) else None


@transaction.atomic
def token_of(person: User) -> Token:
    """The person's token, made now if there is none or if it has expired."""
    old = Token.objects.filter(user=person).first()
    if old and has_expired(old):
        # This one and no other: another request may have made a new one meanwhile.
        Token.objects.filter(pk=old.pk).delete()
    token, is_new = Token.objects.get_or_create(user=person)
    if is_new:
        audit.record(person, "token.created", label(person))
    return token


@transaction.atomic
def renew(person: User) -> Token:
    """Another token in place of the old one."""
    revoke(person)
    return token_of(person)


@transaction.atomic
def revoke(person: User) -> None:
    if Token.objects.filter(user=person).delete()[0]:
        audit.record(person, "token.revoked", label(person))


@transaction.atomic
def password_changed(person: User, *, actor: User | None, **details: str) -> None:
    """Record a new password. Django ends the sessions that began with the old one; the token ends here."""
    audit.record(actor, "password.changed", label(person), **details)
    revoke(person)
