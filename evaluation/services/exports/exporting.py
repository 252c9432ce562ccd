"""Exporting a table or the zip, as the page, the command and the API do it: the same bytes for the same data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from evaluation.models import Job, JobState, Study, User
from evaluation.models.keys import new_key
from evaluation.services import audit, jobs
from evaluation.services.errors import Refused
from evaluation.services.exports.formats import chunks_of, latex
from evaluation.services.exports.package import write_zip
from evaluation.services.exports.study_data import StudyData
from evaluation.services.exports.tables import TABLES
from evaluation.services.jobs import Progress, job_kind
from evaluation.services.results.selection import Selection
from evaluation.services.support.page_cache import small_page_cache

CONTENT_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "jsonl": "application/x-ndjson",
    "parquet": "application/vnd.apache.parquet",
    "latex": "application/x-tex; charset=utf-8",
}
SUFFIXES = {"latex": "tex"}
FORMATS = tuple(CONTENT_TYPES)
FOLDER = "exports"
DAYS_KEPT = 14


@dataclass(frozen=True)
class Export:
    """A file to be sent or written: its name, its type and its bytes, made as they are read."""

    name: str
    content_type: str
    chunks: Iterator[bytes]


def export_table(
    *,
    study: Study,
    table: str,
    form: str,
    actor: User | None = None,
    bom: bool = False,
    identities: bool = False,
) -> Export:
    """One table of a study in one format, under the study's own selection. Who took it is written down."""
    check(table, form)
    data = StudyData(study, Selection.of(study), identities)
    chunks = latex_chunks(table, data) if form == "latex" else chunks_of(TABLES[table], data, form, bom=bom)
    audit.record(actor, "study.exported", study.slug, table=table, format=form, identities=identities, **selected(data))
    name = f"{study.slug}-{table}.{SUFFIXES.get(form, form)}"
    return Export(name, CONTENT_TYPES[form], in_little_memory(in_english(chunks)))


def formats_of(table: str) -> list[str]:
    """The formats that a table can be had in: only the paper's two tables are written in LaTeX."""
    return [form for form in FORMATS if form != "latex" or table in latex.FILES]


def latex_chunks(table: str, data: StudyData) -> Iterator[bytes]:
    yield latex.FILES[table](data).encode()


def in_english(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Reasons and rules in English, whatever the language of one's pages: the same data give the same bytes."""
    while True:
        with translation.override("en"):
            chunk = next(chunks, None)
        if chunk is None:
            return
        yield chunk


def in_little_memory(chunks: Iterator[bytes]) -> Iterator[bytes]:
    with small_page_cache():
        yield from chunks


def check(table: str, form: str) -> None:
    if table not in TABLES:
        raise Refused(
            _("There is no table %(name)s: %(known)s.") % {"name": table, "known": ", ".join(TABLES)}, field="table"
        )
    if form not in FORMATS:
        known = ", ".join((*FORMATS, "zip"))
        raise Refused(_("There is no format %(name)s: %(known)s.") % {"name": form, "known": known}, field="format")
    if form == "latex" and table not in latex.FILES:
        raise Refused(
            _("LaTeX is made of the tables models (the paper's Table 1) and sentences (its Table 2)."), field="format"
        )


def selected(data: StudyData) -> dict[str, Any]:
    return {"selection": data.selection.as_json()}


# -- The zip ---------------------------------------------------------------------------------------------------------


@transaction.atomic
def start_zip(*, study: Study, actor: User, identities: bool = False) -> Job:
    """Hand in the job that makes the zip."""
    title = _("Export of %s") % study.name
    audit.record(actor, "study.exported", study.slug, table="all", format="zip", identities=identities)
    return jobs.enqueue(kind="exports.zip", title=title, owner=actor, study=study.pk, identities=identities)


@job_kind("exports.zip")
def zip_in_background(progress: Progress, *, study: int, identities: bool) -> dict[str, Any]:
    forget_old()
    found = Study.objects.get(pk=study)
    key = progress.job.key if progress.job else new_key()
    export_zip(study=found, target=zip_path(key), identities=identities, progress=progress)
    return {"address": reverse("export-zip", args=[found.slug, key])}


def export_zip(*, study: Study, target: Path, identities: bool = False, progress: Progress | None = None) -> None:
    """All of it in one file, there whole or not at all."""
    with translation.override("en"):
        write_zip(StudyData(study, Selection.of(study), identities), target, progress or Progress())


def zip_path(key: str) -> Path:
    return Path(settings.MEDIA_ROOT) / FOLDER / f"{key}.zip"


def finished_zip(*, study: Study, key: str, user: User) -> Path | None:
    """The file that one's own job made of this study, if it is (still) there, to be handed out now."""
    mine = jobs.visible_to(user).filter(key=key, kind="exports.zip", state=JobState.DONE, arguments__study=study.pk)
    path = zip_path(key)
    if not mine.exists() or not path.is_file():
        return None
    audit.record(user, "export.downloaded", study.slug, key=key)
    return path


def forget_zips(studies: list[int]) -> None:
    """Remove the finished zips of these studies; they can be made again."""
    for key in Job.objects.filter(kind="exports.zip", arguments__study__in=studies).values_list("key", flat=True):
        zip_path(key).unlink(missing_ok=True)


def forget_old() -> None:
    """Zips can be made again at any time, so they need not be kept."""
    oldest = (timezone.now() - timedelta(days=DAYS_KEPT)).timestamp()
    for path in (Path(settings.MEDIA_ROOT) / FOLDER).glob("*.zip"):
        if path.stat().st_mtime < oldest:
            path.unlink(missing_ok=True)
