"""A pair as pictures: its alignment, its parse and the tree that both sentences share."""

from __future__ import annotations

from collections.abc import Iterable

import cswitch_core
from cswitch_core import Pair as CorePair
from cswitch_core import UnusedLink
from cswitch_core.drawing import draw_alignment_svg, draw_parse_svg, draw_svg
from evaluation.models import Pair
from evaluation.services.generation.sets import tree_of


def alignment_drawing(pair: CorePair, unused: Iterable[UnusedLink] = ()) -> str:
    return str(draw_alignment_svg(pair, {each.link for each in unused}))


def parse_drawing(pair: CorePair) -> str:
    """The parse of the first sentence, before projection."""
    return str(draw_parse_svg(pair))


def shared_drawings(row: Pair) -> tuple[str, str]:
    """The tree both sentences share, in the first language's order and in the second's."""
    tree = tree_of(row)
    first, second = (str(draw_svg(tree, language)) for language in cswitch_core.LANGUAGES)
    return first, second
