"""Bring a study back out of the zip that an export made: ``manage.py import_study bhat-2017.zip``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from evaluation.management.commands.load_pairs import TerminalProgress, owner_named
from evaluation.services import imports
from evaluation.services.errors import Refused


class Command(BaseCommand):
    help = (
        "Brings a study back out of an exported zip, with its pairs, judges (by pseudonym), answers and history. The "
        "checksums are verified first, and every table is computed again and compared; it is all or nothing."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--study", default="", metavar="SLUG", help="another address; the zip's own without --study"
        )
        parser.add_argument("--owner", help="user name of a researcher or admin; the first admin without --owner")

    def handle(self, *args: Any, **options: Any) -> None:
        owner = owner_named(options["owner"])
        try:
            with TerminalProgress(quiet=options["verbosity"] == 0) as progress:
                found = imports.bring_in(path=options["file"], owner=owner, slug=options["study"], progress=progress)
        except Refused as refusal:
            raise CommandError(refusal.message) from refusal
        self.stdout.write(f"{found.study.slug}: {found.words}")
