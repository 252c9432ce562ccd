"""Parquet, written by a process of its own (`parquet_program`) while rows are made.

So pyarrow's memory is given back with the last byte of a file, and a second core can help.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, cast

from evaluation.services.exports.messages import messages, unpacked
from evaluation.services.exports.study_data import StudyData
from evaluation.services.exports.table import Table

PROGRAM = Path(__file__).with_name("parquet_program.py")


class ParquetProgram:
    """The running program, which answers each message."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.told, self.answers = cast("IO[bytes]", process.stdin), cast("IO[bytes]", process.stdout)

    def send(self, message: bytes) -> None:
        self.told.write(message)
        self.told.flush()


@contextmanager
def parquet_program(answers: int | IO[bytes] = subprocess.PIPE) -> Iterator[ParquetProgram]:
    """It answers into a pipe, or into a file that can be read afterwards."""
    command = [sys.executable, "-I", str(PROGRAM)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=answers) as process:  # noqa: S603 - our own program
        try:
            yield ParquetProgram(process)
        except BaseException:
            process.kill()
            raise
    if process.returncode:
        raise RuntimeError(f"The program that writes Parquet ended with {process.returncode}.")


def parquet_chunks(table: Table, data: StudyData) -> Iterator[bytes]:
    """Each row group as soon as it is full; then the directory of the file, which stands at its end."""
    with parquet_program() as program:
        for message in messages(table, data):
            program.send(message)
            # The program reads a message to its end before it answers, so that neither waits for the other.
            chunk, _is_last = next(unpacked(program.answers))
            if chunk:
                yield chunk


def next_file(answers: IO[bytes]) -> Iterator[bytes]:
    """The file of the next table in a file of answers."""
    for chunk, is_last in unpacked(answers):
        yield chunk
        if is_last:
            return
