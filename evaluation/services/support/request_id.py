"""The id of the request being answered, for log lines, audit entries and error pages. The middleware sets it."""

from contextvars import ContextVar

NO_REQUEST = "-"

current_request_id: ContextVar[str] = ContextVar("current_request_id", default=NO_REQUEST)
