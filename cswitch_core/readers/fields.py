"""Checking the fields of one row and making a pair of them; everything that is wrong is collected.

A row's fields are named as in the file it came from (``l1.tree`` in JSON Lines, ``l1_tree`` in a table), so that a
problem points at what its reader can see.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from cswitch_core.pairs import Link, Pair, PairError, Problem
from cswitch_core.projection import project
from cswitch_core.projection.punctuation import word_positions
from cswitch_core.projection.trees import ParseTree, TreeError, parse_tree
from cswitch_core.wording import counted
from cswitch_core.writing.original import misspelt

MAX_WORDS = 1_000
"""Longer than any sentence a person is shown; more is a document pasted into one cell."""

MAX_ID_LENGTH = 200

# What neither XML nor a database can hold: control characters, halves of characters, non-characters.
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_LINK = re.compile(r"([0-9]{1,9})-([0-9]{1,9})")
_MISSING = object()


@dataclass(frozen=True, slots=True)
class FieldNames:
    """What the fields of a pair are called in one file format."""

    l1_lang: str
    l1_tree: str
    l2_lang: str
    l2_words: str
    l1_text: str
    l2_text: str
    id: str = "id"
    alignment: str = "alignment"
    confidence: str = "confidence"
    note: str = "note"
    l2_other_script: str = "l2.other_script"


JSON_FIELDS = FieldNames("l1.lang", "l1.tree", "l2.lang", "l2.tokens", "l1.text", "l2.text")
TABLE_FIELDS = FieldNames(
    "l1_lang", "l1_tree", "l2_lang", "l2_text", "l1_original", "l2_original", l2_other_script="l2_other_script"
)


@dataclass(slots=True)
class PairBuilder:
    """Takes a row apart field by field; ``problems`` grows on the way."""

    names: FieldNames
    values: Mapping[str, Any]
    problems: list[Problem] = field(default_factory=list)

    def build(self) -> Pair:
        """Return the pair, checked as far as its projection; raise ``PairError`` with every problem found."""
        pair_id = self._text(self.names.id, "a name that no other pair of the file has")
        if len(pair_id) > MAX_ID_LENGTH:
            self._add(self.names.id, f"it has {len(pair_id)} characters", f"Use at most {MAX_ID_LENGTH}")
        languages = self._languages()
        tree_text = self._text(self.names.l1_tree, "Penn brackets around the L1 words, such as (S (NP (NN oil)))")
        tree = self._tree(tree_text)
        l2_tokens = self._l2_tokens()
        links = self._links(len(tree.leaves) if tree else None, len(l2_tokens) or None)
        confidences = self._confidences(len(links))
        note = self._optional_text(self.names.note, "a remark")
        texts = (
            self._original(self.names.l1_text, tree.words if tree else ()),
            self._original(self.names.l2_text, l2_tokens),
        )
        other_script = self._other_script(l2_tokens)
        if tree is None or self.problems:
            raise PairError(replace(problem, pair_id=pair_id) for problem in self.problems)
        pair = Pair(pair_id, languages, tree_text, tree.words, l2_tokens, (), note, texts)
        pair = pair.with_links(links) if confidences is None else pair.with_proposed_links(_surest(links, confidences))
        project(pair)
        return replace(pair, l2_other_script=other_script) if other_script else pair

    def _add(self, name: str, message: str, cure: str) -> None:
        self.problems.append(Problem(name, message, cure))

    def _text(self, name: str, wanted: str) -> str:
        value = self.values.get(name, _MISSING)
        if value is _MISSING:
            self._add(name, "the field is missing", f"Give {wanted}")
        elif not isinstance(value, str):
            self._add(name, f"it is {_kind(value)} and no text", f"Give {wanted}, in quotes")
        elif not value.strip():
            self._add(name, "it is empty", f"Give {wanted}")
        elif self._is_clean(name, value):
            return unicodedata.normalize("NFC", value.strip())
        return ""

    def _optional_text(self, name: str, wanted: str) -> str:
        return self._text(name, f"{wanted} or leave the field out") if self.values.get(name) else ""

    def _original(self, name: str, tokens: tuple[str, ...]) -> str:
        """Return the sentence as it was written; it must spell the tokens."""
        text = self._optional_text(name, "the sentence as it was written")
        wrong = misspelt(tokens, text) if text and tokens else ""
        if wrong:
            what = f"it does not spell the words of the sentence, at '{_shortened(wrong)}'"
            self._add(name, what, "Give the same words and marks with the spaces between them, or leave the field out")
        return text

    def _is_clean(self, name: str, value: str) -> bool:
        bad = _UNPRINTABLE.search(value)
        if bad is not None:
            self._add(name, f"it holds the control character U+{ord(bad[0]):04X}", "Take that character out")
        return bad is None

    def _languages(self) -> tuple[str, str]:
        wanted = "a language code, such as en or hi"
        l1, l2 = self._text(self.names.l1_lang, wanted), self._text(self.names.l2_lang, wanted)
        if l1 and l1 == l2:
            self._add(self.names.l2_lang, f"both sentences are said to be '{l1}'", "Give the two languages' own codes")
        return l1, l2

    def _tree(self, text: str) -> ParseTree | None:
        if not text:
            return None
        try:
            tree = parse_tree(text)
        except TreeError as error:
            self._add(self.names.l1_tree, error.message, error.cure)
            return None
        self._check_sentence(self.names.l1_tree, tree.words, tree.tags)
        return tree

    def _l2_tokens(self) -> tuple[str, ...]:
        name = self.names.l2_words
        tokens = self.values.get(name)
        if self.names is TABLE_FIELDS:
            tokens = self._text(name, "the L2 sentence, its words and punctuation apart by spaces").split()
        elif not isinstance(tokens, list) or not tokens:
            wanted = 'Give the L2 words as a list of texts, such as ["garam", "karo"]'
            what = "the field is missing" if name not in self.values else f"it is {_kind(tokens)}"
            self._add(name, "the sentence is empty" if tokens == [] else what, wanted)
            return ()
        good = self._good_tokens(name, tokens)
        if good:
            self._check_sentence(name, good, ())
        return good if len(good) == len(tokens) else ()

    def _good_tokens(self, name: str, tokens: list[Any]) -> tuple[str, ...]:
        good = (token for place, token in enumerate(tokens) if self._is_token(name, place, token))
        return tuple(unicodedata.normalize("NFC", token) for token in good)

    def _other_script(self, l2_tokens: tuple[str, ...]) -> tuple[str, ...]:
        """Return the L2 words in another script; there must be one for each, and marks where there are marks."""
        name = self.names.l2_other_script
        given = self.values.get(name)
        if self.names is TABLE_FIELDS:
            given = self._optional_text(name, "the L2 words in another script").split()
        if not given:
            return ()
        cure = f"Give one form for each word and mark of {self.names.l2_words}, in its order, or leave the field out"
        if not isinstance(given, list):
            self._add(name, f"it is {_kind(given)}", cure)
            return ()
        tokens = self._good_tokens(name, given)
        if l2_tokens and len(tokens) == len(given):
            self._check_forms(tokens, l2_tokens, cure)
        return tokens

    def _check_forms(self, tokens: tuple[str, ...], l2_tokens: tuple[str, ...], cure: str) -> None:
        name = self.names.l2_other_script
        if len(tokens) != len(l2_tokens):
            self._add(name, f"it has {counted(len(tokens), 'word')} for {counted(len(l2_tokens), 'word')}", cure)
        elif word_positions(tokens) != word_positions(l2_tokens):
            self._add(name, "its marks stand at other places than those of the sentence", cure)

    def _is_token(self, name: str, place: int, token: object) -> bool:
        if isinstance(token, str) and token and token.split() == [token]:
            return self._is_clean(name, token)
        what = repr(token) if isinstance(token, str) else _kind(token)
        self._add(name, f"token {place} is {what} and not one word", "Give each word or mark as a text without spaces")
        return False

    def _check_sentence(self, name: str, tokens: tuple[str, ...], tags: tuple[str, ...]) -> None:
        if not word_positions(tokens, tags):
            self._add(name, "the sentence has no word, only punctuation", "Give a sentence with words")
        if len(tokens) > MAX_WORDS:
            self._add(name, f"the sentence has {len(tokens)} words", f"Give sentences of at most {MAX_WORDS} words")

    def _links(self, l1_length: int | None, l2_length: int | None) -> list[Link]:
        name = self.names.alignment
        links = []
        for piece in self._text(name, "links such as 0-0 1-2: L1 word, a hyphen, L2 word, counted from 0").split():
            match = _LINK.fullmatch(piece)
            if match is None:
                self._add(name, f"'{_shortened(piece)}' is no link", "Write links as i-j, such as 0-0 1-2")
                continue
            link = int(match[1]), int(match[2])
            self._check_range(piece, link[0], l1_length, "L1")
            self._check_range(piece, link[1], l2_length, "L2")
            links.append(link)
        return links

    def _confidences(self, link_count: int) -> list[float] | None:
        """Return how sure each link is, in the order in which the links are written; None if nothing says so."""
        name = self.names.confidence
        given = self.values.get(name)
        if self.names is TABLE_FIELDS:
            given = [_number(piece) for piece in self._optional_text(name, "a number for each link").split()] or None
        if given is None:
            return None
        cure = "Give a number from 0 to 1 for each link, in the order of the links, or leave the field out"
        if not isinstance(given, list) or not all(_is_share(value) for value in given):
            self._add(name, "it is no list of numbers from 0 to 1", cure)
        elif len(given) != link_count:
            self._add(name, f"it has {counted(len(given), 'number')} for {counted(link_count, 'link')}", cure)
        else:
            return [float(value) for value in given]
        return None

    def _check_range(self, piece: str, position: int, length: int | None, side: str) -> None:
        """Refuse a link past the end; a sentence that could not be read has no known length."""
        if length is not None and position >= length:
            words = counted(length, "word")
            self._add(
                self.names.alignment,
                f"link {piece} points at {side} word {position}, and {side} has {words} counted from 0",
                f"Use {side} numbers from 0 to {length - 1}",
            )


def _surest(links: Iterable[Link], confidences: Iterable[float]) -> dict[Link, float]:
    """Return the confidence of each link; of a link written twice, the greater one."""
    surest: dict[Link, float] = {}
    for link, confidence in zip(links, confidences, strict=True):
        surest[link] = max(confidence, surest.get(link, 0.0))
    return surest


def _number(piece: str) -> float | None:
    try:
        return float(piece)
    except ValueError:
        return None


def _is_share(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


def _kind(value: object) -> str:
    names = {
        bool: "true or false",
        int: "a number",
        float: "a number",
        list: "a list",
        dict: "an object",
        str: "a text",
    }
    return "null" if value is None else names.get(type(value), "an object")


def _shortened(piece: str, length: int = 40) -> str:
    return piece if len(piece) <= length else piece[:length] + "…"
