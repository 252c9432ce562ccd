"""Whether a study that was brought back gives the same tables: each is computed again and compared with the zip's."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Iterable

from django.utils import translation
from django.utils.translation import gettext as _

from evaluation.models import Study
from evaluation.services.exports.formats import chunks_of
from evaluation.services.exports.study_data import StudyData
from evaluation.services.exports.study_rows import STUDY_FILE, row_files
from evaluation.services.exports.tables import TABLES
from evaluation.services.imports.studies.zip_file import StudyZip
from evaluation.services.jobs import Progress
from evaluation.services.results.selection import Selection

log = logging.getLogger(__name__)


def differing_files(source: StudyZip, study: Study, progress: Progress) -> list[str]:
    """The tables and rows that come out otherwise than in the zip; none is the promise.

    Tables carry the study's address, so they are compared only where it is the same.
    """
    progress.start(len(TABLES) + 1, _("Computing the tables again"))
    with translation.override("en"):
        data = StudyData(study, Selection.of(study))
        found = [name for name, chunks in row_files(data) if not _are_same_rows(source, name, chunks)]
        progress.advance()
        if study.slug != source.head["slug"]:
            return found
        for name, table in TABLES.items():
            progress.advance(1, name)
            # The judges' names and addresses, where the zip has them, do not come back.
            if not _is_same(source, f"csv/{name}.csv", chunks_of(table, data, "csv")) and not _has_names(source, name):
                found.append(f"csv/{name}.csv")
    return found


def _are_same_rows(source: StudyZip, name: str, chunks: Iterable[bytes]) -> bool:
    """The file of settings also names the address and the collections, which may have to be others here."""
    if name != STUDY_FILE:
        return _is_same(source, name, chunks)
    ours = json.loads(b"".join(chunks))
    ours |= {"slug": source.head["slug"], "collections": source.head["collections"]}
    return bool(ours | {"core_version": source.core_version} == source.head)


def _is_same(source: StudyZip, name: str, chunks: Iterable[bytes]) -> bool:
    digest = hashlib.sha256()
    try:
        for chunk in chunks:
            digest.update(chunk)
    except Exception:
        # Rows of a strange shape: a table that cannot be computed is certainly not the same.
        log.exception("%s could not be computed again.", name)
        return False
    return digest.hexdigest() == source.sums.get(name)


def _has_names(source: StudyZip, table: str) -> bool:
    return table in ("judges", "codebook") and source.holds_names
