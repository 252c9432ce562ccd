"""A researcher's word list as a file: text in any of the usual encodings, or a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cswitch_core.linking import Lexicon, LexiconError
from cswitch_core.readers.plain import PlainFile, open_table
from cswitch_core.readers.plain.encodings import decoded_lines, encoding_of
from cswitch_core.readers.plain.tables import begins_like_a_sheet


def read_lexicon(file: PlainFile) -> Lexicon:
    """Return the word list; raise ``LexiconError`` with every line that has not two columns."""
    try:
        return Lexicon.read(_lines(file))
    except LexiconError as error:
        raise LexiconError(replace(problem, file=file.name) for problem in error.problems) from error


def _lines(file: PlainFile) -> Iterator[str]:
    with file.path.open("rb") as source:
        if begins_like_a_sheet(source):
            yield from ("\t".join(row.cells) for row in open_table(source, file.name).rows)
        else:
            yield from (line.text for line in decoded_lines(source, encoding_of(source)))
