"""How gunicorn serves the site. ``manage.py serve`` starts it with this file and lends it the listening socket.

Threads, because a request mostly waits for the database, and a handful of processes, because Python uses one core each:
one more than there are cores, as browsers keep their connections: these are shared out, but not all are equally busy.
The application is loaded once, before the processes are forked: they share its memory, and a new one is there at once.
"""

import os
from pathlib import Path

from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "evaluation.config.settings")

workers = settings.WEB_PROCESSES
threads = settings.WEB_THREADS
worker_class = "evaluation.config.web_worker.Worker"
preload_app = True
timeout = 60
graceful_timeout = 30
keepalive = 15
# A slow leak, ours or a library's, never gets far.
max_requests = 50_000
max_requests_jitter = 5_000
# The heartbeat must not wait for a disk.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108
# Reached by nobody, and two sites on one machine would share it.
control_socket_disable = True
logger_class = "evaluation.config.access_log.SiteLogger"
accesslog = "-"


def post_worker_init(worker: object) -> None:  # noqa: ARG001
    """Tell the supervisor that requests can be answered."""
    ready_fd = os.environ.get("READY_FD")
    if ready_fd:
        try:
            os.write(int(ready_fd), b"1")
        except OSError:
            # Another process was first, and the supervisor has closed its end.
            return
