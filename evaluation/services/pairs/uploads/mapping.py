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
) -> Upload:
    """Say what the columns hold, and hand in the job that proposes a pair for each row."""
    if len(set(languages)) != 2 or not all(languages):
        raise Refused(_("Name two different languages, such as en and hi."), field="l1_lang")
    plan: dict[str, Any] = {"languages": list(languages), "columns": list(columns), "header": header}
    plan |= {"keeps_odd_rows": keeps_odd_rows, "further": []}
    kept: list[Path] = []
    try:
        for number, (name, chunks) in enumerate(further):
            plan["further"].append([_kept(upload, f"-{number}", chunks, kept), name])
        if lexicon:
            plan["lexicon"] = _kept(upload, "-lexicon", lexicon[1], kept)
            generation.check_lexicon(kept[-1], lexicon[0])
        upload.plan = plan
        generation.plain_row_count(files_of(upload), plan)
        _enqueue(upload, actor)
    except BaseException:
        for path in kept:
            path.unlink(missing_ok=True)
        upload.plan = {}
        raise
    return upload


def proposed_rows(upload: Upload) -> Iterator[FileRow]:
    """Every row as a proposed pair, with what the checked pairs of the site have taught."""
    plan: dict[str, Any] = upload.plan
    if "lexicon" in plan:
        plan = plan | {"lexicon": str(Path(settings.MEDIA_ROOT) / plan["lexicon"])}
    first, second = plan["languages"]
    return generation.proposed_rows(files_of(upload), plan, generation.learnt_from(pairs_to_learn_from(first, second)))


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


@transaction.atomic
def _enqueue(upload: Upload, actor: User) -> None:
    """Leave the state in which one chooses, once: a second click or a second tab is refused."""
    waiting = Upload.objects.filter(pk=upload.pk, state=UploadState.MAPPING)
    if not waiting.update(state=UploadState.CHECKING, plan=upload.plan):
        raise Refused(_("The columns of this file are chosen already."))
    upload.state = UploadState.CHECKING
    enqueue_check(upload)
    audit.record(actor, "upload.mapped", upload, languages=" ".join(upload.plan["languages"]))
