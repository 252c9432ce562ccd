"""What the API reads and writes: JSON only, but for files."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError, ValidationError
from rest_framework.metadata import SimpleMetadata
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import JSONParser, MultiPartParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from evaluation.middleware.readable_text import UNSTORABLE, unreadable_fields, unreadable_words

if TYPE_CHECKING:
    from rest_framework.views import APIView

NO_FIELD = "non_field_errors"


class OnlyJson(DefaultContentNegotiation):
    """Answers are JSON whatever ``Accept`` says; files have addresses of their own."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        first = next(iter(renderers))
        return first, first.media_type or ""


class BoundedJson(JSONParser):
    """JSON; one that is nested too deep or has text that cannot be stored is refused."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        try:
            sent = super().parse(stream, media_type, parser_context)
            refuse(unreadable_fields(sent))
        except RecursionError:
            raise ParseError(_("The JSON is nested too deep.")) from None
        return sent


class ReadableForm(MultiPartParser):
    """A form with files, its fields and the names of its files readable."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        sent = super().parse(stream, media_type, parser_context)
        names = {name: [file.name for file in files] for name, files in sent.files.lists()}
        refuse(unreadable_fields(dict(sent.data.lists()) | names))
        return sent


def refuse(fields: Iterable[str]) -> None:
    problems = {at or NO_FIELD: [unreadable_words()] for at in fields}
    if problems:
        raise ValidationError({UNSTORABLE.sub("�", at): words for at, words in problems.items()})


class Metadata(SimpleMetadata):
    """The answer to OPTIONS: what an address is for and reads. What its fields are, the OpenAPI document says."""

    def determine_metadata(self, request: Request, view: APIView) -> dict[str, Any]:
        return {
            "name": view.get_view_name(),
            "description": view.get_view_description(),
            "renders": [renderer.media_type for renderer in view.renderer_classes],
            "parses": [parser.media_type for parser in view.parser_classes],
        }
