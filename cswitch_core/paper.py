"""The paper's five pairs, numbered as in its Table 1, and their shared trees."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from cswitch_core.pairs import Pair
from cswitch_core.projection import project
from cswitch_core.readers import pair_from_json
from cswitch_core.shared_tree import SharedTree


@cache
def paper_pairs() -> tuple[Pair, ...]:
    """Return the five pairs.

    >>> paper_pairs()[0].text(0)
    'Saturday is boring from that perspective'
    """
    lines = (Path(__file__).parent / "data" / "paper_pairs.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(pair_from_json(json.loads(line)) for line in lines)


@cache
def paper_tree(number: int) -> SharedTree:
    """Return the shared tree of a pair, numbered from 1."""
    return project(paper_pairs()[number - 1])
