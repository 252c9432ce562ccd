"""Checking a file of pairs row by row, before anything of it is stored as a pair."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from evaluation.models import Job, Pair, Upload, UploadRow, UploadState
from evaluation.services import generation
from evaluation.services.generation import CorePair, FileRow
from evaluation.services.jobs import Progress, job_kind
from evaluation.services.pairs import storing
from evaluation.services.pairs.uploads import mapping
from evaluation.services.pairs.uploads.upload_files import clear, forget_old, path_of

BATCH = 500
# Proposing takes longer than checking: progress is to be seen.
PLAIN_BATCH = 20
MOST_PROBLEMS_OF_A_ROW = 20


def _give_up(job: Job) -> None:
    upload = Upload.objects.filter(job=job, state=UploadState.CHECKING).first()
    if upload:
        clear(upload, UploadState.FAILED)


@job_kind("uploads.check", on_stop=_give_up)
def check_in_background(progress: Progress, *, upload: int) -> dict[str, Any]:
    forget_old()
    checked = check(Upload.objects.select_related("collection").get(pk=upload), progress)
    return {"address": reverse("upload-page", args=[checked.key]), "message": outcome_in_words(checked)}


def outcome_in_words(upload: Upload) -> str:
    if problem_of_file(upload):
        return _("No row of the file could be read.")
    good = ngettext("%d good row", "%d good rows", upload.good_rows) % upload.good_rows
    outcome = _("%(good)s, %(bad)d with problems.") % {"good": good, "bad": upload.bad_rows}
    return f"{outcome} {unlinked_in_words(upload)}".rstrip()


def unlinked_in_words(upload: Upload) -> str:
    """How many of the good rows probably miss links; empty if none does."""
    if not upload.unlinked_rows:
        return ""
    words = ngettext(
        "%d has unlinked content words: probably a missing link.",
        "%d have unlinked content words: probably missing links.",
        upload.unlinked_rows,
    )
    return words % upload.unlinked_rows


def problem_of_file(upload: Upload) -> UploadRow | None:
    """What keeps every row from being read, such as a wrong header; it stands among the rows and is not one."""
    return None if upload.good_rows or upload.bad_rows else upload.rows.first()


def check(upload: Upload, progress: Progress) -> Upload:
    """Check every row, a batch at a time; a check that is begun again begins at the first row."""
    path = path_of(upload)
    UploadRow.objects.filter(upload=upload).delete()
    upload.good_rows = upload.bad_rows = upload.unlinked_rows = 0
    progress.start(*_work(upload, path))
    line = 0
    for batch in _batches(_file_rows(upload, path), PLAIN_BATCH if upload.plan else BATCH):
        with transaction.atomic():
            rows = _rows(upload, batch)
            UploadRow.objects.bulk_create(rows)
        upload.good_rows += sum(row.is_good for row in rows)
        upload.bad_rows += sum(not row.is_good and not _is_of_the_file(row) for row in rows)
        upload.unlinked_rows += sum(row.unlinked_words > 0 for row in rows)
        progress.advance(batch[-1].line - line)
        line = batch[-1].line
    upload.state = UploadState.CHECKED
    upload.save(update_fields=["state", "good_rows", "bad_rows", "unlinked_rows"])
    return upload


def _work(upload: Upload, path: Path) -> tuple[int, str]:
    """How much there is to do, and what it is called."""
    if upload.plan:
        return mapping.row_count(upload), _("Proposing trees and links")
    return _line_count(path), _("Checking the rows")


def _file_rows(upload: Upload, path: Path) -> Iterator[FileRow]:
    return mapping.proposed_rows(upload) if upload.plan else generation.file_rows(path, name=upload.name)


def _is_of_the_file(row: UploadRow) -> bool:
    return any(problem["field"] in generation.FIELDS_OF_A_FILE for problem in row.problems)


def _rows(upload: Upload, batch: list[FileRow]) -> list[UploadRow]:
    rows = [_good_row(row.line, row.pair) if row.pair else _bad_row(row) for row in batch]
    good = [row for row in rows if row.is_good]
    effects = storing.effects(upload.collection, [pair_of(row) for row in good])
    for row, effect in zip(good, effects, strict=True):
        row.effect = effect
    for row in rows:
        row.upload = upload
    return rows


def pair_of(row: UploadRow) -> Pair:
    """The pair a good row describes, not stored yet."""
    counted = {name: getattr(row, name) for name in storing.COUNTED}
    pair_json: Any = row.pair
    second = pair_json["l2"]
    texts = {"l1_text": row.l1_text, "l2_text": second.get("text") or " ".join(second["tokens"])}
    return storing.unsaved_from_json(pair_json, digest=row.digest, **texts, **counted)


def _good_row(line: int, pair: CorePair) -> UploadRow:
    too_long = storing.language_problem(pair.languages)
    if too_long:
        cure = _("Use a short code, such as en or hi")
        problem = {"field": "lang", "message": too_long.rstrip("."), "cure": cure}
        return UploadRow(line=line, external_id=pair.id, problems=[problem], is_good=False)
    columns = storing.columns_of(pair)
    return UploadRow(
        line=line,
        external_id=pair.id,
        pair=pair.as_json() | {"l2_text": columns.pop("l2_text")},
        digest=generation.digest(pair),
        is_good=True,
        **columns,
    )


def _bad_row(row: FileRow) -> UploadRow:
    problems = [
        {"field": problem.field, "message": problem.message, "cure": problem.cure}
        for problem in row.problems[:MOST_PROBLEMS_OF_A_ROW]
    ]
    pair_id = next((problem.pair_id for problem in row.problems if problem.pair_id), "")
    return UploadRow(line=row.line, external_id=pair_id[:200], problems=_storable(problems), is_good=False)


def _storable(problems: list[dict[str, str]]) -> list[dict[str, str]]:
    """Without the one character that PostgreSQL keeps in no text."""
    return [{name: text.replace("\x00", "�") for name, text in problem.items()} for problem in problems]


def _batches(rows: Iterable[FileRow], size: int) -> Iterator[list[FileRow]]:
    rows = _in_time(rows)
    while batch := list(islice(rows, size)):
        yield batch


def _in_time(rows: Iterable[FileRow]) -> Iterator[FileRow]:
    """Each row is read and analysed when it is asked for; where somebody waits for them, there is a time limit."""
    for row in rows:
        generation.check_time()
        yield row


def _line_count(path: Path) -> int:
    """Lines of the file; the last one counts whether or not it ends in a line break."""
    count, last = 0, b"\n"
    with path.open("rb") as file:
        while chunk := file.read(1 << 20):
            count, last = count + chunk.count(b"\n"), chunk
    return count + (not last.endswith(b"\n"))
