from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from evaluation.models.collection import Collection
from evaluation.models.keys import new_key
from evaluation.models.trouble import Trouble
from evaluation.models.unlinked_words import UnlinkedWords


class UploadState(models.TextChoices):
    MAPPING = "mapping", _("waiting for its columns")
    CHECKING = "checking", _("being checked")
    CHECKED = "checked", _("waiting for your choice")
    LOADING = "loading", _("being loaded")
    LOADED = "loaded", _("loaded")
    DISCARDED = "discarded", _("discarded")
    FAILED = "failed", _("failed")


class RowEffect(models.TextChoices):
    """What loading a row does, as far as could be seen when it was checked."""

    NEW = "new", _("new")
    SAME = "same", _("unchanged")
    UPDATE = "update", _("replaces the loaded pair")
    VERSION = "version", _("becomes a new version; studies keep the old one")


class Upload(models.Model):
    """A file of pairs that somebody sent, looked through before anything of it is stored as pairs."""

    key = models.CharField(max_length=20, unique=True, default=new_key, editable=False)
    collection = models.ForeignKey(Collection, models.CASCADE, related_name="uploads")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="uploads")
    name = models.CharField(max_length=200)
    path = models.CharField(max_length=300, blank=True)
    state = models.CharField(max_length=10, choices=UploadState, default=UploadState.CHECKING)
    job = models.ForeignKey("evaluation.Job", models.SET_NULL, null=True, related_name="+")
    good_rows = models.PositiveIntegerField(default=0)
    bad_rows = models.PositiveIntegerField(default=0)
    # Good rows with content words that have no link.
    unlinked_rows = models.PositiveIntegerField(default=0)
    summary = models.JSONField(default=dict, blank=True)
    # Of plain text: further files with their names, languages, columns, word list. Empty: the file holds pairs.
    plan = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return self.name


class UploadRow(UnlinkedWords, Trouble):
    """One row of an upload: the pair it describes, or what is wrong with it."""

    upload = models.ForeignKey(Upload, models.CASCADE, related_name="rows")
    line = models.PositiveIntegerField()
    external_id = models.CharField(max_length=200, blank=True)
    # NULL: the row could not be read as a pair.
    pair = models.JSONField(null=True)
    l1_text = models.TextField(blank=True)
    digest = models.CharField(max_length=64, blank=True)
    # Empty for a row that is no pair.
    effect = models.CharField(max_length=7, choices=RowEffect, blank=True)
    problems = models.JSONField(default=list, blank=True)
    is_good = models.BooleanField()

    class Meta:
        ordering = ["line", "pk"]
        indexes = [models.Index(fields=["upload", "is_good", "line"], name="upload_rows")]

    def __str__(self) -> str:
        return f"{self.upload}:{self.line}"
