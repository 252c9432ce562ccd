"""What a study is about: its pairs and models, how sentences are chosen, and the sentences that check the judges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from django.utils.translation import gettext as _

from evaluation.models import (
    FIRST,
    FIRST_CHECK,
    Collection,
    Criterion,
    CriterionKind,
    Item,
    ItemKind,
    Pair,
    Study,
    User,
)
from evaluation.services import generation
from evaluation.services.errors import Refused
from evaluation.services.pairs.collections import lock_collections_of
from evaluation.services.studies.couples.making import couple_of, couple_text
from evaluation.services.studies.editing import editing
from evaluation.services.studies.languages import stated_languages
from evaluation.services.studies.sampling import checked_choices
from evaluation.services.studies.sampling.methods import LONGEST_SENTENCE
from evaluation.services.studies.sampling.vocabulary import Vocabulary, text_of
from evaluation.services.support.minus import with_minus

MOST_CHECKS = 100
# What a study starts with until its researcher chooses.
FIRST_MODELS = ("EC1", "ML2")
BATCH = 500


@dataclass(frozen=True)
class PracticeSpec:
    """A sentence to practise with, and what is said after it, per interface language.

    With an ``other`` text it is a couple to practise choosing with.
    """

    text: str
    feedback: dict[str, str] = field(default_factory=dict)
    other: str = ""


@dataclass(frozen=True)
class AttentionSpec:
    """A sentence to check attention with: the lowest and highest value expected, by criterion.

    With an ``other`` text it is a couple, of which ``text`` is expected to be chosen.
    """

    text: str
    expected: dict[str, tuple[int, int]] = field(default_factory=dict)
    other: str = ""


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
        current.drawn_at = current.available = None
        _read_checks_again(current, before)


def take_collection(*, study: Study, actor: User, collection: Collection) -> None:
    """Have a new study draw from the checked pairs of a collection, by the models that are offered first."""
    pairs = Pair.objects.current().checked().filter(collection=collection).values_list("pk", flat=True)
    set_pairs(study=study, actor=actor, revision=study.revision, pairs=pairs, models=FIRST_MODELS)


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
                current.drawn_at = current.available = None


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
        _check_texts(current, practice, attention)
        criteria = {criterion.key: criterion for criterion in current.criteria.all()}
        vocabulary = Vocabulary.of_study(current)
        checks = [_Check((spec.text, spec.other), ItemKind.PRACTICE, {"feedback": spec.feedback}) for spec in practice]
        for number, spec in enumerate(attention):
            expected = _checked_expectation(spec, criteria, f"attention-{number}")
            checks.append(_Check((spec.text, spec.other), ItemKind.ATTENTION, {"expected": expected}))
        current.items.checks().delete()
        _store_checks(current, checks, vocabulary)
        current.repeats = repeats


@dataclass(frozen=True)
class _Check:
    """One or, where the second text is not empty, two sentences, and what else the item says."""

    texts: tuple[str, str]
    kind: ItemKind
    fields: Mapping[str, Any]


def _store_checks(study: Study, checks: Sequence[_Check], vocabulary: Vocabulary) -> None:
    """The sentences of a couple have numbers of their own, behind those of all checks."""
    numbers = count(FIRST_CHECK + len(checks))
    for number, check in enumerate(checks, start=FIRST_CHECK):
        if not check.texts[1]:
            item = _item(study, check.texts[0], vocabulary, check.kind, number=number, **check.fields)
        else:
            members = [_item(study, text, vocabulary, ItemKind.MEMBER, number=next(numbers)) for text in check.texts]
            Item.objects.bulk_create(members)
            item = couple_of(members[0], members[1], number=number, kind=check.kind, **check.fields)
        item.save()


def _check_texts(study: Study, practice: Sequence[PracticeSpec], attention: Sequence[AttentionSpec]) -> None:
    specs_by_name: dict[str, Sequence[PracticeSpec | AttentionSpec]] = {"practice": practice, "attention": attention}
    for name, specs in specs_by_name.items():
        if len(specs) > MOST_CHECKS:
            raise Refused(_("There are at most %d of these.") % MOST_CHECKS, field=name)
        for number, spec in enumerate(specs):
            _check_text(study, spec, f"{name}-{number}")


def _check_text(study: Study, spec: PracticeSpec | AttentionSpec, where: str) -> None:
    if not spec.text.strip() or len(spec.text) > LONGEST_SENTENCE:
        raise Refused(_("Write 1 to %d characters.") % LONGEST_SENTENCE, field=f"{where}-text")
    if len(spec.other) > LONGEST_SENTENCE:
        raise Refused(_("Write at most %d characters.") % LONGEST_SENTENCE, field=f"{where}-other")
    if spec.other.split() == spec.text.split():
        raise Refused(_("The two sentences are the same; there is nothing to choose."), field=f"{where}-other")
    if spec.other.strip() and not study.asks_choices:
        raise Refused(_("Judges of this study do not choose between two sentences."), field=f"{where}-other")
    if not spec.other.strip() and not study.asks_scales:
        raise Refused(_("Judges of this study only choose: write the sentence beside it."), field=f"{where}-other")


def _checked_expectation(spec: AttentionSpec, criteria: Mapping[str, Criterion], where: str) -> dict[str, list[int]]:
    if spec.other:
        return {key: [FIRST, FIRST] for key, each in criteria.items() if each.kind == CriterionKind.CHOICE}
    if not spec.expected:
        raise Refused(_("Say which ratings you expect, for at least one criterion."), field=f"{where}-text")
    for key, (low, high) in spec.expected.items():
        if key not in criteria:
            raise Refused(_("There is no criterion “%s” in this study.") % key, field=f"{where}-text")
        scale = criteria[key]
        if not scale.low <= low <= high <= scale.high:
            message = _("Write two points of the scale (%(low)d to %(high)d), the lower one first.")
            raise Refused(with_minus(message % {"low": scale.low, "high": scale.high}), field=f"{where}-{key}_low")
    return {key: [low, high] for key, (low, high) in spec.expected.items()}


def _item(study: Study, text: str, vocabulary: Vocabulary, kind: ItemKind, **fields: Any) -> Item:
    tokens = vocabulary.tokens(text)
    other = vocabulary.in_other_script(tokens)
    return Item(study=study, kind=kind, text=text_of(tokens), tokens=tokens, other_script=other, **fields)


def _read_checks_again(study: Study, before: Vocabulary) -> None:
    """With other pairs, words of practice and attention items may be of another language."""
    now = Vocabulary.of_study(study)
    for item in study.items.checks().sentences():
        kept = [[word, language if language in now.languages else None] for word, language in item.tokens]
        item.tokens = now.tokens(before.as_typed(kept))
        item.text, item.other_script = text_of(item.tokens), now.in_other_script(item.tokens)
        item.save(update_fields=["tokens", "text", "other_script"])
    for couple in study.items.checks().couples().select_related("first", "second"):
        couple.text = couple_text(*couple.members)
        couple.save(update_fields=["text"])
