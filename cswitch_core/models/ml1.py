"""ML1: as ML0, but a switched constituent may switch back inside, to any depth, and S switches too (algorithm 2)."""

from __future__ import annotations

from typing import ClassVar

from cswitch_core.models.ml0 import ML0


class ML1(ML0):
    base_name = "ML1"
    defaults: ClassVar[dict[str, bool]] = {"fragments": False, "nesting": False, "clauses_switch": True}
