from __future__ import annotations

from django.db import models

from evaluation.models.collection import Collection


class WordList(models.Model):
    """A researcher's own words for one pair of languages, kept with a collection for everything proposed in it."""

    collection = models.ForeignKey(Collection, models.CASCADE, related_name="word_lists")
    # In the order of the alphabet, so that there is one list whichever sentence comes first.
    l1_lang = models.CharField(max_length=35)
    l2_lang = models.CharField(max_length=35)
    name = models.CharField(max_length=200)
    # Couples of words or phrases, in the order of the languages.
    entries = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["l1_lang", "l2_lang"]
        constraints = [
            models.UniqueConstraint(fields=["collection", "l1_lang", "l2_lang"], name="one_word_list_per_languages"),
        ]

    def __str__(self) -> str:
        return self.name
