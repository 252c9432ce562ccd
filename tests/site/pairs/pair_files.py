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


# A word that both languages have, and words that only one has: ``ne``.
PHONE: dict[str, Any] = {
    "id": "phone",
    "l1": {
        "lang": "en",
        "tree": "(S (NP (PRP$ My) (NN brother)) (VP (VBD bought) (NP (DT a) (JJ new) (NN phone))) (. .))",
    },
    "l2": {"lang": "hi", "tokens": ["Mere", "bhai", "ne", "ek", "naya", "phone", "kharida", "."]},
    "alignment": "0-0 1-1 2-6 3-3 4-4 5-5 6-7",
}
# Written as people write it: no space before the mark, one word of two tokens.
CANNOT: dict[str, Any] = {
    "id": "cannot",
    "l1": {
        "lang": "en",
        "tree": "(S (NP (PRP I)) (VP (MD can) (RB not) (VP (VB sleep))) (. .))",
        "text": "I cannot sleep.",
    },
    "l2": {"lang": "hi", "tokens": ["main", "so", "nahin", "sakta", "."], "text": "main so nahin sakta."},
    "alignment": "0-0 1-3 2-2 3-1 4-4",
}
# Written from right to left, but for its first word where that is English.
ALI: dict[str, Any] = {
    "id": "ali",
    "l1": {
        "lang": "en",
        "tree": "(S (NP (NN Today)) (NP (PRP we)) (VP (VBD read) (NP (DT the) (JJ new) (NN book))) (. .))",
    },
    "l2": {"lang": "ar", "tokens": ["اليوم", "نحن", "قرأنا", "الكتاب", "الجديد", "."]},
    "alignment": "0-0 1-1 2-2 3-3 4-4 5-3 6-5",
}


def with_links(pair: dict[str, Any], alignment: str, **changes: Any) -> dict[str, Any]:
    return pair | {"alignment": alignment} | changes
