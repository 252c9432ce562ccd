"""Sending a file in the browser, looking through its rows, choosing."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from evaluation.models import Collection, Pair, Upload, UploadState
from evaluation.services import jobs
from tests.site.files import OIL, PAPER, SATURDAY, WASTE, jsonl, many_pairs

LOAD = "/pairs/load/"


@pytest.fixture
def meeras(client_of, meera):
    return client_of(meera)


def file_of(content: bytes, name="pairs.jsonl"):
    return SimpleUploadedFile(name, content)


@pytest.fixture
def sent(meeras):
    """The page of a file that was sent and checked: ``sent(b"…")`` gives its address."""

    def send(content: bytes, **fields):
        answer = meeras.post(LOAD, {"file": file_of(content), "collection": "Paper"} | fields)
        assert answer.status_code == 302, answer.text
        jobs.run_waiting_jobs()
        return answer["Location"]

    return send


def test_a_file_is_received_and_waits_to_be_checked(meeras):
    answer = meeras.post(LOAD, {"file": file_of(PAPER.encode())}, follow=True)
    assert "Waiting for a worker" in answer.text
    assert Upload.objects.get().state == UploadState.CHECKING


def test_without_a_name_the_collection_is_called_like_the_file(sent):
    sent(PAPER.encode(), collection="")
    assert Collection.objects.get().name == "pairs"


def test_rows_can_be_pasted(meeras):
    meeras.post(LOAD, {"text": PAPER})
    jobs.run_waiting_jobs()
    upload = Upload.objects.get()
    assert (upload.good_rows, upload.collection.name) == (len(PAPER.splitlines()), "Pasted pairs")


def test_a_paste_that_is_too_large_is_refused_at_its_field(meeras, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 10_000
    answer = meeras.post(LOAD, {"text": "x" * 10_001, "collection": "Mine"})
    assert answer.status_code == 413
    assert list(answer.context["form"].errors) == ["text"]
    assert "too much to paste" in answer.text
    assert not Upload.objects.exists()


def test_a_file_sent_from_another_site_is_refused(meera):
    client = Client(enforce_csrf_checks=True)
    client.force_login(meera)
    assert client.post(LOAD, {"text": PAPER}).status_code == 403
    assert not Upload.objects.exists()


def test_a_pasted_table_is_known_by_its_first_line(meeras):
    table = f"id\tl1_lang\tl1_tree\tl2_lang\tl2_text\talignment\n1\ten\t{SATURDAY['l1']['tree']}\thi\tShanivar\t0-0\n"
    meeras.post(LOAD, {"text": table})
    jobs.run_waiting_jobs()
    assert Upload.objects.get().good_rows == 1


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "Choose a file, or paste rows below."),
        ({"file": file_of(b"")}, "The file is empty."),
        ({"file": file_of(b"PK\x03\x04", "pairs.docx")}, "cannot be read. Send two columns"),
        ({"file": file_of(b"PK\x03\x04", "pairs.csv")}, "This is not a text file."),
        ({"file": file_of("id".encode("utf-16"))}, "The file is in UTF-16."),
        ({"file": file_of(b"{}"), "text": "{}"}, "not both"),
        ({"text": "   \n "}, "Choose a file, or paste rows below."),
        ({"file": file_of(b"{}"), "collection": "x" * 121}, "at most 120 characters"),
        ({"file": file_of(b"{}"), "collection": "a\x00b"}, "Null characters are not allowed."),
    ],
)
def test_what_cannot_be_checked_is_said_at_its_field(meeras, fields, words):
    answer = meeras.post(LOAD, fields)
    assert answer.status_code == 200
    assert words in answer.text
    assert not Upload.objects.exists()
    assert not Collection.objects.exists()


def test_a_file_over_the_limit_is_said_at_the_field(meeras, settings):
    settings.UPLOAD_MAX_BYTES = 1024 * 1024
    answer = meeras.post(LOAD, {"file": file_of(b"x" * (3 * 1024 * 1024))})
    assert "The file is larger than 1 MB." in answer.text
    assert "Choose a file" not in answer.text
    assert not Upload.objects.exists()


def test_somebody_elses_collection_is_refused_at_its_field(meeras, client_of, kiran):
    meeras.post(LOAD, {"text": PAPER, "collection": "Meeras"})
    answer = client_of(kiran).post(LOAD, {"text": PAPER, "collection": "Meeras"})
    assert "This collection is Meera&#x27;s." in answer.text


def test_the_preview_shows_each_rows_state_and_each_error_at_its_place(meeras, sent):
    bad = OIL | {"alignment": "0-99"}
    text = meeras.get(sent(jsonl(SATURDAY, bad)), {"show": ""}).text
    assert "1 good row" in text
    assert "1 with problems" in text
    assert "line 1" in text
    assert "paper-1" in text
    assert "line 2" in text
    assert "<code>alignment</code>" in text
    assert "0-99" in text
    assert "Load the good rows" in text


def test_the_preview_begins_with_the_problems_if_there_are_any(meeras, sent):
    text = meeras.get(sent(jsonl(SATURDAY, OIL | {"alignment": "x"}))).text
    assert "line 2" in text
    assert "line 1<" not in text


def test_the_rows_can_be_filtered(meeras, sent):
    address = sent(jsonl(SATURDAY, OIL | {"alignment": "x"}))
    assert "line 2" not in meeras.get(address, {"show": "good"}).text
    assert "line 1<" not in meeras.get(address, {"show": "bad"}).text
    assert meeras.get(address, {"show": "nonsense", "page": "y"}).status_code == 200


def test_the_preview_runs_as_many_queries_for_ten_rows_as_for_many(meeras, sent, django_assert_num_queries):
    few, many = sent(many_pairs(10)), sent(many_pairs(200))
    with django_assert_num_queries(5):
        meeras.get(few)
    with django_assert_num_queries(5):
        assert "Page 1 of 4" in meeras.get(many).text


def test_an_opened_row_shows_its_tree_and_its_alignment(meeras, sent):
    address = sent(jsonl(SATURDAY))
    row = Upload.objects.get().rows.get()
    part = meeras.get(f"{address}rows/{row.pk}/", headers={"HX-Request": "true"}).text
    assert part.count("<svg") == 2
    assert "<html" not in part
    assert "<html" in meeras.get(f"{address}rows/{row.pk}/").text


def test_an_opened_bad_row_says_what_is_wrong(meeras, sent):
    address = sent(jsonl(SATURDAY | {"alignment": "x"}))
    row = Upload.objects.get().rows.get()
    assert "is no link" in meeras.get(f"{address}rows/{row.pk}/").text
    assert meeras.get(f"{address}rows/{row.pk + 999}/").status_code == 404


def test_markup_in_a_file_is_shown_and_not_run(meeras, sent):
    evil = "<script>alert(1)</script>"
    pair = SATURDAY | {"id": evil, "l2": {"lang": "hi", "tokens": [evil, *SATURDAY["l2"]["tokens"][1:]]}}
    address = sent(jsonl(pair, OIL | {"alignment": evil}))
    row = Upload.objects.get().rows.get(is_good=True)
    for page in (address, f"{address}?show=", f"{address}rows/{row.pk}/"):
        assert evil not in meeras.get(page).text


def test_taking_the_good_rows_loads_them(meeras, sent):
    address = sent(jsonl(SATURDAY, OIL | {"alignment": "x"}, WASTE))
    meeras.post(f"{address}accept/")
    jobs.run_waiting_jobs()
    assert Pair.objects.count() == 2
    text = meeras.get(address).text
    assert "<p>2 new.</p>" in text
    assert "Open the collection" in text


def test_taking_nothing_loads_nothing(meeras, sent):
    answer = meeras.post(f"{sent(PAPER.encode())}discard/", follow=True)
    assert "Nothing from pairs.jsonl was loaded." in answer.text
    assert not Pair.objects.exists()


def test_a_second_choice_is_told_that_it_is_late(meeras, sent):
    address = sent(PAPER.encode())
    meeras.post(f"{address}accept/")
    assert "not waiting for a choice" in meeras.post(f"{address}accept/", follow=True).text
    assert "not waiting for a choice" in meeras.post(f"{address}discard/", follow=True).text


def test_a_file_without_good_rows_offers_only_to_take_nothing(meeras, sent):
    text = meeras.get(sent(b"no json\n")).text
    assert "Load nothing" in text
    assert "Load the good rows" not in text


def test_a_check_that_was_cancelled_says_so_and_offers_to_begin_again(meeras, meera):
    meeras.post(LOAD, {"text": PAPER})
    upload = Upload.objects.get()
    jobs.cancel(job=upload.job, actor=meera)
    assert "Send it again" in meeras.get(f"/pairs/uploads/{upload.key}/").text


WRONG_HEADER = b"name,l1_lang,tree,l2_lang,text,links\n1,en,(NN oil),hi,tel,0-0\n2,en,(NN oil),hi,tel,0-0\n"


def test_a_wrong_header_is_one_problem_and_no_row(meeras, sent):
    address = sent(b"", file=file_of(WRONG_HEADER, "pairs.csv"))
    upload = Upload.objects.select_related("job").get()
    assert (upload.good_rows, upload.bad_rows) == (0, 0)
    assert upload.job.message == "No row of the file could be read."
    page = meeras.get(address).text
    assert "No row of the file could be read." in page
    assert page.count('<ul class="problems">') == 1
    assert "the columns id, l1_tree, l2_text, alignment are missing" in page
    assert "Load the good rows" not in page
    assert "Load nothing" in page


def test_rows_with_problems_are_counted_and_not_their_problems(meeras, sent):
    address = sent(jsonl(OIL, {"id": "bad"}, {"id": "worse"}))
    upload = Upload.objects.select_related("job").get()
    assert (upload.good_rows, upload.bad_rows) == (1, 2)
    assert upload.job.message == "1 good row, 2 with problems."
    assert "1 good row\n" in meeras.get(address).text


def test_every_undecided_upload_is_found_again(meeras, sent):
    addresses = [sent(PAPER.encode(), collection=f"Paper {number}") for number in range(7)]
    assert "7 files of yours are not loaded yet." in meeras.get("/pairs/").text
    page = meeras.get("/pairs/uploads/").text
    assert "Files that are not loaded yet (7)" in page
    assert all(f'href="{address}"' in page for address in addresses)
    assert page.count("waiting for your choice") == 7


def test_one_undecided_upload_is_counted_in_the_singular_and_none_is_not_mentioned(meeras, sent):
    address = sent(PAPER.encode())
    assert "1 file of yours is not loaded yet." in meeras.get("/pairs/").text
    meeras.post(f"{address}discard/")
    assert "not loaded yet" not in meeras.get("/pairs/").text


def test_somebody_elses_undecided_upload_is_not_in_the_list(client_of, kiran, sent):
    sent(PAPER.encode())
    assert "Every file is loaded or discarded." in client_of(kiran).get("/pairs/uploads/").text


def test_a_collection_is_listed_once_something_of_its_file_is_loaded(meeras, sent):
    address = sent(PAPER.encode(), collection="Not yet")
    assert "Not yet" not in meeras.get("/pairs/").text
    assert "in 0 collections." in meeras.get("/").text
    meeras.post(f"{address}accept/")
    jobs.run_waiting_jobs()
    assert "Not yet" in meeras.get("/pairs/").text


def test_an_empty_collection_made_by_hand_is_listed_whatever_is_sent_to_it(meeras, sent):
    meeras.post("/pairs/", {"collection": "By hand"})
    sent(PAPER.encode(), collection="By hand")
    assert "By hand" in meeras.get("/pairs/").text


def test_a_collection_of_a_file_that_could_not_be_checked_is_not_listed(meeras, meera):
    meeras.post(LOAD, {"text": PAPER, "collection": "Cancelled"})
    jobs.cancel(job=Upload.objects.get().job, actor=meera)
    assert "Cancelled" not in meeras.get("/pairs/").text


def test_somebody_elses_upload_is_not_found(client_of, kiran, sent):
    address = sent(PAPER.encode())
    row = Upload.objects.get().rows.first()
    client = client_of(kiran)
    assert client.get(address).status_code == 404
    assert client.get(f"{address}rows/{row.pk}/").status_code == 404
    assert client.post(f"{address}accept/").status_code == 404
    assert client.post(f"{address}discard/").status_code == 404


def test_judges_and_strangers_load_nothing(client, client_of, asha):
    assert client_of(asha).get(LOAD).status_code == 403
    assert client_of(asha).post(LOAD, {"text": PAPER}).status_code == 403
    assert client.post(LOAD, {"text": PAPER}).status_code == 302
    assert not Upload.objects.exists()


def test_the_form_offers_ones_own_collections(meeras, client_of, kiran, sent):
    sent(PAPER.encode(), collection="Meeras pairs")
    assert "Meeras pairs" in meeras.get(LOAD).text
    assert "Meeras pairs" not in client_of(kiran).get(LOAD).text
    assert 'value="Meeras pairs"' in client_of(kiran).get(LOAD, {"collection": "Meeras pairs"}).text


def test_a_broken_spreadsheet_is_said_to_be_one_and_can_be_discarded(meeras):
    answer = meeras.post(LOAD, {"file": file_of(b"PK\x03\x04", "pairs.xlsx")}, follow=True)
    assert answer.status_code == 422
    assert "cannot be read" in answer.text
    assert "Discard" in answer.text
