"""Begin or update the translation of the judges' pages into a language."""

from __future__ import annotations

from typing import Any

from babel import Locale, UnknownLocaleError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from evaluation.services.support import catalogues

MOST_SHOWN = 10


class Command(BaseCommand):
    help = "Writes every text that judges read into evaluation/locale/CODE, compiles it, and says what is missing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("code", help="a language code, like ta or pt_BR")

    def handle(self, *, code: str, **_options: Any) -> None:
        try:
            locale = str(Locale.parse(code.replace("-", "_")))
        except (UnknownLocaleError, ValueError):
            raise CommandError(f"“{code}” is no language that CLDR knows. Write a code like ta or pt_BR.") from None
        if locale == "en":
            raise CommandError("English is in the code itself and needs no translation.")
        catalogues.update_catalogue(locale)
        missing = catalogues.untranslated(locale)
        self.stdout.write(f"{catalogues.folder_of(locale) / 'django.po'}: {len(missing)} texts to translate")
        for text in missing[:MOST_SHOWN]:
            self.stdout.write(f"  {text.words.splitlines()[0][:100]}")
