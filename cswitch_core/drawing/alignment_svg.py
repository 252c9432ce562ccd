"""Drawing the alignment of a pair as SVG: one sentence above the other, a line between linked words.

Each word is a group a page can make clickable: ``id="l1-0"``, ``data-side="l1"``, ``data-index="0"``; each link is a
line with ``data-link="0-2"``, of the class ``unused`` if the sentences are not made of it.
"""

from __future__ import annotations

from collections.abc import Collection
from html import escape

from cswitch_core.drawing.svg import (
    GAP,
    LINE_HEIGHT,
    MARGIN,
    SIDE_CLASSES,
    line_element,
    svg_document,
    text_element,
    text_width,
)
from cswitch_core.pairs import Link, Pair
from cswitch_core.shared_tree import L1, L2, LANGUAGES, Language

DISTANCE = 90
PADDING = 6


def draw_alignment_svg(pair: Pair, unused: Collection[Link] = ()) -> str:
    """Draw the pair's words and links; those that are ``unused`` are marked."""
    centres = {language: _centres(pair.tokens(language)) for language in LANGUAGES}
    width = int(max(x + text_width(word) / 2 for side in LANGUAGES for x, word in centres[side]) + MARGIN)
    top, bottom = MARGIN + LINE_HEIGHT, MARGIN + LINE_HEIGHT + DISTANCE
    body = [
        line_element(
            (centres[L1][first][0], top + PADDING + 2),
            (centres[L2][second][0], bottom - LINE_HEIGHT),
            "link unused" if (first, second) in unused else "link",
            f' data-link="{first}-{second}"',
        )
        for first, second in pair.links
    ]
    for language, y in ((L1, top), (L2, bottom)):
        body += [_word(pair, language, index, x, y) for index, (x, _) in enumerate(centres[language])]
    title = f"Alignment of the {pair.languages[L1]} and the {pair.languages[L2]} sentence"
    return svg_document(width, bottom + MARGIN, title, _description(pair), body, "alignment")


def _centres(tokens: tuple[str, ...]) -> list[tuple[float, str]]:
    centres = []
    right = float(MARGIN)
    for token in tokens:
        room = text_width(token) + 2 * PADDING
        centres.append((right + room / 2, token))
        right += room + GAP
    return centres


def _word(pair: Pair, language: Language, index: int, x: float, y: float) -> str:
    side, word = SIDE_CLASSES[language], pair.tokens(language)[index]
    room = text_width(word) + 2 * PADDING
    box = (
        f'<rect class="word-box" x="{x - room / 2:g}" y="{y - LINE_HEIGHT + 3:g}" '
        f'width="{room}" height="{LINE_HEIGHT + PADDING}" rx="4"/>'
    )
    text = text_element(x, y, escape(word), f"words {side}", pair.languages[language])
    return f'<g class="word {side}" id="{side}-{index}" data-side="{side}" data-index="{index}">{box}{text}</g>'


def _description(pair: Pair) -> str:
    links = ", ".join(f"{pair.l1_tokens[first]} = {pair.l2_tokens[second]}" for first, second in pair.links)
    return f"{pair.text(L1)} / {pair.text(L2)}. {links}"
