"""EC1: EC0 with lexical substitution (the paper's section 3.3.1, algorithm 8).

A word of a substitutable category is *either* language, wherever it is taken from; all else is as in EC0. EC1 is so
no superset of EC0. ``EC1(second_chance)`` is what the paper's prose describes: EC0, and what fails it is tried by
algorithm 8.
"""

from __future__ import annotations

from dataclasses import replace

from cswitch_core.models.ec0 import EC0
from cswitch_core.models.equivalence import Equivalence
from cswitch_core.sets.formulas import Combined, Formula, Generated
from cswitch_core.shared_tree import Both


class EC1(EC0):
    base_name = "EC1"
    second_chance = False

    def _take_own_options(self, options: dict[str, str]) -> None:
        if options.get("second_chance") == "":
            del options["second_chance"]
            self.second_chance = True

    def _own_options(self) -> list[str]:
        return ["second_chance"]

    def grammar(self, languages: Both[str]) -> Equivalence:
        forth, back = self.lists.both_ways(languages)
        return Equivalence(forth.substitutable | back.substitutable, **self.grammar_switches)

    def formula(self, languages: Both[str]) -> Formula:
        substituting = Generated(self.grammar(languages))
        if not self.second_chance:
            return substituting
        plain = Generated(replace(self.grammar(languages), substitutable=frozenset()))
        return Combined(plain, "or", substituting)
