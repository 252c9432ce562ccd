from __future__ import annotations

from django.db import models


class ThrottleCounter(models.Model):
    """How often somebody did something in one span of time. Who it was is kept as a digest only."""

    scope = models.CharField(max_length=40)
    who = models.CharField(max_length=64)
    span = models.BigIntegerField()
    count = models.PositiveIntegerField(default=1)
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["scope", "who", "span"], name="throttle_counter_is_one_per_span")
        ]

    def __str__(self) -> str:
        return f"{self.scope}: {self.count}"
