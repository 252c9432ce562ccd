"""What a column of an export is: its name, its type and what may stand in it.

The codebook, the Frictionless ``datapackage.json``, the Parquet schema and ``docs/columns.md`` are all written from
these declarations, so a column cannot be exported without being explained.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Type = Literal["string", "integer", "number", "boolean", "datetime"]
WHEN = "UTC, ISO 8601"


@dataclass(frozen=True, slots=True)
class Column:
    """``required`` columns are never empty; an empty cell elsewhere means that there is no such value."""

    name: str
    type: Type
    description: str
    required: bool = False
    minimum: float | None = None
    maximum: float | None = None
    enum: Sequence[str] = field(default=())

    def constraints(self) -> dict[str, Any]:
        """In Frictionless's words."""
        found: dict[str, Any] = {"required": True} if self.required else {}
        if self.minimum is not None:
            found["minimum"] = self.minimum
        if self.maximum is not None:
            found["maximum"] = self.maximum
        if self.enum:
            found["enum"] = list(self.enum)
        return found

    def allowed(self) -> str:
        """What may stand in a cell, in few words."""
        if self.enum:
            return " | ".join(self.enum)
        if self.minimum is not None and self.maximum is not None:
            return f"{self.minimum:g} to {self.maximum:g}"
        return f"{self.minimum:g} or more" if self.minimum is not None else ""


def text(name: str, description: str, **more: Any) -> Column:
    return Column(name, "string", description, **more)


def whole(name: str, description: str, **more: Any) -> Column:
    return Column(name, "integer", description, **more)


def number(name: str, description: str, **more: Any) -> Column:
    return Column(name, "number", description, **more)


def flag(name: str, description: str, *, required: bool = True) -> Column:
    return Column(name, "boolean", description, required=required)


def signature_column() -> Column:
    return text("signature", "What the numbers come from: version, seed, state of the data, selection", required=True)


def moment(name: str, description: str, **more: Any) -> Column:
    return Column(name, "datetime", f"{description} ({WHEN})", **more)
