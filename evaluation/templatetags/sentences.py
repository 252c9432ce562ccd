"""A sentence as HTML: each word in an element that says its language. Pages and template tags write it with this.

The element around a sentence has the direction of its frame (`direction`). A stretch of words that runs the other way
is in an element of its own that says so, and not each word: elements with a direction do not flow into one another.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from evaluation.services import generation

register = template.Library()

Tokens = Sequence[tuple[str, str | None]]
# Languages that are written in Latin letters only by romanising them, which a screen reader should know.
OTHER_SCRIPTS = frozenset(
    {"as", "bn", "gu", "hi", "kn", "ks", "ml", "mr", "ne", "or", "pa", "sd", "ta", "te", "ur", "ar"}
)


def language_tag(language: str, word: str) -> str:
    return f"{language}-Latn" if word.isascii() and language in OTHER_SCRIPTS else language


@register.filter
def direction(tokens: Tokens) -> str:
    """The direction in which the sentence runs, whichever word it begins with: that of its frame."""
    return generation.direction(tokens)


def turned_stretches(tokens: Tokens) -> Iterator[tuple[int, int, str]]:
    """The first and the last word of each stretch of one language that runs against the sentence, and its direction.

    >>> list(turned_stretches([["Ali", "en"], ["King", "en"], ["ذهب", "ar"], ["إلى", "ar"], ["هنا", "ar"]]))
    [(0, 1, 'ltr')]
    """
    own, found = direction(tokens), list[list[int]]()
    for number, (_word, language) in enumerate(tokens):
        if language and found and tokens[found[-1][0]][1] == language:
            found[-1].append(number)
        elif language:
            found.append([number])
    for stretch in found:
        words = [tokens[number][0] for number in stretch]
        if any(sign.isalpha() for word in words for sign in word) and (way := generation.direction_of(words)) != own:
            yield stretch[0], stretch[-1], way


def gaps(text: str, tokens: Tokens) -> list[str]:
    """What stands before each token in the text, and after the last; blanks where text and tokens do not agree."""
    found, position = [], 0
    for word, _language in tokens:
        start = text.find(word, position)
        if start < 0 or text[position:start].strip():
            return ["", *[" "] * (len(tokens) - 1), ""]
        found.append(text[position:start])
        position = start + len(word)
    return [*found, text[position:]]


def sentence_html(
    text: str, tokens: Tokens, second: Container[str | None], marks: Mapping[int, str] | None = None
) -> SafeString:
    """The words, each with its language, those of the second language marked for the style sheet."""
    between = gaps(text, tokens)
    opening, closing = dict[int, str](), set[int]()
    for first, last, way in turned_stretches(tokens):
        opening[first] = f'<span dir="{way}">'
        closing.add(last)
    parts = []
    for number, ((word, language), gap) in enumerate(zip(tokens, between, strict=False)):
        lang_attribute = f' lang="{escape(language_tag(language, word))}"' if language else ""
        classes = " ".join(["l2"] * (language in second) + ["marked"] * (marks is not None and number in marks))
        class_attribute = f' class="{classes}"' if classes else ""
        parts += [escape(gap), opening.get(number, ""), f"<span{lang_attribute}{class_attribute}>{escape(word)}</span>"]
        parts.append("</span>" if number in closing else "")
    return mark_safe("".join(parts) + escape(between[-1]))  # noqa: S308  (every part is escaped)
