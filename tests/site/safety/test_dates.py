"""Dates are written in one way throughout the site."""

import re
from datetime import UTC, date, datetime

import pytest
from django.conf import settings
from django.template import Context, Template
from django.utils import translation

from evaluation.models import User
from evaluation.pictures.progress import progress_picture

MOMENT = datetime(2026, 11, 17, 9, 30, tzinfo=UTC)
FILTER = re.compile(r"\|(?:date|time)(?::[\"']([^\"']*)[\"'])?")
TEMPLATES = sorted((settings.ROOT / "templates").rglob("*.*"))
MONTHS = re.compile(r"\b(Jan|Feb|March|April|May|June|July|Aug|Sept|Oct|Nov|Dec)\b")


@pytest.mark.parametrize("language", ["en", "hi", "es"])
@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("DATE_FORMAT", "2026-11-17"),
        ("SHORT_DATE_FORMAT", "2026-11-17"),
        ("DATETIME_FORMAT", "2026-11-17 09:30 UTC"),
        ("SHORT_DATETIME_FORMAT", "2026-11-17 09:30 UTC"),
    ],
)
def test_a_date_is_year_month_day_in_every_language(language, name, written):
    with translation.override(language):
        page = Template("{{ moment|date:name }}").render(Context({"moment": MOMENT, "name": name}))
    assert page == written


def test_templates_ask_for_no_style_of_their_own():
    asked_for = {style for path in TEMPLATES for style in FILTER.findall(path.read_text(encoding="utf-8"))}
    assert asked_for == {"DATE_FORMAT", "DATETIME_FORMAT"}


@pytest.mark.django_db
def test_lists_and_the_admin_write_it_so(client_of, noor):
    User.objects.filter(pk=noor.pk).update(last_login=MOMENT, date_joined=MOMENT)
    client = client_of(noor)
    User.objects.filter(pk=noor.pk).update(last_login=MOMENT)
    assert "2026-11-17 09:30 UTC" in client.get("/people/").text
    assert not MONTHS.search(client.get("/admin/evaluation/user/").text)


def test_the_picture_of_progress_writes_it_so():
    svg = progress_picture([(date(2026, 11, 17), 3), (date(2026, 11, 19), 1)], 10, width=640, title="Progress")
    assert ">2026-11-17<" in svg
    assert not MONTHS.search(svg)
