"""A real site for tests: `manage.py serve` in processes of its own, on a database of its own."""

from __future__ import annotations

import os
import re
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import psutil
import psycopg
from django.conf import settings

ROOT = Path(__file__).resolve().parents[2]
MANAGE = [sys.executable, str(ROOT / "manage.py")]
# A loaded machine may be slow; nothing waits this long when all is well.
PATIENCE = 120.0
PRODUCTION = {
    "CSWITCH_ENV": "production",
    "SECRET_KEY": "for tests of production only 0123456789 abcdefghijklmnopqrstuvwxyz",
    "ALLOWED_HOSTS": "127.0.0.1",
    "SITE_URL": "https://127.0.0.1",
    "BEHIND_TLS_PROXY": "1",
}


@contextmanager
def own_database(folder: Path) -> Iterator[str]:
    """An empty database of the kind the tests run on; its address."""
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        yield f"sqlite:///{folder / 'cswitch.sqlite3'}"
        return
    name = f"own_{secrets.token_hex(6)}"
    with psycopg.connect(settings.DATABASE_URL, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
        yield re.sub(r"/[^/]*$", f"/{name}", settings.DATABASE_URL)
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")


def eventually(fact: Callable[[], object], what: str) -> None:
    """Wait until something holds; fail with words if it never does."""
    deadline = time.monotonic() + PATIENCE
    while not fact():
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {PATIENCE:.0f} s in vain: {what}")
        time.sleep(0.05)


class Browser(httpx.Client):
    """Somebody who comes through the proxy that speaks TLS, so that cookies for TLS only are sent back in plain."""

    def __init__(self, url: str) -> None:
        self.secure_cookies: dict[str, str] = {}
        hooks = {"request": [self.send_cookies], "response": [self.keep_cookies]}
        super().__init__(base_url=url, headers={"X-Forwarded-Proto": "https"}, timeout=PATIENCE, event_hooks=hooks)

    def send_cookies(self, request: httpx.Request) -> None:
        request.headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.secure_cookies.items())

    def keep_cookies(self, response: httpx.Response) -> None:
        for line in response.headers.get_list("set-cookie"):
            name, _, value = line.partition(";")[0].partition("=")
            self.secure_cookies[name] = value

    def send_form(self, path: str, **fields: str) -> httpx.Response:
        """Open a page and send its form."""
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.get(path).text)
        assert token, path
        origin = f"https://{self.base_url.host}:{self.base_url.port}"
        sent = {"csrfmiddlewaretoken": token.group(1)} | fields
        return self.post(path, data=sent, headers={"Origin": origin, "Referer": origin + path})


class Site:
    """The supervisor, its processes and its log."""

    def __init__(self, folder: Path, database: str, *options: str, **environment: str) -> None:
        self.folder = folder
        self.environment = {"DATA_DIR": str(folder), "DATABASE_URL": database, "PYTHONUNBUFFERED": "1"} | environment
        if not {"CSWITCH_ENV", "COLLECTED_STATIC"} & set(environment):
            # Serves the files from where they lie, and must not look into a folder that another test is filling.
            self.environment["STATIC_ROOT"] = str(folder / "static")
        self.options = options
        self.log = folder / "serve-test.log"
        self.supervisor: subprocess.Popen[bytes]
        self.url = ""

    def __enter__(self) -> Site:
        self.folder.mkdir(parents=True, exist_ok=True)
        command = [*MANAGE, "serve", "--port", "0", *self.options]
        with self.log.open("wb") as log:
            self.supervisor = subprocess.Popen(
                command, stdout=log, stderr=subprocess.STDOUT, env=self.clean_environment(), cwd=ROOT
            )
        eventually(lambda: self.supervisor.poll() is not None or "Ctrl-C stops it." in self.words(), "the site is up")
        assert self.supervisor.poll() is None, self.words()
        (listener,) = [c for c in psutil.Process(self.supervisor.pid).net_connections("tcp") if c.status == "LISTEN"]
        self.url = f"http://127.0.0.1:{listener.laddr.port}"
        return self

    def __exit__(self, *_exception: object) -> None:
        family = self.family()
        if self.supervisor.poll() is None:
            self.supervisor.send_signal(signal.SIGTERM)
            try:
                self.supervisor.wait(60)
            except subprocess.TimeoutExpired:
                self.supervisor.kill()
                self.supervisor.wait()
        for process in family:
            if process.is_running():
                process.kill()

    def clean_environment(self) -> dict[str, str]:
        ours = {"PATH", "HOME", "LANG", "TMPDIR", "VIRTUAL_ENV"}
        return {name: value for name, value in os.environ.items() if name in ours} | self.environment

    def words(self) -> str:
        return self.log.read_text(errors="replace")

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Another command on the same site."""
        return subprocess.run(
            [*MANAGE, *arguments],
            env=self.clean_environment(),
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )

    def family(self) -> list[psutil.Process]:
        try:
            return psutil.Process(self.supervisor.pid).children(recursive=True)
        except psutil.NoSuchProcess:
            return []

    def children(self, word: str) -> list[psutil.Process]:
        """The supervisor's own children whose command has this word: `gunicorn` or `worker`."""
        return [child for child in psutil.Process(self.supervisor.pid).children() if word in command_line_of(child)]

    def browser(self) -> Browser:
        return Browser(self.url)

    def answers(self) -> bool:
        try:
            with self.browser() as browser:
                return browser.get("/readyz").status_code == 200
        except httpx.TransportError:
            return False


def command_line_of(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.NoSuchProcess:
        return []


def python(*arguments: str, **environment: str) -> subprocess.CompletedProcess:
    clean = {"PATH": os.environ["PATH"], "DATABASE_URL": "sqlite://:memory:"}
    return subprocess.run(
        [sys.executable, *arguments], env=clean | environment, cwd=ROOT, capture_output=True, text=True, check=False
    )
