"""Files of pairs for tests: the paper's five, and as many more as wanted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from evaluation.services import generation

PAPER = (Path(__file__).parents[3] / "fixtures" / "paper_pairs.jsonl").read_text(encoding="utf-8")
SATURDAY, SURVIVAL, WASTE, OIL, BANANAS = (json.loads(line) for line in PAPER.splitlines()[:5])


def jsonl(*pairs: dict[str, Any]) -> bytes:
    return "".join(json.dumps(pair, ensure_ascii=False) + "\n" for pair in pairs).encode()


def many_pairs(count: int, prefix: str = "many", **changes: Any) -> bytes:
    """Variants of the paper's pairs, each with an id and a word of its own."""
    kinds = (SATURDAY, SURVIVAL, WASTE, OIL, BANANAS)
    return jsonl(*(variant(kinds[number % 5], number, prefix) | changes for number in range(count)))


def variant(pair: dict[str, Any], number: int, prefix: str = "many") -> dict[str, Any]:
    tokens = [f"{pair['l2']['tokens'][0]}{number}", *pair["l2"]["tokens"][1:]]
    return pair | {"id": f"{prefix}-{number}", "l2": {"lang": "hi", "tokens": tokens}}


def long_pair(count: int) -> dict[str, Any]:
    """So many of the paper's sentences side by side as one, some ten words each: its sets have no end."""
    trees: list[str] = []
    tokens: list[str] = []
    links: list[tuple[int, int]] = []
    words = 0
    for number in range(count):
        pair = (SURVIVAL, OIL, BANANAS)[number % 3]
        own = (link.split("-") for link in pair["alignment"].split())
        links += [(int(first) + words, int(second) + len(tokens)) for first, second in own]
        trees.append(pair["l1"]["tree"])
        words += len(generation.leaves(pair["l1"]["tree"]))
        tokens += [f"{token}{number}" for token in pair["l2"]["tokens"]]
    return {
        "id": "long",
        "l1": {"lang": "en", "tree": f"(S {' '.join(trees)})"},
        "l2": {"lang": "hi", "tokens": tokens},
        "alignment": " ".join(f"{first}-{second}" for first, second in links),
    }
