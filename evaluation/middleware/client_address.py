"""The network address a request came from, for throttles."""

from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest

# The unspecified address: through a socket file, or a proxy that does not say.
UNKNOWN = "::"


def client_address(request: HttpRequest) -> str:
    """The peer's address. Behind our own proxy it is the last one in X-Forwarded-For: the proxy wrote only that one."""
    peer = str(request.META.get("REMOTE_ADDR") or UNKNOWN)
    if not settings.BEHIND_TLS_PROXY:
        return peer
    forwarded = str(request.META.get("HTTP_X_FORWARDED_FOR", "")).rpartition(",")[2].strip()
    return forwarded if is_address(forwarded) else peer


def is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
