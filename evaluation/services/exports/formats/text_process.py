"""CSV and JSON Lines of a package, written by a second process out of the files that rows wait in (`spool`).

It is a fork: it has the site's code and those files already, and asks the database nothing. So a second core helps
while this one makes the rows of other tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import IO, Any

from evaluation.services.exports.formats.text_files import csv_chunks, jsonl_chunks
from evaluation.services.exports.spool import spooled
from evaluation.services.exports.table import Table

WRITERS: dict[str, Callable[[Table, Any], Iterator[bytes]]] = {"csv": csv_chunks, "jsonl": jsonl_chunks}
END = b""


class TextProcess:
    """The running process, which is asked for one file after the other."""

    def __init__(self, connection: Connection, kill: Callable[[], None]) -> None:
        self.connection, self.kill = connection, kill

    def chunks(self, table: str, form: str) -> Iterator[bytes]:
        """The file of a table whose rows all wait by now."""
        try:
            self.connection.send((table, form))
            while (chunk := self.connection.recv_bytes()) != END:
                yield chunk
        except (EOFError, OSError) as error:
            raise RuntimeError(f"The process that writes {table}.{form} has ended.") from error


@contextmanager
def text_process(files: dict[str, IO[bytes]]) -> Iterator[TextProcess]:
    """`files`: by table, where its rows will wait; nobody else may read there afterwards."""
    context = get_context("fork")
    here, there = context.Pipe()
    process = context.Process(target=_serve, args=(here, there, files), daemon=True)
    process.start()
    there.close()
    try:
        yield TextProcess(here, process.kill)
    finally:
        here.close()
        process.join()


def _serve(parents: Connection, asked: Connection, files: dict[str, IO[bytes]]) -> None:
    """Until whoever asks has closed the connection or is gone."""
    parents.close()
    try:
        while True:
            table, form = asked.recv()
            for chunk in WRITERS[form](spooled(table, files[table]), None):
                asked.send_bytes(chunk)
            asked.send_bytes(END)
    except (EOFError, OSError):
        return
