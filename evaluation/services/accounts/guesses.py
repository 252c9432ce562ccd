"""Limits on guessing passwords, counted together for the sign-in page and the API.

Only wrong passwords count, in spans of a quarter of an hour: for one name from one place, for a place whatever the
name, the same for the wider network, and for one name from anywhere. Nobody can lock a colleague out: a name that is
guessed from everywhere still gets ``TRIES_WHILE_ATTACKED`` tries from each place, and a browser in which its owner has
signed in before has a count of its own (OWASP calls its mark a device cookie).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import IPv4Address, ip_address, ip_network

from django.conf import settings
from django.core import signing

from evaluation.models import User
from evaluation.models.keys import new_key
from evaluation.services.support import throttle

SECONDS = 900
TRIES_WHILE_ATTACKED = 2
SALT = "evaluation.known-browser"
KNOWN_BROWSER_SECONDS = 60 * 60 * 24 * 365


class TooManyGuesses(Exception):  # noqa: N818  (not a fault of the program)
    """The password was not looked at; ``seconds`` from now it will be again."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"Rest for {seconds} seconds.")
        self.seconds = seconds


@dataclass(frozen=True)
class Guess:
    """A try at somebody's password. ``browser`` is the key of a browser in which they signed in before, or empty."""

    account: str
    address: str
    browser: str = ""

    def limits(self) -> Iterator[tuple[str, int]]:
        """What is counted and how often it may be, the narrowest first."""
        most = settings.SIGN_IN_FAILURES
        place, network = networks_of(self.address)
        yield f"{self.account} {place}", most
        yield place, 5 * most
        yield f"{self.account} {network}", 3 * most
        yield network, 25 * most

    @property
    def attacked_from(self) -> int:
        """So many wrong passwords for one name, from anywhere, are an attack."""
        return int(10 * settings.SIGN_IN_FAILURES)


def account_of(typed: str) -> tuple[str, User | None]:
    """How the counts name the account, and whose it is: a user name and an e-mail address are the same account."""
    person = User.objects.filter(username=typed).first()
    if person is None and "@" in typed:
        person = User.objects.filter(email__iexact=typed).first()
    return (account_name(person) if person else f"name {typed.casefold()}"), person


def account_name(person: User) -> str:
    return f"person {person.pk}"


def networks_of(address: str) -> tuple[str, str]:
    """The place a request came from, which one household or machine has for itself, and the network around it.

    >>> networks_of("192.0.2.7")
    ('192.0.2.7/32', '192.0.2.0/24')
    >>> networks_of("2001:db8:1:2:3::4")
    ('2001:db8:1:2::/64', '2001:db8:1::/48')
    >>> networks_of("::ffff:192.0.2.7")
    ('192.0.2.7/32', '192.0.2.0/24')
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address, address
    found = getattr(found, "ipv4_mapped", None) or found
    lengths = (32, 24) if isinstance(found, IPv4Address) else (64, 48)
    place, network = (str(ip_network((found, length), strict=False)) for length in lengths)
    return place, network


def count_guess(guess: Guess) -> list[str]:
    """Before a password is looked at: ``TooManyGuesses`` if it shall not be. Returns what to ``take_back``."""
    browser = f"browser {guess.browser}"
    if guess.browser and _count(browser) <= settings.SIGN_IN_FAILURES:
        return [browser]
    counts: dict[str, int] = {}
    for who, limit in guess.limits():
        counts[who] = _count(who)
        if counts[who] > limit:
            raise TooManyGuesses(throttle.seconds_left(SECONDS))
    tries_from_here = next(iter(counts.values()))
    if _count(guess.account) > guess.attacked_from and tries_from_here > TRIES_WHILE_ATTACKED:
        raise TooManyGuesses(throttle.seconds_left(SECONDS))
    return [*counts, guess.account]


def take_back(counted: list[str]) -> None:
    """The password was right: it was no guess."""
    for who in counted:
        throttle.take_back("sign-in", who, seconds=SECONDS)


def _count(who: str) -> int:
    return throttle.count("sign-in", who, seconds=SECONDS)


def mark_of_browser(person: User) -> str:
    """What a browser keeps, to be known again, once this person has signed in with it."""
    return signing.dumps([person.pk, new_key()], salt=SALT)


def browser_key(mark: str, person: User | None) -> str:
    """The key of the browser if this person has signed in with it, else empty."""
    try:
        owner, key = signing.loads(mark, salt=SALT, max_age=KNOWN_BROWSER_SECONDS)
    except (signing.BadSignature, ValueError, TypeError):
        return ""
    return str(key) if person and owner == person.pk else ""
