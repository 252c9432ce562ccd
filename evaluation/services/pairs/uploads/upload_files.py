"""The file of an upload: where it is kept, who may see the upload, and when both are removed."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from evaluation.models import Upload, UploadRow, UploadState, User

FOLDER = "uploads"
DAYS_TO_CHOOSE = 14


def visible_to(user: User) -> QuerySet[Upload]:
    """One's own uploads; an admin sees everybody's."""
    uploads = Upload.objects.select_related("collection", "owner", "job")
    return uploads if user.is_admin else uploads.filter(owner=user)


def undecided_of(user: User) -> QuerySet[Upload]:
    """One's own files that are neither loaded nor discarded yet, the newest first."""
    undecided = [UploadState.MAPPING, UploadState.CHECKING, UploadState.CHECKED, UploadState.LOADING]
    return Upload.objects.select_related("collection").filter(owner=user, state__in=undecided)


def path_of(upload: Upload) -> Path:
    return Path(settings.MEDIA_ROOT) / upload.path


def further_paths(upload: Upload) -> list[Path]:
    """The other files of a parallel set, and a word list."""
    plan: dict[str, Any] = upload.plan
    kept = [*(path for path, _name in plan.get("further", [])), plan.get("lexicon")]
    return [Path(settings.MEDIA_ROOT) / path for path in kept if path]


def clear(upload: Upload, state: UploadState) -> None:
    """Give the upload its last state, and forget its rows and its file."""
    UploadRow.objects.filter(upload=upload).delete()
    for path in [path_of(upload) if upload.path else None, *further_paths(upload)]:
        if path:
            path.unlink(missing_ok=True)
    upload.state, upload.path = state, ""
    upload.save(update_fields=["state", "path"])


def forget_old() -> int:
    """Discard uploads that nobody has chosen about for a fortnight, and what a command that was stopped has left."""
    before = timezone.now() - timedelta(days=DAYS_TO_CHOOSE)
    left = Q(state__in=[UploadState.CHECKED, UploadState.MAPPING]) | Q(state=UploadState.CHECKING, job=None)
    old = list(Upload.objects.filter(left, created_at__lt=before)[:100])
    for upload in old:
        clear(upload, UploadState.DISCARDED)
    return len(old)
