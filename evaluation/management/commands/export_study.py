"""A study's data as the page gives them: ``manage.py export_study bhat-2017 --table ratings --format csv -o FILE``."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from evaluation.models import Study
from evaluation.services import audit, exports
from evaluation.services.errors import Refused
from evaluation.services.support.files import whole_path

PIECE = 256 * 1024


class Command(BaseCommand):
    help = "Writes a table of a study, or with --format zip everything, to a file or to standard output."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("study", metavar="SLUG", help="the study's address, such as bhat-2017")
        parser.add_argument("--table", default="ratings", help=f"one of {', '.join(exports.TABLES)} (default: ratings)")
        parser.add_argument(
            "--format", default="csv", dest="form", help="csv, jsonl, parquet, latex or zip (default: csv)"
        )
        parser.add_argument("-o", "--output", type=Path, help="the file to write; standard output if left out")
        parser.add_argument("--bom", action="store_true", help="begin a CSV with a byte-order mark, for spreadsheets")
        parser.add_argument("--identities", action="store_true", help="with the judges' names, addresses and ids")

    def handle(self, *args: Any, **options: Any) -> None:
        study = Study.objects.filter(slug=options["study"]).first()
        if study is None:
            raise CommandError(f"There is no study {options['study']}. {known_studies()}")
        try:
            write_zip(study, options) if options["form"] == "zip" else write_table(study, options)
        except Refused as refusal:
            raise CommandError(refusal.message) from refusal
        except OSError as error:
            raise CommandError(f"{options['output']}: {error.strerror}") from error


def known_studies() -> str:
    slugs = list(Study.objects.order_by("slug").values_list("slug", flat=True)[:20])
    return f"Studies here: {', '.join(slugs)}." if slugs else "There are no studies yet; load_demo loads one."


def write_table(study: Study, options: dict[str, Any]) -> None:
    export = exports.export_table(
        study=study,
        table=options["table"],
        form=options["form"],
        bom=options["bom"],
        identities=options["identities"],
    )
    if options["output"] is None:
        return send(export.chunks)
    options["output"].parent.mkdir(parents=True, exist_ok=True)
    with whole_path(options["output"]) as part, part.open("wb") as opened:
        opened.writelines(export.chunks)
    return None


def write_zip(study: Study, options: dict[str, Any]) -> None:
    audit.record(None, "study.exported", study.slug, table="all", format="zip", identities=options["identities"])
    if options["output"] is not None:
        return exports.export_zip(study=study, target=options["output"], identities=options["identities"])
    with TemporaryDirectory(prefix="cswitch-zip-") as folder:
        target = Path(folder) / "export.zip"
        exports.export_zip(study=study, target=target, identities=options["identities"])
        with target.open("rb") as opened:
            send(iter(lambda: opened.read(PIECE), b""))
    return None


def send(chunks: Any) -> None:
    """To standard output; a reader that has seen enough, such as head, is no fault."""
    try:
        sys.stdout.buffer.writelines(chunks)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        sys.stderr.close()
