"""ML2: the sentences of ML1 whose fragments are well-formed (the paper's section 3.3.2, algorithms 2 and 3)."""

from __future__ import annotations

from typing import ClassVar

from cswitch_core.models.ml1 import ML1


class ML2(ML1):
    base_name = "ML2"
    defaults: ClassVar[dict[str, bool]] = {"fragments": True, "nesting": False, "clauses_switch": True}
