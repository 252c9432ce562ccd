"""Parquet files in and out, by way of pyarrow, which is loaded only where a file is Parquet.

In: the columns of a table of pairs (``id, l1_lang, l1_tree, l2_lang, l2_text, alignment``). Out: ``pair, model,
text`` and ``tokens``, a list of (text, lang) with lang null for punctuation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

from cswitch_core.corpus.errors import CorpusError
from cswitch_core.pairs import Pair
from cswitch_core.readers import COLUMNS, Record
from cswitch_core.sentences import Sentence

ROWS_AT_ONCE = 5_000


def read_row_group(file: str, number: int, first_row: int) -> Iterator[Record]:
    """Yield the rows of one row group as records; ``first_row`` is the first one's number in the file."""
    opened = _opened(Path(file))
    wanted = [*COLUMNS, *(["note"] if "note" in opened.schema_arrow.names else [])]
    row = first_row
    for batch in opened.iter_batches(ROWS_AT_ONCE, row_groups=[number], columns=wanted):
        for values in batch.to_pylist():
            yield Record(row, {name: "" if value is None else str(value) for name, value in values.items()})
            row += 1


def row_group_sizes(path: Path) -> list[int]:
    """Return how many rows each row group has; refuse a file without the columns of a table of pairs."""
    opened = _opened(path)
    missing = [name for name in COLUMNS if name not in opened.schema_arrow.names]
    if missing:
        raise CorpusError(f"{path}: the column {missing[0]} is missing; name the columns {', '.join(COLUMNS)}")
    return [opened.metadata.row_group(number).num_rows for number in range(opened.num_row_groups)]


class ParquetSentences:
    """Writes sentences to one Parquet file, some thousands at a time."""

    def __init__(self, path: Path) -> None:
        import pyarrow
        from pyarrow.parquet import ParquetWriter

        text = pyarrow.string()
        tokens = pyarrow.list_(pyarrow.struct([("text", text), ("lang", text)]))
        self._schema = pyarrow.schema([("pair", text), ("model", text), ("text", text), ("tokens", tokens)])
        self._rows: list[dict[str, Any]] = []
        self._writer = ParquetWriter(path, self._schema)

    def write(self, pair: Pair, model: str, sentences: Iterable[Sentence]) -> int:
        """Write these sentences and return how many they were."""
        count = 0
        for sentence in sentences:
            tokens = [{"text": text, "lang": language} for text, language in sentence.tokens]
            self._rows.append({"pair": pair.id, "model": model, "text": sentence.text, "tokens": tokens})
            count += 1
            if len(self._rows) == ROWS_AT_ONCE:
                self._flush()
        return count

    def __enter__(self) -> ParquetSentences:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._flush()
        self._writer.close()

    def _flush(self) -> None:
        import pyarrow

        self._writer.write_table(pyarrow.Table.from_pylist(self._rows, schema=self._schema))
        self._rows.clear()


def _opened(path: Path) -> Any:
    from pyarrow import ArrowInvalid
    from pyarrow.parquet import ParquetFile

    try:
        return ParquetFile(path)
    except ArrowInvalid as error:
        raise CorpusError(f"{path}: it is no Parquet file ({error})") from error
