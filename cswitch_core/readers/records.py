"""A row of a file as it was cut off, before it is checked: cheap to send to a worker."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cswitch_core.pairs import Problem


@dataclass(frozen=True, slots=True)
class Record:
    """The JSON text or the cells of a row that starts at ``line``; ``problem`` if it could not even be cut off."""

    line: int
    content: str | Mapping[str, str] = ""
    problem: Problem | None = None
