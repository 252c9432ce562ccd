"""A person's own token for the API: made on demand, shown to them, revoked by them."""

from __future__ import annotations

from django.db import transaction
from rest_framework.authtoken.models import Token

from evaluation.models import User
from evaluation.services import audit
from evaluation.services.accounts.people import label


@transaction.atomic
def token_of(person: User) -> Token:
    """The person's token, made now if there is none."""
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
