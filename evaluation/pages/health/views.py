"""Two addresses for machines: is the process alive, and can it serve people?"""

from __future__ import annotations

import logging

from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from evaluation.services.support import disk

logger = logging.getLogger(__name__)


@require_safe
def healthz(_request: HttpRequest) -> HttpResponse:
    """The process answers. Asks nothing of the database, so that its trouble does not get web processes killed."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def readyz(_request: HttpRequest) -> JsonResponse:
    """The database answers and has every migration, and the disk takes a write: requests may be sent here."""
    try:
        missing = missing_migrations()
    except (DatabaseError, ImproperlyConfigured) as error:
        logger.warning("not ready: %s", error)
        return JsonResponse({"ready": False, "why": "the database does not answer"}, status=503)
    if missing:
        return JsonResponse({"ready": False, "why": "migrations are missing", "migrations": missing}, status=503)
    try:
        disk.write_a_little()
    except OSError as error:
        logger.warning("not ready: %s", error)
        return JsonResponse({"ready": False, "why": "the disk takes no writes"}, status=503)
    return JsonResponse({"ready": True})


def missing_migrations() -> list[str]:
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _ in plan]
