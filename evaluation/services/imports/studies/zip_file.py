"""The zip itself: opened without unpacking anything to disk, bounded, and checked against its own checksums."""

from __future__ import annotations

import hashlib
import json
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

from django.utils.translation import gettext as _

from evaluation.services.errors import Refused
from evaluation.services.exports.study_rows import FOLDER, FORMAT, STUDY_FILE
from evaluation.services.generation import CORE_VERSION
from evaluation.services.jobs import Progress

SUMS = "SHA256SUMS"
MOST_FILES = 200
# All files together, unpacked: more than a million ratings need.
MOST_BYTES = 8 * 1024**3
LONGEST_LINE = 32 * 1024**2
LARGEST_HEAD = 64 * 1024**2
BLOCK = 1 << 20
METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError)
ROW_FILES = ("pairs", "items", "judges", "places", "ratings", "computed")


class StudyZip:
    """A zip whose files are all as its list of checksums says, and whose rows this version can read."""

    def __init__(self, archive: zipfile.ZipFile, progress: Progress) -> None:
        self.archive = archive
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
            columns = file.readline(LONGEST_LINE).decode("utf-8", "replace").strip().split(",")
        return "email" in columns and "name" in columns

    def rows(self, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """Each row of a file, with where it stands in words."""
        with self._opened(f"{FOLDER}/{name}.jsonl") as file:
            number = 0
            while line := file.readline(LONGEST_LINE + 1):
                number += 1
                where = f"{FOLDER}/{name}.jsonl:{number}"
                if len(line) > LONGEST_LINE:
                    raise Refused(_("%s is longer than any row of a study. Export the study again.") % where)
                yield where, _parsed(line, where)

    def _sums(self) -> dict[str, str]:
        if SUMS not in self.entries:
            words = _("There is no %(sums)s in this zip, so it is no export of a study. %(cure)s")
            raise Refused(words % {"sums": SUMS, "cure": _cure()}, field="file")
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
            raise Refused(words % {"names": names, "cure": _cure()}, field="file")
        progress.start(sum(entry.file_size for entry in self.entries.values()), _("Checking the checksums"))
        damaged = [name for name in sorted(found) if self._digest(name, progress) != self.sums[name]]
        if damaged:
            words = _("Damaged, or changed since it was exported: %(names)s. %(cure)s")
            raise Refused(words % {"names": ", ".join(damaged[:5]), "cure": _cure()}, field="file")

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
            raise Refused(
                _("%(names)s: missing in this zip. %(cure)s") % {"names": ", ".join(missing), "cure": _cure()}
            )
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
    if len(entries) > MOST_FILES or sum(entry.file_size for entry in entries) > MOST_BYTES:
        words = _("This zip unpacks to more than any export of a study has: too many files, or more than %d GB.")
        raise Refused(words % (MOST_BYTES // 1024**3), field="file")
    for entry in entries:
        if entry.flag_bits & 0x1 or entry.compress_type not in METHODS or entry.is_dir() or ".." in entry.filename:
            words = _("%(name)s: encrypted, packed or named as no export does. %(cure)s")
            raise Refused(words % {"name": entry.filename[:100], "cure": _cure()}, field="file")
    if len(names) < len(entries):
        raise Refused(_("A file is in this zip twice. %s") % _cure(), field="file")
    return names


def _parsed(text: bytes, where: str) -> dict[str, Any]:
    try:
        row = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        words = _("%(where)s is no JSON (%(why)s). %(cure)s")
        raise Refused(words % {"where": where, "why": error, "cure": _cure()}) from error
    if not isinstance(row, dict) or b"\\u0000" in text:
        raise Refused(_("%(where)s is no row of a study. %(cure)s") % {"where": where, "cure": _cure()})
    return row


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _damaged(name: str, error: Exception) -> Refused:
    words = _("%(name)s cannot be read as a zip (%(why)s). %(cure)s")
    return Refused(words % {"name": name, "why": error, "cure": _cure()}, field="file")


def _cure() -> str:
    return _("Export the study again on the site it comes from, and send that file as it is.")
