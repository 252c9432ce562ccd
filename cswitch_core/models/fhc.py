"""FHC: the Functional Head Constraint, no switch between a functional head and its complement.

Source: Belazi, Rubin and Toribio, "Code switching and X-bar theory: the Functional Head Constraint" (Linguistic Inquiry
25(2), 1994, 221 to 237). It is none of the paper's models. It says nothing of order, so each constituent may have its
parts in the order of either language; their corollary on order (Word-Grammar Integrity: a word obeys the grammar of its
own language) is not part of it. For adjectives the model AN says what follows from that.
"""

from __future__ import annotations

from typing import ClassVar

from cswitch_core.models.base import Constraint, RuleModel
from cswitch_core.models.functional_heads import FunctionalHeads
from cswitch_core.shared_tree import Both

DETERMINERS = Constraint("determiners", "a determiner, quantifier or numeral must be of the language of its noun")
AUXILIARIES = Constraint("auxiliaries", "an auxiliary must be of the language of its verb phrase")
COMPLEMENTIZERS = Constraint("complementizers", "a subordinating conjunction must be of the language of its clause")


class FHC(RuleModel):
    base_name = "FHC"
    constraints: ClassVar[tuple[Constraint, ...]] = (DETERMINERS, AUXILIARIES, COMPLEMENTIZERS)

    def _digest(self) -> str:
        return f"{super()._digest()}, heads {self.lists.heads_digest}"

    def grammar(self, languages: Both[str]) -> FunctionalHeads:
        forth, back = self.lists.both_ways(languages)
        heads = (
            forth.determiners | back.determiners,
            forth.auxiliaries | back.auxiliaries,
            forth.complementizers | back.complementizers,
        )
        return FunctionalHeads(heads, **self.grammar_switches)
