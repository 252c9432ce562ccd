"""A token to put into the ``Authorization`` header of scripts, for a user name and password."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import authenticate
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from evaluation.api.permissions import SignedIn
from evaluation.api.throttles import GUESS_SECONDS, count_guess
from evaluation.models import User
from evaluation.services.accounts import tokens


class Credentials(serializers.Serializer[Any]):
    username = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=4096, trim_whitespace=False)


class TokenSerializer(serializers.Serializer[Any]):
    token = serializers.CharField()


class TokenView(APIView):
    def get_permissions(self) -> list[Any]:
        return [AllowAny()] if self.request.method == "POST" else [IsAuthenticated()]

    def get_authenticators(self) -> list[Any]:
        # Who asks with a password is not asked who they are, nor for a form's secret.
        return [] if self.request is not None and self.request.method == "POST" else super().get_authenticators()

    def get_authenticate_header(self, request: Request) -> str:
        # With it a wrong password is answered by 401; without any way to sign in DRF would make it 403.
        return "Token"

    @extend_schema(operation_id="token_create", tags=["you"], request=Credentials, responses=TokenSerializer, auth=[])
    def post(self, request: Request) -> Response:
        """Exchange a user name and password for one's token; the same one until it is revoked."""
        given = Credentials(data=request.data)
        given.is_valid(raise_exception=True)
        count_guess(request, given.validated_data["username"])
        user = password_holder(request, **given.validated_data)
        return Response({"token": tokens.token_of(user).key})

    @extend_schema(operation_id="token_destroy", tags=["you"], request=None, responses={204: None})
    def delete(self, request: SignedIn) -> Response:
        """Revoke one's token: scripts that use it are refused from now on."""
        tokens.revoke(request.user)
        return Response(status=status.HTTP_204_NO_CONTENT)


def password_holder(request: Request, *, username: str, password: str) -> User:
    user = authenticate(request._request, username=username, password=password)
    # The sign-in page's lock holds here too, but must answer in the API's shape instead of with a page.
    if getattr(request._request, "axes_locked_out", False):
        request._request.axes_locked_out = False  # type: ignore[attr-defined]
        raise Throttled(wait=GUESS_SECONDS)
    if not isinstance(user, User):
        raise AuthenticationFailed(_("This user name and password do not belong together."))
    return user
