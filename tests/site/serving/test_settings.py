"""The settings refuse what would be unsafe, and name the variable."""

import os
import runpy
import subprocess
import sys

import pytest
from django.core.exceptions import ImproperlyConfigured

from tests.site.real_site import PRODUCTION, python

# Settings alone: no need to load the whole site for each case.
LOAD = "import evaluation.config.settings as s; print(s.DEBUG, s.SESSION_COOKIE_SECURE, s.SECURE_HSTS_SECONDS)"


def load(**environment: str) -> subprocess.CompletedProcess:
    return python("-c", LOAD, **environment)


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"SECRET_KEY": ""}, "SECRET_KEY"),
        ({"SECRET_KEY": "short"}, "SECRET_KEY"),
        ({"SECRET_KEY": "a" * 60}, "SECRET_KEY"),
        ({"SECRET_KEY": "for development on one machine, never for people's data"}, "SECRET_KEY"),
        ({"ALLOWED_HOSTS": ""}, "ALLOWED_HOSTS"),
        ({"ALLOWED_HOSTS": "*"}, "ALLOWED_HOSTS"),
        ({"ALLOWED_HOSTS": "a.example, *"}, "ALLOWED_HOSTS"),
        ({"ALLOWED_HOSTS": ".org", "SITE_URL": "https://cswitch.example.org"}, "ALLOWED_HOSTS"),
        ({"ALLOWED_HOSTS": "cswitch.example.org, .", "SITE_URL": "https://cswitch.example.org"}, "ALLOWED_HOSTS"),
        ({"DEBUG": "1"}, "DEBUG"),
        ({"SITE_URL": ""}, "SITE_URL"),
        ({"SITE_URL": "http://cswitch.example.org"}, "SITE_URL"),
        ({"SITE_URL": "https://elsewhere.example.org"}, "SITE_URL"),
        ({"HTTPS": "0", "BEHIND_TLS_PROXY": "0"}, "HTTPS"),
        ({"CSWITCH_ENV": "prod"}, "CSWITCH_ENV"),
        ({"EMAIL_PORT": "smtp"}, "EMAIL_PORT"),
        ({"API_TOKEN_DAYS": "0"}, "API_TOKEN_DAYS"),
        ({"SIGN_IN_FAILURES": "0"}, "SIGN_IN_FAILURES"),
        ({"DEBUG": "perhaps"}, "DEBUG"),
        ({"LOG_FORMAT": "xml"}, "LOG_FORMAT"),
        ({"LOG_LEVEL": "LOUD"}, "LOG_LEVEL"),
        ({"DATABASE_URL": "oracle://x/y"}, "DATABASE_URL"),
        ({"DATABASE_URL": "sqlite:////dev/null/cswitch.sqlite3"}, "DATA_DIR"),
    ],
)
def test_it_refuses_to_start_and_names_the_variable(changed, named, monkeypatch):
    monkeypatch.setattr(os, "environ", {"DATABASE_URL": "sqlite://:memory:"} | PRODUCTION | changed)
    monkeypatch.delitem(sys.modules, "evaluation.config.settings")
    with pytest.raises(ImproperlyConfigured, match=named):
        runpy.run_module("evaluation.config.settings")


def test_safe_production_starts():
    assert load(**PRODUCTION).stdout.split() == ["False", "True", "31536000"]


def test_all_hosts_of_a_domain_of_ones_own_may_be_allowed():
    own = {"ALLOWED_HOSTS": ".example.org", "SITE_URL": "https://cswitch.example.org"}
    assert load(**PRODUCTION | own).returncode == 0


def test_it_runs_with_no_environment_at_all():
    assert load().stdout.split() == ["False", "False", "0"]


def test_the_command_line_says_what_to_set_in_one_line():
    refused = python("manage.py", "serve", **PRODUCTION | {"SECRET_KEY": ""})

    assert refused.returncode == 1
    assert refused.stderr.splitlines() == [
        "CSwitch cannot start: SECRET_KEY must be set to at least 50 random characters in production."
    ]


@pytest.mark.parametrize(("host", "kind"), [("", "console"), ("mail.example.org", "smtp")])
def test_mails_are_sent_where_there_is_a_server_for_them(host, kind):
    chosen = python("-c", "import evaluation.config.settings as s; print(s.EMAIL_BACKEND)", EMAIL_HOST=host)

    assert chosen.stdout.split() == [f"django.core.mail.backends.{kind}.EmailBackend"]


def test_sqlite_answers_only_when_the_disk_has_it(tmp_path):
    """A power cut must not take an acknowledged rating: 2 is FULL, each commit is synced (1, NORMAL, syncs none)."""
    ask = (
        "import django; django.setup(); from django.db import connection; c = connection.cursor(); "
        "print(*(c.execute(f'PRAGMA {name}').fetchone()[0] for name in ('journal_mode', 'synchronous')))"
    )
    chosen = python(
        *("-c", ask),
        DATABASE_URL=f"sqlite:///{tmp_path / 'cswitch.sqlite3'}",
        DJANGO_SETTINGS_MODULE="evaluation.config.settings",
    )

    assert chosen.stdout.split() == ["wal", "2"]
