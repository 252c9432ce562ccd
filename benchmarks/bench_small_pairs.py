"""Listing EC0 on the paper's five pairs from a cold start, beside a peer generator.

    python -m benchmarks.bench_small_pairs [--peer CLONE] [--rounds 20]

``CLONE`` is a clone of github.com/microsoft/CodeMixed-Text-Generator; its reading of the equivalence constraint is not
quite ours, so that the numbers of sentences differ. Without it the reference is the paper's algorithms as the tests
keep them. Both read a pair, project it and list every sentence, in turns, in one process; times are of the processor,
the best of the rounds. Cold: what the core remembers of pairs, rules and constituents is forgotten before each round;
what was read from files of settings stays.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time
from types import ModuleType
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from cswitch_core import grammar, model, pair_from_json, project, projection
from cswitch_core.cli.text_table import as_table
from cswitch_core.paper import paper_pairs
from cswitch_core.projection import trees
from cswitch_core.sets.automaton import forget_constituents
from cswitch_core.writing import spacing
from tests.core.reference.paper_algorithms import PAPERS_WAY

Listed = Callable[[dict[str, Any]], int]
EC0 = model("EC0")


def forget() -> None:
    """Be as a process that has not seen a pair yet."""
    forget_constituents()
    for cached in (
        projection._projected,
        trees.parse_tree,
        grammar.frame_of,
        spacing.is_spaceless,
    ):
        cached.cache_clear()


def read_and_project(content: dict[str, Any]) -> Any:
    return project(pair_from_json(content))


def ours(content: dict[str, Any]) -> int:
    return len(list(EC0.sentences(read_and_project(content)).texts()))


def papers_way(content: dict[str, Any]) -> int:
    return len(PAPERS_WAY["EC0"](read_and_project(content)))


def peer_in(clone: Path, folder: Path) -> Listed:
    """Return the peer's way, from a copy in which dictionaries may change while they are gone through."""
    source = next(clone.rglob("cm_text_generator"))
    package = Path(shutil.copytree(source, folder / "cm_text_generator"))
    (package / "__init__.py").touch()
    for file in package.glob("*.py"):
        text = file.read_text(encoding="utf-8")
        text = re.sub(
            r"in (zip\(self\.transitions\.items\(\), self\.transition_ops\.items\(\)\)):", r"in list(\1):", text
        )
        text = re.sub(r" in ((?:self|doof)\.transitions\.items\(\)):", r" in list(\1):", text)
        file.write_text(text, encoding="utf-8")
    # It imports a library for drawing, which listing does not use.
    sys.modules.setdefault("graphviz", ModuleType("graphviz"))
    sys.path.insert(0, str(folder))
    from cm_text_generator import bench_Merged

    def listed(content: dict[str, Any]) -> int:
        bench_Merged.main(_as_the_peer_reads(content))
        return len(bench_Merged.all_CM_sentences)

    return listed


def _as_the_peer_reads(content: dict[str, Any]) -> list[str]:
    words = trees.parse_tree(content["l1"]["tree"]).words
    links = sorted("-".join(reversed(link.split("-"))) for link in content["alignment"].split())
    return [
        "0 0.0",
        " ".join(content["l2"]["tokens"]),
        " ".join(words),
        f"(ROOT {content['l1']['tree']})",
        " ".join(links),
        "",
        "ec",
    ]


def best_of(rounds: int, ways: list[Callable[[dict[str, Any]], Any]], content: dict[str, Any]) -> list[float]:
    best = [float("inf")] * len(ways)
    for _ in range(rounds):
        for place, way in enumerate(ways):
            forget()
            started = process_time()
            way(content)
            best[place] = min(best[place], process_time() - started)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peer", type=Path, help="a clone of the peer")
    parser.add_argument("--rounds", type=int, default=20)
    options = parser.parse_args()
    rows, ratios = [], []
    with tempfile.TemporaryDirectory() as folder:
        reference = papers_way if options.peer is None else peer_in(options.peer, Path(folder))
        for pair in paper_pairs():
            content = json.loads(json.dumps(pair.as_json()))
            theirs, mine, reading = best_of(options.rounds, [reference, ours, read_and_project], content)
            ratios.append(theirs / mine)
            counts = f"{reference(content)} and {ours(content)}"
            times = [f"{1000 * took:.2f}" for took in (theirs, mine, reading)]
            rows.append([pair.id, counts, *times, f"{ratios[-1]:.2f}"])
    print(as_table(["pair", "sentences", "reference ms", "ours ms", "reading and projecting ms", "times"], rows))
    print(f"Median {median(ratios):.2f} times the reference (goal 2), the least {min(ratios):.2f} (goal 1)")
    sys.exit(median(ratios) < 2 or min(ratios) < 1)


if __name__ == "__main__":
    main()
