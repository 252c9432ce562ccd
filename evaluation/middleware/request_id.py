"""Give each request an id that its answer, its log lines and its audit entries share."""

import logging
import re
from collections.abc import Callable
from uuid import uuid4

from django.core.signals import request_finished
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse

from evaluation.services.support.request_id import NO_REQUEST, current_request_id

# A proxy may send one; anything else in that header would let a stranger write into our logs.
ACCEPTABLE = re.compile(r"[A-Za-z0-9-]{8,64}")


class RequestIdMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        offered = request.META.get("HTTP_X_REQUEST_ID", "")
        request_id = offered if ACCEPTABLE.fullmatch(offered) else uuid4().hex
        current_request_id.set(request_id)
        response = self.get_response(request)
        response["X-Request-ID"] = request_id
        return response


@receiver(request_finished)
def forget_request_id(**_: object) -> None:
    """Not in the middleware: streamed answers and Django's log line about a refusal come after it."""
    current_request_id.set(NO_REQUEST)


class RequestIdFilter(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        # The access log sets the id itself: its request is over by then.
        if not hasattr(record, "request_id"):
            record.request_id = current_request_id.get()
        return True
