from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from evaluation.services.accounts import people, second_factor
from evaluation.services.errors import Refused


class Command(BaseCommand):
    help = "Let somebody who has lost app and recovery codes sign in with the password alone."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("person", help="user name or e-mail address")

    def handle(self, *, person: str, **_options: Any) -> None:
        try:
            somebody = people.find(person)
        except Refused as refused:
            raise CommandError(refused.message) from refused
        if not somebody.has_second_factor:
            raise CommandError(f"{somebody.username} has no second factor.")
        second_factor.turn_off(person=somebody, actor=None)
        self.stdout.write(f"{somebody.username} signs in with the password alone from now on.")
