"""ML0: the matrix language orders the sentence, constituents of the other are embedded whole (Joshi 1985; algorithm 1).

``ML0`` is the theory, the union over both matrix languages; ``ML0(matrix=l1)`` is what the paper's Table 1 reports.
"""

from __future__ import annotations

from typing import ClassVar

from cswitch_core.models.base import Constraint, OptionError, RuleModel
from cswitch_core.models.ec0 import FRAGMENTS
from cswitch_core.models.matrix import Matrix
from cswitch_core.shared_tree import L1, L2, LANGUAGES, Both, Language

NESTING = Constraint("nesting", "nothing may switch back inside a constituent that is itself switched")
FUNCTIONAL_WORDS = Constraint("functional_words", "a word that is no content word may not switch alone")
CLAUSES = Constraint("clauses", "a verb phrase or a clause may not switch")
CONTENT = Constraint("content", "a phrase may switch only if it has a content word")

MATRICES: dict[str, tuple[Language, ...]] = {"l1": (L1,), "l2": (L2,), "both": LANGUAGES}


class ML0(RuleModel):
    base_name = "ML0"
    constraints: ClassVar[tuple[Constraint, ...]] = (CLAUSES, NESTING, FUNCTIONAL_WORDS, CONTENT, FRAGMENTS)
    defaults: ClassVar[dict[str, bool]] = {"fragments": False}
    matrices: tuple[Language, ...] = LANGUAGES

    def _take_own_options(self, options: dict[str, str]) -> None:
        if "matrix" in options:
            matrix = options.pop("matrix")
            if matrix not in MATRICES:
                raise OptionError(f"{self.base_name}: matrix is l1, l2 or both, not '{matrix}'")
            self.matrices = MATRICES[matrix]

    def _own_options(self) -> list[str]:
        return ["matrix=l1", "matrix=l2", "matrix=both"]

    def grammar(self, languages: Both[str]) -> Matrix:
        return Matrix(self.lists.both_ways(languages), self.matrices, **self.grammar_switches)
