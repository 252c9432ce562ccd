"""Changing a study, safely: two people at once are told of each other, and what was rated is not changed.

Every form contains the revision of the study it shows, and saving raises the revision. Whoever saves a form of an older
revision is told who was faster, and may then save again over that. What judges rate (criteria, sentences, how words are
marked, who rates what) can be changed in a draft only, and a study with ratings never becomes a draft again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from evaluation.models import AuditEntry, Design, Study, StudyState, User
from evaluation.models.keys import new_key
from evaluation.services import audit
from evaluation.services.errors import Refused
from evaluation.services.studies import defaults
from evaluation.services.studies.interface_languages import checked_interface_languages
from evaluation.services.studies.locks import lock

LONGEST_SLUG = 60
RESERVED_SLUGS = {"new"}
# Fields that change what was rated or by whom; of the rest, some have rules of their own (see `_check_open`).
STRUCTURE = {"models_chosen", "choices", "seed", "monolingual", "whole_sentences", "marking", "word_marks", "comments"}
STRUCTURE |= {"design", "one_of_match", "script"}
STRUCTURE |= {"items_per_judge", "repeats", "questions", "eligibility", "slug", "interface_languages", "mark_reasons"}


class Conflict(Refused):
    """Somebody else has changed the study since the form was made."""

    def __init__(self, message: str, *, revision: int) -> None:
        super().__init__(message)
        self.revision = revision


@transaction.atomic
def create(*, owner: User, name: str, interface_languages: Iterable[str] = ("en",)) -> Study:
    """A draft with the paper's two criteria and plain texts in these languages, to be changed in the wizard."""
    languages = checked_interface_languages(interface_languages)
    study = Study.objects.create(
        owner=owner,
        name=name,
        slug=free_slug(name),
        interface_languages=languages,
        **defaults.default_fields(languages),
    )
    defaults.make_paper_criteria(study, languages)
    audit.record(owner, "study.created", study, slug=study.slug)
    return study


def free_slug(name: str) -> str:
    """An address for a study of this name that no other study has."""
    base = slugify(name)[: LONGEST_SLUG - 4] or f"study-{new_key()[:6]}"
    candidates = (base if number == 1 else f"{base}-{number}" for number in range(1, 1000))
    taken = set(Study.objects.filter(slug__startswith=base).values_list("slug", flat=True)) | RESERVED_SLUGS
    return next(slug for slug in candidates if slug not in taken)


def is_locked(study: Study) -> bool:
    """Whether what is rated can no longer be changed."""
    return study.state != StudyState.DRAFT


@contextmanager
def editing(*, study: Study, actor: User, revision: int, step: str, structural: bool = False) -> Iterator[Study]:
    """Lock the study to change it inside the ``with`` block; saved as the next revision if the block raises nothing."""
    with transaction.atomic():
        current = lock(study)
        if current.revision != revision:
            raise Conflict(_who_was_faster(current, actor), revision=current.revision)
        if structural and is_locked(current):
            raise Refused(locked_message())
        yield current
        current.revision += 1
        current.save()
        audit.record(actor, "study.edited", current, slug=current.slug, step=step)
    study.refresh_from_db()


def locked_message() -> str:
    return _(
        "This study has been opened, so what judges rate stays as it is. Take it back to draft if nothing has been "
        "rated, or duplicate it."
    )


def _who_was_faster(study: Study, actor: User) -> str:
    edits = AuditEntry.objects.filter(action__startswith="study.", details__slug=study.slug).select_related("actor")
    last = edits.first()
    who = _("You, in another window,") if last and last.actor == actor else str(last.actor if last else _("Somebody"))
    message = _(
        "%(who)s changed this study while you were editing it. What you wrote is still below, and not saved: "
        "save again to put it in the place of the other version, or open this step anew to see that first."
    )
    return message % {"who": who}


def update(*, study: Study, actor: User, revision: int, step: str, fields: Mapping[str, Any]) -> None:
    """Set plain fields of the study."""
    with editing(study=study, actor=actor, revision=revision, step=step) as current:
        changed = {name for name, value in fields.items() if getattr(current, name) != value}
        if is_locked(current):
            _check_open(current, changed, fields)
        if "slug" in changed:
            _check_slug(fields["slug"])
        if "consent" in changed and is_locked(current):
            current.consent_version += 1
        for name in changed:
            setattr(current, name, fields[name])
        if "interface_languages" in changed:
            current.interface_languages = checked_interface_languages(fields["interface_languages"])
            defaults.add_languages(current, current.interface_languages)
        if changed & {"seed", "monolingual", "whole_sentences"}:
            current.drawn_at = current.available = None
        if changed & {"design", "items_per_judge", "one_of_match", "seed"}:
            current.items.update(list_numbers=[])


def _check_open(study: Study, changed: set[str], fields: Mapping[str, Any]) -> None:
    if changed & STRUCTURE:
        raise Refused(locked_message(), field=sorted(changed & STRUCTURE)[0])
    fewer = fields.get("judges_per_item", study.judges_per_item) < study.judges_per_item
    if fewer and study.design == Design.BALANCED:
        message = _("A study that has been opened can have more judges per sentence, not fewer than %d.")
        raise Refused(message % study.judges_per_item, field="judges_per_item")


def _check_slug(slug: str) -> None:
    if slug in RESERVED_SLUGS or Study.objects.filter(slug=slug).exists():
        raise Refused(_("Another study has this address; choose another."), field="slug")
