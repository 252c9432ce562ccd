"""Pages of results and of pairs travel compressed: they are long, and hold no secret that compression could betray.

BREACH reads a secret out of a compressed page by guessing it in something that the page repeats, and watching the
length. What stands on these pages and must not be guessed is the token in their forms, and Django masks it anew in each
response, so that two guesses never meet the same text; `GZipMiddleware` besides hides the length behind up to 100
random bytes. Pages that show a secret that stays (links, codes, tokens of the API) are in other rooms and are not
compressed.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware

ROOMS = ("evaluation.pages.results.", "evaluation.pages.pairs.")


class CompressionMiddleware(GZipMiddleware):
    """Compress what these rooms answer, whole pages and parts of them."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        match = request.resolver_match
        if match is None or not match.func.__module__.startswith(ROOMS):
            return response
        return super().process_response(request, response)
