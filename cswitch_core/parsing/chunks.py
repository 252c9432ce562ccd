"""A tree for a sentence of a language without a parser: chunks around function words. It is poor, and says so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cswitch_core.parsing.brackets import Phrase, leaf
from cswitch_core.parsing.proposing import ProposedTree


def chunk_tree(
    tokens: Sequence[str], language: str, *, links: Iterable[tuple[int, int]] = (), other_tags: Sequence[str] = ()
) -> ProposedTree:
    """Return a poor tree; ``links`` are (token here, token there), ``other_tags`` the tags of the tokens there."""
    del language, links, other_tags
    return ProposedTree(str(Phrase("S", tuple(leaf("X", token) for token in tokens))), "words", is_poor=True)
