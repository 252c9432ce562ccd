"""Counting, sampling, listing and explaining, each beside its goal and beside a plain way to do it.

    python benchmarks/bench_core.py [--rounds 5]

Times are of the processor, best of several rounds, from a cold start: what the core remembers of constituents is
forgotten before each round. The pairs are the paper's sentence 1 conjoined up to 16 times (111 words), chains of
reversed prepositional phrases (depth 30) and flat constituents (12 children); partners are sought with 62 words. The
paper's own way is algorithms 1 to 8 as the tests keep them; the plain listing joins as many words by
``itertools.product``.
"""

from __future__ import annotations

import argparse
import resource
import sys
from collections import deque
from collections.abc import Callable, Iterable
from itertools import islice, product
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from cswitch_core import PAPER_MODELS, Pair, SharedTree, as_seen, explain, model, project
from cswitch_core.cli.text_table import as_table
from cswitch_core.comparison import compare
from cswitch_core.matched import Matches
from cswitch_core.paper import paper_tree
from cswitch_core.sets.automaton import forget_constituents
from tests.core.reference.growing_trees import chain, conjoined, flat, flat_reversed, nested
from tests.core.reference.paper_algorithms import PAPERS_WAY

LISTED = 300_000
PARTNERS_OF = (
    ("EC0", "positions"),
    ("EC1", "positions"),
    ("ML0", "nesting"),
    ("ML2", "fragments"),
    ("FHC", "determiners"),
)
Row = list[str]


def seconds(work: Callable[[], Any], rounds: int) -> float:
    """The processor time of the quickest of several rounds, each from a cold start."""
    best = float("inf")
    for _ in range(rounds):
        forget_constituents()
        started = process_time()
        work()
        best = min(best, process_time() - started)
    return best


def row(what: str, measured: str, goal: str, *, met: bool, beside: str = "") -> Row:
    return [what, measured, goal, "yes" if met else "NO", beside]


def within(what: str, took: float, goal_ms: float, beside: str = "") -> Row:
    return row(what, f"{1000 * took:.1f} ms", f"{goal_ms:g} ms", met=1000 * took <= goal_ms, beside=beside)


def counting(tree: SharedTree, rounds: int) -> Iterable[Row]:
    for name in PAPER_MODELS:
        size = model(name).sentences(tree).count
        took = seconds(lambda name=name: model(name).sentences(tree).count, rounds)
        yield within(f"count {name}, {len(tree.slots)} words", took, 50, f"{size:,}")
        seen = seconds(lambda name=name: as_seen(model(name).sentences(tree)).count, rounds)
        texts = as_seen(model(name).sentences(tree))
        beside = f"{texts.count:,}" if texts.is_exact else f"at most {texts.count:,}"
        yield within(f"count texts of {name}, {len(tree.slots)} words", seen, 50, beside)


def growth(what: str, small: SharedTree, large: SharedTree, rounds: int) -> Iterable[Row]:
    """Counting time against the number of words, as a power: two is quadratic."""
    ratio = len(large.slots) / len(small.slots)
    for name in ("EC0", "EC1", "ML0", "ML2"):
        times = [
            seconds(lambda name=name, tree=tree: model(name).sentences(tree).count, rounds) for tree in (small, large)
        ]
        goal = f"{ratio**2:.0f} times"
        yield row(
            f"growth of {name}, {what}",
            f"{times[1] / times[0]:.1f} times",
            goal,
            met=times[1] / times[0] <= ratio**2,
            beside=f"{1000 * times[0]:.1f} ms to {1000 * times[1]:.1f} ms for {ratio:.1f} times the words",
        )


def asking(tree: SharedTree, rounds: int) -> Iterable[Row]:
    for name in ("EC0", "ML2"):
        sentences = model(name).sentences(tree)
        yield within(
            f"sample of 1,000, {name}", seconds(lambda each=sentences: each.sample(1000, Random(1)), rounds), 500
        )
        first = seconds(lambda name=name: next(model(name).sentences(tree).texts()), rounds)
        yield within(f"first sentence, {name}", first, 50)
        member = sentences.sample(1, Random(2))[0]
        yield within(f"membership, {name}", seconds(lambda s=sentences, m=member: m in s, rounds), 20)


def explaining(tree: SharedTree, rounds: int) -> Iterable[Row]:
    for name in PAPER_MODELS:
        chosen, other = model(name), model("ML1" if name != "ML1" else "EC0")
        explain(tree, "warm", [name])
        for what, source in (("generated", chosen), ("refused", other)):
            text = source.sentences(tree).sample(1, Random(3))[0].text
            best = min(_timed(lambda text=text, by=chosen: explain(tree, text, [by])) for _ in range(rounds + 1))
            yield within(f"explain {name}, {what}", best, 20)


def _timed(work: Callable[[], Any]) -> float:
    started = process_time()
    work()
    return process_time() - started


def matching(tree: SharedTree, rounds: int) -> Iterable[Row]:
    """The nearest clean partners of a violator, once the clean sentences have been packed."""
    for name, constraint in PARTNERS_OF:
        matches = Matches(model(name), tree)
        cell = matches.draw(constraint, 1, Random(1))
        (match,) = cell.matches
        best = min(
            _timed(lambda each=matches, match=match: next(each.partners(match.violator, Random(1))))
            for _ in range(rounds)
        )
        yield within(
            f"partner, {name} {constraint}, {len(tree.slots)} words", best, 100, f"{cell.violators:,} violators"
        )


def comparing(pair: Pair, rounds: int) -> Row:
    """Table 1's columns, overlaps and counter-examples of five models, beside counting each of them alone."""
    tree = project(pair)
    took = seconds(lambda: compare([pair], PAPER_MODELS), rounds)
    alone = seconds(lambda: [model(name).sentences(tree).count for name in PAPER_MODELS], rounds)
    return within(f"compare five models, {len(tree.slots)} words", took, 500, f"counting them {1000 * alone:.0f} ms")


def papers_way(rounds: int) -> Row:
    trees = [paper_tree(number) for number in range(1, 6)]
    listed = sum(model(name).sentences(tree).count for name in PAPER_MODELS for tree in trees)
    ours = seconds(
        lambda: [list(model(name).sentences(tree).texts()) for name in PAPER_MODELS for tree in trees], rounds
    )
    theirs = seconds(lambda: [way(tree) for way in PAPERS_WAY.values() for tree in trees], 1)
    return row(
        f"list five pairs, five models ({listed:,})",
        f"{listed / ours:,.0f}/s",
        f"{50 * listed / theirs:,.0f}/s",
        met=theirs >= 50 * ours,
        beside=f"{theirs / ours:.0f} times the paper's way, {listed / theirs:,.0f}/s",
    )


def listing(name: str, what: str, tree: SharedTree, rounds: int) -> Row:
    sentences = model(name).sentences(tree)
    words = next(sentences.texts()).split()
    options = [(word, word.upper()) for word in words]
    took = seconds(lambda: deque(islice(sentences.texts(), LISTED), maxlen=0), rounds)
    plain = seconds(lambda: deque(islice(map(" ".join, product(*options)), LISTED), maxlen=0), rounds)
    rate = min(LISTED, sentences.count) / took
    return row(
        f"list {name}, {what}",
        f"{rate:,.0f}/s",
        "300,000/s",
        met=rate >= 300_000,
        beside=f"product {LISTED / plain:,.0f}/s",
    )


def memory() -> Row:
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return row("memory throughout", f"{megabytes:.0f} MB", "100 MB", met=megabytes < 100)


def table(rounds: int) -> list[Row]:
    sixteen = project(conjoined(16))
    return [
        *counting(sixteen, rounds),
        *growth("4 to 16 copies", project(conjoined(4)), sixteen, rounds),
        *growth("chains of depth 10 to 30", project(chain(10)), project(chain(30)), rounds),
        *growth("flat nodes of 4 to 12", project(flat(4)), project(flat(12)), rounds),
        *growth("reversed nodes of 4 to 12", project(flat_reversed(4)), project(flat_reversed(12)), rounds),
        *asking(sixteen, rounds),
        *explaining(sixteen, rounds),
        comparing(conjoined(46), rounds),
        comparing(nested(46), rounds),
        papers_way(rounds),
        *(listing(name, "16 copies", sixteen, rounds) for name in ("EC0", "ML2")),
        listing("EC0", "4 copies", project(conjoined(4)), rounds),
        listing("ML2", "chain of depth 30", project(chain(30)), rounds),
        memory(),
        *matching(project(nested(9)), rounds),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    rows = table(parser.parse_args().rounds)
    print(as_table(["what", "measured", "goal", "met", "beside it"], rows))
    sys.exit(any(each[3] == "NO" for each in rows))


if __name__ == "__main__":
    main()
