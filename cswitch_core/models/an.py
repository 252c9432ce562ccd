"""AN: the adjective's language decides the order of adjective and noun.

Source: Cantone and MacSwan, "Adjectives and word order: a focus on Italian-German code-switching" (in Isurin, Winford
and de Bot (eds.), *Multidisciplinary Approaches to Code Switching*, 2009). It is none of the paper's models. Of all
else it says nothing, so each constituent may have its parts in the order of either language.
"""

from __future__ import annotations

from typing import ClassVar

from cswitch_core.models.adjectives import AdjectiveOrder
from cswitch_core.models.base import Constraint, RuleModel
from cswitch_core.shared_tree import Both

ADJECTIVE_ORDER = Constraint("adjective_order", "an adjective must stand where its own language puts it by the noun")


class AN(RuleModel):
    base_name = "AN"
    constraints: ClassVar[tuple[Constraint, ...]] = (ADJECTIVE_ORDER,)

    def _digest(self) -> str:
        return f"{super()._digest()}, heads {self.lists.heads_digest}"

    def grammar(self, languages: Both[str]) -> AdjectiveOrder:
        forth, back = self.lists.both_ways(languages)
        return AdjectiveOrder(forth.adjectives | back.adjectives, **self.grammar_switches)
