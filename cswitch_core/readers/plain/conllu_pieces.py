"""CoNLL-U, the format of Universal Dependencies: words with heads, sentences with comments.

``# text`` is the sentence as it was written, ``# sent_id`` its id, and ``# text_en`` its translation, as in the
parallel treebanks. Heads become Penn brackets. Words that are written together (*del* for *de el*) stay apart; then the
sentence is not kept as it was written, for its words do not spell it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from cswitch_core.pairs import Problem
from cswitch_core.parsing import HeadWord, NotConverted, brackets_from_heads
from cswitch_core.readers.lines import Line
from cswitch_core.readers.plain.pieces import Piece
from cswitch_core.writing.original import misspelt

TRANSLATION = "text_"


def conllu_pieces(lines: Iterable[Line], *, has_penn_tags: bool = False) -> Iterator[Piece]:
    """Yield a sentence for each block of lines; ``has_penn_tags``: the language's own tags are Penn's."""
    return (_piece(block, has_penn_tags=has_penn_tags) for block in _blocks(lines))


def _blocks(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Cut at blank lines; comments alone are no sentence."""
    block: list[Line] = []
    for line in lines:
        if line.text.strip() or line.problem:
            block.append(line)
        elif block:
            yield block
            block = []
    if block:
        yield block


def _piece(block: list[Line], *, has_penn_tags: bool) -> Piece:
    start = block[0].number
    problem = next((line.problem for line in block if line.problem), None)
    if problem:
        return Piece(start, problem=problem)
    sentence = _parsed("".join(line.text.rstrip("\r\n") + "\n" for line in block))
    if not sentence:
        cure = "Give ten columns apart by tabs, a word a line, and a blank line after each sentence"
        return Piece(start, problem=Problem("CoNLL-U", "this is no sentence in CoNLL-U", cure))
    try:
        return _said(start, sentence, _head_words(sentence, has_penn_tags=has_penn_tags))
    except NotConverted as error:
        cure = "Give each word the number of its head, and one word the head 0"
        return Piece(start, problem=Problem("CoNLL-U", str(error), cure))


def _parsed(text: str) -> Any:
    import conllu
    from conllu.exceptions import ParseException

    try:
        return next(iter(conllu.parse(text)), None)
    except ParseException:
        return None


def _head_words(sentence: Any, *, has_penn_tags: bool) -> list[HeadWord]:
    """Return the words; lines of words written together, and of words that are not written, are left out."""
    words = [token for token in sentence if isinstance(token["id"], int)]
    place_of = {token["id"]: place for place, token in enumerate(words)}
    found = []
    for place, token in enumerate(words):
        tag = token.get("xpos") if has_penn_tags else None
        head = place if token.get("head") == 0 else place_of.get(token.get("head"), len(words))
        form = "".join(str(token["form"]).split())
        found.append(HeadWord(form, str(tag or token.get("upos") or "X"), str(token.get("deprel") or "dep"), head))
    return found


def _said(line: int, sentence: Any, words: list[HeadWord]) -> Piece:
    said = sentence.metadata
    forms = tuple(word.text for word in words)
    text = said.get("text") or ""
    others = {name.removeprefix(TRANSLATION): value for name, value in said.items() if name.startswith(TRANSLATION)}
    return Piece(
        line,
        "" if misspelt(forms, text) else text,
        forms,
        brackets_from_heads(words),
        id=said.get("sent_id") or "",
        others={language: value for language, value in others.items() if value},
    )
