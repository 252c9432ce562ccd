"""Drawing a study's sentences, at once or as a job, and storing them in one transaction."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from evaluation.models import FIRST_CHECK, Item, ItemKind, Job, Study, StudyState, User
from evaluation.services import audit, generation
from evaluation.services.errors import Refused
from evaluation.services.jobs import Progress, enqueue, job_kind
from evaluation.services.pairs.turns import Busy, TooLong, turn
from evaluation.services.studies.couples.making import make_couples
from evaluation.services.studies.locks import lock
from evaluation.services.studies.sampling.draw_pair import draw_pair
from evaluation.services.studies.sampling.drawing_report import DrawingReport
from evaluation.services.studies.sampling.known_controls import control_pairs
from evaluation.services.studies.sampling.methods import SamplingMethod, checked_choices, choice_of
from evaluation.services.studies.sampling.picked_and_imported import picked_and_imported_items
from evaluation.services.studies.sampling.study_pairs import pairs_in_turn

PAIRS_DRAWN_AT_ONCE = 60
BATCH = 500


@dataclass
class SampleSummary:
    """How many sentences there are now, how many pairs they come from, what was left out and where it lacked."""

    items: int = 0
    pairs: int = 0
    merged: int = 0
    matches: int = 0
    report: DrawingReport = field(default_factory=DrawingReport)

    def as_json(self) -> dict[str, Any]:
        counts = {"items": self.items, "pairs": self.pairs, "merged": self.merged, "matches": self.matches}
        return counts | self.report.as_json()


def request_drawing(*, study: Study, actor: User) -> SampleSummary | Job:
    """Draw now if it is quick, else in the background, as also when time is up or others have the turn."""
    check_may_draw(study)
    if study.pairs.count() <= PAIRS_DRAWN_AT_ONCE:
        with suppress(Busy, TooLong), turn():
            return draw(study=study, actor=actor, revision=study.revision)
    title = _("Draw the sentences of “%s”") % study.name
    return enqueue(kind="draw_sentences", title=title, owner=actor, study=study.pk, revision=study.revision)


def check_may_draw(study: Study) -> None:
    if study.state != StudyState.DRAFT:
        raise Refused(_("The sentences of a study that has been opened stay as they are. Duplicate it to draw others."))
    if not checked_choices(study.choices, models_chosen=study.models_chosen):
        raise Refused(_("Say first how sentences are chosen."), field="choices")


def draw(*, study: Study, actor: User | None, revision: int, progress: Progress | None = None) -> SampleSummary:
    """Draw all sentences and put them in the place of those drawn before; all or nothing."""
    progress = progress or Progress()
    check_may_draw(study)
    drawn, items = SampleSummary(), list(picked_and_imported_items(study))
    progress.start(study.pairs.count(), _("Drawing sentences"))
    choice = choice_of(study.choices, SamplingMethod.KNOWN_CONTROLS)
    giving = control_pairs(study, choice) if choice else frozenset()
    for pair in pairs_in_turn(study):
        generation.check_time()
        found = draw_pair(study, pair, gives_controls=pair.pk in giving)
        drawn.matches = number_matches(found.items, start=drawn.matches)
        items += found.items
        drawn.report.add(pair, found)
        drawn.pairs += 1
        progress.advance()
    kept = shown_once(items)
    drawn.items, drawn.merged = len(kept), len(items) - len(kept)
    _store(study, kept, drawn.report, revision)
    audit.record(actor, "study.drawn", study, slug=study.slug, items=drawn.items, seed=study.seed)
    return drawn


def shown_once(items: list[Item]) -> list[Item]:
    """Each text of a pair once: what was picked or imported comes first and keeps its condition.

    If it was drawn as well it keeps the chance of that, so that it stands for others like any drawn sentence, and what
    it is in a match or as a control. A control that is rated anyway is a rated sentence.
    """
    first: dict[tuple[int | None, str], Item] = {}
    for item in items:
        kept = first.setdefault((item.pair_id, item.text), item)
        if kept.probability is None:
            kept.probability = item.probability
        kept.match = kept.match or item.match
        kept.control = kept.control or item.control
        if item.kind == ItemKind.STUDY:
            kept.kind = item.kind
    return list(first.values())


def number_matches(items: list[Item], *, start: int) -> int:
    """Number a pair's matches on from those of the pairs before; returns the last number."""
    last = start
    for item in items:
        if item.match:
            item.match["number"] += start
            last = max(last, item.match["number"])
    return last


@transaction.atomic
def _store(study: Study, items: list[Item], report: DrawingReport, revision: int) -> None:
    locked = lock(study)
    if locked.revision != revision:
        raise Refused(_("The study was changed while its sentences were drawn. Draw them again."))
    check_may_draw(locked)
    locked.items.filter(number__lt=FIRST_CHECK).delete()
    for number, item in enumerate(items, start=1):
        item.number = number
    Item.objects.bulk_create(items, batch_size=BATCH)
    # Why there are none, if there can be none, `states.missing` says.
    make_couples(locked)
    locked.drawn_at, locked.drawing = timezone.now(), report.as_json()
    locked.save(update_fields=["drawn_at", "drawing", "changed_at"])
    study.drawn_at, study.drawing = locked.drawn_at, locked.drawing


@job_kind("draw_sentences")
def draw_sentences(progress: Progress, *, study: int, revision: int) -> dict[str, Any]:
    found = Study.objects.get(pk=study)
    actor = progress.job.owner if progress.job else None
    drawn = draw(study=found, actor=actor, revision=revision, progress=progress)
    return drawn.as_json() | {"address": reverse("study-step", args=[found.slug, "sentences"])}
