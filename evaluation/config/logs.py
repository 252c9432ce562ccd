"""Log lines as JSON, to be searched by request id or address; secrets in addresses are replaced by ***."""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime

STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "request_id", "taskName", "request"}
# Personal links and links to a new password: whoever reads the log must not be able to follow them.
SECRET = re.compile(r"(/j/|/password/new/[^/\s]+/)[^/\s]+")


def without_secrets(text: str) -> str:
    return SECRET.sub(r"\1***", text)


class SecretsFilter(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        if SECRET.search(message):
            record.msg, record.args = without_secrets(message), ()
        path = getattr(record, "path", None)
        if isinstance(path, str):
            record.path = without_secrets(path)
        return True


class JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "request_id": getattr(record, "request_id", None),
            "message": record.getMessage(),
        }
        entry |= {name: value for name, value in vars(record).items() if name not in STANDARD}
        if record.exc_info:
            entry["exception"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False, default=str)
