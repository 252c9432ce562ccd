"""The parameters of an address, behind its question mark."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request


class QuerySerializer(serializers.Serializer[Any]):
    @classmethod
    def read(cls, request: Request) -> dict[str, Any]:
        """The parameters of this request, checked; what cannot be is refused with the name of the parameter."""
        sent = cls(data=request.query_params)
        sent.is_valid(raise_exception=True)
        return dict(sent.validated_data)
