"""Loading a checked file: the good rows are stored as pairs, all of them in one transaction, or discarded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from evaluation.models import Collection, Job, RowEffect, Upload, UploadRow, UploadState, User
from evaluation.services import audit, jobs
from evaluation.services.errors import Refused
from evaluation.services.jobs import Progress, job_kind
from evaluation.services.pairs import storing
from evaluation.services.pairs.uploads.bulk_insert import changed_rows, insert_new
from evaluation.services.pairs.uploads.checking import pair_of
from evaluation.services.pairs.uploads.upload_files import clear

BATCH = 500


@transaction.atomic
def accept(*, upload: Upload, actor: User, at_once: bool = False) -> Upload:
    """Hand in the job that loads the good rows, unless the caller loads them at once itself."""
    _change_state(upload, UploadState.LOADING)
    if not upload.good_rows:
        raise Refused(_("No row of this file can be loaded."))
    if not at_once:
        title = _("Load %s") % upload.name
        upload.job = jobs.enqueue(kind="uploads.load", title=title, owner=actor, upload=upload.pk)
        upload.save(update_fields=["job"])
    audit.record(actor, "upload.accepted", upload, rows=upload.good_rows)
    return upload


@transaction.atomic
def discard(*, upload: Upload, actor: User) -> None:
    """Take nothing of the file; a collection that was made for it alone goes too."""
    if not Upload.objects.filter(pk=upload.pk, state=UploadState.MAPPING).update(state=UploadState.DISCARDED):
        _change_state(upload, UploadState.DISCARDED)
    give_up(upload=upload, actor=actor)


def give_up(*, upload: Upload, actor: User) -> None:
    """As `discard`, for a file whose check was stopped, so that nobody was asked to choose."""
    clear(upload, UploadState.DISCARDED)
    audit.record(actor, "upload.discarded", upload)
    collection = upload.collection
    if upload.summary.get("made_collection") and not collection.pairs.exists() and collection.uploads.count() == 1:
        collection.delete()


def _change_state(upload: Upload, state: UploadState) -> None:
    """Leave the state in which one chooses, once: a second click or a second tab is refused."""
    if not Upload.objects.filter(pk=upload.pk, state=UploadState.CHECKED).update(state=state):
        raise Refused(_("This file is not waiting for a choice any more."))
    upload.state = state


def _give_up(job: Job) -> None:
    Upload.objects.filter(job=job, state=UploadState.LOADING).update(state=UploadState.CHECKED)


@job_kind("uploads.load", on_stop=_give_up)
def load_in_background(progress: Progress, *, upload: int) -> dict[str, Any]:
    loaded = load(Upload.objects.select_related("collection", "owner").get(pk=upload), progress)
    return {
        "address": reverse("collection-page", args=[loaded.collection_id]),
        "message": summary_in_words(loaded.summary),
    }


def load(upload: Upload, progress: Progress) -> Upload:
    """Store the good rows in one transaction. Done again, it sees that it was done and changes nothing."""
    progress.start(upload.good_rows, _("Loading the pairs"))
    with transaction.atomic():
        Collection.objects.select_for_update().get(pk=upload.collection_id)
        upload.refresh_from_db()
        if upload.state != UploadState.LOADING:
            return upload
        done = Counter({RowEffect.NEW.value: insert_new(upload)})
        progress.advance(done.total())
        for rows in _batches(upload):
            pairs = [pair_of(row) for row in rows]
            done += storing.store(collection=upload.collection, pairs=pairs, actor=upload.owner)
            progress.advance(len(rows))
        done[RowEffect.SAME.value] += upload.good_rows - done.total()
        upload.summary = {effect: done[effect] for effect in RowEffect.values}
        upload.save(update_fields=["summary"])
        audit.record(upload.owner, "pairs.loaded", upload, collection=upload.collection.name, **upload.summary)
        clear(upload, UploadState.LOADED)
    return upload


def summary_in_words(summary: dict[str, int]) -> str:
    """What there was of each effect; "5 new, 2 unchanged."."""
    words = {
        RowEffect.NEW: _("%d new"),
        RowEffect.UPDATE: _("%d updated"),
        RowEffect.VERSION: _("%d as new versions"),
        RowEffect.SAME: _("%d unchanged"),
    }
    return ", ".join(text % summary[effect] for effect, text in words.items() if summary.get(effect)) + "."


def _batches(upload: Upload) -> Iterator[list[UploadRow]]:
    """The changed rows, batch after batch along the index, so that memory stays flat on both databases."""
    line = 0
    while rows := list(changed_rows(upload).filter(line__gt=line)[:BATCH]):
        yield rows
        line = rows[-1].line
