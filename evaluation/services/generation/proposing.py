"""Pairs proposed for plain sentences, and how sure such a proposal is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from cswitch_core import Pair as CorePair
from cswitch_core import PairError
from cswitch_core import Row as FileRow
from cswitch_core.linking import Learnt, Lexicon, learn
from cswitch_core.proposals import Proposer, marked_repeats, read_lexicon
from cswitch_core.readers.plain import PlainFile, PlainRow, read_plain
from cswitch_core.trouble import Trouble, chance
from cswitch_core.trouble import trouble_of as find_trouble
from evaluation.models import Pair
from evaluation.services.errors import Refused
from evaluation.services.generation.pairs import core_pair, problems_in_words


def proposed_rows(
    files: list[tuple[Path, str]], plan: dict[str, Any], learnt: Learnt, words: Iterable[list[str]] = ()
) -> Iterator[FileRow]:
    """Every row of plain text as a proposed pair, or as what is wrong with it. ``words``: entries of a word list."""
    languages = plan["languages"][0], plan["languages"][1]
    lexicon = Lexicon(tuple((first, second) for first, second in words))
    proposer = Proposer(languages, lexicon, learnt, plan.get("keeps_odd_rows", False))
    read = [PlainFile(path, name) for path, name in files]
    rows = read_plain(read, languages, columns=plan.get("columns", ()), header=plan.get("header", "auto"))
    try:
        yield from proposer.rows(marked_repeats(rows, keeps_repeats=proposer.keeps_odd_rows))
    except PairError as error:
        raise Refused(problems_in_words(error.problems), field="file") from error


def proposed_pair(languages: tuple[str, str], texts: tuple[str, str], learnt: Learnt) -> CorePair:
    """The pair proposed for two plain sentences; ``Refused`` at the first that cannot be used."""
    names = "l1_text", "l2_text"
    row = Proposer(languages, learnt=learnt, keeps_odd_rows=True).row(PlainRow(0, "-", texts, names=names))
    if row.pair is None:
        problem = row.problems[0]
        raise Refused(f"{problem.message}. {problem.cure}.", field=problem.field)
    return row.pair


def word_list(path: Path, name: str) -> list[list[str]]:
    """The entries of a word list; ``Refused`` with every line that has not two columns."""
    try:
        return [list(entry) for entry in read_lexicon(PlainFile(path, name)).entries]
    except PairError as error:
        words = " ".join(str(problem) for problem in error.problems[:10])
        raise Refused(words, field="lexicon") from error


def learnt_from(rows: Iterable[Pair]) -> Learnt:
    """What linked pairs teach about links."""
    return learn(core_pair(row) for row in rows)


def trouble_of(pair: CorePair) -> Trouble:
    """What speaks for looking at a proposed pair."""
    return find_trouble(pair)


def chance_of_change(trouble: float, languages: tuple[str, str]) -> float | None:
    """About how often proposals of this trouble needed a change; None of languages of which that is not known."""
    return chance(trouble, languages)
