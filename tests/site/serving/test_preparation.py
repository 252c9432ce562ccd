"""What happens before the site starts."""

from pathlib import Path

import pytest
from django.conf import settings as django_settings
from django.core.management import CommandError, call_command

from evaluation.management.commands import serve
from evaluation.services.support import running_sites
from evaluation.serving import preparation

pytestmark = pytest.mark.both_databases


@pytest.fixture
def collected(settings, tmp_path, monkeypatch):
    """Production's way with static files, on two small ones."""
    (tmp_path / "given").mkdir()
    (tmp_path / "given" / "a.css").write_text("p { color: red }")
    settings.WHITENOISE_USE_FINDERS = False
    settings.STATIC_ROOT = tmp_path / "collected"
    calls = []
    monkeypatch.setattr(preparation, "call_command", lambda *words, **_options: calls.append(words[0]))
    monkeypatch.setattr(preparation, "static_files", lambda: [("a.css", tmp_path / "given" / "a.css")])
    return calls


def test_static_files_are_collected_once(collected):
    assert preparation.collect_static_files()
    assert not preparation.collect_static_files()
    assert collected == ["collectstatic"]


def test_a_changed_file_is_collected_again(collected, tmp_path):
    preparation.collect_static_files()
    (tmp_path / "given" / "a.css").write_text("p { color: blue }")

    assert preparation.collect_static_files()


def test_in_development_files_are_served_from_where_they_lie(settings, tmp_path):
    settings.STATIC_ROOT = tmp_path / "collected"

    assert not preparation.collect_static_files()


def test_all_our_static_files_are_looked_at():
    found = dict(preparation.static_files())

    assert found["css/site.css"] == django_settings.ROOT / "static" / "css" / "site.css"
    assert any(name.startswith("admin/") for name in found)


@pytest.mark.parametrize("options", [["--web", "0"], ["--workers", "-1"]])
def test_impossible_numbers_are_refused(options):
    with pytest.raises(CommandError, match="at least"):
        call_command("serve", *options)


@pytest.mark.parametrize("port", ["65536", "-1", "http"])
def test_an_impossible_port_is_refused(port):
    with pytest.raises(CommandError, match="a port is a number from 0 to 65535"):
        call_command("serve", f"--port={port}")


def test_an_address_that_cannot_be_had_is_a_clear_error():
    with pytest.raises(CommandError, match=r"Cannot listen at 192.0.2.1:8000 \([\w ]+\); choose another port"):
        call_command("serve", "--host", "192.0.2.1")


def test_a_folder_that_cannot_be_written_is_a_clear_error(settings):
    settings.DATA_DIR = Path("/dev/null/data")

    with pytest.raises(CommandError, match=r"Cannot write to /dev/null/data: .* DATA_DIR"):
        call_command("serve", "--port=0")


def test_tls_without_a_proxy_that_speaks_it_is_a_clear_error(settings):
    settings.HTTPS = True

    with pytest.raises(CommandError, match="BEHIND_TLS_PROXY=1"):
        call_command("serve", "--port=0")


def test_links_lead_to_the_port_that_was_chosen(settings, monkeypatch):
    monkeypatch.setenv("SITE_URL", "as it was")
    monkeypatch.delenv("SITE_URL")
    serve.Command().set_site_url("::1", 8123)

    assert settings.SITE_URL == "http://[::1]:8123"


def test_only_what_still_runs_is_told_of_a_new_database(settings, monkeypatch):
    settings.DATA_DIR.mkdir(parents=True)
    stale = settings.DATA_DIR / "serve-1.pid"
    stale.write_text("1")
    told = []
    monkeypatch.setattr(running_sites.os, "kill", lambda pid, number: told.append((pid, number.name)))
    with running_sites.registered():
        running_sites.restart_all()

    assert told == [(running_sites.os.getpid(), "SIGHUP")]
    assert list(settings.DATA_DIR.iterdir()) == []


@pytest.mark.django_db(transaction=True)
def test_preparing_is_done_by_one_at_a_time():
    with preparation.one_at_a_time():
        preparation.bring_database_up_to_date()
