"""The table `models`, one row per view, model and criterion, from the same tables as the results pages.

Judges' ratings of the sentences that exactly these models generate (view ``cells``, each sentence once), and of all
rated sentences that a model generates (view ``generates``). They describe the rated sentences; what follows for a
model's whole set is in the table `comparison`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evaluation.services.exports.cells import Cells, rounded
from evaluation.services.exports.columns import Column, number, signature_column, text, whole
from evaluation.services.exports.signatures import signatures_of
from evaluation.services.exports.study_data import StudyData
from evaluation.services.exports.table import Row, Table
from evaluation.services.exports.tables.sentences import short_summary
from evaluation.services.results.tables import Tables, View

VIEWS: tuple[View, ...] = ("cells", "generates")


def columns(data: StudyData) -> Sequence[Column]:
    return [
        text(
            "view",
            "cells: each sentence once, by exactly which models generate it; generates: all rated sentences of a model",
            required=True,
            enum=VIEWS,
        ),
        text("model", "The models of the cell, the model, or what a sentence was chosen as", required=True),
        text("criterion", "The scale", required=True, enum=[criterion.key for criterion in data.criteria]),
        whole("sentences", "How many rated sentences", required=True, minimum=0),
        whole("n", "How many ratings count", required=True, minimum=0),
        whole("min", "The lowest rating"),
        whole("max", "The highest rating"),
        number("mean", "The mean over ratings"),
        number("sd", "The standard deviation (n - 1) over ratings", minimum=0),
        number("q1", "The first quartile over ratings"),
        number("median", "The median over ratings"),
        number("q3", "The third quartile over ratings"),
        number("mean_of_sentence_means", "The mean over the sentences' means"),
        text("distribution", "How often each point was given, as point:count separated by semicolons"),
        text("model_signature", "Model, options, category lists and core version"),
        signature_column(),
    ]


def rows(data: StudyData, cells: Cells) -> Iterator[Row]:
    tables = Tables(data.study, data.selection)
    for view in VIEWS:
        for row in tables.models(view):
            for criterion in data.criteria:
                summary = row.summaries[criterion.key]
                given = zip(criterion.points, summary.distribution(criterion.points), strict=True)
                yield (
                    view,
                    cells.text(row.label),
                    cells.text(criterion.key),
                    row.sentences,
                    *short_summary(summary),
                    rounded(row.sentence_means[criterion.key].value),
                    ";".join(f"{point}:{count}" for point, count in given),
                    cells.text(signatures_of(row.label)),
                    data.signature,
                )


TABLE = Table("models", "One row per view, model and criterion", columns, rows, key=("view", "model", "criterion"))
