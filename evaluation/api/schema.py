"""The OpenAPI document: what every operation may answer, written down in one place."""

from __future__ import annotations

from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import Direction, OpenApiResponse

from evaluation.api.errors import ErrorSerializer

EVERYWHERE = {
    401: "Nobody is signed in, or the token is not known.",
    403: "Not for somebody of your role.",
    404: "There is nothing at this address, or it is not yours.",
    422: "Answering took longer than a request may and was stopped; ask for less.",
    429: "Too many requests; `Retry-After` says for how many seconds to rest.",
    503: "The database does not answer; try again after `Retry-After` seconds.",
}
WITH_INPUT = {400: "What was sent is not valid; `fields` says where."}
WITH_BODY = {413: "More was sent than is taken at once.", 415: "What was sent is not JSON."}


class Schema(AutoSchema):
    """Adds to each operation the errors that any request of its kind may get, unless it describes them itself."""

    def _get_response_bodies(self, direction: Direction = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        for status, words in self.common_errors().items():
            if str(status) not in bodies:
                error = OpenApiResponse(ErrorSerializer, words)
                bodies[str(status)] = self._get_response_for_code(  # type: ignore[no-untyped-call]
                    error, str(status), direction=direction
                )
        return bodies

    def common_errors(self) -> dict[int, str]:
        with_body = WITH_BODY if self.method in {"POST", "PUT", "PATCH"} else {}
        return EVERYWHERE | WITH_INPUT | with_body
