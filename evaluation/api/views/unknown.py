"""An address that the API does not have, answered in the API's shape."""

from __future__ import annotations

from typing import Any, NoReturn

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.views import APIView


@extend_schema(exclude=True)
class UnknownAddress(APIView):
    permission_classes = [AllowAny]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> NoReturn:
        raise NotFound(_("There is nothing at this address. The API is described at /api/v1/docs/."))
