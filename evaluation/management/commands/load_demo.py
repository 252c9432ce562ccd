"""Load the demo data; loading it again changes nothing."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from evaluation.models import Study
from evaluation.services import demo


class Command(BaseCommand):
    help = "Load the demo: people, the paper's pairs, its Table 2 as a study, and an open study to try rating in."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--known-passwords", action="store_true", help="in production too, where anybody can then sign in as admin"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.PRODUCTION and not options["known_passwords"]:
            raise CommandError(
                "The demo's passwords are known to everybody, so it is not loaded in production. "
                "If nobody but you can reach this site, add --known-passwords."
            )
        loaded = demo.load()
        simulated = demo.load_laboratory(loaded.people["meera"])
        if options["verbosity"]:
            self._say(loaded, simulated)

    def _say(self, loaded: demo.Demo, simulated: Study) -> None:
        for username, role, password in demo.SIGN_INS:
            self.stdout.write(f"{role:11} {username:6} password: {password}")
        self.stdout.write(f"Table 2:       {settings.SITE_URL}/studies/{loaded.published.slug}/")
        self.stdout.write(f"Constraints:   {settings.SITE_URL}/studies/{simulated.slug}/ (simulated judges)")
        self.stdout.write(f"Try rating:    {settings.SITE_URL}{loaded.join_link}")
        if loaded.personal_link:
            self.stdout.write(f"Personal link: {settings.SITE_URL}{loaded.personal_link}")
