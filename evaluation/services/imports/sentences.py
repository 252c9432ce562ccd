"""The sentences of a file as items of a study: read in the words of their pair where one is found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import PurePath

from django.utils.translation import gettext as _

from evaluation.models import Item, ItemKind, Study
from evaluation.services import generation
from evaluation.services.imports.matching import Match, SentenceKey, matches
from evaluation.services.imports.plan import Plan
from evaluation.services.imports.reading import FileSentence, RatingsFile
from evaluation.services.jobs import Progress
from evaluation.services.studies.sampling.draw_pair import item_of
from evaluation.services.studies.sampling.vocabulary import Vocabulary, text_of

# ISO 639: a language that is not known.
UNDETERMINED = "und"
STEP = 20


def found_matches(file: RatingsFile, plan: Plan, progress: Progress) -> dict[SentenceKey, Match | None]:
    """The pair of each sentence, where there is one."""
    progress.start(len(file.sentences), _("Looking for the pairs of the sentences"))
    found: dict[SentenceKey, Match | None] = {}
    for key, match in matches(file.sentences, collection=plan.collection):
        found[key] = match
        progress.advance()
    return found


def models_of(file: RatingsFile, plan: Plan, found: dict[SentenceKey, Match | None]) -> list[str]:
    """The models whose sentences are told: those stated; else the paper's where pairs are known, and the file's own."""
    if plan.models:
        return generation.checked_models(plan.models)
    known = generation.known_models()
    named = [name for sentence in file.sentences.values() for name in sentence.sources if name in known]
    paper = generation.paper_models() if any(match and match.sentence for match in found.values()) else ()
    return list(dict.fromkeys((*paper, *sorted(set(named), key=known.index))))


def items_of(
    study: Study, file: RatingsFile, plan: Plan, found: dict[SentenceKey, Match | None], progress: Progress
) -> dict[SentenceKey, Item]:
    """An item, not saved yet, for each sentence of the file; numbered in the file's order."""
    progress.start(len(file.sentences), _("Measuring the sentences"))
    vocabulary = _vocabulary(plan, found.values())
    other = PurePath(study.name).stem[:120]
    items: dict[SentenceKey, Item] = {}
    # Pair by pair, so that what was packed for one sentence serves the next.
    for key in found:
        sentence, match = file.sentences[key], found[key]
        item = _read(study, sentence, match) if match else None
        items[key] = item or _unread(study, sentence, match, vocabulary)
        _say_where_from(items[key], sentence, other)
        progress.advance()
    for number, key in enumerate(file.sentences, start=1):
        items[key].number, items[key].kind = number, ItemKind.STUDY
    return items


def _read(study: Study, sentence: FileSentence, match: Match) -> Item | None:
    """What the pair's own sentence says, under the text that was rated."""
    if match.sentence is None:
        return None
    item = item_of(study, match.pair, match.sentence)
    if item.text != sentence.text:
        words = Vocabulary.of_pair(match.pair).tokens(sentence.text)
        item.text, item.tokens, item.other_script = sentence.text, words, None
    return item


def _unread(study: Study, sentence: FileSentence, match: Match | None, of_file: Vocabulary) -> Item:
    vocabulary = Vocabulary.of_pair(match.pair) if match else of_file
    tokens = vocabulary.tokens(sentence.text)
    # A word that was tagged with its language loses the tag.
    text = sentence.text if "/" not in sentence.text else text_of(tokens)
    return Item(study=study, pair=match.pair if match else None, text=text, tokens=tokens)


def _say_where_from(item: Item, sentence: FileSentence, other: str) -> None:
    """A model in the file is what the sentence was made for; whether it generates it, its pair says if it has one."""
    known = generation.known_models()
    if sentence.sources and all(name in known for name in sentence.sources):
        item.condition = sentence.sources[0]
        if not item.sentence_key:
            item.memberships = [name for name in item.study.models_chosen if name in sentence.sources]
    else:
        item.condition = item.source = sentence.sources[0] if sentence.sources else other


def _vocabulary(plan: Plan, found: Iterable[Match | None]) -> Vocabulary:
    """Which language the words of sentences without a pair are of: as in the pairs of the others."""
    pairs = {match.pair.pk: match.pair for match in found if match}
    known = Vocabulary.of_pairs(list(pairs.values())[:200])
    languages: Sequence[str] = tuple(dict.fromkeys((*plan.languages, *known.languages))) or (UNDETERMINED,)
    return Vocabulary(languages, known.known, known.scripts, known.other_forms)
