"""Template filters of the pair pages: phenomena in words, page addresses, words marked by language."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext_lazy as _

from evaluation.services.generation import Sentence

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
def page_address(query: str, start: int) -> str:
    return f"{query}&start={start}" if query else f"start={start}"


@register.filter
def marked_words(sentence: Sentence) -> list[tuple[str, bool]]:
    """The sentence in segments, spaces included, each with whether it is of the second language."""
    segments: list[tuple[str, bool]] = []
    rest, second = sentence.text, sentence.tree.languages[1]
    for token, language in sentence.tokens:
        word = str(token)
        gap, _word, rest = rest.partition(word)
        is_second = language == second
        if segments and segments[-1][1] == is_second:
            segments[-1] = (segments[-1][0] + gap + word, is_second)
        else:
            segments += [(gap, False)] * bool(gap) + [(word, is_second)]
    return segments
