from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from evaluation.management.confirmation import is_confirmed
from evaluation.services import backup
from evaluation.services.errors import Refused


class Command(BaseCommand):
    help = "Put the site back as a backup has it. What was stored since is lost."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="an archive that `backup` wrote")
        parser.add_argument("--yes", action="store_true", help="do not ask (for scripts, which have no terminal)")

    def handle(self, *args: Any, file: Path, yes: bool, **options: Any) -> None:
        if not yes and not is_confirmed("Everything stored since the backup will be lost. Go on?"):
            raise CommandError("Nothing was changed.")
        try:
            manifest = backup.restore(path=file)
        except Refused as refused:
            raise CommandError(refused.message) from None
        self.stdout.write(f"The site is as it was at {manifest['made_at']}.")
