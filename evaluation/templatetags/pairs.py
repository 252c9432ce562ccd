"""Template filters of the pair pages: phenomena in words, page addresses, sentences in stretches."""

from __future__ import annotations

from collections.abc import Sequence

from django import template
from django.utils.translation import gettext_lazy as _

from evaluation.services import generation
from evaluation.services.generation import Sentence
from evaluation.services.studies.sampling import condition_words
from evaluation.templatetags.sentences import language_tag

register = template.Library()

PHENOMENA = {
    "nested_switch": _("a switch inside a switch"),
    "functional_word_alone": _("a functional word alone in its language"),
    "pronoun": _("a pronoun switched alone"),
    "conjunction": _("a switch at a conjunction"),
    "lexical_substitution": _("single words replaced"),
    "whole_phrase": _("a whole phrase switched"),
}


@register.filter
def phenomenon_words(name: str) -> str:
    """The phenomenon in words; a new one of the core shows its own name until it gets words here."""
    return str(PHENOMENA.get(name, name.replace("_", " ")))


@register.filter
def effect_words(name: str) -> str:
    """An effect of a mixed model: a phenomenon or a cell."""
    return str(PHENOMENA.get(name) or condition_words(name))


@register.filter
def phenomena_words(names: Sequence[str]) -> str:
    """Several effects, phenomena or cells."""
    return ", ".join(map(effect_words, names))


@register.filter
def page_address(query: str, start: int) -> str:
    return f"{query}&start={start}" if query else f"start={start}"


@register.filter
def stretches(sentence: Sentence) -> list[generation.Stretch]:
    """The sentence in stretches of one language each, with what stands between them."""
    return generation.stretches(sentence)


register.filter("language_tag", language_tag)


@register.filter
def words_direction(words: Sequence[str]) -> str:
    """The direction in which a plain sentence runs."""
    return generation.direction_of(words)


@register.filter
def is_mark(word: str) -> bool:
    """Whether a token is punctuation, which needs no link."""
    return generation.is_punctuation(word)


@register.filter
def with_counterparts(words: Sequence[str]) -> list[tuple[str, str]]:
    """Words a sentence lacks or has too many of, each once with the words that may be its counterparts, if any.

    >>> with_counterparts(("ne", "will / por", "will / la"))
    [('ne', ''), ('will', 'por, la')]
    """
    counterparts: dict[str, list[str]] = {}
    for named in words:
        word, _slash, counterpart = named.partition(" / ")
        counterparts.setdefault(word, []).extend([counterpart] if counterpart else [])
    return [(word, ", ".join(others)) for word, others in counterparts.items()]
