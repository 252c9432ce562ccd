"""What is removed from the disk with a study, with its page for readers, or when a judge withdraws.

Connected to the tables themselves (`evaluation.apps`), so that no way of deleting leaves files behind.
"""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models.signals import post_delete, post_save

from evaluation.models import AuditEntry, Publication, Study
from evaluation.services.exports.exporting import forget_zips
from evaluation.services.publications.package import FOLDER, remove_files

# Longer than any page for readers is in the making.
SECONDS = 24 * 3600


def connect() -> None:
    post_delete.connect(study_deleted, sender=Study, dispatch_uid="study files")
    post_delete.connect(publication_deleted, sender=Publication, dispatch_uid="publication files")
    post_save.connect(written_down, sender=AuditEntry, dispatch_uid="files of judges who withdraw")


def study_deleted(instance: Study, **_more: Any) -> None:
    transaction.on_commit(partial(forget_zips, [instance.pk]))


def publication_deleted(instance: Publication, **_more: Any) -> None:
    transaction.on_commit(partial(remove_files, instance.files_key))


def written_down(instance: AuditEntry, *, created: bool, **_more: Any) -> None:
    """Files with the answers of a judge who has withdrawn; they can be made anew without them."""
    if created and instance.action == "participation.withdrawn":
        studies = list(Study.objects.filter(slug=instance.details.get("slug")).values_list("pk", flat=True))
        transaction.on_commit(partial(forget_files, studies))


def forget_files(studies: list[int]) -> None:
    """Remove what readers could take away of these studies, and finished exports. All of it can be made anew."""
    forget_zips(studies)
    for found in Publication.objects.filter(study__in=studies).exclude(files_key=""):
        remove_files(found.files_key)


def forget_orphans() -> None:
    """Remove what a worker left behind that ended while it made a page for readers."""
    known, oldest = set(Publication.objects.values_list("files_key", flat=True)), time.time() - SECONDS
    for folder in (Path(settings.MEDIA_ROOT) / FOLDER).glob("*"):
        if folder.name not in known and folder.stat().st_mtime < oldest:
            remove_files(folder.name)
