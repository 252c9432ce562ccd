"""Proposing links: which word of one sentence says what which word of the other says.

A ``Linker`` knows a pair of languages from its folder of data under ``languages``, if there is one; a ``Lexicon`` adds
a researcher's own words, and ``Learnt`` what pairs linked by people, or much plain text, have taught.

>>> Linker(("en", "es")).links(["Maria", "sings"], ["Maria", "canta"])[0].reason
'same word'
"""

from cswitch_core.linking.learning import Learnt, learn
from cswitch_core.linking.lexicon import Lexicon, LexiconError
from cswitch_core.linking.linker import Linker
from cswitch_core.linking.proposed import ProposedLink

__all__ = ["Learnt", "Lexicon", "LexiconError", "Linker", "ProposedLink", "learn"]
