"""The one command that runs the site, for development and for production."""

from __future__ import annotations

import errno
import os
import socket
import sys
import time
from argparse import ArgumentTypeError
from io import StringIO
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError, connections

from evaluation.services.support import running_sites
from evaluation.serving import preparation
from evaluation.serving.children import Child
from evaluation.serving.supervisor import SECONDS_TO_END, CannotStart, Supervisor

BACKLOG = 2048
GUNICORN = ["-m", "gunicorn", "--config", "python:evaluation.config.gunicorn", "evaluation.config.wsgi:application"]
# How glibc keeps memory for arrays that are gone; on its own it would keep up to 32 MB of each size.
WORKER_ENVIRONMENT = {
    # Of large ones it goes back to the system when a file has been written.
    "MALLOC_MMAP_THRESHOLD_": "1000000",
}
WEB_ENVIRONMENT = {
    # A page makes so many that the system would be asked tens of thousands of times: memory of those that are not very
    # large goes back once there is much of it.
    "MALLOC_MMAP_THRESHOLD_": "4000000",
    "MALLOC_TRIM_THRESHOLD_": "16000000",
    # Threads take turns anyway, so they need no memory apart.
    "MALLOC_ARENA_MAX": "1",
}


class Command(BaseCommand):
    help = "Bring the database up to date, then run the site: web processes and workers, watched over and restarted."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--demo", action="store_true", help="load the demo data if it is not there yet")
        parser.add_argument("--host", default="127.0.0.1", help="address to listen at (default %(default)s)")
        parser.add_argument("--port", type=port_number, default=8000, help="port to listen at (default %(default)s)")
        parser.add_argument("--web", type=int, default=settings.WEB_PROCESSES, help="web processes")
        parser.add_argument("--workers", type=int, default=1, help="processes for long work (default %(default)s)")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["web"] < 1 or options["workers"] < 0:
            raise CommandError("--web must be at least 1 and --workers at least 0.")
        if settings.HTTPS and not settings.BEHIND_TLS_PROXY:
            raise CommandError(
                "Set BEHIND_TLS_PROXY=1: `serve` leaves TLS to a proxy in front, and without that proxy's word "
                "every page would lead to itself."
            )
        listener = self.listening_socket(options["host"], options["port"])
        self.set_site_url(options["host"], listener.getsockname()[1])
        sign_ins = self.prepare(demo=options["demo"])
        supervisor = Supervisor(
            lambda ready_fd: processes(listener.fileno(), ready_fd, options["web"], options["workers"])
        )
        try:
            with running_sites.registered():
                supervisor.run(lambda: self.announce(sign_ins))
        except CannotStart as error:
            raise CommandError(str(error)) from None
        self.stdout.write("CSwitch has stopped.")

    def listening_socket(self, host: str, port: int) -> socket.socket:
        """Listen; if a site here was killed, wait until its processes have let go of the socket they were lent."""
        try:
            if is_in_use(host, port) and running_sites.was_one_killed():
                self.stdout.write("A site that was killed is still ending; waiting for its port.")
                self.stdout.flush()
                wait_until_free(host, port)
            return socket.create_server((host, port), family=family_of(host), backlog=BACKLOG)
        except OSError as error:
            cure = f"choose another port: make run PORT={port + 1}, or --port {port + 1}"
            why = os.strerror(error.errno) if error.errno else error
            raise CommandError(f"Cannot listen at {host}:{port} ({why}); {cure}.") from None

    def set_site_url(self, host: str, port: int) -> None:
        """In development links lead to the port that was chosen; in production SITE_URL is set by the administrator."""
        if "SITE_URL" not in os.environ:
            shown = f"[{host}]" if ":" in host else host
            settings.SITE_URL = os.environ["SITE_URL"] = f"http://{shown}:{port}"

    def prepare(self, *, demo: bool) -> str:
        """Prepare database, static files and demo; returns what the demo says about signing in."""
        words = StringIO()
        try:
            with preparation.one_at_a_time():
                preparation.bring_database_up_to_date()
                preparation.collect_static_files()
                if demo:
                    call_command("load_demo", stdout=words)
        except OperationalError as error:
            raise CommandError(f"The database does not answer (DATABASE_URL): {error}") from None
        except OSError as error:
            raise CommandError(
                f"Cannot write to {error.filename}: {error.strerror}. DATA_DIR and STATIC_ROOT choose other folders."
            ) from None
        # Children must not inherit a connection.
        connections.close_all()
        return words.getvalue()

    def announce(self, sign_ins: str) -> None:
        self.stdout.write(f"\nCSwitch is at {settings.SITE_URL}/")
        if sign_ins:
            self.stdout.write(f"Sign in at {settings.SITE_URL}/sign-in/\n{sign_ins}")
        self.stdout.write("Ctrl-C stops it.\n")
        self.stdout.flush()


def port_number(text: str) -> int:
    """0 lets the system choose."""
    if text.isdecimal() and int(text) <= 65535:
        return int(text)
    raise ArgumentTypeError(f"a port is a number from 0 to 65535, not {text!r}")


def is_in_use(host: str, port: int) -> bool:
    try:
        socket.create_server((host, port), family=family_of(host)).close()
    except OSError as error:
        return error.errno == errno.EADDRINUSE
    return False


def wait_until_free(host: str, port: int) -> None:
    """Wait as long as a process may take to end, and no longer: somebody else may have the port."""
    deadline = time.monotonic() + SECONDS_TO_END
    while is_in_use(host, port) and time.monotonic() < deadline:
        time.sleep(0.1)


def family_of(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def processes(socket_fd: int, ready_fd: int, web: int, workers: int) -> list[Child]:
    environment = WEB_ENVIRONMENT | {"WEB_PROCESSES": str(web), "READY_FD": str(ready_fd)}
    serve = [sys.executable, *GUNICORN, "--bind", f"fd://{socket_fd}"]
    work = [sys.executable, sys.argv[0], "worker", "--verbosity", "0"]
    return [
        Child("web", serve, environment, inherited=(socket_fd, ready_fd)),
        *(Child(f"worker {number + 1}", work, WORKER_ENVIRONMENT) for number in range(workers)),
    ]
