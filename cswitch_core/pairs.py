"""Pairs: a sentence in two languages, word-aligned, the first with its parse; and what can be wrong with one.

Nothing is checked here: ``readers`` build pairs and collect what is wrong, ``projection`` gives a pair its one tree.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from cswitch_core.shared_tree import L1, Both, Language

Link = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Pair:
    """One pair. ``links`` are (L1 token, L2 token), from 0 on; the L1 tokens are the tree's leaves without traces.

    ``texts`` are the sentences as they were written, where that is known: the tokens with the spaces between them.
    ``confidences`` say of each link, in the order of the links, how sure the one who proposed it was, from 0 to 1;
    a pair made by hand has none.
    ``l2_other_script`` are the L2 tokens once more in another script, one for each, where both are known.
    """

    id: str
    languages: Both[str]
    l1_tree: str
    l1_tokens: tuple[str, ...]
    l2_tokens: tuple[str, ...]
    links: tuple[Link, ...]
    note: str = ""
    texts: Both[str] = ("", "")
    confidences: tuple[float, ...] = ()
    l2_other_script: tuple[str, ...] = ()

    @property
    def is_proposed(self) -> bool:
        """Tell whether the links were proposed by a program."""
        return bool(self.confidences)

    @property
    def alignment(self) -> str:
        """The links in Pharaoh's notation, such as ``0-0 1-2``."""
        return " ".join(f"{first}-{second}" for first, second in self.links)

    def tokens(self, language: Language) -> tuple[str, ...]:
        return self.l1_tokens if language == L1 else self.l2_tokens

    def text(self, language: Language) -> str:
        """Return the sentence's tokens, apart by spaces."""
        return " ".join(self.tokens(language))

    def with_links(self, links: Iterable[Link]) -> Pair:
        """Return the pair with other links, given by hand: sorted, each once."""
        return replace(self, links=tuple(sorted(set(links))), confidences=())

    def with_proposed_links(self, confidences: Mapping[Link, float]) -> Pair:
        """Return the pair with these links, each with how sure it is, sorted."""
        links = tuple(sorted(confidences))
        return replace(self, links=links, confidences=tuple(confidences[link] for link in links))

    def in_other_script(self) -> Pair:
        """Return the pair with the other form of its L2 words; how people wrote the sentence is known of one only."""
        return replace(self, l2_tokens=self.l2_other_script, l2_other_script=self.l2_tokens, texts=(self.texts[0], ""))

    def as_json(self) -> dict[str, Any]:
        """Return the object that one line of a pairs file holds."""
        content: dict[str, Any] = {
            "id": self.id,
            "l1": {"lang": self.languages[0], "tree": self.l1_tree},
            "l2": {"lang": self.languages[1], "tokens": list(self.l2_tokens)},
            "alignment": self.alignment,
        }
        for side, text in zip(("l1", "l2"), self.texts, strict=True):
            content[side] |= {"text": text} if text else {}
        if self.is_proposed:
            content["confidence"] = list(self.confidences)
        if self.l2_other_script:
            content["l2"]["other_script"] = list(self.l2_other_script)
        return content | {"note": self.note} if self.note else content


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong, where, and what would be right. ``line`` 0 means that no file is involved."""

    field: str
    message: str
    cure: str
    file: str = ""
    line: int = 0
    pair_id: str = ""

    def located(self, *, file: str, line: int, pair_id: str = "") -> Problem:
        return replace(self, file=file, line=line, pair_id=pair_id or self.pair_id)

    def __str__(self) -> str:
        place = f"{self.file or 'line'}:{self.line}: " if self.line else ""
        pair = f" [pair {self.pair_id}]" if self.pair_id else ""
        return f"{place}{self.field}: {self.message}. {self.cure}.{pair}"


class PairError(Exception):
    """A pair that cannot be used; ``problems`` says everything that is wrong with it."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: list[Problem] = list(problems)
        super().__init__("; ".join(str(problem) for problem in self.problems))

    def __reduce__(self) -> tuple[type[PairError], tuple[list[Problem]]]:
        """Pickle by the problems, so that the error survives the way back from a worker process."""
        return type(self), (self.problems,)


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a file: a good pair, or what is wrong with it. ``line`` is where the row starts, counted from 1."""

    line: int
    pair: Pair | None = None
    problems: tuple[Problem, ...] = field(default=())
