"""What marks an infinitive: *to* goes with the *a*, *de* or *que* before the infinitive its verb is linked to.

Where the other language has no word before the infinitive (*want to go*, *quiero ir*), the marker has no counterpart.
"""

from __future__ import annotations

from collections.abc import Sequence

from cswitch_core.linking.competition import Board
from cswitch_core.linking.language_pair import LanguagePair
from cswitch_core.linking.spelling import folded

MARKER_SHARE = 0.95


def link_infinitive_markers(board: Board, pair: LanguagePair, first: Sequence[str], second: Sequence[str]) -> None:
    """Link each unlinked marker of the first sentence by the verb behind it."""
    for place, word in enumerate(first[:-1]):
        if folded(word) in pair.verb_markers and place not in board.firsts:
            for verb in tuple(board.firsts.get(place + 1, ())):
                if _is_marked(board, pair, second, verb):
                    confidence = round(MARKER_SHARE * board.links[place + 1, verb].confidence, 3)
                    board.add(place, verb - 1, confidence, "before an infinitive")


def _is_marked(board: Board, pair: LanguagePair, second: Sequence[str], verb: int) -> bool:
    """Say whether a word is an infinitive with a marker before it that is not linked."""
    if verb == 0 or verb - 1 in board.seconds or not folded(second[verb]).endswith(pair.verb_endings):
        return False
    return folded(second[verb - 1]) in pair.infinitive_markers
