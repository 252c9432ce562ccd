"""A file of ratings from the moment it is sent until it is a study: kept, looked at, run as a job, forgotten."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from itertools import islice
from pathlib import Path, PurePath
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from evaluation.models import Job, RatingImport, RatingImportState, User
from evaluation.models.keys import new_key
from evaluation.models.visible_names import is_visible
from evaluation.services import audit, generation
from evaluation.services.errors import Refused
from evaluation.services.imports.plan import Plan, checked_plan
from evaluation.services.imports.reading import RatingsFile, read_ratings
from evaluation.services.imports.storing import LONGEST_NAME, prepare, slug_problem, store
from evaluation.services.jobs import Progress, enqueue, job_kind
from evaluation.services.pairs.uploads.receiving import keep

FOLDER = "imports"
SUFFIXES = frozenset({".csv", ".tsv", ".tab", ".txt", "", ".xlsx", ".ods", ".jsonl", ".ndjson", ".json"})
DAYS_KEPT = 14
ROWS_SHOWN = 8
WAITING = (RatingImportState.MAPPING, RatingImportState.REFUSED)


@dataclass(frozen=True)
class Preview:
    """What a file looks like before its columns are chosen."""

    encoding: str
    names: tuple[str, ...]
    rows: list[tuple[str, ...]]


def visible_to(user: User) -> QuerySet[RatingImport]:
    """One's own; an admin sees everybody's."""
    every = RatingImport.objects.select_related("owner", "job", "study")
    return every if user.is_admin else every.filter(owner=user)


def receive(*, owner: User, name: str, chunks: Iterable[bytes]) -> RatingImport:
    """Keep a file whose columns can be read; nothing stays behind of one that is refused."""
    if PurePath(name).suffix.lower() not in SUFFIXES:
        words = _("%s cannot be read. Send a table as CSV, TSV, XLSX or JSON Lines.")
        raise Refused(words % PurePath(name).name, field="file")
    sent = RatingImport(key=new_key(), owner=owner, name=PurePath(name).name[-200:])
    sent.path = f"{FOLDER}/{sent.key}"
    path = path_of(sent)
    try:
        keep(path, chunks)
        if not path.stat().st_size:
            raise Refused(_("The file is empty."), field="file")
        preview(sent)
        with transaction.atomic():
            sent.save()
            audit.record(owner, "ratings.received", sent)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return sent


def path_of(sent: RatingImport) -> Path:
    return Path(settings.MEDIA_ROOT) / sent.path


def preview(sent: RatingImport, *, has_header: bool = True) -> Preview:
    with path_of(sent).open("rb") as source:
        table = generation.long_table(source, sent.name, has_header=has_header)
        rows = [row.cells for row in islice(table.rows, ROWS_SHOWN) if not row.problem]
    return Preview(table.encoding, table.names, rows)


def start(*, sent: RatingImport, actor: User, plan: Plan, at_once: bool = False) -> RatingImport:
    """Say what the columns hold, and hand in the job that makes the study, unless the caller runs it at once itself."""
    names = preview(sent, has_header=plan.has_header).names
    checked = replace(checked_plan(plan, names), name=_checked_name(plan.name, sent.name))
    problem = slug_problem(plan.slug) if plan.slug else ""
    if problem:
        raise Refused(problem, field="study")
    with transaction.atomic():
        waiting = RatingImport.objects.filter(pk=sent.pk, state__in=WAITING)
        changed = {"plan": checked.as_json(), "problems": [], "problem_count": 0}
        if not waiting.update(state=RatingImportState.RUNNING, **changed):
            raise Refused(_("This file is not waiting for its columns any more."))
        sent.refresh_from_db()
        if not at_once:
            title = _("Bring in %s") % sent.name
            sent.job = enqueue(kind="imports.ratings", title=title, owner=sent.owner, sent=sent.pk)
            sent.save(update_fields=["job"])
        audit.record(actor, "ratings.mapped", sent)
    return sent


def _checked_name(name: str, file: str) -> str:
    found = " ".join(name.replace("\x00", "").split()) or PurePath(file).stem
    if not is_visible(found) or len(found) > LONGEST_NAME:
        words = _("Give the study a name of at most %d characters, one of them visible.")
        raise Refused(words % LONGEST_NAME, field="name")
    return found


def run(sent: RatingImport, progress: Progress) -> RatingImport:
    """Read the file; make the study of it if every row is right, else keep what is wrong."""
    plan = Plan.from_json(sent.plan)
    progress.start(None, _("Reading the rows"))
    file = read_ratings(path_of(sent), sent.name, plan)
    if file.problem_count:
        return _refuse(sent, file)
    prepared = prepare(file, plan, owner=sent.owner, progress=progress)
    with transaction.atomic():
        # Once only: another worker may have taken the job up meanwhile.
        running = RatingImport.objects.select_for_update().filter(pk=sent.pk, state=RatingImportState.RUNNING)
        if running.exists():
            sent.study = store(prepared, progress=progress)
            _end(sent, RatingImportState.DONE)
    return sent


def _refuse(sent: RatingImport, file: RatingsFile) -> RatingImport:
    ordered = sorted(file.problems, key=lambda problem: problem.line or 0)
    sent.problems = [_storable(problem._asdict()) for problem in ordered]
    sent.problem_count, sent.state = file.problem_count, RatingImportState.REFUSED
    sent.save(update_fields=["problems", "problem_count", "state"])
    return sent


def _storable(problem: dict[str, Any]) -> dict[str, Any]:
    """Without the one character that PostgreSQL keeps in no text."""
    return {name: value.replace("\x00", "�") if isinstance(value, str) else value for name, value in problem.items()}


def _end(sent: RatingImport, state: RatingImportState) -> None:
    """The last state; the file, in which judges may be named, is forgotten."""
    if sent.path:
        transaction.on_commit(partial(path_of(sent).unlink, missing_ok=True))
    sent.state, sent.path = state, ""
    sent.save(update_fields=["state", "path", "study"])


@transaction.atomic
def discard(*, sent: RatingImport, actor: User) -> None:
    if not RatingImport.objects.filter(pk=sent.pk, state__in=WAITING).update(state=RatingImportState.DISCARDED):
        raise Refused(_("This file is not waiting for its columns any more."))
    _end(sent, RatingImportState.DISCARDED)
    audit.record(actor, "ratings.discarded", sent)


def forget_old() -> None:
    """Discard files that nobody has chosen about for a fortnight."""
    before = timezone.now() - timedelta(days=DAYS_KEPT)
    for sent in RatingImport.objects.filter(state__in=WAITING, created_at__lt=before)[:100]:
        _end(sent, RatingImportState.DISCARDED)


def _stopped(job: Job) -> None:
    """Cancelled, or failed for good: the columns can be chosen again."""
    RatingImport.objects.filter(job=job, state=RatingImportState.RUNNING).update(state=RatingImportState.MAPPING)


@job_kind("imports.ratings", on_stop=_stopped)
def run_in_background(progress: Progress, *, sent: int) -> dict[str, Any]:
    forget_old()
    found = RatingImport.objects.select_related("owner").get(pk=sent)
    if found.state == RatingImportState.RUNNING:
        run(found, progress)
    return {"address": reverse("import-page", args=[found.key]), "message": outcome_in_words(found)}


def outcome_in_words(sent: RatingImport) -> str:
    if sent.state != RatingImportState.REFUSED:
        return ""
    about_fields = [problem["message"] for problem in sent.problems if problem["line"] is None]
    if about_fields:
        return _("Nothing was stored: %s.") % "; ".join(about_fields)
    words = ngettext("%d wrong row: nothing was stored.", "%d wrong rows: nothing was stored.", sent.problem_count)
    return words % sent.problem_count
