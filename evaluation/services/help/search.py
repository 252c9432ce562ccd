"""Searching the documents: sections in which all words occur, the best first, with the passages they stand in."""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from evaluation.services.help.documents import Section, documents
from evaluation.services.help.rendering import Passage

LONGEST_QUERY, MOST_WORDS, MOST_HITS, PASSAGES_SHOWN = 100, 8, 30, 2
# What was changed once is found last.
CHANGES = "changes"
# Characters of a passage that are shown before and after the first word found in it.
BEFORE, AFTER = 90, 190


@dataclass(frozen=True)
class Hit:
    """A section that was found: its title and its passages with the words marked, each with its address."""

    section: Section
    title: SafeString
    excerpts: tuple[tuple[SafeString, str], ...]


def search(wanted: str) -> list[Hit]:
    """Sections in which every word occurs, at the beginning of a word, whether in capitals or not."""
    words = wanted[:LONGEST_QUERY].split()[:MOST_WORDS]
    if not words:
        return []
    patterns = [re.compile(rf"(?<!\w){re.escape(word)}", re.IGNORECASE) for word in words]
    found = [(score(section, patterns), section) for each in documents() for section in each.sections]
    ordered = sorted((each for each in found if each[0]), key=lambda each: -each[0])
    return [hit(section, patterns) for _score, section in ordered[:MOST_HITS]]


def score(section: Section, patterns: list[re.Pattern[str]]) -> int:
    """How well a section fits; 0 if a word is missing. A heading counts most, then a passage that has all words."""
    texts = [section.title, *(passage.text for passage in section.passages)]
    if not all(any(pattern.search(text) for text in texts) for pattern in patterns):
        return 0
    in_title = sum(bool(pattern.search(section.title)) for pattern in patterns)
    together = sum(all(pattern.search(text) for pattern in patterns) for text in texts[1:])
    if section.document == CHANGES:
        return 1
    times = sum(len(pattern.findall(text)) for pattern in patterns for text in texts)
    return 100 * in_title + 10 * min(together, 5) + min(times, 9)


def hit(section: Section, patterns: list[re.Pattern[str]]) -> Hit:
    def words_in(passage: Passage) -> int:
        return sum(bool(pattern.search(passage.text)) for pattern in patterns)

    best = sorted((each for each in section.passages if words_in(each)), key=lambda each: -words_in(each))
    shown = tuple(
        (excerpt(passage.text, patterns), f"/help/{section.document}/#{passage.anchor}")
        for passage in best[:PASSAGES_SHOWN]
    )
    return Hit(section, marked(section.title, patterns), shown)


def excerpt(text: str, patterns: list[re.Pattern[str]]) -> SafeString:
    """The passage around the first word found, cut between words."""
    first = min(found.start() for pattern in patterns if (found := pattern.search(text)))
    start, stop = max(0, first - BEFORE), min(len(text), first + AFTER)
    start = text.find(" ", start, first) + 1 if start else 0
    stop = stop if stop == len(text) else max(text.rfind(" ", first, stop), first + 1)
    cut = marked(text[start:stop], patterns)
    return mark_safe(f"{'… ' if start else ''}{cut}{' …' if stop < len(text) else ''}")  # noqa: S308  (marked escapes)


def marked(text: str, patterns: list[re.Pattern[str]]) -> SafeString:
    """The text with every word found in a ``mark`` element, up to the end of the word.

    >>> marked("a <Pair> of pairs", [re.compile(r"(?<!\\w)pair", re.IGNORECASE)])
    'a &lt;<mark>Pair</mark>&gt; of <mark>pairs</mark>'
    """
    either = re.compile(rf"(?:{'|'.join(pattern.pattern for pattern in patterns)})\w*", re.IGNORECASE)
    parts, position = [], 0
    for found in either.finditer(text):
        parts += [escape(text[position : found.start()]), f"<mark>{escape(found[0])}</mark>"]
        position = found.end()
    return mark_safe("".join(parts) + escape(text[position:]))  # noqa: S308  (every part is escaped)
