"""Receiving a file: kept as it comes, within the size limit, refused at once where no row of it could be read."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path, PurePath
from typing import Any

from django.conf import settings
from django.core.files.uploadhandler import FileUploadHandler, StopUpload
from django.db import transaction
from django.utils.translation import gettext as _

from evaluation.models import Upload, UploadState, User
from evaluation.models.keys import new_key
from evaluation.services import audit, generation, jobs
from evaluation.services.errors import Refused
from evaluation.services.pairs import collections
from evaluation.services.pairs.uploads.upload_files import FOLDER, path_of

PAIR_SUFFIXES = frozenset({".jsonl", ".ndjson", ".json"})
SUFFIXES = PAIR_SUFFIXES | {".csv", ".tsv", ".tab", ".txt", "", ".xlsx", ".ods", ".conllu", ".parse", ".align"}
SHEET_SUFFIXES = frozenset({".xlsx", ".ods"})
# What spreadsheets, archives and pictures begin with: said at once, not as ten thousand unreadable rows.
BINARY_MARKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"\x1f\x8b", b"GIF8")
UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
HEAD = 4096


def receive(*, collection: str, owner: User, name: str, chunks: Iterable[bytes], at_once: bool = False) -> Upload:
    """Keep a file and hand in the job that checks it, unless the caller checks it at once itself.

    Nothing stays behind of a file that is refused.
    """
    _check_name(name)
    upload = Upload(key=new_key(), owner=owner, name=PurePath(name).name[-200:])
    upload.path = f"{FOLDER}/{upload.key}"
    path = path_of(upload)
    try:
        keep(path, chunks)
        _check_content(path, name)
        is_plain = generation.holds_plain_text(path, name)
        with transaction.atomic():
            upload.collection, made = collections.collection_named(name=collection, owner=owner)
            upload.summary = {"made_collection": made}
            upload.state = UploadState.MAPPING if is_plain else UploadState.CHECKING
            upload.save()
            if not at_once and not is_plain:
                enqueue_check(upload)
            audit.record(owner, "upload.received", upload, collection=upload.collection.name)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return upload


def enqueue_check(upload: Upload) -> None:
    title = _("Read %s") % upload.name
    upload.job = jobs.enqueue(kind="uploads.check", title=title, owner=upload.owner, upload=upload.pk)
    upload.save(update_fields=["job"])


def too_large() -> Refused:
    megabytes = settings.UPLOAD_MAX_BYTES // (1024 * 1024)
    return Refused(_("The file is larger than %d MB. Cut it into several files.") % megabytes, field="file")


def _check_name(name: str) -> None:
    suffix = PurePath(name).suffix.lower()
    if suffix not in SUFFIXES and not generation.is_language_code(suffix[1:]):
        words = _(
            "%s cannot be read. Send two columns of sentences as a spreadsheet (.xlsx), CSV (.csv) or TSV (.tsv), or "
            "pairs as JSON Lines (.jsonl)."
        )
        raise Refused(words % PurePath(name).name, field="file")


def keep(path: Path, chunks: Iterable[bytes]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    size = 0
    with path.open("xb") as kept:
        for chunk in chunks:
            size += len(chunk)
            if size > settings.UPLOAD_MAX_BYTES:
                raise too_large()
            kept.write(chunk)


def _check_content(path: Path, name: str) -> None:
    """Refuse what is neither text nor a sheet; pairs are read in UTF-8 alone, plain text in other encodings too."""
    suffix = PurePath(name).suffix.lower()
    with path.open("rb") as kept:
        head = kept.read(HEAD)
    is_utf16 = head.startswith(UTF16_MARKS)
    if is_utf16 and suffix in PAIR_SUFFIXES:
        raise Refused(_("The file is in UTF-16. Save it in UTF-8; spreadsheets call it “CSV UTF-8”."), field="file")
    is_binary = head.startswith(BINARY_MARKS) or (b"\x00" in head and not is_utf16)
    if is_binary and suffix not in SHEET_SUFFIXES:
        words = _("This is not a text file. From a spreadsheet, send the .xlsx file or save the sheet as “CSV UTF-8”.")
        raise Refused(words, field="file")
    if not head.strip() and path.stat().st_size <= HEAD:
        raise Refused(_("The file is empty."), field="file")


class BoundedUploadHandler(FileUploadHandler):
    """Stops writing a file past the limit to disk; the page then finds ``request.upload_too_large``."""

    received = 0

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        self.received += len(raw_data)
        if self.received > settings.UPLOAD_MAX_BYTES:
            request: Any = self.request
            request.upload_too_large = True
            raise StopUpload(connection_reset=False)
        return raw_data

    def file_complete(self, file_size: int) -> None:
        return None
