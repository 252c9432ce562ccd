"""Changing the e-mail address of an account: a new one counts once whoever reads its mail has followed a signed link.

Nobody learns in this way which addresses have accounts: an address that is taken gets a message too, one that says so.
"""

from __future__ import annotations

from smtplib import SMTPException

from django.conf import settings
from django.core import signing
from django.core.mail import send_mail
from django.db import IntegrityError, transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from evaluation.models import User
from evaluation.services import audit
from evaluation.services.accounts.people import label
from evaluation.services.errors import Refused
from evaluation.services.support import throttle

SALT = "evaluation.email-address"
LINK_SECONDS = 60 * 60 * 24 * 3
MAILS_PER_HOUR = 10


def ask_to_confirm(*, person: User, email: str) -> None:
    """Send a message to the new address; the account keeps its old one until the link in it is followed."""
    if not throttle.hit("email-address", str(person.pk), limit=MAILS_PER_HOUR, seconds=3600):
        raise Refused(_("Too many messages were asked for. Please try again in an hour."), field="email")
    if User.objects.filter(email__iexact=email).exclude(pk=person.pk).exists():
        template, told = "registration/email_taken_mail.txt", {"address": settings.SITE_URL + reverse("sign-in")}
    else:
        template, told = (
            "registration/email_mail.txt",
            {"address": settings.SITE_URL + confirmation_path(person, email)},
        )
    try:
        send_mail(_("Your e-mail address for CSwitch"), render_to_string(template, told), None, [email])
    except (SMTPException, OSError) as error:
        raise Refused(_("The message could not be sent. Please try again later."), field="email") from error


def confirmation_path(person: User, email: str) -> str:
    """Where this person makes the address theirs. It works once: with the address, what was signed changes."""
    return reverse("confirm-email", args=[signing.dumps([person.pk, person.email, email], salt=SALT)])


def email_of_link(*, person: User, signed: str) -> str:
    """The address that the link is about; ``Refused`` if it is old, used, forged or another person's."""
    try:
        owner, before, email = signing.loads(signed, salt=SALT, max_age=LINK_SECONDS)
    except (signing.BadSignature, ValueError, TypeError):
        raise _no_longer_works() from None
    if (owner, before) != (person.pk, person.email):
        raise _no_longer_works()
    return str(email)


@transaction.atomic
def confirm(*, person: User, signed: str) -> None:
    """Make the address of the link the person's, and tell the old one."""
    person = User.objects.select_for_update().get(pk=person.pk)
    before, email = person.email, email_of_link(person=person, signed=signed)
    try:
        with transaction.atomic():
            User.objects.filter(pk=person.pk).update(email=email)
    except IntegrityError:
        raise _no_longer_works() from None
    audit.record(person, "person.changed", label(person), fields=["email"])
    transaction.on_commit(lambda: tell_old_address(before))


@transaction.atomic
def remove(*, person: User) -> None:
    before = person.email
    User.objects.filter(pk=person.pk).update(email="")
    audit.record(person, "person.changed", label(person), fields=["email"])
    transaction.on_commit(lambda: tell_old_address(before))


def tell_old_address(email: str) -> None:
    """Whoever had the account until now may not have been the one who asked."""
    if email:
        text = render_to_string("registration/email_changed_mail.txt")
        send_mail(_("Your e-mail address for CSwitch"), text, None, [email], fail_silently=True)


def _no_longer_works() -> Refused:
    return Refused(_("This link no longer works"))
