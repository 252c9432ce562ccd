"""How many sentences miss or double a word when links are lost, with and without the constraint ``unpaired=together``.

    python -m benchmarks.bench_whole PAIRS.jsonl [--lost 0.2] [--sample 20] [--models EC0,ML0] [--pairs 300] [--seed 0]

Of every pair a random share of the links is taken away. Then sentences in both languages are drawn from what is left,
all of a model's and only the whole ones, and judged by the links as they were:

- *missing*: a unit of the original pair is said in neither language, or a stretch of one language leaves out a word
  of its own that has no counterpart (between two neighbours of one language only such words are skipped);
- *doubled*: a unit is said in both languages, wholly or in part.

"size" is how much of the set of mixed sentences is left and "median" how many that are, both medians over pairs; on
"none" pairs nothing mixed is left.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice, pairwise
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1]))

from cswitch_core import PAPER_MODELS, Pair, PairError, Sentence, SharedTree, model, project, read_rows
from cswitch_core.cli.text_table import as_table
from cswitch_core.shared_tree import LANGUAGES

Position = tuple[int, int]  # a language and the place of a word in its sentence


@dataclass
class Tally:
    """What was found for one model, before or after."""

    drawn: int = 0
    missing: int = 0
    doubled: int = 0
    bad: int = 0
    seconds: float = 0.0
    counts: list[int] = field(default_factory=list)
    sizes: list[Fraction] = field(default_factory=list)

    def add(self, *, missing: bool, doubled: bool) -> None:
        self.drawn += 1
        self.missing += missing
        self.doubled += doubled
        self.bad += missing or doubled


class Judge:
    """Judges sentences by the links of the original pair."""

    def __init__(self, tree: SharedTree) -> None:
        self.units = [
            [{(language, place) for place in slot.positions[language]} for language in LANGUAGES]
            for slot in tree.slots
            if all(slot.positions)
        ]
        self.unpaired = {
            (language, place)
            for slot in tree.slots
            if not all(slot.positions)
            for language in LANGUAGES
            for place in slot.positions[language]
        }
        self.in_order = [sorted(place for slot in tree.slots for place in slot.positions[own]) for own in LANGUAGES]

    def misses(self, sentence: Sentence) -> bool:
        said = list(_positions(sentence))
        spoken = set(said)
        return any(not any(side <= spoken for side in unit) for unit in self.units) or any(
            self._is_gap(before, after, spoken) for before, after in pairwise(said)
        )

    def doubles(self, sentence: Sentence) -> bool:
        spoken = set(_positions(sentence))
        return any(all(side & spoken for side in unit) for unit in self.units)

    def _is_gap(self, before: Position, after: Position, spoken: set[Position]) -> bool:
        (language, start), (another, stop) = before, after
        if language != another:
            return False
        between = {(language, place) for place in self.in_order[language] if start < place < stop}
        return bool(between) and between <= self.unpaired - spoken


def _positions(sentence: Sentence) -> Iterator[Position]:
    for slot, language in sentence.steps:
        yield from ((language, place) for place in sentence.tree.slots[slot].positions[language])


def with_lost_links(pair: Pair, share: float, rng: Random) -> Pair:
    return replace(pair, links=tuple(link for link in pair.links if rng.random() >= share))


def measured(pairs: list[Pair], names: list[str], share: float, size: int, seed: int) -> dict[tuple[str, str], Tally]:
    tallies = {(name, which): Tally() for name in names for which in ("all", "whole")}
    for pair in pairs:
        rng = Random(f"{seed} {pair.id}")
        judge = Judge(project(pair))
        try:
            tree = project(with_lost_links(pair, share, rng))
        except PairError:  # no link is left
            continue
        for name in names:
            plain = model(name).sentences(tree).mixed()
            for which in ("all", "whole"):
                tally = tallies[name, which]
                started = process_time()
                chosen = plain if which == "all" else plain.whole()
                tally.sizes.append(Fraction(chosen.count, plain.count or 1))
                tally.counts.append(chosen.count)
                tally.seconds += process_time() - started
                for sentence in chosen.sample(size, rng):
                    tally.add(missing=judge.misses(sentence), doubled=judge.doubles(sentence))
    return tallies


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--lost", type=float, default=0.2, help="share of links taken away (default: %(default)s)")
    parser.add_argument(
        "--sample", type=int, default=20, help="sentences of each pair and model (default: %(default)s)"
    )
    parser.add_argument("--models", default=",".join(PAPER_MODELS))
    parser.add_argument("--pairs", type=int, default=300, help="at most so many pairs (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    good = (row.pair for row in read_rows(options.file) if row.pair is not None)
    pairs = list(islice(good, options.pairs))
    tallies = measured(pairs, options.models.split(","), options.lost, options.sample, options.seed)
    rows = [
        [
            name,
            which,
            str(tally.drawn),
            *(f"{100 * part / (tally.drawn or 1):.1f} %" for part in (tally.missing, tally.doubled, tally.bad)),
            f"{100 * float(median(tally.sizes)):.2g} %" if tally.sizes else "",
            f"{median(tally.counts):.2g}",
            str(sum(not each for each in tally.sizes)),
            f"{1000 * tally.seconds / (len(tally.sizes) or 1):.1f}",
        ]
        for (name, which), tally in tallies.items()
    ]
    print(
        as_table(["model", "of", "drawn", "missing", "doubled", "either", "size", "median", "none", "ms a pair"], rows)
    )


if __name__ == "__main__":
    main()
