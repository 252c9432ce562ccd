from __future__ import annotations

from django.db import models


class Trouble(models.Model):
    """What speaks for looking at a pair before others: doubtful links, torn phrases, no mixed sentences or too many."""

    # Links that whoever proposed them was not sure of.
    unsure_links = models.PositiveIntegerField(default=0, editable=False)
    # Words left over in both sentences that may belong together.
    lost_links = models.PositiveIntegerField(default=0, editable=False)
    # Phrases of the first sentence whose words do not stand together in the second.
    torn_phrases = models.PositiveIntegerField(default=0, editable=False)
    # Of the first model; NULL: not counted. A float, for there can be more than any whole number of a table.
    mixed_sentences = models.FloatField(null=True, editable=False)
    # All of it in one number, so that the worst can be listed first.
    trouble = models.FloatField(default=0, editable=False)

    class Meta:
        abstract = True
