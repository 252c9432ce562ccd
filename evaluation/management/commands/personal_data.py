import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.serializers.json import DjangoJSONEncoder

from evaluation.services import audit
from evaluation.services.accounts import people, personal_data
from evaluation.services.errors import Refused


class Command(BaseCommand):
    help = "Write everything that is stored about a person, as JSON."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("person", help="user name, e-mail address, or study/pseudonym (saturday/J01)")

    def handle(self, *args: Any, person: str, **options: Any) -> None:
        try:
            somebody = people.find(person)
        except Refused as refused:
            raise CommandError(refused.message) from None
        audit.record(None, "person.exported", people.label(somebody))
        data = personal_data.everything_about(somebody)
        self.stdout.write(json.dumps(data, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2))
