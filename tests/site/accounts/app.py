"""An app for one-time codes, and people who use one."""

from __future__ import annotations

import time

from django.test import Client
from django_otp.oath import TOTP
from django_otp.plugins.otp_totp.models import TOTPDevice

from evaluation.models import User
from evaluation.services.accounts import second_factor


def code_at(key: str, steps: int = 0) -> str:
    """The code that the app shows now, or so many half minutes from now."""
    app = TOTP(bytes.fromhex(key))
    app.time = time.time() + app.step * steps
    return f"{app.token():06}"


def turn_on(person: User, *, steps: int = -1) -> list[str]:
    """Set it up with a code of half a minute ago, so that the present one is still good. Returns the recovery codes."""
    key = second_factor.new_key()
    codes = second_factor.turn_on(person=person, key=key, code=code_at(key, steps))
    person.refresh_from_db()
    return codes


def present_code(person: User) -> str:
    return code_at(TOTPDevice.objects.get(user=person).key)


def give_password(client: Client, person: User, **more: str):
    sent = {"username": person.username, "password": f"{person.username} has a password"}
    return client.post("/sign-in/", sent | more)


def is_signed_in(client: Client) -> bool:
    return client.get("/profile/").status_code == 200
