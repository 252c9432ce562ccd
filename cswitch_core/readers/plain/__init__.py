"""Plain text, and what other tools make of it, read as rows of two sentences; nothing is proposed here.

- a table with two columns of sentences: TSV, CSV, ``|||`` between them, a spreadsheet;
- parallel files, a sentence a line, with trees and links a line where there are any;
- CoNLL-U, with the other language in a second file or in comments such as ``# text_en``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cswitch_core.readers.plain.columns import Columns, Header, columns_of
from cswitch_core.readers.plain.kinds import InputKind, kind_of_file
from cswitch_core.readers.plain.long_tables import LongTable, open_long_table
from cswitch_core.readers.plain.parallel import PlainFile, kind_of, read_parallel
from cswitch_core.readers.plain.rows import PlainFileError, PlainRow
from cswitch_core.readers.plain.tables import Table, open_table, read_table
from cswitch_core.shared_tree import Both

__all__ = [
    "Columns",
    "Header",
    "InputKind",
    "LongTable",
    "PlainFile",
    "PlainFileError",
    "PlainRow",
    "Table",
    "columns_of",
    "kind_of_file",
    "open_long_table",
    "open_table",
    "read_plain",
]


def read_plain(
    files: Sequence[PlainFile], languages: Both[str], *, columns: Sequence[str] = (), header: Header = "auto"
) -> Iterator[PlainRow]:
    """Yield the rows of one table, or of parallel files; raise ``PlainFileError`` if they are neither."""
    if len(files) > 1 or kind_of(files[0].name, languages) is not None:
        yield from read_parallel(files, languages)
        return
    (file,) = files
    if kind_of_file(file) == "pairs":
        raise PlainFileError.of(
            "it holds pairs already", "Use them as they are: generate, count and the site read them", file=file.name
        )
    with file.path.open("rb") as source:
        yield from read_table(source, file.name, languages, asked=columns, header=header)
