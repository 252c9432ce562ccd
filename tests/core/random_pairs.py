"""Random small pairs: reordered and flattened constituents, nulls on both sides, multi-word units, flat nodes."""

from __future__ import annotations

import re
from random import Random

from hypothesis import assume
from hypothesis import strategies as st

from cswitch_core import Pair, PairError, SharedTree, pair_from_json, project
from cswitch_core.projection.trees import parse_tree

TAGS = ("NN", "JJ", "RB", "DT", "IN", "VBZ", "PRP", "CC", "NNP")
PHRASES = ("NP", "VP", "PP", "S", "ADJP", "SBAR")
ODD_TAGS = st.sampled_from(["NN", "VB", "DT", "IN", "JJ", ","])
ODD_PHRASES = st.sampled_from(["NP", "VP", "PP", "S"])


def random_pair(rng: Random, most_words: int = 5) -> Pair:
    """A pair of up to so many slots, counting L2 words without a counterpart."""
    extra = rng.choice((0, 0, 0, 1))
    size = rng.randint(2, most_words - extra)
    leaves = [f"({rng.choice(TAGS)} e{number})" for number in range(size)]
    tree = leaves if rng.random() < 0.3 else _grouped(leaves, rng)
    tokens, alignment = _other_side(size, extra, rng)
    return pair_from_json(
        {
            "id": "random",
            "l1": {"lang": "en", "tree": f"(S {' '.join(tree)})"},
            "l2": {"lang": "hi", "tokens": tokens},
            "alignment": " ".join(alignment),
        }
    )


def _grouped(constituents: list[str], rng: Random) -> list[str]:
    """Put brackets around neighbours, some times over."""
    for _ in range(rng.randint(1, 4)):
        start = rng.randrange(len(constituents))
        stop = min(start + rng.choice((1, 2, 2, 3)), len(constituents))
        constituents[start:stop] = [f"({rng.choice(PHRASES)} {' '.join(constituents[start:stop])})"]
    return constituents


def _other_side(size: int, extra: int, rng: Random) -> tuple[list[str], list[str]]:
    units = [[f"h{number}"] if rng.random() < 0.7 else [f"h{number}", f"g{number}"] for number in range(size)]
    kept = [number for number in range(size) if rng.random() > 0.15] or [0]
    order = [*kept, *range(size, size + extra)]
    for _ in range(rng.randint(0, 3)):
        one, two = rng.randrange(len(order)), rng.randrange(len(order))
        order[one], order[two] = order[two], order[one]
    tokens: list[str] = []
    alignment: list[str] = []
    for number in order:
        words = units[number] if number < size else [f"x{number}"]
        if number < size:
            alignment += [f"{number}-{len(tokens) + place}" for place in range(len(words))]
        tokens += words
    return tokens, alignment


def repeating_pair(rng: Random, most_words: int = 6, words: str = "aabbcde") -> Pair:
    """A random pair in which many words are the same, within a language and in both."""
    content = random_pair(rng, most_words).as_json()
    tree, tokens = content["l1"]["tree"], content["l2"]["tokens"]
    content["l1"]["tree"] = re.sub(r"e\d+", lambda _: rng.choice((rng.choice(words), rng.choice("uvwxyz"))), tree)
    content["l2"]["tokens"] = [rng.choice((rng.choice(words).upper(), rng.choice("mnopqr"))) for _ in tokens]
    return pair_from_json(content)


def pairs(most_words: int = 5) -> st.SearchStrategy[Pair]:
    return st.integers(0, 10**9).map(lambda seed: random_pair(Random(seed), most_words))


def repeating_pairs(most_words: int = 6) -> st.SearchStrategy[Pair]:
    return st.integers(0, 10**9).map(lambda seed: repeating_pair(Random(seed), most_words))


@st.composite
def brackets(draw, depth: int = 3) -> str:
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        tag = draw(ODD_TAGS)
        return f"({tag} {tag if tag == ',' else 'w'})"
    inner = draw(st.lists(brackets(depth - 1), min_size=1, max_size=3))
    return f"({draw(ODD_PHRASES)} {' '.join(inner)})"


@st.composite
def odd_pairs(draw) -> Pair:
    """Pairs of any tree, tokens and links, be they as unlikely as they may."""
    tree = draw(brackets())
    count = len(parse_tree(tree).leaves)
    l1_tokens = parse_tree(tree).words
    l2_tokens = tuple(draw(st.lists(st.sampled_from(["x", "y", "z", "।"]), min_size=1, max_size=6)))
    link = st.tuples(st.integers(0, count - 1), st.integers(0, len(l2_tokens) - 1))
    links = draw(st.lists(link, min_size=1, max_size=8))
    return Pair("random", ("en", "hi"), tree, l1_tokens, l2_tokens, ()).with_links(links)


def projected(pair: Pair) -> SharedTree:
    """Project a pair; one whose links are all of punctuation is refused, and another one is drawn."""
    try:
        return project(pair)
    except PairError:
        assume(False)
        raise
