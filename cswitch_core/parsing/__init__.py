"""Trees proposed for plain sentences: by a parser if one is installed for the language, else by tags and links.

A proposal is for a person to look through. Parsers that give heads and no brackets (spaCy, treebanks of Universal
Dependencies) go through ``brackets_from_heads``; whatever gave the tree, its leaves are the tokens handed in.

>>> propose_tree(["Oil", "burns"], "xx") is None
True
"""

from cswitch_core.parsing.brackets import escaped
from cswitch_core.parsing.chunks import chunk_tree
from cswitch_core.parsing.conversion import brackets_from_heads
from cswitch_core.parsing.heads import HeadWord, NotConverted
from cswitch_core.parsing.parsers import PARSERS, Parser
from cswitch_core.parsing.proposing import ProposedTree, available_parsers, propose_tree, propose_trees

__all__ = [
    "PARSERS",
    "HeadWord",
    "NotConverted",
    "Parser",
    "ProposedTree",
    "available_parsers",
    "brackets_from_heads",
    "chunk_tree",
    "escaped",
    "propose_tree",
    "propose_trees",
]
