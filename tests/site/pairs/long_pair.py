"""A pair of any length, as the object of one line of a file: half of its phrases are in another order in Hindi."""

from __future__ import annotations

from random import Random
from typing import Any

TAGS = ("NN", "VB", "DT", "IN", "JJ", "PRP")
PHRASES = ("NP", "VP", "PP")


def long_pair(words: int, seed: int = 1) -> dict[str, Any]:
    rng = Random(seed)

    def tree(start: int, stop: int) -> str:
        if stop - start == 1:
            return f"({TAGS[start % 6]} w{start})"
        middle = (start + stop) // 2
        return f"({PHRASES[(start + stop) % 3]} {tree(start, middle)} {tree(middle, stop)})"

    def order(start: int, stop: int) -> list[int]:
        if stop - start == 1:
            return [start]
        middle = (start + stop) // 2
        left, right = order(start, middle), order(middle, stop)
        return left + right if rng.random() < 0.5 else right + left

    second = order(0, words)
    return {
        "id": f"long-{words}",
        "l1": {"lang": "en", "tree": f"(S {tree(0, words)})"},
        "l2": {"lang": "hi", "tokens": [f"v{word}" for word in second]},
        "alignment": " ".join(f"{word}-{place}" for place, word in enumerate(second)),
    }
