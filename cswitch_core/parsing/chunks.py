"""A tree for a sentence of a language without a parser: chunks by tags and links. It is poor, and says so.

A word has the tag of the word it is linked to, if that one is tagged, else that of its language's list of function
words (``chunks.toml``), else it is a noun. Runs of the tags of noun phrases and of verbs are phrases; a preposition
makes a PP of the noun phrase beside it. Two words of a run whose counterparts stand apart begin a new phrase.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from cswitch_core.parsing.brackets import Phrase, leaf
from cswitch_core.parsing.labels import phrase_label
from cswitch_core.parsing.proposing import ProposedTree
from cswitch_core.projection.punctuation import is_punctuation
from cswitch_core.writing.languages import plain

Links = dict[int, list[int]]
FINAL_MARKS = frozenset({".", "!", "?", "।", "॥", "。", "！", "？", "|"})
NOT_CHUNKED = frozenset({".", ",", "CC"})
# So far may the counterparts of two neighbours in a phrase be apart: a function word may stand between them.
FARTHEST = 2


def chunk_tree(
    tokens: Sequence[str], language: str, *, links: Iterable[tuple[int, int]] = (), other_tags: Sequence[str] = ()
) -> ProposedTree:
    """Return a poor tree; ``links`` are (token here, token there), ``other_tags`` the tags of the tokens there.

    >>> chunk_tree(["Ravi", "ghar", "mein", "hai", "."], "hi").tree
    '(S (PP (NP (NN Ravi) (NN ghar)) (IN mein)) (VP (VB hai)) (. .))'
    >>> chunk_tree(["Ravi", "ghar", "mein", "hai"], "hi", links=[(0, 0), (1, 4)]).tree
    '(S (NP (NN Ravi)) (PP (NP (NN ghar)) (IN mein)) (VP (VB hai)))'
    """
    linked: Links = {}
    for here, there in links:
        linked.setdefault(here, []).append(there)
    own = _function_words(language.partition("-")[0].lower())
    tags = [
        _tag(token, own, [other_tags[n] for n in linked.get(place, ()) if n < len(other_tags)])
        for place, token in enumerate(tokens)
    ]
    chunks = [_phrase(run, tokens, tags) for run in _runs(tags, linked)]
    parts = _with_prepositions(chunks, is_postposed=bool(own.get("postposed")))
    return ProposedTree(str(Phrase("S", tuple(parts))), "chunks", is_poor=True)


def _tag(token: str, own: dict[str, Any], linked: Sequence[str]) -> str:
    if is_punctuation(token):
        return "." if token in FINAL_MARKS else ","
    if linked and phrase_label(linked[0]) != "X":
        return linked[0]
    listed = next((tag for tag, words in own.items() if tag != "postposed" and plain(token) in words), "")
    return listed or ("CD" if token[0].isdigit() else "NN")


def _kind(tag: str) -> str:
    """The phrase a run of such tags is; possessives and adjectives are of the noun's."""
    if tag in NOT_CHUNKED or tag.startswith("IN"):
        return tag
    return "NP" if tag.startswith(("PRP$", "JJ", "WP$")) else phrase_label(tag)


def _runs(tags: Sequence[str], linked: Links) -> list[list[int]]:
    """Neighbours of one kind; a pronoun, and a word whose counterpart is elsewhere, begins a run of its own."""
    runs = [[0]] if tags else []
    for left, right in pairwise(range(len(tags))):
        kind = _kind(tags[left])
        is_chunk = kind in {"NP", "VP", "ADVP"} and "PRP" not in (tags[left], tags[right])
        if is_chunk and kind == _kind(tags[right]) and not _are_apart(linked.get(left), linked.get(right)):
            runs[-1].append(right)
        else:
            runs.append([right])
    return runs


def _are_apart(left: Sequence[int] | None, right: Sequence[int] | None) -> bool:
    return bool(left and right) and min(abs(m - n) for m in left or () for n in right or ()) > FARTHEST


def _phrase(run: Sequence[int], tokens: Sequence[str], tags: Sequence[str]) -> Phrase:
    leaves = tuple(leaf(tags[n], tokens[n]) for n in run)
    kind = _kind(tags[run[0]])
    return leaves[0] if kind in NOT_CHUNKED or kind == "IN" else Phrase(kind, leaves)


def _with_prepositions(chunks: Sequence[Phrase], *, is_postposed: bool) -> list[Phrase]:
    parts: list[Phrase] = []
    for chunk in chunks:
        before = parts[-1].label if parts else ""
        if (is_postposed and chunk.label == "IN" and before in {"NP", "PP"}) or (
            not is_postposed and before == "IN" and chunk.label == "NP"
        ):
            parts[-1] = Phrase("PP", (parts[-1], chunk))
        else:
            parts.append(chunk)
    return parts


@cache
def _function_words(language: str) -> dict[str, Any]:
    tables = tomllib.loads((Path(__file__).parent / "chunks.toml").read_text(encoding="utf-8"))
    found: dict[str, Any] = tables.get(language, {})
    return found
