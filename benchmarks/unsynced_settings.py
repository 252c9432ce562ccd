"""The site's settings, except that SQLite does not wait for the disk: only to measure what waiting costs."""

from evaluation.config.settings import *  # noqa: F403
from evaluation.config.settings import DATABASES, SQLITE_OPTIONS

DATABASES["default"]["OPTIONS"] = SQLITE_OPTIONS | {
    "init_command": SQLITE_OPTIONS["init_command"].replace("synchronous=FULL", "synchronous=NORMAL")  # type: ignore[attr-defined]
}
