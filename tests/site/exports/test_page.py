"""The page from which a researcher takes the data away."""

from __future__ import annotations

import pytest
from django.urls import reverse

from evaluation.services import exports, jobs
from tests.browser import check_with_axe

PAGE = "/studies/saturday/exports/"


def test_it_offers_every_table_and_says_what_counts(rated, meera, client_of):
    answer = client_of(meera).get(PAGE)
    text = answer.content.decode()
    for table in exports.TABLES:
        assert f"{PAGE}{table}.csv" in text
    assert f"{PAGE}sentences.latex" in text
    assert f"{PAGE}ratings.latex" not in text
    assert "Practice sentences do not count." in text


def test_a_file_is_streamed_as_an_attachment(rated, meera, client_of):
    answer = client_of(meera).get(f"{PAGE}ratings.csv")
    assert answer.streaming
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"] == 'attachment; filename="saturday-ratings.csv"'
    assert answer["Cache-Control"] == "private, no-store"


def test_what_does_not_exist_is_not_found(rated, meera, client_of):
    for file in ("nothing.csv", "ratings.xls", "ratings.latex", "zip/abcdefgh/"):
        assert client_of(meera).get(PAGE + file).status_code == 404


@pytest.mark.parametrize("address", ["", "ratings.csv", "zip/abc/"])
def test_it_is_for_the_studys_researchers_only(rated, asha, kiran, client_of, client, address):
    assert client_of(asha).get(PAGE + address).status_code == 403
    assert client_of(kiran).get(PAGE + address).status_code == 404
    assert client.get(PAGE + address).url.startswith(reverse("sign-in"))


def test_others_cannot_have_a_zip_made(rated, asha, kiran, client_of):
    assert client_of(asha).post(f"{PAGE}zip/").status_code == 403
    assert client_of(kiran).post(f"{PAGE}zip/").status_code == 404


def test_a_zip_is_made_shown_and_fetched(rated, meera, client_of):
    client = client_of(meera)
    started = client.post(f"{PAGE}zip/")
    assert started.url.startswith("/jobs/")
    assert started.url in client.get(PAGE).content.decode()
    jobs.run_waiting_jobs()
    key = started.url.split("/")[2]
    assert f"{PAGE}zip/{key}/" in client.get(PAGE).content.decode()
    fetched = client.get(f"{PAGE}zip/{key}/")
    assert fetched["Content-Disposition"] == 'attachment; filename="saturday.zip"'
    assert fetched.getvalue().startswith(b"PK")


def test_the_number_of_queries_does_not_grow_with_the_zips(rated, meera, client_of, django_assert_max_num_queries):
    for _ in range(5):
        exports.start_zip(study=rated, actor=meera)
    jobs.run_waiting_jobs()
    client = client_of(meera)
    with django_assert_max_num_queries(5):
        client.get(PAGE)


def test_a_researcher_downloads_a_table_in_the_browser(rated, meera, browser):
    meeras = browser(meera, width=390, color_scheme="dark")
    assert "Judges" in meeras.get(PAGE).text
    with meeras.page.expect_download() as download:
        meeras.page.locator(f'a[href="{PAGE}judges.csv"]').click()
    assert download.value.suggested_filename == "saturday-judges.csv"
    check_with_axe(meeras.page)
    assert meeras.complaints == []
