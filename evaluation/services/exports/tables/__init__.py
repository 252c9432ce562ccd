"""Every table of an export, by name; each module declares the columns of its table and yields its rows."""

from __future__ import annotations

from evaluation.services.exports.table import Table
from evaluation.services.exports.tables import (
    choices,
    comparison,
    constraints,
    exclusions,
    judges,
    matrix,
    models,
    ratings,
    remarks,
    sentences,
    sources,
)
from evaluation.services.exports.tables.codebook import codebook_of

_DATA = (
    ratings.TABLE,
    choices.CHOICES,
    choices.COUPLES,
    sentences.TABLE,
    judges.TABLE,
    models.TABLE,
    comparison.TABLE,
    sources.TABLE,
    constraints.COSTS,
    constraints.BROKEN,
    exclusions.TABLE,
    remarks.COMMENTS,
    remarks.MARKED_WORDS,
    matrix.TABLE,
)
TABLES: dict[str, Table] = {table.name: table for table in (*_DATA, codebook_of(_DATA))}
