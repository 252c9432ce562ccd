"""Both tables of the paper for a study, in LaTeX with booktabs.

Table 1 is about the pairs: their shape, and how many sentences each model generates, with the number shared with EC1 in
brackets behind the ML models. Table 2 is about the sentences: min, max, mean and sigma of the first criterion, with the
second's in brackets.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, islice

from evaluation.models import Item, Pair
from evaluation.services import generation
from evaluation.services.exports.cells import iso
from evaluation.services.exports.formats.latex_text import INSCRIPT, latex_text
from evaluation.services.exports.study_data import StudyData
from evaluation.services.results.formatting import as_printed
from evaluation.services.results.tables import SentenceRow, Tables
from evaluation.statistics.summary import Summary

ROWS_PER_TABLE = 40
BESIDE = "EC1"


def short(value: float | None) -> str:
    """As the paper writes numbers.

    >>> short(3.6), short(-0.5), short(None)
    ('3.6', '$-$0.5', '--')
    """
    return "--" if value is None else latex_text(as_printed(value))


def head(data: StudyData) -> str:
    needs = r"% needs \usepackage{booktabs}, \usepackage[T1]{fontenc} and \usepackage{textcomp}"
    return f"% {data.study.slug}, data of {iso(data.changed_at)}\n% {data.signature}\n{needs}\n{INSCRIPT}\n"


def tabular(form: str, header: Sequence[str], rows: Iterator[Sequence[str]], caption: str) -> str:
    """As many tables as it takes: a float is never longer than a page."""
    parts = list(batched(rows, ROWS_PER_TABLE)) or [[]]
    captions = [caption, *[f"{caption} (continued)"] * (len(parts) - 1)]
    return "".join(one_table(form, header, part, words) for part, words in zip(parts, captions, strict=True))


def one_table(form: str, header: Sequence[str], rows: Sequence[Sequence[str]], caption: str) -> str:
    lines = [" & ".join(cells) + r" \\" for cells in (header, *rows)]
    return "\n".join(
        [
            *(r"\begin{table*}", r"\centering\small", rf"\begin{{tabular}}{{{form}}}", r"\toprule"),
            *(lines[0], r"\midrule", *lines[1:], r"\bottomrule"),
            *(r"\end{tabular}", rf"\caption{{{caption}}}", r"\end{table*}", ""),
        ]
    )


def batched(rows: Iterator[Sequence[str]], size: int) -> Iterator[list[Sequence[str]]]:
    while some := list(islice(rows, size)):
        yield some


# -- Table 1 ---------------------------------------------------------------------------------------------------------


def table1(data: StudyData) -> str:
    models = list(data.study.models_chosen) or list(generation.paper_models())
    header = ["Pair", "Length", "Categories", "Depth", "BF", *(model_heading(name, models) for name in models)]
    pairs = data.study.pairs.order_by("pk")
    caption = (
        "Sentences generated for each pair. In brackets, how many of them EC1 generates as well."
        if BESIDE in models
        else "Sentences generated for each pair."
    )
    rows = (table1_cells(pair, models) for pair in pairs.iterator())
    return head(data) + tabular("l" + "r" * (len(header) - 1), header, rows, caption)


def model_heading(name: str, models: list[str]) -> str:
    return latex_text(name) + (r" ($\cap$ EC1)" if is_beside(name, models) else "")


def is_beside(name: str, models: list[str]) -> bool:
    return BESIDE in models and name.startswith("ML")


def table1_cells(pair: Pair, models: list[str]) -> list[str]:
    shape = generation.shape(pair)
    sizes = (shape.length, shape.categories, shape.depth, shape.branching)
    counts = [generated_cell(pair, name, models) for name in models]
    return [latex_text(str(pair)), *(str(size) for size in sizes), *counts]


def generated_cell(pair: Pair, name: str, models: list[str]) -> str:
    mine = generation.sentences(pair, name)
    if not is_beside(name, models):
        return str(mine.count)
    return f"{mine.count} ({(mine & generation.sentences(pair, BESIDE)).count})"


# -- Table 2 ---------------------------------------------------------------------------------------------------------


def table2(data: StudyData) -> str:
    criteria = [criterion.key for criterion in data.criteria]
    seconds = dict(Item.objects.filter(study=data.study, pair__isnull=False).values_list("pk", "pair__l2_lang"))
    found = Tables(data.study, data.selection).sentences()
    rows = (table2_cells(row, criteria, seconds.get(row.item_id, "")) for row in found)
    names = [latex_text(str(criterion)) for criterion in data.criteria]
    caption = f"Human judgement: {names[0]}" if names else "Human judgement"
    caption += f" ({', '.join(names[1:])} in brackets)" if names[1:] else ""
    return head(data) + tabular(
        r"p{.55\linewidth}rrrr", ["Sentence", "Min", "Max", "Average", r"$\sigma$"], rows, caption
    )


def table2_cells(row: SentenceRow, criteria: list[str], second: str) -> list[str]:
    summaries = [row.summaries[key] for key in criteria]
    return [sentence_cell(row.tokens, second), *(in_brackets(summaries, read) for read in READ)]


READ: tuple[Callable[[Summary], float | None], ...] = (
    lambda summary: summary.min,
    lambda summary: summary.max,
    lambda summary: summary.mean.value,
    lambda summary: summary.sigma.value,
)


def in_brackets(summaries: list[Summary], read: Callable[[Summary], float | None]) -> str:
    # A study of choices has no scales.
    first, *others = [short(read(summary)) for summary in summaries] or [""]
    return f"{first}({', '.join(others)})" if others else first


def run_cell(words: list[str], *, is_slanted: bool) -> str:
    text = latex_text(" ".join(words))
    return rf"\textit{{{text}}}" if is_slanted else text


def sentence_cell(tokens: Sequence[Sequence[str | None]], second: str) -> str:
    """Words of the second language in italics, as in the paper."""
    runs = groupby(tokens, key=lambda token: token[1] == second)
    words = [run_cell([word or "" for word, _ in run], is_slanted=is_slanted) for is_slanted, run in runs]
    return re.sub(r" ([.,;:!?।])", r"\1", " ".join(words))


FILES = {"models": table1, "sentences": table2}
