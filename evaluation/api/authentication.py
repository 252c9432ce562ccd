from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.authentication import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed

from evaluation.services.accounts import tokens


class ExpiringToken(TokenAuthentication):
    """DRF's token in the ``Authorization`` header, for API_TOKEN_DAYS after it was made."""

    def authenticate_credentials(self, key: str) -> tuple[Any, Any]:
        user, token = super().authenticate_credentials(key)
        if tokens.has_expired(token):
            words = _("This token expired on %(day)s. Make a new one on the page of your profile or at /api/v1/token/.")
            raise AuthenticationFailed(words % {"day": f"{tokens.expires_at(token):%Y-%m-%d}"})
        return user, token
