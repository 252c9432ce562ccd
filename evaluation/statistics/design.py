"""What a cumulative link mixed model is fitted to: ratings, their fixed effects, and whom and what they belong to."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from evaluation.statistics.effects_grouping import Grouping, Term
from evaluation.statistics.figure import Floats, Ints


@dataclass(frozen=True)
class Design:
    """Ratings with their fixed effects (`x`, one named column each) and their judge, pair and sentence.

    A column of `x` must not be constant: the thresholds are the intercept. With `conditions`, a pair has an effect for
    each condition (where that can be told from its sentences'); with `slopes`, a judge has one for each of its columns.
    `judge_slopes` and `pair_slopes` have a variance for each column, the latter one value for a sentence;
    `matches` lie between sentences and pairs.
    """

    values: Sequence[float]
    x: Floats
    names: Sequence[str]
    judges: Sequence[Hashable]
    pairs: Sequence[Hashable]
    sentences: Sequence[Hashable]
    conditions: Sequence[Hashable] | None = None
    slopes: Floats | None = None
    matches: Sequence[Hashable] | None = None
    judge_slopes: Mapping[str, Floats] = field(default_factory=dict)
    pair_slopes: Mapping[str, Floats] = field(default_factory=dict)


def grouping_of(design: Design) -> tuple[Grouping, list[str], Ints]:
    """Who and what each rating belongs to, the names of the effects, and the order of the ratings by sentence."""
    sentences, sentence_count = _codes(design.sentences)
    names, parents, sizes, below = ["sentence"], [], [sentence_count], sentences
    for name, codes in _levels(design):
        parent = _parents(below, codes, sizes[-1], name)
        # Groups of one member each say what their members already say.
        if int(codes.max()) + 1 < sizes[-1]:
            names.append(name)
            parents.append(parent)
            sizes.append(int(codes.max()) + 1)
            below = codes
    order = np.argsort(sentences, kind="stable")
    slopes, terms = _pair_slopes(design, sentences, sentence_count), _terms(design, order)
    of_pairs = np.array(list(slopes.values())).reshape(len(slopes), sentence_count).T
    grouping = Grouping(sentences[order], parents, sizes, of_pairs, list(terms.values()))
    return grouping, [*names, *slopes, *terms], order


def _levels(design: Design) -> list[tuple[str, Ints]]:
    """The groups that sentences lie in, each group in one of the next level."""
    levels = [("pair", _codes(design.pairs)[0])]
    if design.conditions is not None:
        both = list(zip(design.pairs, design.conditions, strict=True))
        levels.insert(0, ("pair:condition", _codes(both)[0]))
    if design.matches is not None:
        levels.insert(0, ("match", _codes(design.matches)[0]))
    return levels


def _pair_slopes(design: Design, sentences: Ints, count: int) -> dict[str, Floats]:
    """The value of each slope of pairs for each sentence."""
    (pairs, pair_count), found = _codes(design.pairs), {}
    for name, x in design.pair_slopes.items():
        if _tells_apart(x[:, None], pairs, pair_count):
            of_sentence = np.zeros(count)
            of_sentence[sentences] = x
            if not np.array_equal(of_sentence[sentences], x):
                raise ValueError(f"a slope of pairs has one value for a sentence: {name}")
            found[f"pair:{name}"] = of_sentence
    return found


def _terms(design: Design, order: Ints) -> dict[str, Term]:
    judges, judge_count = _codes(design.judges)
    terms = {"judge": Term.intercept(judges[order], judge_count)}
    slopes = np.zeros((len(order), 0)) if design.slopes is None else np.asarray(design.slopes, dtype=np.float64)
    if _tells_apart(slopes, judges, judge_count):
        terms["judge:slope"] = Term.slopes_alike(judges[order], judge_count, slopes[order])
    for name, x in design.judge_slopes.items():
        if _tells_apart(x[:, None], judges, judge_count):
            terms[f"judge:{name}"] = Term.slope(judges[order], judge_count, x[order])
    return terms


def _tells_apart(slopes: Floats, groups: Ints, count: int) -> bool:
    """Whether some group has more than one kind of rating; else slopes cannot be told from the groups' own effects."""
    kinds = np.unique(np.column_stack([groups, slopes]), axis=0) if slopes.shape[1] else np.zeros((0, 1))
    return len(kinds) > count


def _parents(below: Ints, above: Ints, count: int, name: str) -> Ints:
    found = np.zeros(count, dtype=np.int64)
    found[below] = above
    if not np.array_equal(found[below], above):
        raise ValueError(f"a sentence belongs to one {name}: name its appearances in two apart")
    return found


def _codes(labels: Sequence[Hashable]) -> tuple[Ints, int]:
    positions: dict[Hashable, int] = {}
    codes = np.array([positions.setdefault(label, len(positions)) for label in labels], dtype=np.int64)
    return codes, len(positions)
