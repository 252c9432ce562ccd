"""Proposed trees against trees written by hand: labelled brackets, sentences exactly right, time.

    python -m benchmarks.gold_trees [--file TREES.mrg] [--heads HEADS.conllu] [--universal] [--errors]

The words of each gold tree go to the parser that a researcher would get, and its tree is compared with the gold one:
F1 of labelled brackets (constituents with label and span, the root among them, tags not), sentences whose brackets are
all right, and those whose tags are right as well. The plain reference is the first algorithm of Xia and Palmer (2001):
every word with something below it is a phrase. With ``--heads`` the heads are those of a file in CoNLL-U instead of
spaCy's; with ``--universal`` they are spaCy's, hung and labelled as Universal Dependencies would. ``--errors`` shows
what is wrong in the sentences developed on, never in the others.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.universal_heads import as_universal
from cswitch_core.cli.text_table import as_table
from cswitch_core.parsing import HeadWord, available_parsers, brackets_from_heads
from cswitch_core.parsing.brackets import Phrase, leaf
from cswitch_core.parsing.parsers import SpacyParser
from cswitch_core.projection.trees import ParseTree, parse_tree

GOLD = Path(__file__).parent / "gold"
Brackets = Counter[tuple[str, int, int]]
PHRASES = {"N": "NP", "P": "NP", "V": "VP", "M": "VP", "J": "ADJP", "A": "ADJP", "R": "ADVP", "I": "PP", "T": "VP"}


@dataclass
class Score:
    """What was found, what should have been, and how many sentences are right."""

    sentences: int = 0
    right: int = 0
    found: int = 0
    expected: int = 0
    exact: int = 0
    exact_with_tags: int = 0
    seconds: float = 0.0

    def add(self, proposed: ParseTree, gold: ParseTree, seconds: float) -> bool:
        ours, theirs = brackets_of(proposed), brackets_of(gold)
        is_exact = ours == theirs
        self.sentences += 1
        self.right += (ours & theirs).total()
        self.found += ours.total()
        self.expected += theirs.total()
        self.exact += is_exact
        self.exact_with_tags += is_exact and proposed.tags == gold.tags
        self.seconds += seconds
        return is_exact

    @property
    def f1(self) -> float:
        return 200 * self.right / (self.found + self.expected)

    def row(self, file: str, way: str) -> list[str]:
        exact = f"{self.exact} of {self.sentences}"
        share = f"{100 * self.exact / self.sentences:.0f} of 100"
        each = f"{1000 * self.seconds / self.sentences:.1f}"
        return [file, way, f"{self.f1:.1f}", exact, share, str(self.exact_with_tags), each]


def brackets_of(tree: ParseTree) -> Brackets:
    """The constituents with their spans; a preterminal is none."""
    spans: list[tuple[int, int]] = []
    found: Brackets = Counter()
    words = 0
    for node in tree.nodes:
        if node.word:
            spans.append((words, words + 1))
            words += 1
        else:
            spans.append((spans[node.children[0]][0], spans[node.children[-1]][1]))
            found[node.label, *spans[-1]] += 1
    return found


def plain_brackets(words: Sequence[HeadWord]) -> str:
    """The reference: every word with something below it is a phrase over both."""
    below = [[n for n, word in enumerate(words) if word.head == place != n] for place in range(len(words))]

    def phrase(place: int) -> Phrase:
        word = words[place]
        own = leaf(word.tag, word.text)
        parts = sorted((*below[place], place))
        if len(parts) == 1:
            return own
        return Phrase(PHRASES.get(word.tag[:1], "X"), tuple(own if n == place else phrase(n) for n in parts))

    root = next(place for place, word in enumerate(words) if word.head == place)
    return str(Phrase("S", (phrase(root),)))


def read_heads(lines: Iterable[str]) -> list[list[HeadWord]]:
    """The sentences of a CoNLL-U file, with its Penn tags where it has them."""
    sentences: list[list[HeadWord]] = [[]]
    for line in lines:
        cells = line.rstrip("\n").split("\t")
        if len(cells) == 1 and not line.startswith("#") and sentences[-1]:
            sentences.append([])
        elif cells[0].isdigit():
            place, head = int(cells[0]) - 1, int(cells[6]) - 1
            tag = cells[4] if cells[4] != "_" else cells[3]
            sentences[-1].append(HeadWord(cells[1], tag, cells[7], place if head < 0 else head))
    return [sentence for sentence in sentences if sentence]


def measure(golds: Sequence[ParseTree], heads: Callable[[int], list[HeadWord]], *, show: bool) -> list[Score]:
    converted, plain = Score(), Score()
    for number, gold in enumerate(golds):
        started = time.perf_counter()
        words = heads(number)
        parsed = time.perf_counter() - started
        for score, way in ((plain, plain_brackets), (converted, brackets_from_heads)):
            started = time.perf_counter()
            tree = way(words)
            seconds = parsed + time.perf_counter() - started
            is_exact = score.add(parse_tree(tree), gold, seconds)
        if show and not is_exact:
            show_error(words, tree, gold)
    return [plain, converted]


def spacy_heads(golds: Sequence[ParseTree], *, universal: bool) -> Callable[[int], list[HeadWord]]:
    spacy = SpacyParser()
    spacy.heads(["Loaded", "before", "the", "clock", "starts"], "en")

    def heads(number: int) -> list[HeadWord]:
        words = spacy.heads(golds[number].words, "en")
        return as_universal(words) if universal else words

    return heads


def show_error(words: Sequence[HeadWord], tree: str, gold: ParseTree) -> None:
    ours, theirs = brackets_of(parse_tree(tree)), brackets_of(gold)
    print(" ".join(f"{word.text}/{word.tag}/{word.label}/{word.head}" for word in words))
    print("  ", tree)
    for sign, brackets in (("-", theirs - ours), ("+", ours - theirs)):
        for label, start, stop in brackets:
            print("   ", sign, label, " ".join(gold.words[start:stop]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--file", type=Path, action="append", help="gold trees, one a line (default: those of gold/)")
    parser.add_argument("--heads", type=Path, help="heads in CoNLL-U for the sentences of the one --file")
    parser.add_argument("--universal", action="store_true", help="hang and label spaCy's heads as UD would")
    parser.add_argument("--errors", action="store_true", help="show what is wrong in the sentences developed on")
    options = parser.parse_args()
    if not options.heads and not any(each.title == "spaCy" for each in available_parsers("en")):
        raise SystemExit("spaCy or its English model is missing: `make install` installs both.")
    rows = []
    for file in options.file or [GOLD / "trees_developed.mrg", GOLD / "trees_unseen.mrg"]:
        golds = [parse_tree(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
        given = read_heads(options.heads.open(encoding="utf-8")) if options.heads else []
        heads = given.__getitem__ if given else spacy_heads(golds, universal=options.universal)
        show = options.errors and "unseen" not in file.name
        plain, converted = measure(golds, heads, show=show)
        rows += [plain.row(file.name, "plain"), converted.row(file.name, "cswitch")]
    print(as_table(["gold", "conversion", "F1", "exact", "is", "tags too", "ms a sentence"], rows))


if __name__ == "__main__":
    main()
