"""Plain sentences dropped on the page for pairs: columns are mapped, pairs are proposed, nothing is half stored."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from evaluation.models import Pair, Upload, UploadState
from evaluation.services import jobs
from tests.core.plain_files import spreadsheet

ROWS = (
    b"English\tHindi\nRavi drinks hot tea.\tRavi garam chai peeta hai.\nShe reads a book.\t\n"
    b"Maria sings.\tMaria gaati hai.\n"
)


@pytest.fixture
def meeras(client_of, meera):
    return client_of(meera)


def send(client, content=ROWS, name="plain.tsv", **fields):
    file = SimpleUploadedFile(name, content)
    return client.post("/pairs/load/", {"file": file, "collection": "Plain"} | fields, follow=True)


def choose(client, answer, **fields):
    wanted = {"l1_lang": "en", "l2_lang": "hi", "first": "1", "second": "2", "has_header": "on"} | fields
    return client.post(answer.request["PATH_INFO"], wanted, follow=True)


def test_two_columns_lead_to_the_mapping_page_and_not_to_missing_columns(meeras):
    answer = send(meeras)
    assert Upload.objects.get().state == UploadState.MAPPING
    assert "Ravi garam chai peeta hai." in answer.text
    assert "UTF-8" in answer.text
    form = answer.context["form"]
    assert (form["l1_lang"].value(), form["l2_lang"].value(), form["has_header"].value()) == ("en", "hi", True)
    assert "missing" not in answer.text


def test_windows_letters_are_recognised_and_said(meeras):
    answer = send(meeras, "The child sleeps.\tEl niño duerme.\n".encode("cp1252"))
    assert "Windows-1252" in answer.text
    assert "El niño duerme." in answer.text
    assert "UTF-16" in send(meeras, ROWS.decode().encode("utf-16")).text


def test_rows_become_proposed_pairs_that_are_seen_before_they_are_stored(meeras):
    choose(meeras, send(meeras))
    jobs.run_waiting_jobs()
    upload = Upload.objects.get()
    assert (upload.state, upload.good_rows, upload.bad_rows) == (UploadState.CHECKED, 2, 1)
    bad = upload.rows.get(is_good=False)
    assert (bad.line, bad.problems[0]["field"], bad.problems[0]["message"]) == (3, "Hindi", "the sentence is missing")
    assert not Pair.objects.exists()
    meeras.post(f"/pairs/uploads/{upload.key}/accept/")
    jobs.run_waiting_jobs()
    ravi = Pair.objects.get(external_id="1")
    assert (ravi.l1_text, ravi.l2_text) == ("Ravi drinks hot tea.", "Ravi garam chai peeta hai.")
    assert ravi.is_proposed
    assert len(ravi.confidence) == len(ravi.alignment.split())


@pytest.mark.parametrize(
    ("name", "content"),
    [("words.tsv", b"sings\tgaati\n"), ("words.xlsx", spreadsheet(("sings", "gaati"), ("tea", "chai")))],
)
def test_a_word_list_links_what_it_names(meeras, name, content):
    choose(meeras, send(meeras), lexicon=SimpleUploadedFile(name, content))
    jobs.run_waiting_jobs()
    maria = Upload.objects.get().rows.get(external_id="3")
    assert "1-1" in maria.pair["alignment"].split()


def test_a_bad_word_list_is_refused_at_its_field_and_nothing_begins(meeras):
    answer = choose(meeras, send(meeras), lexicon=SimpleUploadedFile("words.tsv", b"sings\n"))
    assert "lexicon" in answer.context["form"].errors
    assert Upload.objects.get().state == UploadState.MAPPING


def test_the_same_language_twice_is_refused(meeras):
    answer = choose(meeras, send(meeras), l2_lang="en")
    assert "two different languages" in answer.text


def test_the_files_of_aligners_go_together(meeras):
    answer = send(meeras, b"(S (NP (NN Oil)) (VP (VBZ burns)))\n", name="x.parse")
    assert "further" in answer.context["form"].fields
    further = [SimpleUploadedFile("x.hi", b"Tel jalta\n"), SimpleUploadedFile("x.align", b"0-0 1-1\n")]
    choose(meeras, answer, further=further)
    jobs.run_waiting_jobs()
    row = Upload.objects.get().rows.get()
    assert (row.is_good, row.pair["alignment"]) == (True, "0-0 1-1")


def test_one_column_says_what_would_be_right_and_can_be_discarded(meeras):
    answer = send(meeras, b"Oil burns\nGo home\n", name="plain.txt")
    assert "the rows have one column" in answer.text
    meeras.post(f"/pairs/uploads/{Upload.objects.get().key}/discard/")
    assert not Upload.objects.exists()


def test_sentences_named_by_their_language_wait_for_the_other_file(meeras):
    answer = send(meeras, b"Oil burns .\n", name="x.en")
    choose(meeras, answer, further=[SimpleUploadedFile("x.hi", b"Tel jalta hai .\n")])
    jobs.run_waiting_jobs()
    assert Upload.objects.get().good_rows == 1


def test_over_the_api_plain_text_comes_with_its_languages(meeras):
    def sent(**fields):
        file = SimpleUploadedFile("plain.tsv", ROWS)
        return meeras.post("/api/v1/uploads/", {"file": file, "collection": "Plain"} | fields)

    refused = sent()
    assert refused.status_code == 400
    assert "languages" in refused.text
    assert not Upload.objects.exclude(state=UploadState.DISCARDED).exists()
    assert sent(languages="en,hi", columns="English,Hindi").status_code == 202
    jobs.run_waiting_jobs()
    assert Upload.objects.exclude(state=UploadState.DISCARDED).get().good_rows == 2
