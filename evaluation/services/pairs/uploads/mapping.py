"""Plain text among the uploads: which columns and languages it has, then pairs proposed for its rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from evaluation.models import Pair, Upload, UploadState, User
from evaluation.services import audit, generation
from evaluation.services.errors import Refused
from evaluation.services.generation import FileRow
from evaluation.services.pairs import word_lists
from evaluation.services.pairs.languages import checked_languages
from evaluation.services.pairs.uploads.receiving import enqueue_check, keep
from evaluation.services.pairs.uploads.upload_files import path_of

# Newest first; more would say little more and make the person wait.
MOST_PAIRS_LEARNT_FROM = 5_000


def files_of(upload: Upload) -> list[tuple[Path, str]]:
    """The upload's files with the names their owner gave them."""
    further = [(Path(settings.MEDIA_ROOT) / path, name) for path, name in upload.plan.get("further", [])]
    return [(path_of(upload), upload.name), *further]


def preview(upload: Upload) -> generation.TablePreview | None:
    return generation.table_preview(path_of(upload), upload.name)


def choose(
    *,
    upload: Upload,
    actor: User,
    languages: Sequence[str],
    columns: Sequence[str] = (),
    header: str = "auto",
    keeps_odd_rows: bool = False,
    lexicon: tuple[str, Iterable[bytes]] | None = None,
    further: Sequence[tuple[str, Iterable[bytes]]] = (),
    at_once: bool = False,
) -> Upload:
    """Say what the columns hold, and hand in the job that proposes a pair for each row, unless the caller does at once.

    A word list is kept with the collection.
    """
    languages = checked_languages(languages)
    plan: dict[str, Any] = {"languages": languages, "columns": list(columns), "header": header}
    plan |= {"keeps_odd_rows": keeps_odd_rows, "further": []}
    kept: list[Path] = []
    try:
        for number, (name, chunks) in enumerate(further):
            plan["further"].append([_kept(upload, f"-{number}", chunks, kept), name])
        words = _word_list(upload, *lexicon) if lexicon else []
        upload.plan = plan
        generation.plain_row_count(files_of(upload), plan)
        with transaction.atomic():
            if lexicon:
                word_lists.keep(
                    collection=upload.collection, actor=actor, languages=languages, name=lexicon[0], entries=words
                )
            _leave_mapping(upload, actor)
            if not at_once:
                enqueue_check(upload)
    except BaseException:
        for path in kept:
            path.unlink(missing_ok=True)
        upload.plan = {}
        raise
    return upload


def may_choose_again(upload: Upload) -> bool:
    """Whether the columns of a table may still be changed: until its rows are loaded or discarded."""
    return upload.state == UploadState.CHECKED and bool(upload.plan.get("columns"))


@transaction.atomic
def choose_again(*, upload: Upload, actor: User) -> None:
    """Go back from the proposed rows to the columns; what was proposed is forgotten, the file stays."""
    waiting = Upload.objects.filter(pk=upload.pk, state=UploadState.CHECKED)
    if not (may_choose_again(upload) and waiting.update(state=UploadState.MAPPING)):
        raise Refused(_("This file is not waiting for a choice any more."))
    upload.state = UploadState.MAPPING
    upload.rows.all().delete()
    audit.record(actor, "upload.columns_reopened", upload)


def proposed_rows(upload: Upload) -> Iterator[FileRow]:
    """Every row as a proposed pair, with what the checked pairs of the site have taught."""
    plan: dict[str, Any] = upload.plan
    first, second = plan["languages"]
    learnt = generation.learnt_from(pairs_to_learn_from(first, second))
    words = word_lists.entries_for(upload.collection, plan["languages"])
    return generation.proposed_rows(files_of(upload), plan, learnt, words)


def row_count(upload: Upload) -> int:
    return generation.plain_row_count(files_of(upload), upload.plan)


def pairs_to_learn_from(first: str, second: str) -> Iterable[Pair]:
    """Pairs of the two languages that people linked or looked through, whichever of the two was parsed."""
    either = Q(l1_lang=first, l2_lang=second) | Q(l1_lang=second, l2_lang=first)
    return Pair.objects.current().checked().filter(either).order_by("-pk")[:MOST_PAIRS_LEARNT_FROM]


def _kept(upload: Upload, ending: str, chunks: Iterable[bytes], kept: list[Path]) -> str:
    name = f"{upload.path}{ending}"
    path = Path(settings.MEDIA_ROOT) / name
    path.unlink(missing_ok=True)
    kept.append(path)
    keep(path, chunks)
    return name


def _word_list(upload: Upload, name: str, chunks: Iterable[bytes]) -> list[list[str]]:
    """Read a word list that was sent; the file itself is not kept."""
    kept: list[Path] = []
    try:
        _kept(upload, "-lexicon", chunks, kept)
        return generation.word_list(kept[0], name)
    finally:
        for path in kept:
            path.unlink(missing_ok=True)


def _leave_mapping(upload: Upload, actor: User) -> None:
    """Leave the state in which one chooses, once: a second click or a second tab is refused."""
    waiting = Upload.objects.filter(pk=upload.pk, state=UploadState.MAPPING)
    if not waiting.update(state=UploadState.CHECKING, plan=upload.plan):
        raise Refused(_("The columns of this file are chosen already."))
    upload.state = UploadState.CHECKING
    audit.record(actor, "upload.mapped", upload, languages=" ".join(upload.plan["languages"]))
