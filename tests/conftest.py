"""What holds for all tests: which of them begin first, and the settings that make them quick."""

from __future__ import annotations

import gc
import os

import pytest
from django.db import connection
from django.db.models.signals import post_migrate

from tests.quick import QUICK_HASHERS

# Playwright's synchronous interface runs an event loop in the thread of the test.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

pytest_plugins = ["tests.browser"]
# Files of tests that take long begin first, or a process would end with one of them while the other has nothing to do;
# those that keep the whole machine busy are not neighbours.
FIRST = [
    *("test_judges_first", "test_accessibility", "test_demo", "test_permissions", "test_faults", "test_processes"),
    *("test_moving", "test_arrivals", "test_studies_in_the_browser", "test_races", "test_rating_in_the_browser"),
    *("test_soak", "test_workbench_in_the_browser", "test_backup", "test_pairs_in_the_browser", "test_fuzz"),
    *("test_home_in_the_browser", "test_declared_groups", "test_fitted_models", "test_small_groups", "test_planning"),
    *("test_results_pages", "test_escaping", "test_accounts_in_the_browser", "test_study_zips", "test_export_tables"),
]


def pytest_collection_modifyitems(items):
    place = {name: number for number, name in enumerate(FIRST)}
    items.sort(key=lambda item: place.get(item.path.stem, len(place)))
    for item in items:
        mark = item.get_closest_marker("both_databases")
        if mark and mark.kwargs.get("daily", connection.vendor) != connection.vendor:
            item.add_marker(pytest.mark.slow)


def pytest_collection_finish():
    """What was imported and collected stays to the end: nobody need look through it for garbage again and again."""
    gc.freeze()
    gc.set_threshold(20_000)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup):
    """Whenever a test has emptied the tables Django would write its permissions anew, which nobody here is given."""
    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")


@pytest.fixture(scope="session")
def empty_folder(tmp_path_factory):
    """For collected static files: every client looks through it, while real servers fill the one of the checkout."""
    return tmp_path_factory.mktemp("static")


@pytest.fixture(autouse=True)
def plain_settings(settings, tmp_path, empty_folder):
    settings.PASSWORD_HASHERS = QUICK_HASHERS
    settings.DATA_DIR = tmp_path / "data"
    settings.MEDIA_ROOT = tmp_path / "data" / "files"
    settings.STATIC_ROOT = empty_folder
    # Static files are looked for when they are asked for; every new client would read them all.
    settings.WHITENOISE_AUTOREFRESH = True
