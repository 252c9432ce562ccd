from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from evaluation.services import backup
from evaluation.services.errors import Refused


class Command(BaseCommand):
    help = "Write database and files into one archive, while the site serves."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the archive to write, such as cswitch-2026-11-16.tar.gz")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            backup.make(path=file)
        except Refused as refused:
            raise CommandError(refused.message) from None
        self.stdout.write(f"{file} ({file.stat().st_size:,} bytes)")
