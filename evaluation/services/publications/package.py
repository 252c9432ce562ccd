"""The files of a published study: the zip that readers take away, and its pictures."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.utils import translation

from evaluation.models import Publication
from evaluation.pictures import NARROW, WIDE, standalone
from evaluation.services.exports.cells import iso
from evaluation.services.exports.formats import chunks_of, latex
from evaluation.services.exports.package import FILES, Package, checksums
from evaluation.services.exports.package.datapackage import descriptor
from evaluation.services.exports.study_data import StudyData
from evaluation.services.generation import CORE_VERSION
from evaluation.services.jobs import Progress
from evaluation.services.publications.citing import Citation, bibtex, in_words
from evaluation.services.publications.reader_tables import READER_TABLES
from evaluation.services.reporting.datasheet.people import published_here
from evaluation.services.reporting.files import report_files
from evaluation.services.reporting.small_cells import SMALLEST_GROUP
from evaluation.services.results.picture_data import PictureData
from evaluation.services.results.pictures import PICTURES as DRAWN
from evaluation.services.support.files import whole_path

FOLDER = "published"
ZIP = "data.zip"
# Of whole groups of judges; not those that show single judges, or when they came.
PICTURES = ("means", "models", "sentences")
NARROW_MARK = "-narrow"


def file_path(publication: Publication, name: str) -> Path:
    return folder_of(publication.files_key) / name


def folder_of(key: str) -> Path:
    return Path(settings.MEDIA_ROOT) / FOLDER / key


def remove_files(key: str) -> None:
    if key:
        shutil.rmtree(folder_of(key), ignore_errors=True)


def write_files(data: StudyData, citation: Citation, key: str, progress: Progress) -> list[list[str]]:
    """Everything into a folder of its own; returns the pictures by criterion and name."""
    folder = folder_of(key)
    folder.mkdir(parents=True, exist_ok=True)
    with translation.override("en"):
        drawn = dict(pictures_of(data))
        for name, svg in drawn.items():
            (folder / f"{name}.svg").write_text(svg, encoding="utf-8")
        wide = {name: svg for name, svg in drawn.items() if not name.endswith(NARROW_MARK)}
        write_zip(data, citation, wide, folder / ZIP, progress)
    return [list(name.rsplit(".", 1)) for name in wide]


def pictures_of(data: StudyData) -> Iterator[tuple[str, str]]:
    """Each picture of each criterion, for wide and for narrow screens: ``usage.means``, ``usage.means-narrow``."""
    for criterion in data.criteria:
        threshold = float(criterion.cut) if criterion.cut is not None else criterion.middle
        found = PictureData(data.study, data.selection, criterion, threshold)
        for name in PICTURES:
            yield f"{criterion.key}.{name}", standalone(DRAWN[name](found, WIDE))
            yield f"{criterion.key}.{name}{NARROW_MARK}", standalone(DRAWN[name](found, NARROW))


def write_zip(data: StudyData, citation: Citation, pictures: dict[str, str], target: Path, progress: Progress) -> None:
    progress.start(len(READER_TABLES) + 1)
    with whole_path(target) as part, zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        package = Package(archive, data)
        for name, table in READER_TABLES.items():
            progress.advance(0, f"{name}.csv")
            package.add(f"csv/{name}.csv", chunks_of(table, data, "csv"))
            progress.advance()
        for name, svg in pictures.items():
            package.add_text(f"pictures/{name}.svg", svg)
        package.add_text("latex/table1.tex", latex.table1(data))
        package.add_text("latex/table2.tex", latex.table2(data))
        package.add_json("datapackage.json", descriptor(data, READER_TABLES, package.files))
        for name, text in report_files(data.study, published_here(data.study), with_reasons=False):
            package.add_text(name, text)
        package.add_text("CITATION.bib", bibtex(citation))
        package.add_text("README.md", readme(data, citation))
        package.add_text("SHA256SUMS", checksums(package))
        progress.advance()


def readme(data: StudyData, citation: Citation) -> str:
    kept = (FILES / "README_readers.md").read_text(encoding="utf-8")
    return kept.format(
        name=data.study.name,
        core_version=CORE_VERSION,
        changed_at=iso(data.changed_at),
        tables=", ".join(READER_TABLES),
        smallest=SMALLEST_GROUP,
        citation=in_words(citation),
        licence=citation.licence or "none stated",
        selection="\n".join(f"- {words}" for words in data.selection.describe()),
        signature=data.signature,
    )
