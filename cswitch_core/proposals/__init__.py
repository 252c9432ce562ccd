"""Proposals: from rows of plain text to pairs, for people to look through.

``Proposer`` makes a pair of a row, ``marked_repeats`` finds rows that stand in a file twice, ``checks`` say what is
wrong with a row before anything is proposed.

>>> from cswitch_core.readers.plain import PlainRow
>>> row = Proposer(("en", "es")).row(PlainRow(3, "3", ("Maria sings.", "")))
>>> print(row.problems[0])
line:3: second: the sentence is missing. Give the sentence in both languages, or leave the row out. [pair 3]
"""

from cswitch_core.proposals.lexicons import read_lexicon
from cswitch_core.proposals.proposer import Proposer
from cswitch_core.proposals.repeats import marked_repeats

__all__ = ["Proposer", "marked_repeats", "read_lexicon"]
