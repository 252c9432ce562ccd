"""Query parameters, read strictly: what does not mean anything is refused at its field, never ignored."""

from __future__ import annotations

import re
from typing import Any

import django_filters
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.serializers import BooleanField, Serializer

WHOLE_NUMBER = re.compile("[0-9]{1,9}")
LARGEST_PAGE = 999_999_999


class Pages(PageNumberPagination):
    """Pages from 1. A number that is none is refused at its field; a page after the last is not found."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 500
    last_page_strings = ()

    def get_page_number(self, request: Request, paginator: Any) -> int:
        return whole_number(request, self.page_query_param) or 1

    def get_page_size(self, request: Request) -> int:
        return whole_number(request, "page_size", most=self.max_page_size) or self.page_size

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """What is refused, said in the OpenAPI document."""
        bounds = {self.page_query_param: {"maximum": LARGEST_PAGE}, "page_size": {"maximum": self.max_page_size}}
        parameters: list[dict[str, Any]] = super().get_schema_operation_parameters(view)
        for parameter in parameters:
            parameter["schema"] |= {"minimum": 1} | bounds[parameter["name"]]
        return parameters


def whole_number(request: Request, name: str, *, most: int = LARGEST_PAGE) -> int | None:
    """A query parameter from 1 to ``most``; None if it was not sent."""
    written = request.query_params.get(name)
    if written is None:
        return None
    if not WHOLE_NUMBER.fullmatch(written) or not 1 <= int(written) <= most:
        raise ValidationError({name: [_("Write a whole number from 1 to %d.") % most]})
    return int(written)


class StrictFilters(django_filters.FilterSet):  # type: ignore[misc]
    """Filters in the address; a choice that is left empty is refused like any other that there is not."""

    def is_valid(self) -> bool:
        for name, chosen in self.filters.items():
            if isinstance(chosen, django_filters.ChoiceFilter) and self.data.get(name) == "":
                known = ", ".join(str(value) for value, _label in chosen.extra["choices"])
                # The first look at the errors is what finds them.
                if name not in self.form.errors:
                    self.form.add_error(name, _("Choose one of: %s.") % known)
        return bool(super().is_valid())


class QuerySerializer(Serializer[Any]):
    """The query parameters that a view reads."""

    @classmethod
    def read(cls, request: Request) -> dict[str, Any]:
        """The parameters of this request, checked; an empty one is a value like any other, unlike in a form."""
        sent = cls(data=request.query_params.dict())
        sent.is_valid(raise_exception=True)
        return dict(sent.validated_data)


class QueryBoolean(BooleanField):
    """``true`` or ``false``, as the OpenAPI document says, and as Python writes them."""

    TRUE_VALUES = frozenset({"true", "True", True})  # type: ignore[assignment]
    FALSE_VALUES = frozenset({"false", "False", False})  # type: ignore[assignment]
    NULL_VALUES: frozenset[Any] = frozenset()  # type: ignore[assignment]
