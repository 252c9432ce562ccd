from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from evaluation.management.confirmation import is_confirmed
from evaluation.services.accounts import people, personal_data
from evaluation.services.errors import Refused


class Command(BaseCommand):
    help = "Erase a person's personal data for good. Ratings stay, under the pseudonym."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("person", help="user name, e-mail address, or study/pseudonym (saturday/J01)")
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *args: Any, person: str, yes: bool, **options: Any) -> None:
        try:
            somebody = people.find(person)
            if not yes and not is_confirmed(f"Erase {somebody} ({somebody.username}) for good?"):
                raise CommandError("Nothing was erased.")
            personal_data.erase(person=somebody, actor=None)
        except Refused as refused:
            raise CommandError(refused.message) from None
        self.stdout.write(f"{people.label(somebody)} is erased.")
