"""Every page of results over very many ratings, for `bench_results`: first and second request of a web process, memory.

Web processes are forked from one that has loaded the site, as gunicorn does. Each page is asked for twice by a process
of its own; at last each thread of one process is asked for all of them, and its memory is read. Judges and sentences
left out by hand are part of the data, because the comparison then computes everything twice.
"""

from __future__ import annotations

import json
import os
import resource
import time
import traceback
import warnings
from collections.abc import Callable
from threading import Event, Semaphore, Thread
from typing import Any

import psutil

from benchmarks.bench_exports import SLUG

MODELS = ["EC0", "EC1", "ML0", "ML2"]
PHENOMENA = ["nesting", "noun_insertion", "portmanteau", "tag_switch"]
REFERENCE = "SELECT item_id, participation_id, value FROM evaluation_rating WHERE study_id = %s AND criterion_id = %s"
PAGES = {
    "summary": "",
    "summary: findings": "findings/usage/",
    "text for a paper": "text/",
    "text for a paper: its text": "text/?whole",
    "comments": "comments/",
    "sentences": "sentences/",
    "sentences by mean": "sentences/?sort=mean&by=usage&down=1",
    "sentences as Table 2": "sentences/?layout=table2",
    "models, by cell": "models/",
    "models, generates": "models/?view=generates",
    "pairs": "pairs/",
    "phenomena": "phenomena/",
    "judges": "judges/",
    "one judge": "judges/{judge}/",
    "groups of judges": "groups/",
    "agreement": "agreement/",
    "comparison": "comparison/",
    "comparison: its figures": "comparison/?whole",
    "sources": "sources/",
    "constraints": "constraints/",
    "picture: sentences": "pictures/",
    "picture: models": "pictures/?picture=models",
    "picture: means": "pictures/?picture=means",
    "picture: judges by sentences": "pictures/?picture=judges-by-sentences",
    "picture: agreement": "pictures/?picture=agreement",
    "picture: progress": "pictures/?picture=progress",
}


def complete_study() -> None:
    """What pages show beside ratings: models that generate the sentences, phenomena, sources, somebody left out."""
    from django.utils import timezone

    from evaluation.models import Item, Pair, Participation, Study
    from evaluation.services import jobs
    from evaluation.services.results.set_sizes import cells_of, start_counting

    study = Study.objects.get(slug=SLUG)
    study.models_chosen = MODELS
    study.save()
    cells = [sorted(cell) for cell in cells_of(study, Pair.objects.order_by("pk")[0], MODELS) if cell]
    for rest, cell in enumerate(cells):
        numbered(study, len(cells), rest).update(memberships=cell, condition=cell[0])
    for rest in range(20):
        measures = {"phenomena": PHENOMENA[: rest % 5], "switch_points": 1 + rest % 4}
        numbered(study, 20, rest).update(measures=measures)
    numbered(study, 50, 0).update(source="llm", condition="llm", probability=None)
    Item.objects.filter(study=study, number=3).update(excluded_at=timezone.now(), exclusion_reason="misprint")
    judge = Participation.objects.filter(study=study).order_by("-pk").first()
    Participation.objects.filter(pk=judge.pk).update(excluded_at=timezone.now(), exclusion_reason="asleep")
    start_counting(study=study, actor=study.owner)
    jobs.run_waiting_jobs()


def numbered(study: Any, step: int, rest: int) -> Any:
    """The sentences whose number leaves this rest."""
    from django.db.models import F

    return study.items.annotate(rest=F("number") % step).filter(rest=rest)


def in_a_process(work: Callable[[], Any]) -> Any:
    """What the work gives, done by a fork of this process."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            with os.fdopen(writing, "w") as opened:
                json.dump(work(), opened)
        except Exception:  # noqa: BLE001  (the parent cannot see it)
            traceback.print_exc()
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as opened:
        text = opened.read()
    os.waitpid(child, 0)
    if not text:
        raise SystemExit("a page could not be shown")
    return json.loads(text)


def timed(work: Callable[[], Any]) -> tuple[float, float, Any]:
    """Seconds that passed, seconds of this processor, and what the work gives."""
    start, cpu = time.perf_counter(), time.process_time()
    found = work()
    return time.perf_counter() - start, time.process_time() - cpu, found


class Browser:
    """Asks for pages as the study's owner."""

    def __init__(self) -> None:
        from django.test import Client

        from evaluation.models import Study

        study = Study.objects.select_related("owner").get(slug=SLUG)
        self.judge = study.participations.order_by("pk").first().pseudonym
        self.client = Client(headers={"accept-encoding": "gzip"})
        self.client.force_login(study.owner)
        # A web process has these before its first request.
        self.client.handler.load_middleware()

    def get(self, page: str) -> int:
        """Bytes on the wire."""
        answer = self.client.get(f"/studies/{SLUG}/results/{page.format(judge=self.judge)}")
        assert answer.status_code == 200, (page, answer.status_code)
        return len(answer.content)


def measure_page(page: str) -> list[float]:
    browser = Browser()
    first, first_cpu, size = timed(lambda: browser.get(page))
    second, second_cpu, _size = timed(lambda: browser.get(page))
    return [first, first_cpu, second, second_cpu, size / 1000, *memory()]


def measure_reference() -> list[float]:
    from django.db import connection

    from evaluation.models import Study

    study = Study.objects.get(slug=SLUG)

    def read() -> int:
        with connection.cursor() as cursor:
            cursor.execute(REFERENCE, [study.pk, study.criteria.order_by("position").first().pk])
            return len(cursor.fetchall())

    return [*timed(read)[:2], *timed(read)[:2], 0.0, *memory()]


def measure_all_pages() -> list[float]:
    """Each thread of a web process asks for every page, one after the other; their connections stay open meanwhile."""
    from django.conf import settings

    asked, end = Semaphore(0), Event()

    def ask() -> None:
        try:
            browser = Browser()
            for page in PAGES.values():
                browser.get(page)
        finally:
            asked.release()
        end.wait()

    for _thread in range(settings.WEB_THREADS):
        Thread(target=ask, daemon=True).start()
        asked.acquire()
    found = memory()
    end.set()
    return found


def memory() -> list[float]:
    """MB that this process has, and had at most."""
    return [psutil.Process().memory_info().rss / 2**20, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024]


def measure(wanted: str = "") -> None:
    from django.conf import settings

    from evaluation.config.wsgi import application  # noqa: F401  (loads every page)

    # Django's client asks a host of its own.
    settings.ALLOWED_HOSTS = ["*"]
    settings.SECURE_SSL_REDIRECT = False
    warnings.simplefilter("ignore")
    print(f"{'':<30}{'first':>9}{'cpu':>8}{'second':>9}{'cpu':>8}{'KB sent':>9}{'MB':>6}{'most':>6}")
    lines = {"a plain SELECT of one criterion": measure_reference} | {
        name: (lambda page=page: measure_page(page)) for name, page in PAGES.items() if wanted in name
    }
    for name, work in lines.items():
        first, first_cpu, second, second_cpu, size, now, most = in_a_process(work)
        times = f"{first:>8.2f}s{first_cpu:>8.2f}{second:>8.2f}s{second_cpu:>8.2f}"
        print(f"{name:<31}{times}{size:>8.1f}{now:>7.0f}{most:>6.0f}", flush=True)
    now, most = in_a_process(measure_all_pages)
    print(f"one process after every page, by each of its threads: {now:.0f} MB, at most {most:.0f} MB")
