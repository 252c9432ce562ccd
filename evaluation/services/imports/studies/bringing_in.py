"""Bringing a study back out of a zip: received by the page and done in the background, or done by the command."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from evaluation.models import AuditEntry, Collection, Job, Place, Study, User
from evaluation.models.keys import new_key
from evaluation.services import audit, jobs
from evaluation.services.errors import Refused
from evaluation.services.exports.study_rows.computed import PAGES
from evaluation.services.exports.tables import TABLES
from evaluation.services.generation import CORE_VERSION
from evaluation.services.imports.storing import slug_problem
from evaluation.services.imports.studies.restoring import restore
from evaluation.services.imports.studies.verifying import differing_files
from evaluation.services.imports.studies.zip_file import StudyZip, study_zip
from evaluation.services.jobs import Progress, job_kind
from evaluation.services.pairs.uploads.receiving import keep
from evaluation.services.studies.invitations import forget_judges

FOLDER = "imports"
KIND = "imports.study"
ZIP_MARK = b"PK\x03\x04"


@dataclass(frozen=True)
class Outcome:
    """The study, and what is worth saying about how it came."""

    study: Study
    core_version: str
    differing: list[str] = field(default_factory=list)
    has_other_address: bool = False

    @property
    def words(self) -> str:
        said = []
        if self.core_version != CORE_VERSION:
            words = _("CSwitch %(theirs)s made this zip; this is CSwitch %(ours)s.")
            said.append(words % {"theirs": self.core_version, "ours": CORE_VERSION})
        if self.differing:
            words = ngettext(
                "%(number)d file comes out otherwise than in the zip: %(names)s.",
                "%(number)d files come out otherwise than in the zip: %(names)s.",
                len(self.differing),
            )
            said.append(words % {"number": len(self.differing), "names": ", ".join(self.differing)})
        elif self.has_other_address:
            said.append(_("All rows are the zip's; its tables carry another address, so they were not compared."))
        else:
            said.append(_("All %d tables were computed again: they are the zip's, byte for byte.") % len(TABLES))
        return " ".join(said)


def receive_study(*, owner: User, name: str, chunks: Iterable[bytes], slug: str = "") -> Job:
    """Keep the file and hand in the job that brings the study back; nothing stays behind of one that is refused."""
    problem = slug_problem(slug) if slug else ""
    if problem:
        raise Refused(problem, field="slug")
    kept = f"{FOLDER}/{new_key()}.zip"
    path = _path(kept)
    try:
        keep(path, chunks)
        with path.open("rb") as file:
            if file.read(len(ZIP_MARK)) != ZIP_MARK:
                words = _("%s is no zip. Send the file that “Export” made of a study, as it is.")
                raise Refused(words % PurePath(name).name, field="file")
        with transaction.atomic():
            audit.record(owner, "study.zip_received", PurePath(name).name)
            title = _("Bring back a study from %s") % PurePath(name).name
            return jobs.enqueue(kind=KIND, title=title, owner=owner, path=kept, slug=slug)
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def bring_in(*, path: Path, owner: User, slug: str = "", progress: Progress, job: str = "") -> Outcome:
    """The study, its tables computed again and compared; with this version's own zips they must be the same."""
    with study_zip(path, progress) as source:
        study = _stored_before(job) or restore(source, owner=owner, slug=slug, progress=progress, job=job)
        differing = differing_files(source, study, progress)
        if differing and source.is_of_this_version:
            _remove(study)
            words = _(
                "The study would not be the same: %s would differ from the zip's. Nothing was kept. Export it again on "
                "the site it comes from."
            )
            raise Refused(words % ", ".join(differing[:5]), field="file")
        return Outcome(study, source.core_version, differing, _has_other_address(source, study))


def _has_other_address(source: StudyZip, study: Study) -> bool:
    return study.slug != str(source.head["slug"])


def _stored_before(job: str) -> Study | None:
    """The study that this job has stored already, if its worker ended afterwards."""
    entry = AuditEntry.objects.filter(action="study.restored", details__job=job).first() if job else None
    return Study.objects.filter(slug=entry.details["slug"]).first() if entry else None


@transaction.atomic
def _remove(study: Study) -> None:
    """The study, and of the collections those that were made for it and that nobody has used since."""
    entry = AuditEntry.objects.filter(action="study.restored", details__slug=study.slug).order_by("-pk").first()
    made_for_it = Collection.objects.filter(pk__in=entry.details["collections"] if entry else [])
    Job.objects.filter(kind__in=PAGES, arguments__study=study.pk).delete()
    Place.objects.filter(participation__study=study).delete()
    forget_judges(study)
    audit.record(study.owner, "study.not_restored", study, slug=study.slug)
    study.delete()
    for collection in made_for_it:
        if not collection.pairs.filter(Q(items__isnull=False) | Q(studies__isnull=False)).exists():
            collection.pairs.all().delete()
            collection.delete()


def _path(kept: str) -> Path:
    return Path(settings.MEDIA_ROOT) / kept


def _forget(job: Job) -> None:
    _path(job.arguments["path"]).unlink(missing_ok=True)


@job_kind(KIND, on_stop=_forget)
def bring_in_background(progress: Progress, *, path: str, slug: str) -> dict[str, Any]:
    job = progress.job
    owner = job.owner if job else None
    if job is None or owner is None:
        raise Refused(_("Whoever sent this file has been erased."))
    outcome = bring_in(path=_path(path), owner=owner, slug=slug, progress=progress, job=job.key)
    _forget(job)
    return {"address": reverse("study-page", args=[outcome.study.slug]), "message": outcome.words}
