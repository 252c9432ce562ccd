"""How often one may ask.

Requests are counted in each process's memory; guesses at passwords in the database, for all processes together.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from evaluation.middleware.client_address import client_address
from evaluation.services import throttle

GUESSES, GUESSES_OF_ONE_ADDRESS, GUESS_SECONDS = 10, 50, 300


class ByCaller(SimpleRateThrottle):
    """So many requests a minute for each person, and for each address of strangers."""

    scope = "api"

    def get_rate(self) -> str:
        return str(settings.API_RATE)

    def get_cache_key(self, request: Request, view: Any) -> str:
        caller = request.user.pk if request.user and request.user.is_authenticated else client_address(request._request)
        return f"api-requests:{caller}"


def count_guess(request: Request, username: str) -> None:
    """Before a password is looked at: too many tries for one name from one address, or from the address at all."""
    address = client_address(request._request)
    tries = ((f"{address} {username.casefold()}", GUESSES), (address, GUESSES_OF_ONE_ADDRESS))
    within = [throttle.hit("api-token", who, limit=limit, seconds=GUESS_SECONDS) for who, limit in tries]
    if not all(within):
        raise Throttled(wait=GUESS_SECONDS)
