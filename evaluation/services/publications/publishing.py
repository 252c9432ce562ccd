"""Making a closed study public, and taking it back."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from evaluation.models import AuditEntry, Job, Publication, Study, StudyState, User
from evaluation.models.keys import new_key
from evaluation.services import audit, jobs
from evaluation.services.errors import Refused
from evaluation.services.exports.study_data import StudyData
from evaluation.services.jobs import Progress, job_kind
from evaluation.services.publications.citing import Citation
from evaluation.services.publications.forgetting import forget_orphans
from evaluation.services.publications.package import remove_files, write_files
from evaluation.services.publications.snapshot import snapshot_of
from evaluation.services.results.rating_arrays import TAKEN_BACK
from evaluation.services.results.selection import Selection
from evaluation.services.studies.sharing import must_own

KIND = "publications.make"
EARLIEST, LATEST = 1990, 2200


@dataclass(frozen=True)
class Details:
    """What readers are told of who made it."""

    authors: str
    title: str
    year: int
    licence: str = ""
    link: str = ""
    is_indexed: bool = False


def publication_of(study: Study) -> Publication | None:
    return Publication.objects.filter(study=study).select_related("study").first()


def publish(*, study: Study, actor: User, details: Details) -> Job:
    """Make it public, or public anew: a job takes the snapshot and makes the zip; what was public stays until then."""
    must_own(actor, study)
    with transaction.atomic():
        if Study.objects.select_for_update(no_key=True).get(pk=study.pk).state != StudyState.CLOSED:
            raise Refused(_("Only a closed study is published: close it first."))
        if not study.ratings.exists():
            raise Refused(_("This study has no ratings."))
        _check(details)
        found = publication_of(study) or Publication(study=study, address=_free_address(study))
        for name, value in asdict(details).items():
            setattr(found, name, value.replace("\0", "").strip() if isinstance(value, str) else value)
        found.published_by, found.published_at = actor, timezone.now()
        found.save()
        audit.record(actor, "study.published", study, slug=study.slug, address=found.address)
        title = _("Publish “%s”") % study.name
        return jobs.enqueue(kind=KIND, title=title, owner=actor, publication=found.pk)


def _check(details: Details) -> None:
    for name in ("authors", "title"):
        if not getattr(details, name).strip():
            raise Refused(_("This must not be empty."), field=name)
    if not EARLIEST <= details.year <= LATEST:
        words = _("Write a year from %(low)d to %(high)d.") % {"low": EARLIEST, "high": LATEST}
        raise Refused(words, field="year")


def _free_address(study: Study) -> str:
    """The study's own; another study that had it before keeps it."""
    if not Publication.objects.filter(address=study.slug).exists():
        return study.slug
    return f"{study.slug[:50]}-{new_key()[:6]}"


@transaction.atomic
def take_back(*, study: Study, actor: User) -> None:
    """No reader sees it any more; its address says that it was there."""
    must_own(actor, study)
    found = Publication.objects.select_for_update().filter(study=study, taken_back_at=None).first()
    if found is None:
        raise Refused(_("This study is not published."))
    key = found.files_key
    found.taken_back_at, found.snapshot, found.files_key = timezone.now(), {}, ""
    found.save()
    transaction.on_commit(lambda: remove_files(key))
    audit.record(actor, "study.taken_back", study, slug=study.slug, address=found.address)


@job_kind(KIND)
def make_public(progress: Progress, *, publication: int) -> dict[str, Any]:
    found = Publication.objects.select_related("study").get(pk=publication)
    began, key = timezone.now(), new_key()
    forget_orphans()
    try:
        with translation.override("en"):
            data = StudyData(found.study, Selection.of(found.study))
            snapshot = snapshot_of(data)
        snapshot["pictures"] = write_files(data, citation_of(found), key, progress)
        snapshot["made_at"] = began.isoformat()
        with transaction.atomic():
            current = Publication.objects.select_for_update().get(pk=publication)
            if (current.published_at, current.taken_back_at) != (found.published_at, found.taken_back_at):
                # Published anew, or taken back, while this was being made.
                raise Refused(_("The study was published anew or taken back meanwhile."))
            before = current.files_key
            current.snapshot, current.files_key, current.taken_back_at = snapshot, key, None
            current.save(update_fields=["snapshot", "files_key", "taken_back_at"])
            transaction.on_commit(lambda: remove_files(before))
    except BaseException:
        remove_files(key)
        raise
    return {"address": reverse("publication", args=[found.study.slug])}


def citation_of(publication: Publication) -> Citation:
    address = settings.SITE_URL + reverse("published", args=[publication.address])
    return Citation(
        publication.authors,
        publication.title,
        publication.year,
        address,
        publication.address,
        publication.licence,
    )


def is_outdated(publication: Publication) -> bool:
    """Whether a judge has taken something back since the snapshot: then nobody sees it until it is made anew."""
    made_at = parse_datetime(publication.snapshot.get("made_at", ""))
    entries = AuditEntry.objects.filter(action__in=TAKEN_BACK, details__slug=publication.study.slug)
    return made_at is None or entries.filter(at__gte=made_at).exists()
