"""A pair of languages as its folder has it: ``function_words.tsv``, ``words.tsv`` and ``pair.toml``, each optional.

In a word list commas part words that mean the same, ``?`` before a word marks it as possible but unsure, and ``…``
stands for a few words in between. ``pair.toml`` has what lists cannot say; see docs/linking.md.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from cswitch_core.linking.language import Language, Rewriting
from cswitch_core.linking.lexicon import Lexicon
from cswitch_core.linking.spelling import folded, without_accents
from cswitch_core.shared_tree import Both

LANGUAGES = Path(__file__).parent / "languages"


@dataclass(frozen=True, slots=True)
class Entry:
    """One translation: a word or phrase of each language."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    is_function: bool = False
    is_unsure: bool = False


@dataclass(frozen=True, slots=True)
class LanguagePair:
    """The data of two languages, in the order of the folder's name."""

    languages: Both[str]
    first: Language
    second: Language
    entries: tuple[Entry, ...] = ()
    not_alike: frozenset[str] = frozenset()
    verb_markers: frozenset[str] = frozenset()
    infinitive_markers: frozenset[str] = frozenset()
    verbs: frozenset[str] = frozenset()
    second_verbs: frozenset[str] = frozenset()
    verb_endings: tuple[str, ...] = ()
    group_words: frozenset[str] = frozenset()
    group_between: frozenset[str] = frozenset()
    group_ends: frozenset[str] = frozenset()
    adpositions: frozenset[str] = frozenset()
    adpositions_follow: bool = False
    either_case: frozenset[str] = frozenset()
    object_forms: frozenset[str] = frozenset()
    cognates: Rewriting = ()

    def cognate_forms(self, word: str) -> Iterator[str]:
        """Yield a word of the second language with the ending its cognate has in the first: *realidad* as *reality*."""
        return (ending.sub(ours, word) for ending, ours in self.cognates if ending.search(word))


def base_language(tag: str) -> str:
    """Return the language of a tag: ``en`` of ``en-GB`` and ``hi`` of ``hi-Latn``."""
    return tag.replace("_", "-").split("-")[0].casefold()


def folder_of(languages: Both[str], root: Path = LANGUAGES) -> Both[str] | None:
    """Return the order in which a folder has the two languages, or None if there is none."""
    first, second = (base_language(tag) for tag in languages)
    return next((pair for pair in ((first, second), (second, first)) if (root / "-".join(pair)).is_dir()), None)


@cache
def language_data(tag: str, root: Path = LANGUAGES) -> Language:
    """Read what is known of one language; little if it has no folder."""
    return Language.read(root / base_language(tag))


@cache
def language_pair(languages: Both[str], root: Path = LANGUAGES) -> LanguagePair:
    """Read the folder of two languages, given in its order."""
    folder = root / "-".join(languages)
    path = folder / "pair.toml"
    data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    entries = (*_entries(folder / "function_words.tsv", is_function=True), *_entries(folder / "words.tsv"))
    endings = tuple(data.get("verb_endings", []))
    verbs = tuple(_verbs(entries, endings))
    groups: Mapping[str, str] = data.get("verb_groups", {})
    adpositions: Mapping[str, Any] = data.get("adpositions", {})
    pronouns: Mapping[str, str] = data.get("pronouns", {})
    return LanguagePair(
        languages,
        Language.read(root / languages[0]),
        Language.read(root / languages[1]),
        entries,
        not_alike=_folded(data.get("not_alike", [])),
        verb_markers=_folded(data.get("verb_markers", [])),
        infinitive_markers=_folded(data.get("infinitive_markers", "").split()),
        verbs=frozenset(entry.first[0] for entry in verbs if len(entry.first) == 1),
        second_verbs=frozenset(without_accents(folded(entry.second[-1])) for entry in verbs),
        verb_endings=endings,
        group_words=_folded(groups.get("words", "").split()),
        group_between=_folded(groups.get("between", "").split()),
        group_ends=_folded(groups.get("only_at_the_end", "").split()),
        adpositions=_folded(adpositions.get("words", "").split()),
        adpositions_follow=bool(adpositions.get("follow", False)),
        either_case=_folded(pronouns.get("either_case", "").split()),
        object_forms=_folded(pronouns.get("object_forms", "").split()),
        cognates=tuple((re.compile(f"{theirs}$"), ours) for ours, theirs in data.get("cognates", [])),
    )


def _folded(words: Iterable[str]) -> frozenset[str]:
    return frozenset(folded(word) for word in words)


def _entries(path: Path, *, is_function: bool = False) -> Iterator[Entry]:
    for firsts, seconds in Lexicon.read(path, separators="\t").entries if path.exists() else ():
        for first in firsts.split(","):
            yield from (_entry(first, second, is_function=is_function) for second in seconds.split(","))


def _entry(first: str, second: str, *, is_function: bool) -> Entry:
    words = second.strip()
    return Entry(tuple(first.split()), tuple(words.removeprefix("?").split()), is_function, words.startswith("?"))


def _verbs(entries: Iterable[Entry], endings: tuple[str, ...]) -> Iterator[Entry]:
    for entry in entries:
        if endings and not entry.is_function and entry.second[-1].endswith(endings):
            yield entry
