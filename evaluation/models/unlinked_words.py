from __future__ import annotations

from django.db import models


class UnlinkedWords(models.Model):
    """How many content words of a pair have no counterpart: more than a few, and probably a link is missing."""

    content_words = models.PositiveIntegerField(default=0, editable=False)
    unlinked_words = models.PositiveIntegerField(default=0, editable=False)
    # The one divided by the other, so that the worst can be listed first.
    unlinked_share = models.FloatField(default=0, editable=False)

    class Meta:
        abstract = True
