"""One line for each request, in the same form and under the same request id as every other line of the site's log."""

from __future__ import annotations

import logging.config
from datetime import timedelta
from typing import Any

from django.conf import settings
from gunicorn.glogging import Logger


class SiteLogger(Logger):  # type: ignore[misc]
    def setup(self, cfg: Any) -> None:
        """Gunicorn's own lines go where Django's settings send all others."""
        super().setup(cfg)
        logging.config.dictConfig(settings.LOGGING)
        for logger in (self.error_log, self.access_log):
            logger.handlers.clear()
            logger.propagate = True

    def access(self, resp: Any, req: Any, environ: dict[str, Any], request_time: timedelta) -> None:
        status = int(str(resp.status).split(maxsplit=1)[0])
        milliseconds = round(request_time.total_seconds() * 1000, 1)
        facts = {
            "request_id": dict(resp.headers).get("X-Request-ID", "-"),
            "method": req.method,
            # Without the query: crowd-work sites put people's ids there.
            "path": req.path,
            "status": status,
            "bytes": getattr(resp, "sent", 0),
            "milliseconds": milliseconds,
            "address": environ.get("REMOTE_ADDR", ""),
        }
        self.access_log.info("%s %s %s %s ms", req.method, req.path, status, milliseconds, extra=facts)
