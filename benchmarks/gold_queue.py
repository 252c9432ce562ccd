"""Whether the order in which proposed pairs are checked puts those first that need a change: the gold of links.

    python -m benchmarks.gold_queue

Pairs are proposed as `cswitch pairs` proposes them and put in the order of the workbench's queue (``trouble``). Those
whose links, marks aside, differ from the gold need a change. The table says how many of them there are, how many stand
in the first quarter and half of the queue, and the share of couples, one that needs a change and one that does not,
that stand in the right order (AUC); beside it the same for the order of the first release, for the share of sentences
that are not whole, and for the rows as they come. The weights of ``trouble`` were fitted on the developed and the fresh
pairs. A second table says for each language how many pairs needed a change and how many ``chance`` foretold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from benchmarks.gold_links import GoldPair, gold_sets
from cswitch_core import Pair, model, project
from cswitch_core.cli.text_table import as_table
from cswitch_core.projection.punctuation import is_punctuation
from cswitch_core.proposals import Proposer
from cswitch_core.readers.plain import PlainRow
from cswitch_core.torn import torn_phrases
from cswitch_core.trouble import chance, trouble_of
from cswitch_core.unpaired import unlinked_content

FITTED = {"fitted on": ("developed", "fresh"), "not fitted on": ("unseen", "later")}
Order = Callable[[Pair], float]


def first_release(pair: Pair) -> float:
    share = unlinked_content(project(pair), links=pair.links).share
    doubt = sum(1 - sure for sure in pair.confidences) / max(1, len(pair.confidences))
    return 3 * share + 2 * doubt + len(torn_phrases(pair)) / max(1, len(pair.l1_tokens))


def not_whole(pair: Pair) -> float:
    mixed = model("ML1").sentences(project(pair)).mixed()
    return 1 - float(mixed.whole().count) / (mixed.count or 1)


ORDERS: dict[str, Order] = {
    "as they come": lambda _: 0.0,
    "first release": first_release,
    "not whole": not_whole,
    "trouble": lambda pair: trouble_of(pair).score,
}


def proposed(pairs: Sequence[GoldPair]) -> list[tuple[Pair, bool]]:
    """Each pair as it is proposed, and whether its links need a change."""
    found: list[tuple[Pair, bool]] = []
    for language in ("hi", "es"):
        gold = [pair for pair in pairs if pair.language == language]
        texts = ((" ".join(pair.first), " ".join(pair.second)) for pair in gold)
        rows = [
            PlainRow(line=place, id=pair.id, texts=text, words=(pair.first, pair.second))
            for place, (pair, text) in enumerate(zip(gold, texts, strict=True), 1)
        ]
        for pair, row in zip(gold, Proposer(("en", language), keeps_odd_rows=True).rows(rows), strict=True):
            assert row.pair is not None, row.problems
            found.append((row.pair, _of_words(row.pair.links, pair) != _of_words(pair.links, pair)))
    return found


def _of_words(links: Sequence[tuple[int, int]] | frozenset[tuple[int, int]], pair: GoldPair) -> set[tuple[int, int]]:
    return {(i, j) for i, j in links if not is_punctuation(pair.first[i]) and not is_punctuation(pair.second[j])}


def row(title: str, name: str, pairs: list[tuple[Pair, bool]]) -> list[str]:
    scored = [(ORDERS[name](pair), wrong) for pair, wrong in pairs]
    queue = [wrong for _, wrong in sorted(scored, key=lambda each: -each[0])]
    bad, good = ([score for score, wrong in scored if wrong == wanted] for wanted in (True, False))
    right = sum((one > two) + (one == two) / 2 for one in bad for two in good) / (len(bad) * len(good))
    first = (str(sum(queue[: len(queue) // part])) for part in (4, 2))
    return [title, name, str(len(queue)), str(len(bad)), *first, f"{right:.2f}"]


def foretold(title: str, pairs: list[tuple[Pair, bool]]) -> Iterator[list[str]]:
    """For each language how many pairs needed a change, and how many were said to."""
    for language in ("hi", "es"):
        chosen = [(pair, wrong) for pair, wrong in pairs if pair.languages[1] == language]
        said = sum(chance(trouble_of(pair).score, pair.languages) or 0 for pair, _ in chosen)
        yield [title, language, str(len(chosen)), str(sum(wrong for _, wrong in chosen)), f"{said:.1f}"]


def main() -> None:
    sets = gold_sets()
    table: list[list[str]] = []
    said: list[list[str]] = []
    for title, names in FITTED.items():
        pairs = proposed([pair for name in names for pair in sets[name]])
        table += [row(title, name, pairs) for name in ORDERS]
        said += foretold(title, pairs)
    print(as_table(["pairs", "order", "number", "to change", "first quarter", "first half", "AUC"], table))
    print()
    print(as_table(["pairs", "language", "number", "changed", "foretold"], said))


if __name__ == "__main__":
    main()
