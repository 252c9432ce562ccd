"""Writing files of pairs, in every format that ``read_rows`` reads: JSON Lines, CSV, TSV and XLSX.

The same pairs give the same bytes, and reading a file back gives the pairs it was written from.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, get_args

from cswitch_core.files import safe_cell
from cswitch_core.readers.delimited import COLUMNS, OPTIONAL_COLUMNS
from cswitch_core.readers.sheet_files import sheet_chunks

PairFormat = Literal["jsonl", "csv", "tsv", "xlsx"]
PAIR_FORMATS: tuple[PairFormat, ...] = get_args(PairFormat)
HEADER_ROW = (*COLUMNS, *OPTIONAL_COLUMNS)
SEPARATORS = {"csv": ",", "tsv": "\t"}


def pair_file(pairs: Iterable[Mapping[str, Any]], format: PairFormat) -> Iterator[bytes]:  # noqa: A002
    """Yield the file of these pairs, each given as the object of a line of JSON Lines.

    >>> from cswitch_core.paper import paper_pairs
    >>> b"".join(pair_file([paper_pairs()[0].as_json()], "csv")).splitlines()[0].decode()
    'id,l1_lang,l1_tree,l2_lang,l2_text,alignment,confidence,note,l1_original,l2_original,l2_other_script'
    """
    if format == "jsonl":
        return (f"{json.dumps(pair, ensure_ascii=False)}\n".encode() for pair in pairs)
    rows = (HEADER_ROW if pair is None else cells_of(pair) for pair in _after_header(pairs))
    return sheet_chunks(rows) if format == "xlsx" else _lines(rows, SEPARATORS[format])


def cells_of(pair: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the cells of a pair in the order of the header."""
    first, second = pair["l1"], pair["l2"]
    return (
        pair["id"],
        first["lang"],
        first["tree"],
        second["lang"],
        " ".join(second["tokens"]),
        pair["alignment"],
        " ".join(map(repr, pair.get("confidence") or ())),
        pair.get("note", ""),
        first.get("text", ""),
        second.get("text", ""),
        " ".join(second.get("other_script") or ()),
    )


def _after_header(pairs: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any] | None]:
    yield None
    yield from pairs


def _lines(rows: Iterable[Sequence[str]], separator: str) -> Iterator[bytes]:
    for row in rows:
        line = io.StringIO(newline="")
        csv.writer(line, delimiter=separator, lineterminator="\n").writerow([safe_cell(cell) for cell in row])
        yield line.getvalue().encode()
