"""The site's settings, except that writers do not line up for SQLite's lock: only to measure what the queue changes."""

from evaluation.config.settings import *  # noqa: F403
from evaluation.config.settings import DATABASES

DATABASES["default"]["ENGINE"] = "django.db.backends.sqlite3"
