"""Pairs that grow: sentence 1 conjoined, chains of nested prepositional phrases, flat constituents."""

from __future__ import annotations

import re

from cswitch_core import Pair, pair_from_json

CLAUSE = (
    "(S (NP (NNP Saturday)) (VP (VBZ is) (VBG boring) (PP (IN from) (NP (DT that) (NN perspective)))))",
    ["Shanivar", "neeras", "hai", "uss", "nazariye", "se"],
    ((0, 0), (1, 2), (2, 1), (3, 5), (4, 3), (5, 4)),
)


def conjoined(copies: int) -> Pair:
    """Sentence 1 so many times in one flat sentence, with ``and`` between: seven words a copy, less one."""
    parts, tokens, links = [], [], []
    for copy in range(copies):
        if copy:
            parts.append("(CC and)")
            tokens.append("aur")
            links.append((7 * copy - 1, 7 * copy - 1))
        parts.append(CLAUSE[0])
        tokens += CLAUSE[1]
        links += [(7 * copy + one, 7 * copy + two) for one, two in CLAUSE[2]]
    return _pair(f"conjoined-{copies}", f"(S {' '.join(parts)})" if copies > 1 else CLAUSE[0], tokens, links)


def chain(depth: int) -> Pair:
    """``N of N of N ...``, all reversed in L2: the n-th noun is 2n words in."""
    tree = f"(NP (NN n{depth}))"
    for level in range(depth - 1, -1, -1):
        tree = f"(NP (NP (NN n{level})) (PP (IN of{level}) {tree}))"
    words = [word for level in range(depth) for word in (f"n{level}", f"of{level}")] + [f"n{depth}"]
    tokens = [f"h{word}" for word in reversed(words)]
    return _pair(f"chain-{depth}", f"(S {tree} (VP (VBZ is)))", [*tokens, "hai"], _reversed(len(words)))


def _reversed(size: int) -> list[tuple[int, int]]:
    return [(place, size - 1 - place) for place in range(size)] + [(size, size)]


def flat(size: int) -> Pair:
    """One constituent of so many words, each pair of neighbours exchanged in L2 but the last."""
    tags = ("NN", "IN", "JJ", "DT")
    tree = " ".join(f"({tags[place % 4]} w{place})" for place in range(size))
    order = [place + 1 if place % 2 == 0 and place + 1 < size else place - (place % 2) for place in range(size)]
    return _pair(
        f"flat-{size}", f"(S {tree})", [f"h{place}" for place in order], [(one, order.index(one)) for one in order]
    )


def flat_reversed(size: int) -> Pair:
    """One constituent of so many words, in L2 the other way round."""
    tree = " ".join(f"({('NN', 'IN')[place % 2]} w{place})" for place in range(size))
    links = [(place, size - 1 - place) for place in range(size)]
    return _pair(f"reversed-{size}", f"(S {tree})", [f"h{place}" for place in reversed(range(size))], links)


def _pair(pair_id: str, tree: str, tokens: list[str], links: list[tuple[int, int]]) -> Pair:
    alignment = " ".join(f"{one}-{two}" for one, two in links)
    return pair_from_json(
        {
            "id": pair_id,
            "l1": {"lang": "en", "tree": tree},
            "l2": {"lang": "hi", "tokens": tokens},
            "alignment": alignment,
        }
    )


def nested(copies: int) -> Pair:
    """Sentence 1 so many times, its words numbered, each conjoined with all that follow."""
    clauses = [re.sub(r"(\w+)\)", rf"\g<1>{copy})", CLAUSE[0]) for copy in range(copies)]
    tree = clauses.pop()
    while clauses:
        tree = f"(S {clauses.pop()} (CC and) {tree})"
    tokens, links = [], []
    for copy in range(copies):
        tokens += [f"{word}{copy}" for word in CLAUSE[1]] + ["aur"]
        links += [(7 * copy + one, 7 * copy + two) for one, two in (*CLAUSE[2], (6, 6))]
    return _pair(f"nested-{copies}", tree, tokens[:-1], links[:-1])
