"""Sentences that were not drawn: picked by hand, or imported under a source's name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from evaluation.models import Item, Pair, Study
from evaluation.services import generation
from evaluation.services.errors import Refused
from evaluation.services.studies.sampling.draw_pair import item_of
from evaluation.services.studies.sampling.methods import PICKED, SamplingMethod
from evaluation.services.studies.sampling.vocabulary import Vocabulary, text_of


def picked_and_imported_items(study: Study) -> Iterator[Item]:
    """The study's picked and imported sentences as items, in their order."""
    pairs = {pair.pk: pair for pair in study.pairs.filter(pk__in=_pairs_named(study))}
    for choice in study.choices:
        if choice["way"] == SamplingMethod.PICKED:
            yield from (picked_item(study, pairs, sentence) for sentence in choice["sentences"])
        if choice["way"] == SamplingMethod.IMPORTED:
            source, vocabulary = choice["source"], Vocabulary.of_study(study)
            yield from (imported_item(study, pairs, each, source, vocabulary) for each in choice["sentences"])


def _pairs_named(study: Study) -> set[int]:
    return {sentence["pair"] for choice in study.choices for sentence in choice.get("sentences", ())} - {None}


def picked_item(study: Study, pairs: Mapping[int, Pair], sentence_json: Mapping[str, Any]) -> Item:
    """A sentence of the pair, by hand; it must be one, for it is compared with what the models generate."""
    pair = _pair(pairs, sentence_json["pair"], sentence_json["text"], field="picked")
    sentence = generation.reading(pair, sentence_json["text"])
    if sentence is None:
        message = _(
            "“%(text)s” is not made of the words of pair %(pair)s. Use each of its words once, in one language or "
            "the other; or bring it in as an imported sentence."
        )
        raise Refused(message % {"text": sentence_json["text"], "pair": pair.external_id}, field="picked")
    return item_of(study, pair, sentence, condition=PICKED)


def imported_item(
    study: Study, pairs: Mapping[int, Pair], sentence_json: Mapping[str, Any], source: str, of_study: Vocabulary
) -> Item:
    """A sentence from elsewhere, read in the words of its pair where that is possible."""
    text, pair = sentence_json["text"], None
    if sentence_json["pair"] is not None:
        pair = _pair(pairs, sentence_json["pair"], text, field="imported")
        sentence = generation.reading(pair, text)
        if sentence is not None:
            return item_of(study, pair, sentence, condition=source, source=source)
    vocabulary = Vocabulary.of_pair(pair) if pair else of_study
    tokens = vocabulary.tokens(text)
    other = vocabulary.in_other_script(tokens)
    where_from = {"condition": source, "source": source}
    return Item(study=study, pair=pair, text=text_of(tokens), tokens=tokens, other_script=other, **where_from)


def _pair(pairs: Mapping[int, Pair], number: int, text: str, *, field: str) -> Pair:
    if number not in pairs:
        raise Refused(_("“%s” belongs to a pair that is not in this study.") % text, field=field)
    return pairs[number]
