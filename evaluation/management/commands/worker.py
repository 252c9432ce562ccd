"""Do the site's long work: loading, drawing, exports. As many of these may run as there are cores to spare."""

import signal
import threading
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from evaluation.services.jobs import run_waiting_jobs, work_forever


class Command(BaseCommand):
    help = "Do the jobs that wait, and keep looking for more until stopped."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="do what waits now, then end")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["once"]:
            ran = run_waiting_jobs()
            self.stdout.write(f"{ran} job{'' if ran == 1 else 's'} done.")
            return
        stop = threading.Event()
        for wish in (signal.SIGTERM, signal.SIGINT):
            signal.signal(wish, lambda *_: stop.set())
        if options["verbosity"]:
            self.stdout.write("The worker looks for jobs; Ctrl-C ends it.")
        work_forever(stop)
