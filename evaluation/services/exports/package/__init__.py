"""The zip: every table in every format, with all that a reader needs to trust and repeat the numbers.

Written to a file beside the target and moved there when it is whole. Entries carry the date of the last change to the
data, so that the same data give the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

from evaluation.services.exports.cells import iso
from evaluation.services.exports.formats import latex
from evaluation.services.exports.formats.parquet_files import next_file, parquet_program
from evaluation.services.exports.formats.text_process import TextProcess, text_process
from evaluation.services.exports.package.datapackage import descriptor
from evaluation.services.exports.package.settings_file import settings_of
from evaluation.services.exports.report import DOCUMENT, report_of
from evaluation.services.exports.spool import spool, spools
from evaluation.services.exports.study_data import StudyData
from evaluation.services.exports.study_rows import row_files
from evaluation.services.exports.tables import TABLES
from evaluation.services.generation import CORE_VERSION
from evaluation.services.jobs import Progress
from evaluation.services.reporting.files import report_files
from evaluation.services.results.methods_text import methods_of
from evaluation.services.support.files import whole_path
from evaluation.services.support.page_cache import small_page_cache

FILES = Path(__file__).parent / "files"
# Kept as a text: it is the reader's program, for their Python, not a module of ours.
SCRIPTS = {"analysis.py": "analysis.py.txt", "analysis.R": "analysis.R"}
FORMATS = ("csv", "jsonl", "parquet")
LARGE_BYTES = 2**20


class Package:
    """A zip file being written, which remembers size and checksum of everything it was given."""

    def __init__(self, archive: zipfile.ZipFile, data: StudyData) -> None:
        self.archive = archive
        self.moment = data.changed_at.timetuple()[:6]
        self.files: dict[str, tuple[int, str]] = {}

    def add(self, name: str, chunks: Iterator[bytes] | list[bytes]) -> None:
        entry = zipfile.ZipInfo(name, self.moment)
        entry.compress_type, entry.external_attr, entry.create_system = zipfile.ZIP_DEFLATED, 0o644 << 16, 3
        digest, size = hashlib.sha256(), 0
        with self.archive.open(entry, "w", force_zip64=True) as opened, ThreadPoolExecutor(1) as compressor:
            # One chunk is compressed, which needs no Python, while the next is made.
            before: Future[int] = compressor.submit(opened.write, b"")
            for chunk in large(chunks):
                before.result()
                before = compressor.submit(opened.write, chunk)
                digest.update(chunk)
                size += len(chunk)
            before.result()
        self.files[name] = size, digest.hexdigest()

    def add_text(self, name: str, text: str) -> None:
        self.add(name, [text.encode()])

    def add_json(self, name: str, value: Any, *, sort_keys: bool = False) -> None:
        """Sorted where keys come from a column of JSON, which PostgreSQL keeps in an order of its own."""
        self.add_text(name, json.dumps(value, ensure_ascii=False, indent=2, sort_keys=sort_keys) + "\n")


def large(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The same bytes in fewer chunks, for handing one to another thread takes its time."""
    waiting = bytearray()
    for chunk in chunks:
        waiting += chunk
        if len(waiting) >= LARGE_BYTES:
            yield bytes(waiting)
            waiting.clear()
    yield bytes(waiting)


def write_zip(data: StudyData, target: Path, progress: Progress) -> None:
    progress.start(len(TABLES) * len(FORMATS) + 2)
    target.parent.mkdir(parents=True, exist_ok=True)
    with (
        small_page_cache(),
        whole_path(target) as part,
        zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive,
        ExitStack() as files,
    ):
        package = Package(archive, data)
        with added_tables(package, data, progress, target.parent):
            # All this is found out while another process writes the tables and a thread packs them.
            texts = {"latex/table1.tex": latex.table1(data), "latex/table2.tex": latex.table2(data)}
            texts |= {f"report/{name}": text for name, text in report_of(data.study, data.selection).files.items()}
            rows = dict(kept_rows(data, progress, files, target.parent))
        for name, text in (texts | {"report/report.tex": DOCUMENT}).items():
            package.add_text(name, text)
        progress.advance(1, "latex")
        package.add_json("datapackage.json", descriptor(data, TABLES, package.files))
        package.add_json("settings.json", settings_of(data), sort_keys=True)
        for name, file in rows.items():
            progress.advance(0, name)
            package.add(name, chunks_in(file))
        for name, text in report_files(data.study):
            package.add_text(name, text)
        for name, kept in SCRIPTS.items():
            package.add_text(name, (FILES / kept).read_text(encoding="utf-8"))
        package.add_text("README.md", readme(data))
        package.add_text("SHA256SUMS", checksums(package))
        progress.advance()


@contextmanager
def added_tables(package: Package, data: StudyData, progress: Progress, folder: Path) -> Iterator[None]:
    """Every table in every format: at the end of the block all are in the package, in this order.

    The rows of a table are made once, and wait in a file of this folder for a process that writes CSV and JSON Lines;
    those that are left are packed, one after the other, while the block is run.
    """
    with (
        spools(TABLES, folder) as waiting,
        text_process(waiting) as process,
        TemporaryFile(dir=folder) as parquet,
        ThreadPoolExecutor(1) as packing,
    ):
        added: dict[str, Future[None]] = {}

        def add(name: str, form: str, chunks: Iterator[bytes]) -> None:
            added[f"{name}.{form}"] = packing.submit(package.add, f"{form}/{name}.{form}", chunks)

        try:
            add_formats(data, progress, waiting, process, parquet, add)
            yield
            for name, done in added.items():
                progress.advance(0, name)
                done.result()
                progress.advance()
        except BaseException:
            packing.shutdown(wait=False, cancel_futures=True)
            process.kill()
            raise


def add_formats(
    data: StudyData,
    progress: Progress,
    waiting: dict[str, IO[bytes]],
    process: TextProcess,
    parquet: IO[bytes],
    add: Callable[[str, str, Iterator[bytes]], None],
) -> None:
    with parquet_program(parquet) as program:
        for name, table in TABLES.items():
            progress.advance(0, f"{name}.csv")
            spool(table, data, waiting[name], also=program.send)
            add(name, "csv", process.chunks(name, "csv"))
    for name in TABLES:
        add(name, "jsonl", process.chunks(name, "jsonl"))
    parquet.seek(0)
    for name in TABLES:
        add(name, "parquet", next_file(parquet))


def kept_rows(data: StudyData, progress: Progress, files: ExitStack, folder: Path) -> Iterator[tuple[str, IO[bytes]]]:
    """The study's own rows, each file of the package in one of this folder until it can be packed."""
    for name, chunks in row_files(data):
        progress.advance(0, name)
        file = files.enter_context(TemporaryFile(dir=folder))  # noqa: SIM115 - the stack closes it
        file.writelines(chunks)
        yield name, file


def chunks_in(file: IO[bytes]) -> Iterator[bytes]:
    file.seek(0)
    while chunk := file.read(LARGE_BYTES):
        yield chunk


def readme(data: StudyData) -> str:
    return (
        (FILES / "README.md")
        .read_text(encoding="utf-8")
        .format(
            name=data.study.name,
            remark=f"**{data.study.remark}**\n\n" if data.study.remark else "",
            core_version=CORE_VERSION,
            changed_at=iso(data.changed_at),
            tables=", ".join(TABLES),
            selection="\n".join(f"- {words}" for words in data.selection.describe()),
            methods=methods_of(data.study, list(data.study.criteria.asked()), data.selection),
            signature=data.signature,
        )
    )


def checksums(package: Package) -> str:
    return "".join(f"{digest}  {name}\n" for name, (_, digest) in sorted(package.files.items()))
