"""A row of plain text: two sentences as somebody wrote them, with whatever another tool has already said of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from cswitch_core.pairs import Link, PairError, Problem
from cswitch_core.shared_tree import Both, Language

SIDES = ("first", "second")


@dataclass(frozen=True, slots=True)
class PlainRow:
    """Sides stand in the order of the languages asked for; ``line`` is where the row starts in its file.

    ``names`` are what the file calls the two sides. ``words`` are given where a tool has cut a sentence, ``tree`` is
    the parse of side ``tree_side`` (None: of the side whose words it has), ``links`` are None where they are to be
    proposed. A row with ``problems`` cannot be used.
    """

    line: int
    id: str
    texts: Both[str] = ("", "")
    file: str = ""
    names: Both[str] = SIDES
    note: str = ""
    words: Both[tuple[str, ...]] = ((), ())
    tree: str = ""
    tree_side: Language | None = None
    links: tuple[Link, ...] | None = None
    problems: tuple[Problem, ...] = ()

    def with_problems(self, *problems: Problem) -> PlainRow:
        """Return the row with further problems, each with the row's place."""
        placed = (problem.located(file=self.file, line=self.line, pair_id=self.id) for problem in problems)
        return replace(self, problems=(*self.problems, *placed))

    def as_json(self) -> dict[str, Any]:
        """Return the row as plain data, without what it has not."""
        return {name: value for name, value in asdict(self).items() if value or value == 0 or name == "links"}

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> PlainRow:
        """Return the row that ``as_json`` was made of."""
        pairs = {name: tuple(content[name]) for name in ("texts", "names") if name in content}
        words = {"words": tuple(map(tuple, content["words"]))} if "words" in content else {}
        links = None if content["links"] is None else tuple((first, second) for first, second in content["links"])
        problems = tuple(Problem(**problem) for problem in content.get("problems", ()))
        return cls(**{**content, **pairs, **words, "links": links, "problems": problems})


class PlainFileError(PairError):
    """Input that holds no rows of plain text: its problem is of the whole file."""

    @classmethod
    def of(cls, message: str, cure: str, *, file: str = "", field: str = "file") -> PlainFileError:
        return cls([Problem(field, message, cure, file=file, line=1 if file else 0)])
