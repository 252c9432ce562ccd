"""Accounts: inviting a researcher, the rights of a role, and finding somebody."""

from __future__ import annotations

from smtplib import SMTPException
from typing import Any

from django.conf import settings
from django.contrib.auth.tokens import default_token_generator
from django.core.mail import send_mail
from django.db import transaction
from django.db.models import Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext as _

from evaluation.models import Role, User
from evaluation.models.keys import new_key
from evaluation.services import audit
from evaluation.services.errors import Refused


def rights_of(role: str) -> dict[str, Any]:
    """The fields of an account with this role: Django's own flags always follow the role."""
    is_admin = role == Role.ADMIN
    return {"role": role, "is_staff": is_admin, "is_superuser": is_admin}


def refuse_losing_the_last_admin(person: User) -> None:
    """Inside a transaction: the admins are locked, or two could leave at the same moment."""
    admins = User.objects.filter(role=Role.ADMIN, is_active=True).order_by("pk").select_for_update()
    if not [admin for admin in admins if admin.pk != person.pk]:
        raise Refused(_("This is the last admin. Make somebody else an admin first."), field="role")


@transaction.atomic
def invite_researcher(*, name: str, email: str, actor: User | None, role: str = Role.RESEARCHER) -> User:
    """Make an account and send its owner a link to choose a password; if that cannot be sent, there is no account."""
    if User.objects.filter(email__iexact=email).exists():
        raise Refused(_("Another account has this e-mail address."), field="email")
    person = User(username=free_username(email), name=name, email=email, **rights_of(role))
    person.set_unusable_password()
    person.save()
    audit.record(actor, "person.created", label(person), role=role)
    try:
        send_invitation(person)
    except (SMTPException, OSError) as error:
        raise Refused(_("The message could not be sent (%(why)s). Nobody was invited.") % {"why": error}) from error
    return person


def free_username(email: str) -> str:
    wanted = email.partition("@")[0].lower()[:100]
    return f"{wanted}-{new_key()}" if User.objects.filter(username=wanted).exists() else wanted


def send_invitation(person: User) -> None:
    address = settings.SITE_URL + password_path(person)
    text = render_to_string("registration/invitation_mail.txt", {"person": person, "address": address})
    send_mail(_("Your CSwitch account"), text, None, [person.email])


def password_path(person: User) -> str:
    """The address at which whoever knows it may choose this person's password, once."""
    uid = urlsafe_base64_encode(force_bytes(person.pk))
    return reverse("password-new", args=[uid, default_token_generator.make_token(person)])


def label(person: User) -> str:
    """How the audit log names a person: never by their name, because names can be erased."""
    return f"person {person.pk}"


def find(name: str) -> User:
    """Somebody by user name, e-mail address, or ``study/pseudonym``."""
    study, _slash, pseudonym = name.rpartition("/")
    if study:
        found = User.objects.filter(participations__study__slug=study, participations__pseudonym=pseudonym)
    else:
        found = User.objects.filter(Q(username=name) | Q(email__iexact=name))
    person = found.first()
    if person is None:
        raise Refused(_("Nobody is called %(who)r here.") % {"who": name})
    return person
