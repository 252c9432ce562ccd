"""Cutting a corpus into partitions: byte ranges of JSON Lines files that end at a line, row groups of Parquet files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, NamedTuple

from cswitch_core.corpus.errors import CorpusError
from cswitch_core.corpus.parquet import read_row_group, row_group_sizes
from cswitch_core.readers import Record
from cswitch_core.readers.jsonl import read_jsonl_records
from cswitch_core.readers.lines import read_lines

JSONL_SUFFIXES = frozenset({".jsonl", ".ndjson"})
PARQUET_SUFFIX = ".parquet"
PROBLEMS_SUFFIX = ".problems.jsonl"
ROWS_FILE = "plain-rows.jsonl"
BLOCK_BYTES = 1 << 20


class Cut(NamedTuple):
    """Bytes ``start`` to ``stop`` of JSON Lines, or row group ``start`` of Parquet; rows are counted from 1."""

    start: int
    stop: int
    first_line: int


@dataclass(frozen=True, slots=True)
class Partition:
    """A piece of one file; its number names the piece of the output."""

    number: int
    file: str
    cut: Cut

    @property
    def name(self) -> str:
        return f"part-{self.number:05d}"

    def records(self) -> Iterator[Record]:
        """Yield the rows of this piece."""
        if Path(self.file).suffix == PARQUET_SUFFIX:
            yield from read_row_group(self.file, self.cut.start, self.cut.first_line)
            return
        with Path(self.file).open("rb") as source:
            part = _ByteRange(source, self.cut)
            yield from read_jsonl_records(read_lines(part, self.cut.first_line))


def partitions_of(inputs: Iterable[Path], partition_bytes: int) -> list[Partition]:
    """Cut all files, in order; a directory stands for the JSON Lines and Parquet files in it."""
    partitions: list[Partition] = []
    for file in _files(inputs):
        cuts = _cut_parquet(file) if file.suffix == PARQUET_SUFFIX else _cut_lines(file, partition_bytes)
        for cut in cuts:
            partitions.append(Partition(len(partitions), str(file), cut))
    return partitions


def _files(inputs: Iterable[Path]) -> Iterator[Path]:
    for path in inputs:
        if path.is_dir():
            found = sorted(inner for inner in path.iterdir() if _is_known(inner) and not _is_of_a_run(inner))
            if not found:
                raise CorpusError(f"{path}: no .jsonl or .parquet file in it")
            yield from found
        elif not path.exists():
            raise CorpusError(f"{path}: there is no such file or directory")
        elif _is_known(path):
            yield path
        else:
            raise CorpusError(f"{path}: a corpus is read from .jsonl and .parquet files; generate also reads tables")


def _is_known(path: Path) -> bool:
    return path.suffix in JSONL_SUFFIXES or path.suffix == PARQUET_SUFFIX


def _is_of_a_run(path: Path) -> bool:
    """Tell what a run keeps beside its results, which may themselves be a corpus: its problems and its input."""
    return path.name.endswith(PROBLEMS_SUFFIX) or path.name == ROWS_FILE


def _cut_parquet(path: Path) -> Iterator[Cut]:
    row = 1
    for number, size in enumerate(row_group_sizes(path)):
        yield Cut(number, number + 1, row)
        row += size


def _cut_lines(path: Path, partition_bytes: int) -> Iterator[Cut]:
    """Cut after the first line end past each multiple of the size; reads the file once, to count its lines."""
    start, line, size = 0, 1, path.stat().st_size
    with path.open("rb") as source:
        while start < size:
            stop = min(_next_line(source, start + partition_bytes), size)
            yield Cut(start, stop, line)
            line += _line_ends(source, start, stop)
            start = stop


def _next_line(source: BinaryIO, place: int) -> int:
    """Return where the first line begins after this place, or the end of the file."""
    source.seek(place - 1)
    while (chunk := source.readline(BLOCK_BYTES)) and not chunk.endswith(b"\n"):
        pass
    return source.tell()


def _line_ends(source: BinaryIO, start: int, stop: int) -> int:
    source.seek(start)
    count = 0
    while start < stop:
        block = source.read(min(BLOCK_BYTES, stop - start))
        count += block.count(b"\n")
        start += len(block)
    return count


class _ByteRange:
    """Part of a file, to read lines from."""

    def __init__(self, source: BinaryIO, cut: Cut) -> None:
        source.seek(cut.start)
        self._source, self._left = source, cut.stop - cut.start

    def readline(self, limit: int, /) -> bytes:
        line = self._source.readline(min(limit, self._left))
        self._left -= len(line)
        return line
