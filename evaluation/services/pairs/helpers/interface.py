"""What parsers and aligners have in common: they may be installed, and fill in a tree or links."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

Link = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Availability:
    """Whether a helper can be used for a language; if not, why, and the command that installs what is missing."""

    is_ready: bool
    words: str = ""
    command: str = ""


class Parser(Protocol):
    """Fills in the tree of a sentence. ``parse`` gives Penn brackets over exactly the tokens handed in."""

    key: str
    title: str

    def availability(self, language: str) -> Availability: ...

    def parse(self, tokens: Sequence[str], language: str) -> str: ...


class Aligner(Protocol):
    """Fills in which words stand for which, knowing the pairs of the same languages that are loaded."""

    key: str
    title: str

    def align(self, first: Sequence[str], second: Sequence[str], known: Sequence[tuple[str, str]]) -> list[Link]: ...
