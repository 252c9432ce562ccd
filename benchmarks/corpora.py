"""Corpora for the benchmarks: as many pairs as wanted, no two trees alike for long, the same for the same seed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from cswitch_core import Pair, pair_from_json

PHRASES = ("NP", "VP", "PP", "ADJP", "S")
TAGS = ("NN", "NNS", "JJ", "VB", "VBZ", "IN", "DT", "PRP", "RB")
NULL_SHARE = 0.08


def varied_pairs(count: int, seed: int = 1) -> Iterator[dict[str, Any]]:
    """Yield pairs of five to twelve words: random trees whose constituents L2 keeps or turns round, some words null."""
    rng = Random(seed)
    for number in range(count):
        words = rng.randint(5, 12)
        brackets, order = _constituent(rng, 0, words, "S")
        kept = [word for word in order if rng.random() > NULL_SHARE] or order
        yield {
            "id": f"pair-{number}",
            "l1": {"lang": "en", "tree": brackets},
            "l2": {"lang": "hi", "tokens": [f"shabd{word}" for word in kept]},
            "alignment": " ".join(sorted(f"{word}-{place}" for place, word in enumerate(kept))),
        }


def write_corpus(path: Path, count: int, seed: int = 1) -> Path:
    with path.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(pair) + "\n" for pair in varied_pairs(count, seed))
    return path


def read_plainly(path: Path) -> Iterator[Pair]:
    """Read a corpus in the plainest way, for the reference."""
    with path.open(encoding="utf-8") as file:
        yield from (pair_from_json(json.loads(line)) for line in file)


def _constituent(rng: Random, start: int, stop: int, label: str) -> tuple[str, list[int]]:
    """Return the brackets over these words, and the words in L2's order."""
    if stop - start == 1:
        return f"({rng.choice(TAGS)} word{start})", [start]
    parts = min(rng.choice((2, 2, 3)), stop - start)
    cuts = [start, *sorted(rng.sample(range(start + 1, stop), parts - 1)), stop]
    children = [_constituent(rng, cuts[i], cuts[i + 1], rng.choice(PHRASES)) for i in range(parts)]
    orders = [order for _, order in children]
    if rng.random() < 0.5:
        orders.reverse()
    return f"({label} {' '.join(text for text, _ in children)})", [word for order in orders for word in order]
