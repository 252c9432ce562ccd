"""How often one may ask, counted in the database for all processes together."""

from __future__ import annotations

import time
from collections import Counter
from threading import Lock
from typing import Any

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from evaluation.middleware.client_address import client_address
from evaluation.services.support import throttle

# A process tells the others of so many requests at a time: this share of what is allowed.
PARTS = 40


class Tally:
    """One process's count. Most requests are counted in memory; each PARTS-th part of the limit goes to the database.

    So asking costs no writing but for those who ask a lot, and nobody gets more than the limit and a part per process.
    """

    def __init__(self) -> None:
        self.lock, self.span = Lock(), 0
        self.mine: Counter[str] = Counter()
        self.others_and_mine: Counter[str] = Counter()

    def within(self, who: str, *, limit: int, seconds: int) -> bool:
        """Count one more request; true while all processes together are within the limit."""
        part = max(1, limit // PARTS)
        with self.lock:
            self._begin(int(time.time() // seconds))
            self.mine[who] += 1
            rest = self.mine[who] % part
        if rest == 0:
            self.others_and_mine[who] = throttle.count("api", who, seconds=seconds, more=part)
        return self.others_and_mine[who] + rest <= limit

    def _begin(self, span: int) -> None:
        if span != self.span:
            self.span = span
            self.mine.clear()
            self.others_and_mine.clear()


TALLY = Tally()


class ByCaller(SimpleRateThrottle):
    """So many requests a minute for each person, and for each address of strangers."""

    scope = "api"
    num_requests: int
    duration: int

    def get_rate(self) -> str:
        return str(settings.API_RATE)

    def allow_request(self, request: Request, view: Any) -> bool:
        signed_in = request.user and request.user.is_authenticated
        who = f"person {request.user.pk}" if signed_in else client_address(request._request)
        return TALLY.within(who, limit=self.num_requests, seconds=self.duration)

    def wait(self) -> float:
        """Until the next span of time begins."""
        return self.duration - time.time() % self.duration
