"""How good proposed links are: ``python -m benchmarks.gold_links``.

Compares what the linker proposes with links made by hand (``gold/links*.tsv``): F1, precision and recall over all
links, clicks (links to add plus links to remove, the median of a pair) and milliseconds of processor time a pair,
beside proposing nothing and the diagonal. Then how often links of each confidence are right.
Of ``links.tsv``, odd pairs were developed on and even ones were not; ``links_fresh.tsv`` is by somebody who had not
seen the word lists, and so is ``links_later.tsv``, written when the lists and most rules were finished. Of
``links_implied.tsv`` (Spanish only: implied subjects, futures, *al*, *del*), odd pairs were developed on.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from cswitch_core.linking import Linker

GOLD = Path(__file__).parent / "gold" / "links.tsv"
FRESH = GOLD.with_name("links_fresh.tsv")
LATER = GOLD.with_name("links_later.tsv")
IMPLIED = GOLD.with_name("links_implied.tsv")
SETS = {"hr": "romanised Hindi", "hd": "Devanagari", "es": "Spanish"}
BANDS = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.01)
Links = dict[tuple[int, int], float]
Method = Callable[["GoldPair"], Links]


@dataclass(frozen=True)
class GoldPair:
    id: str
    language: str
    first: tuple[str, ...]
    second: tuple[str, ...]
    links: frozenset[tuple[int, int]]

    @property
    def is_developed_on(self) -> bool:
        return int(self.id[2:]) % 2 == 1


def read_gold(path: Path = GOLD) -> list[GoldPair]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [_pair(*line.split("\t")) for line in lines if line and not line.startswith("#")]


def gold_sets() -> dict[str, list[GoldPair]]:
    pairs, implied = read_gold(), read_gold(IMPLIED)
    return {
        "developed": [pair for pair in pairs if pair.is_developed_on],
        "unseen": [pair for pair in pairs if not pair.is_developed_on],
        "fresh": read_gold(FRESH),
        "later": read_gold(LATER),
        "implied-developed": [pair for pair in implied if pair.is_developed_on],
        "implied-unseen": [pair for pair in implied if not pair.is_developed_on],
    }


def _pair(name: str, language: str, english: str, other: str) -> GoldPair:
    first = tuple(english.split())
    cells = [cell.partition("/")[::2] for cell in other.split()]
    links = {(_place(first, target), place) for place, (_, targets) in enumerate(cells) for target in _targets(targets)}
    return GoldPair(name, language, first, tuple(word for word, _ in cells), frozenset(links))


def _targets(cell: str) -> list[str]:
    return cell.split("+") if cell else []


def _place(words: Sequence[str], target: str) -> int:
    word, _, number = target.partition("#")
    return [place for place, one in enumerate(words) if one == word][int(number or 1) - 1]


def nothing(_: GoldPair) -> Links:
    return {}


def diagonal(pair: GoldPair) -> Links:
    """Each word with the one at the same relative place: what was proposed before there was a linker."""
    lengths = (len(pair.first), len(pair.second))
    return {(n * lengths[0] // max(lengths), n * lengths[1] // max(lengths)): 0.5 for n in range(max(lengths))}


class Ours:
    def __init__(self) -> None:
        self.linkers = {language: Linker(("en", language)) for language in ("hi", "es")}

    def __call__(self, pair: GoldPair) -> Links:
        found = self.linkers[pair.language].links(pair.first, pair.second)
        return {(link.first, link.second): link.confidence for link in found}


def row(title: str, pairs: list[GoldPair], method: Method) -> str:
    started = time.process_time()
    proposed = [method(pair) for pair in pairs]
    duration_ms = (time.process_time() - started) * 1000 / len(pairs)
    right = sum(len(links.keys() & pair.links) for links, pair in zip(proposed, pairs, strict=True))
    made, wanted = sum(map(len, proposed)), sum(len(pair.links) for pair in pairs)
    clicks = statistics.median(len(links.keys() ^ pair.links) for links, pair in zip(proposed, pairs, strict=True))
    precision, recall = right / made if made else 0.0, right / wanted
    f1 = 2 * right / (made + wanted)
    return (
        f"{title:<42} {len(pairs):>5} {100 * f1:>6.1f} {100 * precision:>6.1f} {100 * recall:>6.1f} "
        f"{clicks:>6.1f} {duration_ms:>8.2f}"
    )


def table(title: str, pairs: list[GoldPair], methods: dict[str, Method]) -> None:
    print(f"\n{title:<42} pairs     F1   prec    rec clicks  ms/pair")
    for prefix, name in SETS.items():
        chosen = [pair for pair in pairs if pair.id.startswith(prefix)]
        for method_name, method in methods.items() if chosen else ():
            print(row(f"{name}: {method_name}", chosen, method))


def reliability(pairs: list[GoldPair], method: Method) -> None:
    """Print how often links of each confidence are right."""
    links = [(sure, link in pair.links) for pair in pairs for link, sure in method(pair).items()]
    print("\nconfidence     links  mean said   right")
    for low, high in pairwise(BANDS):
        band = [(sure, right) for sure, right in links if low <= sure < high]
        if band:
            said, right = (sum(column) / len(band) for column in zip(*band, strict=True))
            print(f"{low:.2f} to {min(high, 1.0):.2f} {len(band):>6} {said:>10.2f} {right:>7.2f}")


def show(pairs: list[GoldPair], method: Method) -> None:
    """Print every pair that needs a click, with what is missing and what is wrong."""
    for pair in pairs:
        found = method(pair)
        for sign, links in (("missing", pair.links - found.keys()), ("wrong", found.keys() - pair.links)):
            words = ", ".join(f"{pair.first[i]}-{pair.second[j]}" for i, j in sorted(links))
            if words:
                print(f"{pair.id} {sign}: {words}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", choices=[*gold_sets(), "all"], default="all")
    parser.add_argument("--show", action="store_true", help="name the links that are missing or wrong")
    options = parser.parse_args()
    sets = gold_sets()
    ours = Ours()
    methods: dict[str, Method] = {"nothing proposed": nothing, "diagonal": diagonal, "linker": ours}
    for name in sets if options.set == "all" else [options.set]:
        table(name, sets[name], methods)
        reliability(sets[name], ours)
        if options.show:
            show(sets[name], ours)


if __name__ == "__main__":
    main()
