"""From a file to stored pairs: checked row by row, all good rows or nothing, never twice."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from evaluation.models import (
    AuditEntry,
    Collection,
    Item,
    Job,
    JobState,
    Pair,
    RowEffect,
    Upload,
    UploadRow,
    UploadState,
)
from evaluation.services import jobs
from evaluation.services.errors import Refused
from evaluation.services.jobs import Progress
from evaluation.services.pairs import storing, uploads
from evaluation.services.pairs.uploads import checking, loading
from evaluation.services.pairs.uploads.checking import pair_of
from evaluation.services.pairs.uploads.upload_files import path_of
from tests.site.factories import make_study
from tests.site.files import OIL, PAPER, SATURDAY, WASTE, jsonl, many_pairs

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


def send(owner, content: bytes, name="pairs.jsonl", collection="Paper"):
    return uploads.receive(collection=collection, owner=owner, name=name, chunks=[content])


def checked(owner, content: bytes, **options):
    upload = send(owner, content, **options)
    jobs.run_waiting_jobs()
    upload.refresh_from_db()
    return upload


def test_the_papers_pairs_are_loaded_as_they_are_written(load):
    upload = load(PAPER.encode())
    stored = Pair.objects.get(external_id="paper-1")
    assert upload.state == UploadState.LOADED
    assert stored.l1_text == "Saturday is boring from that perspective"
    assert stored.l2_tokens == SATURDAY["l2"]["tokens"]
    assert stored.alignment == SATURDAY["alignment"]
    assert (stored.version, stored.is_current, stored.l1_lang, stored.l2_lang) == (1, True, "en", "hi")
    assert Pair.objects.get(external_id="paper-4").note == OIL["note"]


@pytest.mark.parametrize(("name", "separator"), [("pairs.csv", ","), ("pairs.tsv", "\t"), ("pairs.csv", ";")])
def test_tables_are_loaded_like_json_lines(load, name, separator):
    header = separator.join(["id", "l1_lang", "l1_tree", "l2_lang", "l2_text", "alignment"])
    row = separator.join(["1", "en", SATURDAY["l1"]["tree"], "hi", "Shanivar neeras hai uss nazariye se", "0-0 1-2"])
    load(f"{header}\n{row}\n".encode(), name=name)
    assert Pair.objects.get().l2_tokens == SATURDAY["l2"]["tokens"]


def test_nothing_is_stored_before_the_choice(meera):
    upload = checked(meera, PAPER.encode())
    assert (upload.state, upload.good_rows, upload.bad_rows) == (UploadState.CHECKED, len(PAPER.splitlines()), 0)
    assert not Pair.objects.exists()


def test_every_bad_row_says_its_line_its_field_and_the_cure(meera):
    no_link = SATURDAY | {"id": "x", "alignment": "0-99"}
    upload = checked(meera, jsonl(WASTE, no_link) + b"no json\n" + jsonl(WASTE))
    bad = {row.line: row.problems[0] for row in upload.rows.filter(is_good=False)}
    assert (upload.good_rows, upload.bad_rows) == (1, 3)
    assert bad[2]["field"] == "alignment"
    assert "0-99" in bad[2]["message"]
    assert bad[3]["field"] == "line"
    assert bad[4]["field"] == "id"
    assert all(problem["cure"] for problem in bad.values())


def test_the_good_rows_of_a_bad_file_can_be_taken(load):
    upload = load(jsonl(SATURDAY) + b"no json\n" + jsonl(WASTE))
    assert upload.summary == {"new": 2, "same": 0, "update": 0, "version": 0}
    assert set(Pair.objects.values_list("external_id", flat=True)) == {"paper-1", "paper-3"}


def test_nothing_of_a_discarded_file_stays(meera):
    upload = checked(meera, PAPER.encode())
    path = path_of(upload)
    assert path.exists()
    uploads.discard(upload=upload, actor=meera)
    assert not path.exists()
    assert not UploadRow.objects.exists()
    assert not Pair.objects.exists()
    assert not Collection.objects.exists()


def test_discarding_keeps_a_collection_that_was_there_before(load, meera):
    load(PAPER.encode())
    upload = checked(meera, jsonl(WASTE))
    uploads.discard(upload=upload, actor=meera)
    assert Collection.objects.get().pairs.count() == len(PAPER.splitlines())


def test_loading_the_same_file_again_changes_nothing(load):
    load(PAPER.encode())
    before = list(Pair.objects.order_by("pk").values())
    upload = load(PAPER.encode())
    assert list(Pair.objects.order_by("pk").values()) == before
    assert upload.summary == {"new": 0, "same": len(before), "update": 0, "version": 0}


def test_the_preview_says_what_loading_each_row_would_do(load, meera):
    load(PAPER.encode())
    study = make_study(meera, items=0)
    Item.objects.create(study=study, number=1, pair=Pair.objects.get(external_id="paper-3"), text="x", tokens=[])
    changed = {"alignment": "0-0"}
    upload = checked(meera, jsonl(SATURDAY, OIL | changed, WASTE | changed, SATURDAY | {"id": "another"}))
    assert list(upload.rows.values_list("effect", flat=True)) == ["same", "update", "version", "new"]


def test_a_changed_pair_that_no_study_uses_is_updated_in_place(load):
    load(jsonl(SATURDAY))
    before = Pair.objects.get()
    load(jsonl(SATURDAY | {"alignment": "0-0 1-2"}))
    after = Pair.objects.get()
    assert (after.pk, after.version, after.alignment) == (before.pk, 1, "0-0 1-2")
    assert after.digest != before.digest


def test_a_changed_pair_that_a_study_uses_becomes_a_new_version(load, meera):
    load(jsonl(SATURDAY))
    rated = Pair.objects.get()
    study = make_study(meera, items=0)
    Item.objects.create(study=study, number=1, pair=rated, text="x", tokens=[])
    load(jsonl(SATURDAY | {"alignment": "0-0 1-2"}))
    load(jsonl(SATURDAY | {"alignment": "0-0 1-2"}))
    first, second = Pair.objects.order_by("version")
    assert (first.pk, first.alignment, first.is_current) == (rated.pk, SATURDAY["alignment"], False)
    assert (second.version, second.alignment, second.is_current) == (2, "0-0 1-2", True)
    assert Item.objects.get().pair == first


def test_a_changed_note_alone_makes_no_new_version(load, meera):
    load(jsonl(SATURDAY))
    Item.objects.create(study=make_study(meera, items=0), number=1, pair=Pair.objects.get(), text="x", tokens=[])
    load(jsonl(SATURDAY | {"note": "as in the paper"}))
    assert Pair.objects.get().note == "as in the paper"


def test_the_same_ids_in_two_collections_do_not_meet(load):
    load(jsonl(SATURDAY), collection="One")
    load(jsonl(SATURDAY | {"alignment": "0-0"}), collection="Two")
    assert sorted(Pair.objects.values_list("collection__name", "alignment", "version")) == [
        ("One", SATURDAY["alignment"], 1),
        ("Two", "0-0", 1),
    ]


def test_a_load_that_breaks_in_the_middle_leaves_nothing(meera, load, monkeypatch):
    load(many_pairs(40))
    before = list(Pair.objects.order_by("pk").values())
    upload = checked(meera, many_pairs(50, alignment="0-0"))
    real, batches = storing.store, []

    def store(**options):
        batches.append(1)
        if len(batches) == 2:
            raise RuntimeError("the power went")
        return real(**options)

    monkeypatch.setattr(loading, "BATCH", 30)
    monkeypatch.setattr(storing, "store", store)
    uploads.accept(upload=upload, actor=meera)
    jobs.run_waiting_jobs()
    upload.refresh_from_db()
    assert Job.objects.filter(kind="uploads.load").latest("pk").state == JobState.FAILED
    assert list(Pair.objects.order_by("pk").values()) == before
    assert upload.state == UploadState.CHECKED
    monkeypatch.setattr(storing, "store", real)
    uploads.accept(upload=upload, actor=meera)
    jobs.run_waiting_jobs()
    upload.refresh_from_db()
    assert upload.summary == {"new": 10, "same": 0, "update": 40, "version": 0}
    assert Pair.objects.filter(alignment="0-0").count() == 50


def test_the_database_inserts_a_row_as_python_would_store_it(load, meera):
    strange = {"id": "'\"ä", "note": "true\\n“quoted”", "l2": {"lang": "hi", "tokens": ["शनिवार", '"', "1e3", "null"]}}
    content = jsonl(SATURDAY | strange | {"alignment": "0-0"}, OIL, WASTE)
    expected = [pair_of(row) for row in checked(meera, content, collection="Other").rows.all()]
    load(content)
    for pair, stored in zip(expected, Pair.objects.order_by("pk"), strict=True):
        names = ("external_id", "version", "is_current", *storing.CONTENT)
        assert [getattr(stored, name) for name in names] == [getattr(pair, name) for name in names]
        assert stored.loaded_by == meera
        assert abs(stored.created_at - timezone.now()) < timedelta(minutes=5)


def test_a_load_that_is_done_again_changes_nothing(load):
    upload = load(PAPER.encode())
    before = list(Pair.objects.order_by("pk").values())
    assert uploads.load(upload, Progress()).summary == upload.summary
    assert list(Pair.objects.order_by("pk").values()) == before


def test_a_check_that_is_done_again_doubles_no_row(meera):
    upload = checked(meera, PAPER.encode())
    uploads.check(upload, Progress())
    assert upload.rows.count() == upload.good_rows == len(PAPER.splitlines())


def test_a_cancelled_check_leaves_no_rows_and_no_file(meera):
    upload = send(meera, PAPER.encode())
    path = path_of(upload)
    jobs.cancel(job=upload.job, actor=meera)
    upload.refresh_from_db()
    assert upload.state == UploadState.FAILED
    assert not path.exists()


def test_a_cancelled_load_can_be_chosen_again(meera):
    upload = checked(meera, PAPER.encode())
    uploads.accept(upload=upload, actor=meera)
    jobs.cancel(job=upload.job, actor=meera)
    upload.refresh_from_db()
    assert upload.state == UploadState.CHECKED
    uploads.accept(upload=upload, actor=meera)
    jobs.run_waiting_jobs()
    assert Pair.objects.exists()


def test_a_choice_is_made_once(meera):
    upload = checked(meera, PAPER.encode())
    uploads.accept(upload=upload, actor=meera)
    with pytest.raises(Refused, match="not waiting for a choice"):
        uploads.accept(upload=upload, actor=meera)
    with pytest.raises(Refused, match="not waiting for a choice"):
        uploads.discard(upload=upload, actor=meera)


def test_a_file_without_a_good_row_cannot_be_taken(meera):
    upload = checked(meera, b"no json\n")
    with pytest.raises(Refused, match="No row"):
        uploads.accept(upload=upload, actor=meera)
    upload.refresh_from_db()
    assert upload.state == UploadState.CHECKED


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("pairs.jsonl", b"", "empty"),
        ("pairs.jsonl", b" \n\n ", "empty"),
        ("pairs.docx", b"PK\x03\x04", "cannot be read. Send two columns"),
        ("pairs.csv", b"PK\x03\x04\x14", "not a text file"),
        ("pairs.csv", b"%PDF-1.7", "not a text file"),
        ("pairs.jsonl", b'{"id": "a\x00b"}', "not a text file"),
        ("pairs.jsonl", "{}".encode("utf-16"), "UTF-16"),
    ],
)
def test_a_file_that_cannot_be_one_is_refused_at_once(meera, settings, name, content, words):
    with pytest.raises(Refused, match=words) as refusal:
        send(meera, content, name)
    assert refusal.value.field == "file"
    assert not Upload.objects.exists()
    assert not Collection.objects.exists()
    assert not [path for path in settings.MEDIA_ROOT.rglob("*") if path.is_file()]


def test_a_file_over_the_limit_is_refused_and_not_kept(meera, settings):
    settings.UPLOAD_MAX_BYTES = 1024 * 1024
    with pytest.raises(Refused, match="larger than 1 MB"):
        uploads.receive(collection="Paper", owner=meera, name="pairs.jsonl", chunks=[b"x" * 600_000] * 2)
    assert not [path for path in settings.MEDIA_ROOT.rglob("*") if path.is_file()]


def test_a_line_that_is_not_utf8_is_named_and_the_others_are_good(meera):
    upload = checked(meera, jsonl(SATURDAY) + "café\n".encode("latin-1") + jsonl(WASTE))
    assert (upload.good_rows, upload.bad_rows) == (2, 1)
    bad = upload.rows.get(is_good=False)
    assert (bad.line, "UTF-8" in bad.problems[0]["message"]) == (2, True)


def test_a_language_code_that_is_too_long_is_a_problem_of_its_row(meera):
    upload = checked(meera, jsonl(SATURDAY | {"l1": SATURDAY["l1"] | {"lang": "e" * 36}}, WASTE))
    assert (upload.good_rows, upload.bad_rows) == (1, 1)


def test_the_longest_id_is_stored_and_a_longer_one_is_a_problem(load):
    upload = load(jsonl(SATURDAY | {"id": "x" * 200}, WASTE | {"id": "x" * 201}))
    assert Pair.objects.get().external_id == "x" * 200
    assert upload.bad_rows == 1


def test_pairs_go_into_ones_own_collections_only(load, kiran):
    load(PAPER.encode())
    with pytest.raises(Refused, match="Meera's") as refusal:
        send(kiran, jsonl(WASTE))
    assert refusal.value.field == "collection"


def test_an_admin_may_load_into_any_collection(load, noor):
    load(jsonl(SATURDAY))
    load(jsonl(WASTE), owner=noor)
    assert Collection.objects.get().pairs.count() == 2


def test_loading_is_written_into_the_log(load):
    load(PAPER.encode())
    actions = list(AuditEntry.objects.order_by("pk").values_list("action", flat=True))
    assert actions == ["collection.created", "upload.received", "upload.accepted", "pairs.loaded"]


def test_an_upload_that_nobody_decides_about_is_forgotten(meera):
    upload = checked(meera, PAPER.encode())
    Upload.objects.update(created_at=timezone.now() - timedelta(days=15))
    checked(meera, jsonl(WASTE))
    upload.refresh_from_db()
    assert upload.state == UploadState.DISCARDED


def test_the_queries_grow_with_the_batches_and_not_with_the_rows(meera, django_assert_max_num_queries):
    upload = send(meera, many_pairs(1_000))
    with django_assert_max_num_queries(60):
        jobs.run_waiting_jobs()
    upload.refresh_from_db()
    uploads.accept(upload=upload, actor=meera)
    with django_assert_max_num_queries(60):
        jobs.run_waiting_jobs()
    assert Pair.objects.count() == 1_000


@pytest.mark.parametrize("end", [b"", b"\n"])
def test_the_check_says_how_far_it_is(meera, monkeypatch, end):
    seen = []

    class Watched(Progress):
        def advance(self, n=1, message=None):
            super().advance(n, message)
            seen.append((self.done, self.total))

    monkeypatch.setattr(checking, "BATCH", 10)
    uploads.check(send(meera, many_pairs(30).rstrip() + end), Watched())
    assert seen == [(10, 30), (20, 30), (30, 30)]


def test_a_row_stores_what_the_file_said(meera):
    upload = checked(meera, jsonl(SATURDAY))
    row = upload.rows.get()
    assert row.pair == SATURDAY | {"l2_text": "Shanivar neeras hai uss nazariye se"}
    assert row.effect == RowEffect.NEW
