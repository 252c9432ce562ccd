"""A sentence as HTML: each word in an element that says its language. Pages and template tags write it with this."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

Tokens = Sequence[tuple[str, str | None]]
# Languages that are written in Latin letters only by romanising them, which a screen reader should know.
OTHER_SCRIPTS = frozenset(
    {"as", "bn", "gu", "hi", "kn", "ks", "ml", "mr", "ne", "or", "pa", "sd", "ta", "te", "ur", "ar"}
)


def language_tag(language: str, word: str) -> str:
    return f"{language}-Latn" if word.isascii() and language in OTHER_SCRIPTS else language


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
    parts = []
    for number, ((word, language), gap) in enumerate(zip(tokens, between, strict=False)):
        lang_attribute = f' lang="{escape(language_tag(language, word))}"' if language else ""
        classes = " ".join(["l2"] * (language in second) + ["marked"] * (marks is not None and number in marks))
        class_attribute = f' class="{classes}"' if classes else ""
        parts.append(f"{escape(gap)}<span{lang_attribute}{class_attribute}>{escape(word)}</span>")
    return mark_safe("".join(parts) + escape(between[-1]))  # noqa: S308  (every part is escaped)
