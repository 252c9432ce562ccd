"""The zip itself: opened without unpacking anything to disk, bounded, and checked against its own checksums."""

from __future__ import annotations

import hashlib
import json
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from django.utils.translation import gettext as _

from evaluation.services.errors import Refused
from evaluation.services.exports.study_rows import FOLDER, FORMAT, STUDY_FILE
from evaluation.services.generation import CORE_VERSION
from evaluation.services.jobs import Progress

SUMS = "SHA256SUMS"
MB = 1024**2
MOST_FILES = 200
# All files together, unpacked: more than a million ratings need.
MOST_BYTES = 8 * 1024 * MB
# How much smaller a packed file of rows may be than unpacked: rows differ, so they never shrink as zeros do. Tables
# may, for a matrix is mostly empty cells.
MOST_PACKED, ALWAYS_FINE = 200, 4 * MB
LARGEST_HEAD = 16 * MB
BLOCK = 1 << 20
BATCH, BATCH_BYTES = 1_000, 8 * MB
METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError)
Row = tuple[str, dict[str, Any]]


class Limits(NamedTuple):
    """How large a file of rows may be: several times what a study of a million ratings has."""

    bytes: int
    rows: int
    line: int = MB


ROW_FILES = {
    "pairs": Limits(256 * MB, 200_000),
    "items": Limits(1024 * MB, 500_000),
    "judges": Limits(256 * MB, 200_000),
    "places": Limits(2048 * MB, 5_000_000),
    "ratings": Limits(2048 * MB, 5_000_000),
    "computed": Limits(256 * MB, 1_000, 32 * MB),
}


class StudyZip:
    """A zip whose files are all as its list of checksums says, and whose rows this version can read."""

    def __init__(self, archive: zipfile.ZipFile, progress: Progress) -> None:
        self.archive = archive
        # The file, and the line of it, that was read last.
        self.last_read = STUDY_FILE
        self.entries = _bounded(archive)
        self.sums = self._sums()
        self._check_sums(progress)
        self.head = self._head()

    @property
    def core_version(self) -> str:
        return str(self.head["core_version"])

    @property
    def is_of_this_version(self) -> bool:
        return self.core_version == CORE_VERSION

    @property
    def holds_names(self) -> bool:
        """Whether whoever exported it asked for the judges' names and addresses."""
        with self._opened("csv/judges.csv") as file:
            columns = file.readline(MB).decode("utf-8", "replace").strip().split(",")
        return "email" in columns and "name" in columns

    def rows(self, name: str) -> Iterator[Row]:
        """Each row of a file, with where it stands in words."""
        return ((where, _parsed(line, where)) for where, line in self._lines(name))

    def batches(self, name: str) -> Iterator[list[Row]]:
        """The rows, so many at a time as are stored at once; fewer where they are large."""
        batch: list[Row] = []
        size = 0
        for where, line in self._lines(name):
            if batch and (len(batch) == BATCH or size + len(line) > BATCH_BYTES):
                yield batch
                batch, size = [], 0
            batch.append((where, _parsed(line, where)))
            size += len(line)
        if batch:
            yield batch

    def _lines(self, name: str) -> Iterator[tuple[str, bytes]]:
        limits = ROW_FILES[name]
        with self._opened(f"{FOLDER}/{name}.jsonl") as file:
            number = 0
            while line := file.readline(limits.line + 1):
                number += 1
                where = f"{FOLDER}/{name}.jsonl:{number}"
                if len(line) > limits.line:
                    raise _beyond(where, _("a line may have at most %d MB") % (limits.line // MB))
                if number > limits.rows:
                    raise _beyond(where, _("it may have at most %d lines") % limits.rows)
                self.last_read = where
                yield where, line

    def _sums(self) -> dict[str, str]:
        if SUMS not in self.entries:
            words = _("There is no %(sums)s in this zip, so it is no export of a study. %(cure)s")
            raise Refused(words % {"sums": SUMS, "cure": cure()}, field="file")
        with self._opened(SUMS) as file:
            text = file.read(BLOCK).decode("utf-8", "replace")
        rows = [line.partition("  ") for line in text.splitlines()]
        return {name: digest for digest, _spaces, name in rows}

    def _check_sums(self, progress: Progress) -> None:
        """Before anything else is read: every file is there, none is more, and each is what was written."""
        found = self.entries.keys() - {SUMS}
        if found != self.sums.keys():
            names = ", ".join(sorted(found ^ self.sums.keys())[:5])
            words = _("%(names)s: the zip and its list of checksums name different files. %(cure)s")
            raise Refused(words % {"names": names, "cure": cure()}, field="file")
        progress.start(sum(entry.file_size for entry in self.entries.values()), _("Checking the checksums"))
        damaged = [name for name in sorted(found) if self._digest(name, progress) != self.sums[name]]
        if damaged:
            words = _("Damaged, or changed since it was exported: %(names)s. %(cure)s")
            raise Refused(words % {"names": ", ".join(damaged[:5]), "cure": cure()}, field="file")

    def _digest(self, name: str, progress: Progress) -> str:
        digest = hashlib.sha256()
        with self._opened(name) as file:
            while block := file.read(BLOCK):
                digest.update(block)
                progress.advance(len(block))
        return digest.hexdigest()

    def _head(self) -> dict[str, Any]:
        if STUDY_FILE not in self.entries:
            words = _(
                "There is no %s in this zip: a version of CSwitch made it that did not put the study's rows in. Export "
                "the study again with this version."
            )
            raise Refused(words % STUDY_FILE, field="file")
        if self.entries[STUDY_FILE].file_size > LARGEST_HEAD:
            raise _beyond(STUDY_FILE, _("it may have at most %d MB") % (LARGEST_HEAD // MB))
        with self._opened(STUDY_FILE) as file:
            head = _parsed(file.read(LARGEST_HEAD), STUDY_FILE)
        if head.get("format") != FORMAT:
            words = _(
                "The rows of this zip have format %(theirs)s (CSwitch %(version)s); this version (CSwitch %(ours)s) "
                "reads format %(format)s. Bring it in with the version that made it, upgrade, and export it again."
            )
            versions = {"theirs": head.get("format"), "version": head.get("core_version"), "ours": CORE_VERSION}
            raise Refused(words % {**versions, "format": FORMAT}, field="file")
        kinds = {"core_version": str, "slug": str, "study": dict, "criteria": list, "collections": list}
        wrong = [name for name, kind in kinds.items() if not isinstance(head.get(name), kind)]
        if "collections" not in wrong and not all(isinstance(name, str) for name in head["collections"]):
            wrong.append("collections")
        missing = wrong + [name for name in ROW_FILES if f"{FOLDER}/{name}.jsonl" not in self.entries]
        if missing:
            raise Refused(_("%(names)s: missing in this zip. %(cure)s") % {"names": ", ".join(missing), "cure": cure()})
        return head

    @contextmanager
    def _opened(self, name: str) -> Iterator[Any]:
        try:
            with self.archive.open(self.entries[name]) as file:
                yield file
        except DAMAGED as error:
            raise _damaged(name, error) from error


@contextmanager
def study_zip(path: Path, progress: Progress) -> Iterator[StudyZip]:
    try:
        archive = zipfile.ZipFile(path)
    except FileNotFoundError as error:
        raise Refused(_("%s is not there.") % path.name, field="file") from error
    except DAMAGED as error:
        raise _damaged(path.name, error) from error
    with archive:
        yield StudyZip(archive, progress)


def _bounded(archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """The files by name, if they are few, small enough unpacked, plain and each there once."""
    entries = archive.infolist()
    names = {entry.filename: entry for entry in entries}
    if len(entries) > MOST_FILES:
        raise _beyond(entries[MOST_FILES].filename[:100], _("a zip may have at most %d files") % MOST_FILES)
    for entry in entries:
        if entry.flag_bits & 0x1 or entry.compress_type not in METHODS or entry.is_dir() or ".." in entry.filename:
            words = _("%(name)s: encrypted, packed or named as no export does. %(cure)s")
            raise Refused(words % {"name": entry.filename[:100], "cure": cure()}, field="file")
    total = 0
    for entry in entries:
        total += entry.file_size
        _check_size(entry)
        if total > MOST_BYTES:
            words = _("with it the zip unpacks to more than %d MB")
            raise _beyond(entry.filename[:100], words % (MOST_BYTES // MB))
    if len(names) < len(entries):
        raise Refused(_("A file is in this zip twice. %s") % cure(), field="file")
    return names


def _check_size(entry: zipfile.ZipInfo) -> None:
    """Of the files that are read as rows."""
    folder, _slash, name = entry.filename.partition("/")
    limits = ROW_FILES.get(name.removesuffix(".jsonl")) if folder == FOLDER else None
    if limits and entry.file_size > limits.bytes:
        raise _beyond(entry.filename, _("it may unpack to at most %d MB") % (limits.bytes // MB))
    shrunk = entry.file_size > MOST_PACKED * max(1, entry.compress_size)
    if shrunk and folder in (FOLDER, SUMS) and entry.file_size > ALWAYS_FINE:
        raise _beyond(entry.filename[:100], _("it may unpack to at most %d times its size") % MOST_PACKED)


def _beyond(name: str, limit: str) -> Refused:
    words = _("%(name)s is larger than in any export of a study: %(limit)s. %(cure)s")
    return Refused(words % {"name": name, "limit": limit, "cure": cure()}, field="file")


def _parsed(text: bytes, where: str) -> dict[str, Any]:
    try:
        row = json.loads(text, parse_constant=_no_number, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        raise Refused(_("%(where)s is no JSON. %(cure)s") % {"where": where, "cure": cure()}) from error
    if not isinstance(row, dict) or b"\\u0000" in text:
        raise Refused(_("%(where)s is no row of a study. %(cure)s") % {"where": where, "cure": cure()})
    return row


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text[:20]} is no number")


def _finite(text: str) -> float:
    """1e999 is a number to JSON and infinity to Python; no column takes that."""
    number = float(text)
    return number if isfinite(number) else _no_number(text)


def _damaged(name: str, error: Exception) -> Refused:
    words = _("%(name)s cannot be read as a zip (%(why)s). %(cure)s")
    return Refused(words % {"name": name, "why": error, "cure": cure()}, field="file")


def cure() -> str:
    return _("Export the study again on the site it comes from, and send that file as it is.")
