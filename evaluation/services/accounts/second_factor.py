"""Two-factor sign-in: after the password, a code of an app (TOTP, RFC 6238) or a recovery code that works once.

``django-otp`` keeps the devices and checks the codes; ``User.has_second_factor`` says whether somebody has one, so that
no page needs to look. Recovery codes are stored as digests and shown once. Wrong codes are limited by a count of ours
instead of django-otp's, which makes somebody wait longer and longer without end.
"""

from __future__ import annotations

import secrets
import time
from base64 import b32encode

import segno
from django.conf import settings
from django.db import transaction
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django_otp import verify_token
from django_otp.oath import TOTP
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice, default_key

from evaluation.models import User
from evaluation.services import audit, errors
from evaluation.services.accounts import guesses, tokens
from evaluation.services.accounts.people import label
from evaluation.services.support import throttle

RECOVERY_CODES = 10
# Wrong codes after a right password: in a quarter of an hour, and in a day.
LIMITS = ((5, guesses.SECONDS), (30, 60 * 60 * 24))


def must_be_set_up(person: User) -> bool:
    return settings.REQUIRE_TWO_FACTOR and person.is_researcher and not person.has_second_factor


def new_key() -> str:
    return str(default_key())


def key_as_text(key: str) -> str:
    """As apps expect it typed, in groups of four."""
    text = b32encode(bytes.fromhex(key)).decode()
    return " ".join(text[start : start + 4] for start in range(0, len(text), 4))


def qr_code(person: User, key: str) -> str:
    """What an app reads with the camera, as SVG."""
    address = TOTPDevice(user=person, key=key).config_url
    return str(segno.make(address, error="m", micro=False).svg_inline(scale=5, border=4, dark="#000", light="#fff"))


@transaction.atomic
def turn_on(*, person: User, key: str, code: str) -> list[str]:
    """Ask for codes from now on, if ``code`` shows that an app has the key. Returns the recovery codes."""
    totp = TOTP(bytes.fromhex(key))
    totp.time = time.time()
    if not (_plain(code).isdecimal() and totp.verify(int(_plain(code)), tolerance=1)):
        raise errors.Refused(_("This is not the code of the app. Is the clock of your device right?"), field="code")
    _forget(person)
    TOTPDevice.objects.create(user=person, key=key, name="app", last_t=totp.t())
    User.objects.filter(pk=person.pk).update(has_second_factor=True)
    person.has_second_factor = True
    audit.record(person, "second_factor.turned_on", label(person))
    # A token may have been fetched with the password alone.
    tokens.revoke(person)
    return _make_recovery_codes(person)


@transaction.atomic
def turn_off(*, person: User, actor: User | None) -> None:
    """Sign in with the password alone from now on: by the person's own wish, or because an admin resets it."""
    if not person.has_second_factor:
        return
    _forget(person)
    User.objects.filter(pk=person.pk).update(has_second_factor=False)
    person.has_second_factor = False
    audit.record(actor, "second_factor.turned_off" if actor == person else "second_factor.reset", label(person))


@transaction.atomic
def new_recovery_codes(person: User) -> list[str]:
    """Ten others in place of those there were."""
    audit.record(person, "second_factor.new_recovery_codes", label(person))
    return _make_recovery_codes(person)


def recovery_codes_left(person: User) -> int:
    return int(StaticToken.objects.filter(device__user=person).count())


def check(*, person: User, code: str, browser: str) -> None:
    """``Refused`` for a wrong code, ``TooManyGuesses`` after too many. A ``browser`` that is known is counted apart."""
    who = f"{person.pk} {browser}"
    for limit, seconds in LIMITS:
        if not throttle.hit(f"second-factor {seconds}", who, limit=limit, seconds=seconds):
            raise guesses.TooManyGuesses(throttle.seconds_left(seconds))
    if not _is_right(person, _plain(code)):
        audit.record(person, "second_factor.wrong_code", label(person))
        raise errors.Refused(_("This code is wrong, or it was used before."), field="code")
    for _limit, seconds in LIMITS:
        throttle.take_back(f"second-factor {seconds}", who, seconds=seconds)


def _is_right(person: User, code: str) -> bool:
    is_of_app = code.isdecimal() and len(code) == 6
    kind = TOTPDevice if is_of_app else StaticDevice
    device = kind.objects.filter(user=person, confirmed=True).first()
    given = code if is_of_app else _digest(person, code)
    if device is None or verify_token(person, device.persistent_id, given) is None:
        return False
    if not is_of_app:
        audit.record(person, "second_factor.recovery_code_used", label(person), left=recovery_codes_left(person))
    return True


def _make_recovery_codes(person: User) -> list[str]:
    StaticDevice.objects.filter(user=person).delete()
    device = StaticDevice.objects.create(user=person, name="recovery codes")
    codes = [b32encode(secrets.token_bytes(5)).decode().lower() for _number in range(RECOVERY_CODES)]
    StaticToken.objects.bulk_create(StaticToken(device=device, token=_digest(person, code)) for code in codes)
    return [f"{code[:4]}-{code[4:]}" for code in codes]


def _forget(person: User) -> None:
    TOTPDevice.objects.filter(user=person).delete()
    StaticDevice.objects.filter(user=person).delete()


def _plain(code: str) -> str:
    """People type codes with spaces, dashes and capitals."""
    return "".join(code.split()).replace("-", "").lower()


def _digest(person: User, code: str) -> str:
    return salted_hmac("evaluation.recovery-code", f"{person.pk} {code}", algorithm="sha256").hexdigest()[:16]
