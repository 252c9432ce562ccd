"""How likely a proposed pair needs a change: what speaks for looking at it, as one number that puts the worst first.

Content words without a link speak loudest; then words left over in both sentences that may belong together (the lost
links of ``unpaired``), the doubt in all links added up, and phrases that the links tear apart. The weights of the
first three are those of a logistic regression over pairs linked by hand; ``python -m benchmarks.gold_queue`` says how
well the order foretells which proposals differ from them. The share of whole sentences was tried and adds nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp

from cswitch_core.linking.language_pair import base_language
from cswitch_core.pairs import Pair
from cswitch_core.projection import project
from cswitch_core.shared_tree import Both
from cswitch_core.torn import torn_phrases
from cswitch_core.unpaired import ties_of, unlinked_content

UNLINKED, LOST, DOUBT, TORN = 2.5, 0.8, 0.7, 0.1
# Of pairs of which nothing speaks for a change, one in seven needed one.
NOTHING = -1.75
# Languages of which there are pairs linked by hand, so that it is known how often proposals needed a change.
MEASURED = (frozenset({"en", "hi"}), frozenset({"en", "es"}))


@dataclass(frozen=True, slots=True)
class Trouble:
    """What speaks for looking at a pair: three counts, and one minus the confidence of each link added up."""

    unlinked_words: int
    lost_links: int
    torn_phrases: int
    doubt: float

    @property
    def score(self) -> float:
        counted = UNLINKED * self.unlinked_words + LOST * self.lost_links + TORN * self.torn_phrases
        return counted + DOUBT * self.doubt


def trouble_of(pair: Pair) -> Trouble:
    """Say what speaks for looking at a pair.

    >>> from cswitch_core.paper import paper_pairs
    >>> trouble_of(paper_pairs()[3])
    Trouble(unlinked_words=0, lost_links=0, torn_phrases=0, doubt=0)
    """
    tree = project(pair)
    return Trouble(
        len(unlinked_content(tree, links=pair.links).unlinked),
        sum(tie.is_lost_link for tie in ties_of(tree)),
        len(torn_phrases(pair)),
        sum(1 - sure for sure in pair.confidences),
    )


def chance(score: float, languages: Both[str]) -> float | None:
    """Return about how often proposals of this score needed a change; None for languages without pairs linked by hand.

    >>> round(chance(0, ("en", "hi")), 2), round(chance(2.5, ("es-MX", "en")), 2), chance(0, ("en", "fr"))
    (0.15, 0.68, None)
    """
    if frozenset(map(base_language, languages)) not in MEASURED:
        return None
    return 1 / (1 + exp(-NOTHING - score))
