"""Exports: every table of a study, in every format, from one place.

``export_table`` gives one table as a stream; ``start_zip`` has everything packed in the background. Tables say what
their columns mean (``columns``) and give rows one at a time; formats write rows without knowing what they are about.
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
