"""Proposing links: which word of one sentence says what which word of the other says.

A ``Linker`` knows a pair of languages from its folder of data under ``languages``, if there is one; a ``Lexicon`` adds
a researcher's own words, and ``Learnt`` what pairs linked by people, or much plain text, have taught.

>>> english_spanish = Linker(("en", "es"))
>>> [(link.first, link.second) for link in english_spanish.links(["a", "white", "house"], ["una", "casa", "blanca"])]
[(0, 0), (1, 2), (2, 1)]
"""

from cswitch_core.linking.learning import Learnt, learn, learn_from_text
from cswitch_core.linking.lexicon import Lexicon, LexiconError
from cswitch_core.linking.linker import Linker
from cswitch_core.linking.proposed import ProposedLink

__all__ = ["Learnt", "Lexicon", "LexiconError", "Linker", "ProposedLink", "learn", "learn_from_text"]
