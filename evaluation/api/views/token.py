"""A token to put into the ``Authorization`` header of scripts, for a user name and password."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import authenticate
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied, Throttled
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from evaluation.api.permissions import SignedIn
from evaluation.middleware.client_address import client_address
from evaluation.models import User
from evaluation.services.accounts import guesses, second_factor, tokens


class Credentials(serializers.Serializer[Any]):
    username = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=4096, trim_whitespace=False)


class TokenSerializer(serializers.Serializer[Any]):
    token = serializers.CharField()
    expires_at = serializers.DateTimeField()


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
        """Exchange a user name and password for one's token; the same one until it expires or is revoked."""
        given = Credentials(data=request.data)
        given.is_valid(raise_exception=True)
        user = password_holder(request, **given.validated_data)
        token = tokens.token_of(user)
        return Response({"token": token.key, "expires_at": tokens.expires_at(token)})

    @extend_schema(operation_id="token_destroy", tags=["you"], request=None, responses={204: None})
    def delete(self, request: SignedIn) -> Response:
        """Revoke one's token: scripts that use it are refused from now on."""
        tokens.revoke(request.user)
        return Response(status=status.HTTP_204_NO_CONTENT)


def password_holder(request: Request, *, username: str, password: str) -> User:
    """Who has this user name and password; guesses count together with those on the sign-in page."""
    account, _owner = guesses.account_of(username)
    guess = guesses.Guess(account, client_address(request._request))
    try:
        counted = guesses.count_guess(guess)
    except guesses.TooManyGuesses as many:
        raise Throttled(wait=many.seconds) from many
    user = authenticate(request._request, username=username, password=password)
    if not isinstance(user, User):
        raise AuthenticationFailed(_("This user name and password do not belong together."))
    guesses.take_back(counted)
    if user.has_second_factor or second_factor.must_be_set_up(user):
        raise PermissionDenied(
            _("A password alone is not enough for this account: make the token in the browser, on your profile.")
        )
    return user
