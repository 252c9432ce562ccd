"""Exports: every table of a study, in every format, from one place.

``export_table`` gives one table as a stream of bytes; ``start_zip`` has everything packed in the background. Where to
look:

- a column (its name, meaning and value): `tables/`, one module for each table, named as its file is. A module declares
  the ``columns`` and yields the ``rows`` in the same order: the column ``models`` of ``ratings.csv`` is in
  `tables/ratings.py`;
- a format (CSV, JSON Lines, Parquet, LaTeX): `formats/`, which writes rows without knowing what they are about;
- how rows go into a file, or to the program that writes Parquet: `messages`, `spool`; the process that writes the text
  files of the zip out of those: `formats/text_process`;
- what a cell looks like in each kind of file: `cells`; what a column can say of itself: `columns`;
- the paragraphs for a paper, as text and LaTeX, and their references: `report/`;
- the zip with its README, codebook and checksums: `package/`.
"""

from evaluation.services.exports.exporting import (
    FORMATS,
    Export,
    export_table,
    export_zip,
    finished_zip,
    formats_of,
    start_zip,
    zip_path,
)
from evaluation.services.exports.tables import TABLES

__all__ = [
    "FORMATS",
    "TABLES",
    "Export",
    "export_table",
    "export_zip",
    "finished_zip",
    "formats_of",
    "start_zip",
    "zip_path",
]
