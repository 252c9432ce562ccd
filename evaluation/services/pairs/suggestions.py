"""Suggesting a tree and an alignment for two plain sentences, for a person to correct."""

from __future__ import annotations

import logging
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Case, JSONField, TextField, Value, When
from django.utils.translation import gettext as _

from evaluation.models import Pair
from evaluation.services import generation
from evaluation.services.errors import Refused
from evaluation.services.pairs import helpers
from evaluation.services.pairs.helpers.aligners import FEWEST_TRAINING_PAIRS
from evaluation.services.pairs.helpers.constituents import escaped

# Newest first; more would say little more and make the person wait.
MOST_PAIRS_READ = 5_000
MOST_WORDS = 100

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What the helpers propose, and how they came to it, in words."""

    l1_tree: str
    l2_tokens: list[str]
    alignment: str
    notes: list[str]


@dataclass(frozen=True, slots=True)
class ParserState:
    """A parser and whether it can be used for a language here."""

    parser: helpers.Parser
    availability: helpers.Availability


def parsers_for(language: str) -> list[ParserState]:
    return [ParserState(parser, parser.availability(language)) for parser in helpers.PARSERS]


def words_of(sentence: str) -> list[str]:
    """The sentence's words, with the punctuation around each apart: the parts of a pair.

    >>> words_of("“Oil, please!” said O'Neil.")
    ['“', 'Oil', ',', 'please', '!', '”', 'said', "O'Neil", '.']
    """
    return [part for chunk in sentence.split() for part in _parts(chunk)]


def _parts(chunk: str) -> list[str]:
    start, stop = 0, len(chunk)
    while start < stop and _is_mark(chunk[start]):
        start += 1
    while stop > start and _is_mark(chunk[stop - 1]):
        stop -= 1
    return [*chunk[:start], *([chunk[start:stop]] if start < stop else []), *chunk[stop:]]


def _is_mark(character: str) -> bool:
    return unicodedata.category(character).startswith("P")


def suggest(*, l1_lang: str, l1_text: str, l2_lang: str, l2_text: str) -> Suggestion:
    """Fill in what a pair needs beyond its two sentences."""
    first, second = _checked_words(l1_text, "l1_text"), _checked_words(l2_text, "l2_text")
    tree, parsing = _tree(first, l1_lang)
    known = _known_pairs(l1_lang, l2_lang)
    aligner = helpers.ALIGNERS[0]
    links = _word_links(aligner, first, second, known)
    notes = [parsing, _alignment_note(aligner.title, len(known))]
    return Suggestion(tree, second, " ".join(f"{i}-{j}" for i, j in links), notes)


def _word_links(
    aligner: helpers.Aligner, first: Sequence[str], second: Sequence[str], known: Sequence[tuple[str, str]]
) -> list[tuple[int, int]]:
    """The aligner's links between words. Marks need none, and would draw words without a counterpart to themselves."""
    left, right = ([n for n, word in enumerate(words) if not _is_mark(word[0])] for words in (first, second))
    plain = [(_without_marks(one), _without_marks(other)) for one, other in known]
    links = aligner.align([first[n] for n in left], [second[n] for n in right], plain)
    return [(left[i], right[j]) for i, j in links]


def _without_marks(text: str) -> str:
    return " ".join(word for word in text.split() if not _is_mark(word[0]))


def _checked_words(text: str, field: str) -> list[str]:
    words = words_of(text)
    if not any(not _is_mark(word[0]) for word in words):
        raise Refused(_("Type a sentence with words."), field=field)
    if len(words) > MOST_WORDS:
        raise Refused(_("Type one sentence of at most %d words.") % MOST_WORDS, field=field)
    return words


def _tree(tokens: Sequence[str], language: str) -> tuple[str, str]:
    for state in parsers_for(language):
        if state.availability.is_ready:
            tree = _parsed(state.parser, tokens, language)
            if tree:
                return tree, _("The tree is %s's. Look through it before you save.") % state.parser.title
    flat = " ".join(f"(X {escaped(token)})" for token in tokens)
    return f"(S {flat})", _("No parser gave a tree, so only the words stand in it: write their tags and phrases.")


def _parsed(parser: helpers.Parser, tokens: Sequence[str], language: str) -> str:
    """The parser's tree if it left the words alone; a parser that fails costs its tree, not the page."""
    try:
        tree = parser.parse(tokens, language)
        leaves = [escaped(leaf) for leaf in generation.leaves(tree)]
    except Exception:
        log.exception("%s could not parse a sentence.", parser.title)
        return ""
    if leaves != [escaped(token) for token in tokens]:
        log.warning("%s changed the words of a sentence; its tree is not used.", parser.title)
        return ""
    return tree


def _known_pairs(l1_lang: str, l2_lang: str) -> list[tuple[str, str]]:
    """The words of loaded pairs of these languages, apart by spaces, whichever of the two was parsed."""
    same = _words_of_pairs(l1_lang, l2_lang)
    turned = [(second, first) for first, second in _words_of_pairs(l2_lang, l1_lang)]
    return [*same, *turned]


def _words_of_pairs(l1_lang: str, l2_lang: str) -> list[tuple[str, str]]:
    pairs = Pair.objects.current().filter(l1_lang=l1_lang, l2_lang=l2_lang).order_by("-pk")
    # A text as it was written has marks at its words, or no spaces at all: there tree and tokens say what is a word.
    tree = Case(When(l1_is_original=True, then="l1_tree"), default=Value(""), output_field=TextField())
    tokens = Case(When(l2_is_original=True, then="l2_tokens"), default=Value([], JSONField()))
    found = pairs.annotate(tree=tree, tokens=tokens).values_list("tree", "l1_text", "tokens", "l2_text")
    return [
        (" ".join(generation.leaves(tree)) if tree else l1_text, " ".join(tokens) or l2_text)
        for tree, l1_text, tokens, l2_text in found[:MOST_PAIRS_READ]
    ]


def _alignment_note(title: str, known: int) -> str:
    if known < FEWEST_TRAINING_PAIRS:
        return _("Too few pairs of these languages are loaded to learn from: words are linked by their places only.")
    return _("The links are %(title)s's, learnt from the pairs loaded.") % {"title": title}
