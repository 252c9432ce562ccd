"""What a study is about: its pairs and models, how sentences are chosen, and the sentences that check the judges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from evaluation.models import Criterion, Item, ItemKind, Study, User
from evaluation.services import generation
from evaluation.services.errors import Refused
from evaluation.services.pairs.collections import lock_collections_of
from evaluation.services.studies.editing import editing
from evaluation.services.studies.languages import stated_languages
from evaluation.services.studies.sampling import checked_choices
from evaluation.services.studies.sampling.methods import LONGEST_SENTENCE
from evaluation.services.studies.sampling.vocabulary import Vocabulary, text_of

# Numbers of practice and attention items begin here, beyond those of drawn sentences.
FIRST_CHECK = 1_000_001
MOST_CHECKS = 100
BATCH = 500


@dataclass(frozen=True)
class PracticeSpec:
    """A sentence to practise with, and what is said after it, per interface language."""

    text: str
    feedback: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class AttentionSpec:
    """A sentence to check attention with: the lowest and highest value expected, by criterion."""

    text: str
    expected: dict[str, tuple[int, int]]


def set_pairs(
    *,
    study: Study,
    actor: User,
    revision: int,
    pairs: Iterable[int],
    models: Iterable[str],
    languages: Sequence[str] = (),
) -> None:
    """Choose the pairs (by primary key), the models and the languages; sentences are to be drawn again.

    Without ``languages``, the study is about those of its pairs.
    """
    wanted, names = sorted(set(pairs)), generation.checked_models(models)
    with editing(study=study, actor=actor, revision=revision, step="pairs", structural=True) as current:
        if not wanted:
            raise Refused(_("Choose at least one pair."), field="pairs")
        lock_collections_of(wanted)
        before = Vocabulary.of_study(current)
        # Cleared first: to compare a hundred thousand pairs with the old ones needs more parameters than SQLite allows.
        current.pairs.set(wanted, clear=True)
        current.languages = stated_languages(current, languages)
        current.models_chosen = names
        current.drawn_at = None
        _read_checks_again(current, before)


def set_choices(
    *,
    study: Study,
    actor: User,
    revision: int,
    choices: Sequence[Mapping[str, Any]],
    seed: int,
    monolingual: bool,
    whole_sentences: bool = True,
) -> None:
    """Say how sentences are chosen; they are to be drawn again if anything changed."""
    if not 0 <= seed < 2**63:
        raise Refused(_("The seed is a whole number from 0 to %d.") % (2**63 - 1), field="seed")
    with editing(study=study, actor=actor, revision=revision, step="sentences", structural=True) as current:
        checked = checked_choices(choices, models_chosen=current.models_chosen)
        if not checked:
            raise Refused(_("Choose at least one way of choosing sentences."), field="choices")
        wanted = {"choices": checked, "seed": seed, "monolingual": monolingual, "whole_sentences": whole_sentences}
        for name, value in wanted.items():
            if getattr(current, name) != value:
                setattr(current, name, value)
                current.drawn_at = None


def set_checks(
    *,
    study: Study,
    actor: User,
    revision: int,
    practice: Sequence[PracticeSpec],
    attention: Sequence[AttentionSpec],
    repeats: int,
) -> None:
    """Replace the practice and attention items, and say how many sentences each judge sees twice."""
    with editing(study=study, actor=actor, revision=revision, step="checks", structural=True) as current:
        _check_numbers(practice, attention)
        criteria = {criterion.key: criterion for criterion in current.criteria.all()}
        vocabulary = Vocabulary.of_study(current)
        items = [_item(current, spec.text, vocabulary, ItemKind.PRACTICE, feedback=spec.feedback) for spec in practice]
        for number, spec in enumerate(attention):
            expected = _checked_expectation(spec, criteria, f"attention-{number}")
            items.append(_item(current, spec.text, vocabulary, ItemKind.ATTENTION, expected=expected))
        current.items.exclude(kind=ItemKind.STUDY).delete()
        for number, item in enumerate(items, start=FIRST_CHECK):
            item.number = number
        Item.objects.bulk_create(items, batch_size=BATCH)
        current.repeats = repeats


def _check_numbers(practice: Sequence[PracticeSpec], attention: Sequence[AttentionSpec]) -> None:
    texts = {"practice": [spec.text for spec in practice], "attention": [spec.text for spec in attention]}
    for name, specs in texts.items():
        if len(specs) > MOST_CHECKS:
            raise Refused(_("There are at most %d of these.") % MOST_CHECKS, field=name)
        for number, text in enumerate(specs):
            if not text.strip() or len(text) > LONGEST_SENTENCE:
                raise Refused(_("Write 1 to %d characters.") % LONGEST_SENTENCE, field=f"{name}-{number}-text")


def _checked_expectation(spec: AttentionSpec, criteria: Mapping[str, Criterion], where: str) -> dict[str, list[int]]:
    if not spec.expected:
        raise Refused(_("Say which ratings you expect, for at least one criterion."), field=f"{where}-text")
    for key, (low, high) in spec.expected.items():
        if key not in criteria:
            raise Refused(_("There is no criterion “%s” in this study.") % key, field=f"{where}-text")
        scale = criteria[key]
        if not scale.low <= low <= high <= scale.high:
            message = _("Write two points of the scale (%(low)d to %(high)d), the lower one first.")
            raise Refused(message % {"low": scale.low, "high": scale.high}, field=f"{where}-{key}_low")
    return {key: [low, high] for key, (low, high) in spec.expected.items()}


def _item(study: Study, text: str, vocabulary: Vocabulary, kind: ItemKind, **fields: Any) -> Item:
    tokens = vocabulary.tokens(text)
    other = vocabulary.in_other_script(tokens)
    return Item(study=study, kind=kind, text=text_of(tokens), tokens=tokens, other_script=other, **fields)


def _read_checks_again(study: Study, before: Vocabulary) -> None:
    """With other pairs, words of practice and attention items may be of another language."""
    now = Vocabulary.of_study(study)
    for item in study.items.exclude(kind=ItemKind.STUDY):
        kept = [[word, language if language in now.languages else None] for word, language in item.tokens]
        item.tokens = now.tokens(before.as_typed(kept))
        item.text, item.other_script = text_of(item.tokens), now.in_other_script(item.tokens)
        item.save(update_fields=["tokens", "text", "other_script"])
