"""The pairs the core's tests speak of: the paper's five, and a short way to write one's own."""

from __future__ import annotations

from pathlib import Path

from cswitch_core import Pair, SharedTree, pair_from_json, project, read_pairs

PAPER_FILE = Path(__file__).parents[2] / "fixtures" / "paper_pairs.jsonl"


def paper_pairs() -> list[Pair]:
    return list(read_pairs(PAPER_FILE))


def paper_pair(number: int) -> Pair:
    return paper_pairs()[number - 1]


def pair_object(tree: str, l2: str, alignment: str, pair_id: str = "p", languages: str = "en hi") -> dict:
    first, second = languages.split()
    return {
        "id": pair_id,
        "l1": {"lang": first, "tree": tree},
        "l2": {"lang": second, "tokens": l2.split()},
        "alignment": alignment,
    }


def a_pair(tree: str, l2: str, alignment: str, pair_id: str = "p") -> Pair:
    return pair_from_json(pair_object(tree, l2, alignment, pair_id))


def a_tree(tree: str, l2: str, alignment: str, languages: str = "en hi") -> SharedTree:
    return project(pair_from_json(pair_object(tree, l2, alignment, languages=languages)))


def words_in_order(tree: SharedTree, language: int) -> list[str]:
    """The words of a language's own sentence; an empty text where the slot is null."""
    return [tree.slots[slot].words[language] for slot in tree.sequences[language]]
