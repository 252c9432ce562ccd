"""Suggesting a tree and an alignment for two plain sentences, for a person to correct."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from evaluation.services import generation
from evaluation.services.errors import Refused
from evaluation.services.pairs.uploads.mapping import pairs_to_learn_from


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What is proposed; the sentence with the tree comes first, whichever was typed first."""

    l1_lang: str
    l1_text: str
    l2_lang: str
    l2_text: str
    l1_tree: str
    l2_tokens: list[str]
    alignment: str
    notes: list[str]


def suggest(*, l1_lang: str, l1_text: str, l2_lang: str, l2_text: str) -> Suggestion:
    """Fill in what a pair needs beyond its two sentences, as for a file of them."""
    if l1_lang == l2_lang:
        raise Refused(_("Name two different languages, such as en and hi."), field="l2_lang")
    learnt = generation.learnt_from(pairs_to_learn_from(l1_lang, l2_lang))
    pair = generation.proposed_pair((l1_lang, l2_lang), (l1_text, l2_text), learnt)
    first, second = pair.languages
    texts = {l1_lang: l1_text, l2_lang: l2_text}
    notes = [pair.note] if pair.note else []
    notes.append(_("Look through the tree and the links before you save."))
    return Suggestion(
        first, texts[first], second, texts[second], pair.l1_tree, list(pair.l2_tokens), pair.alignment, notes
    )
