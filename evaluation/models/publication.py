from __future__ import annotations

from django.conf import settings
from django.db import models

from evaluation.models.study import Study


class Publication(models.Model):
    """A closed study as readers see it without an account: a snapshot, at an address that stays."""

    study = models.OneToOneField(Study, models.CASCADE, related_name="publication")
    # The study's own when it was first published; nobody else's address afterwards.
    address = models.SlugField(max_length=60, unique=True)
    published_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    published_at = models.DateTimeField()
    # NULL: readers can see it.
    taken_back_at = models.DateTimeField(null=True, blank=True)
    # Whether search engines may list it.
    is_indexed = models.BooleanField(default=False)
    authors = models.CharField(max_length=500)
    title = models.CharField(max_length=300)
    year = models.PositiveSmallIntegerField()
    licence = models.CharField(max_length=100, blank=True)
    # Of the paper, or wherever the data are deposited.
    link = models.URLField(max_length=500, blank=True)
    # What the page shows; evaluation.services.publications.snapshot describes its shape. Empty: being made.
    snapshot = models.JSONField(default=dict, blank=True)
    # The names of its files, which no earlier snapshot has; empty: there are none (yet).
    files_key = models.CharField(max_length=20, blank=True)

    def __str__(self) -> str:
        return self.address

    @property
    def is_public(self) -> bool:
        return self.taken_back_at is None and bool(self.snapshot)
