"""Plain sentences dropped on the page for pairs: columns are mapped, pairs are proposed, nothing is half stored."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError

from evaluation.models import Collection, Pair, Upload, UploadState, WordList
from evaluation.services import jobs
from evaluation.services.pairs import word_lists
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


def test_a_column_called_by_its_language_is_in_it_whatever_its_rows_look_like_and_long_ones_are_cut(meeras):
    long = "Main ghar ja raha hoon aur woh bhi. " * 50
    answer = send(meeras, f"English\tHindi\n{long}\tWoh ghar ja raha hai.\n".encode())
    assert (answer.context["form"]["l1_lang"].value(), answer.context["form"]["l2_lang"].value()) == ("en", "hi")
    assert long not in answer.text
    assert long[:150] in answer.text


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
    assert "Check 2 proposed pairs" in meeras.get(f"/pairs/uploads/{upload.key}/").text
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


def test_a_word_list_stays_with_the_collection_for_whatever_is_proposed_later(meeras):
    choose(meeras, send(meeras), lexicon=SimpleUploadedFile("words.tsv", b"glows\tdamakta\n"))
    collection = Collection.objects.get()
    later = b"The golden old lamp glows again.\tPuraana wala diya phir se damakta hai.\n"
    answer = send(meeras, later, name="later.tsv")
    assert "The collection has a word list for en and hi, words.tsv (1 entry)" in answer.text
    choose(meeras, answer, has_header="")
    jobs.run_waiting_jobs()
    row = Upload.objects.get(name="later.tsv").rows.get()
    assert "4-5" in row.pair["alignment"].split()
    assert "Word list words.tsv (en, hi): 1 entry" in meeras.get(f"/pairs/collections/{collection.pk}/").text


def test_a_new_word_list_takes_the_place_of_the_old_one_whichever_language_comes_first(meera, meeras):
    choose(meeras, send(meeras), lexicon=SimpleUploadedFile("words.tsv", b"glows\tdamakta\n"))
    collection = Collection.objects.get()
    turned = {"languages": ["hi", "en"], "name": "b.tsv", "entries": [["chai", "tea"]]}
    word_lists.keep(collection=collection, actor=meera, **turned)
    assert word_lists.entries_for(collection, ["en", "hi"]) == [["tea", "chai"]]
    assert word_lists.entries_for(collection, ["hi", "en"]) == [["chai", "tea"]]
    assert word_lists.entries_for(collection, ["en", "es"]) == []


def test_a_word_list_is_removed_by_who_may_change_the_collection(client_of, kiran, meeras):
    choose(meeras, send(meeras), lexicon=SimpleUploadedFile("words.tsv", b"glows\tdamakta\n"))
    kept = WordList.objects.get()
    address = f"/pairs/collections/{kept.collection_id}/word-lists/{kept.pk}/delete/"
    client_of(kiran).post(address)
    assert WordList.objects.exists()
    meeras.post(address)
    assert not WordList.objects.exists()


@pytest.mark.both_databases
def test_the_table_keeps_one_word_list_for_two_languages(meeras):
    choose(meeras, send(meeras), lexicon=SimpleUploadedFile("words.tsv", b"glows\tdamakta\n"))
    with pytest.raises(IntegrityError, match=r"(?i)unique"):
        Collection.objects.get().word_lists.create(l1_lang="en", l2_lang="hi")


def test_a_word_list_has_a_limit_and_nothing_begins(meeras, monkeypatch):
    monkeypatch.setattr("evaluation.services.pairs.word_lists.MOST_ENTRIES", 1)
    answer = choose(meeras, send(meeras), lexicon=SimpleUploadedFile("words.tsv", b"a\tb\nc\td\n"))
    assert "The word list has 2 entries; at most 1 are kept." in str(answer.context["form"].errors["lexicon"])
    assert Upload.objects.get().state == UploadState.MAPPING
    assert not WordList.objects.exists()


def test_a_bad_word_list_is_refused_at_its_field_and_nothing_begins(meeras):
    answer = choose(meeras, send(meeras), lexicon=SimpleUploadedFile("words.tsv", b"sings\n"))
    assert "lexicon" in answer.context["form"].errors
    assert Upload.objects.get().state == UploadState.MAPPING


def test_the_same_language_twice_is_refused(meeras):
    answer = choose(meeras, send(meeras), l2_lang="en")
    assert "two different languages" in answer.text


def test_the_pages_say_that_files_of_aligners_and_parsers_may_come_and_let_them_be_chosen(meeras):
    page = meeras.get("/pairs/load/")
    assert "a sentence a line (x.en" in page.text
    assert "CoNLL-U" in page.text
    assert "accept" not in page.context["form"]["file"].field.widget.attrs
    mapping = send(meeras, b"Oil burns\n", "x.en")
    assert "trees (x.parse) and links (x.align)" in mapping.text


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
    assert (answer.context["form"]["l1_lang"].value(), answer.context["form"]["l2_lang"].value()) == ("en", None)
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


SHEET = spreadsheet(
    ("No.", "English sentence", "Hindi sentence", "Notes"),
    *((number, f"Ravi drinks {number} cups.", f"Ravi {number} cup peeta hai.", "") for number in range(11, 23)),
)


def test_a_numbered_sheet_with_notes_is_mapped_without_a_word(meeras):
    answer = send(meeras, SHEET, name="plain.xlsx")
    form = answer.context["form"]
    chosen = [form[name].value() for name in ("l1_lang", "first", "l2_lang", "second", "ids", "has_header")]
    assert chosen == ["en", 2, "hi", 3, 1, True]
    assert "Showing 8 of 12 rows." in answer.text


def proposed(client, **fields):
    """The page of the proposed rows of the sheet."""
    fields = {"first": "2", "second": "3", "ids": "1"} | fields
    answer = choose(client, send(client, SHEET, name="plain.xlsx"), **fields)
    jobs.run_waiting_jobs()
    return client.get(answer.request["PATH_INFO"])


def test_rows_show_both_sentences_before_they_are_loaded(meeras):
    page = proposed(meeras)
    assert "Ravi drinks 11 cups." in page.text
    assert "Ravi 11 cup peeta hai." in page.text


def test_the_columns_can_be_changed_until_the_rows_are_loaded(meeras):
    page = proposed(meeras, second="2", first="3", l1_lang="hi", l2_lang="en")
    assert "Change the columns" in page.text
    upload = Upload.objects.get()
    again = f"/pairs/uploads/{upload.key}/columns/again/"
    answer = meeras.post(again, follow=True)
    assert (answer.context["form"]["first"].value(), answer.context["form"]["l1_lang"].value()) == ("3", "hi")
    assert not upload.rows.exists()
    choose(meeras, answer, first="2", second="3")
    jobs.run_waiting_jobs()
    upload.refresh_from_db()
    assert (upload.state, upload.good_rows) == (UploadState.CHECKED, 12)
    meeras.post(f"/pairs/uploads/{upload.key}/accept/")
    refused = meeras.post(again, follow=True)
    assert "not waiting for a choice any more" in refused.text
    assert Upload.objects.get().state == UploadState.LOADING


def test_what_cannot_be_read_is_told_that_a_spreadsheet_can(meeras):
    assert "as a spreadsheet (.xlsx), CSV (.csv) or TSV (.tsv)" in send(meeras, b"PK", name="plain.docx").text


def test_languages_may_be_given_by_name_and_are_offered(meeras):
    answer = send(meeras)
    assert '<option value="hi">Hindi</option>' in answer.text
    choose(meeras, answer, l1_lang="English", l2_lang="hindi ")
    assert Upload.objects.get().plan["languages"] == ["en", "hi"]


def test_what_is_no_language_is_refused_with_what_would_be_right(meeras):
    answer = choose(meeras, send(meeras), l2_lang="Hinglisch")
    assert "“Hinglisch” is no language that is known here" in str(answer.context["form"].errors["l2_lang"])
    assert Upload.objects.get().state == UploadState.MAPPING
    file = SimpleUploadedFile("plain.tsv", ROWS)
    refused = meeras.post("/api/v1/uploads/", {"file": file, "collection": "Plain", "languages": "en,Hinglisch"})
    assert (refused.status_code, "such as en, hi or hi-Latn" in refused.text) == (400, True)
