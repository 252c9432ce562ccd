"""Verb groups: light verbs and auxiliaries go with the verb, or the noun or adjective and verb, that they follow.

*madad karne*, *khel rahe*, *rehta hai*: where the list of a language pair says that a word goes on with the one before
it and it has no counterpart of its own, it is linked where that one is linked.
"""

from __future__ import annotations

from collections.abc import Sequence

from cswitch_core.linking.competition import Board
from cswitch_core.linking.language_pair import LanguagePair
from cswitch_core.linking.spelling import folded

# Three of four links of groups were right in the gold that nobody developed on.
GROUP_SHARE = 0.8


def link_groups(board: Board, pair: LanguagePair, second: Sequence[str]) -> None:
    """Link each unlinked word of a verb group where the group's first word is linked."""
    words = [folded(word) for word in second]
    for place, word in enumerate(words):
        if word in pair.group_words and place not in board.seconds:
            host = _host(board, pair, words, place)
            for first in board.seconds.get(host, ()):
                confidence = round(GROUP_SHARE * board.links[first, host].confidence, 3)
                board.add(first, place, confidence, "verb group")


def _host(board: Board, pair: LanguagePair, words: Sequence[str], place: int) -> int:
    """Return the word the group begins with, or -1 if there is none to go with."""
    for before in range(place - 1, -1, -1):
        if before in board.seconds and words[before] not in pair.group_between:
            return before if _is_host(pair, words[before]) else -1
        if words[before] not in pair.group_words | pair.group_between:
            return -1
    return -1


def _is_host(pair: LanguagePair, word: str) -> bool:
    return word in pair.group_words or not pair.second.is_function_word(word)
