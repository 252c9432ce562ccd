"""Limits on how often something may be done, per person or network address.

The counts are in the database, so that all processes count together.

Time is cut into spans of ``seconds``, each counted from zero. So up to twice the limit may pass around a boundary,
which is good enough against guessing, and costs one statement.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Any

from django.db import connection, transaction
from django.db.models import F
from django.utils.crypto import salted_hmac

from evaluation.models import ThrottleCounter

# The database counts, not Python: two processes that hit at the same moment get different numbers.
COUNT_MORE = """
    INSERT INTO evaluation_throttlecounter (scope, who, span, count, expires_at) VALUES (%s, %s, %s, %s, %s)
    ON CONFLICT (scope, who, span) DO UPDATE SET count = evaluation_throttlecounter.count + excluded.count
    RETURNING count
"""


def hit(scope: str, who: str, *, limit: int, seconds: int) -> bool:
    """Count one more; true while ``who`` stays within ``limit`` times in this ``scope`` per ``seconds``."""
    return count(scope, who, seconds=seconds) <= limit


@transaction.atomic
def count(scope: str, who: str, *, seconds: int, more: int = 1) -> int:
    """Count ``more``; returns how many it has been in this span of time.

    A transaction, because on SQLite only those have a turn in the queue of writers; whoever writes beside it may find
    the lock taken each time, until its patience ends.
    """
    now = time.time()
    span = int(now // seconds)
    expires_at = datetime.fromtimestamp((span + 1) * seconds, UTC)
    with connection.cursor() as cursor:
        cursor.execute(COUNT_MORE, [scope, digest(who), span, more, adapted(expires_at)])
        total = int(cursor.fetchone()[0])
    if total == more:
        forget_expired(datetime.fromtimestamp(now, UTC))
    return total


def take_back(scope: str, who: str, *, seconds: int) -> None:
    """Count one less in this span of time."""
    counted = ThrottleCounter.objects.filter(scope=scope, who=digest(who), span=int(time.time() // seconds))
    counted.filter(count__gt=0).update(count=F("count") - 1)


def seconds_left(seconds: int) -> int:
    """Until the next span of time begins."""
    return int(seconds - time.time() % seconds) or 1


def digest(who: str) -> str:
    """Network and e-mail addresses are personal data: they are recognised again, not stored."""
    return salted_hmac("evaluation.throttle", who, algorithm="sha256").hexdigest()


def adapted(moment: datetime) -> Any:
    return connection.ops.adapt_datetimefield_value(moment)


def forget_expired(now: datetime) -> None:
    ThrottleCounter.objects.filter(expires_at__lt=now).delete()
