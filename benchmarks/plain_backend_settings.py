"""The site's settings, with Django's own backend for SQLite: only to measure what ours changes."""

from evaluation.config.settings import *  # noqa: F403
from evaluation.config.settings import DATABASES

DATABASES["default"]["ENGINE"] = "django.db.backends.sqlite3"
