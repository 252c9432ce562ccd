"""Zips that are refused: damaged, changed, of another version, made to do harm, or of a study that is there already."""

from __future__ import annotations

import io
import json
import random
import zipfile

import pytest

from evaluation.models import Collection, Pair, Study
from evaluation.services import imports
from evaluation.services.errors import Refused
from evaluation.services.imports.studies import bringing_in, restoring, zip_file
from evaluation.services.jobs import Progress
from tests.site.factories import make_pair, make_study
from tests.site.imports.study_zips import brought_back, changed_head, changed_line, check_refused, repacked

pytestmark = pytest.mark.django_db


def test_a_file_that_is_no_zip_or_is_cut_off_is_refused(packed, meera, tmp_path):
    check_refused(b"judge,value\nA,4\n", "cannot be read as a zip", tmp_path, meera)
    check_refused(packed[: len(packed) // 2], "cannot be read as a zip", tmp_path, meera)
    broken = bytearray(packed)
    broken[within(packed, "csv/ratings.csv")] ^= 0xFF
    with pytest.raises(Refused):
        brought_back(bytes(broken), tmp_path, meera)


def within(packed: bytes, name: str) -> int:
    """The place of a byte of this file's own: between files there are bytes that nobody reads."""
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        info = archive.getinfo(name)
        begins = info.header_offset + 30 + len(name)
    return begins + info.compress_size // 2


def test_a_changed_added_or_missing_file_is_named(packed, meera, tmp_path):
    changed = repacked(packed, sums=False, csv__ratings_dot_csv=b"judge,value\n")
    check_refused(changed, "changed since it was exported: csv/ratings.csv", tmp_path, meera)
    check_refused(repacked(packed, sums=False, more_dot_txt=b"x"), "more.txt", tmp_path, meera)
    check_refused(repacked(packed, sums=False, settings_dot_json=None), "settings.json", tmp_path, meera)
    check_refused(repacked(packed, sums=False, SHA256SUMS=None), "no SHA256SUMS", tmp_path, meera)


def test_a_zip_of_another_format_or_without_rows_says_what_to_do(packed, meera, tmp_path):
    other = repacked(packed, **changed_head(packed, format=2, core_version="9.0"))
    check_refused(other, "format 2 (CSwitch 9.0)", tmp_path, meera)
    check_refused(repacked(packed, study__study_dot_json=None), "Export the study again", tmp_path, meera)
    check_refused(repacked(packed, study__places_dot_jsonl=None), "places: missing", tmp_path, meera)


def test_paths_that_lead_elsewhere_are_refused(packed, meera, tmp_path):
    target = io.BytesIO(packed)
    with zipfile.ZipFile(target, "a") as archive:
        archive.writestr("../../evil.txt", "x")
    check_refused(target.getvalue(), "named as no export does", tmp_path, meera)
    assert not (tmp_path.parent / "evil.txt").exists()


def test_a_zip_that_would_fill_the_disk_is_refused_before_it_is_unpacked(packed, meera, tmp_path, monkeypatch):
    monkeypatch.setattr(zip_file, "MOST_BYTES", 100_000)
    bomb = repacked(packed, study__more_dot_jsonl=b"0" * 200_000)
    check_refused(bomb, "with it the zip unpacks to more than", tmp_path, meera)


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("name", "changes", "words"),
    [
        ("ratings", {"value": 9}, "not on the scale"),
        ("ratings", {"value": "4"}, "of another kind"),
        ("ratings", {"criterion": "beauty"}, "no row of the zip is called so"),
        ("ratings", {"judge": ["J01"]}, "no row of the zip is called so"),
        ("ratings", {"order": 99}, "the judge has no such place"),
        ("ratings", {"order": [0]}, "study/ratings.jsonl:1: “order” cannot be read (the judge has no such place)"),
        (
            "ratings",
            {"given_at": "yesterday"},
            "study/ratings.jsonl:1: “given_at” cannot be read (it is no moment such",
        ),
        (
            "ratings",
            {"changes": [1]},
            "study/ratings.jsonl:1: “changes” cannot be read (it is no list of lists of two)",
        ),
        ("ratings", {"changes": [[1, 5]]}, "study/ratings.jsonl:1: “changes” cannot be read (it is no moment such"),
        ("places", {"item": 77}, "no row of the zip is called so"),
        ("places", {"state": "lost"}, "none of the known values"),
        ("places", {"marks": 3}, "/places.jsonl:1: “marks” cannot be read (it is no list of lists of two)"),
        (
            "places",
            {"marks": [["x", "y"]]},
            "/places.jsonl:1: “marks” cannot be read (it is no small whole number)",
        ),
        ("places", {"screen": "x" * 11}, "screen"),
        ("items", {"tokens": "Saturday"}, "tokens"),
        ("items", {"number": -1}, "number"),
        ("items", {"colour": "red"}, "does not know"),
        ("items", {"text": "a\0b"}, "no row of a study"),
        ("pairs", {"l1_tree": "(S (NP"}, "pair"),
        ("pairs", {"collection": "Paper"}, "collection"),
        ("pairs", {"collection": 4}, "collection"),
        ("judges", {"pseudonym": None}, "must not be empty"),
        ("judges", {"answers": []}, "answers"),
        ("judges", {"state": None}, "must not be empty"),
    ],
)
def test_rows_that_cannot_be_are_named_and_nothing_is_stored(packed, meera, tmp_path, name, changes, words):
    check_refused(repacked(packed, **changed_line(packed, name, **changes)), words, tmp_path, meera)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"criteria": [1]}, "study/study.json: criteria.1 is no row of a study. Export the study again"),
        ({"collections": [["x"]]}, "collections: missing"),
        ({"changed_at": "yesterday"}, "study/study.json: “changed_at” cannot be read (it is no moment such"),
        ({"slug": "Not An Address"}, "small letters, digits and hyphens"),
        ({"study": {"name": "Odd", "choices": [1]}}, "study.choices.1"),
        ({"study": {"name": "Odd", "selection": {"unknown": True}}}, "“unknown” is not one of the rules"),
        ({"study": {}}, "“name” cannot be read"),
    ],
)
def test_settings_of_another_shape_are_refused(packed, meera, tmp_path, changes, words):
    check_refused(repacked(packed, **changed_head(packed, **changes)), words, tmp_path, meera)


def test_broken_json_names_its_line(packed, meera, tmp_path):
    check_refused(
        repacked(packed, study__judges_dot_jsonl=b'{"pseudonym":"J01"}\n{oops\n'),
        "study/judges.jsonl:2 is no JSON",
        tmp_path,
        meera,
    )
    check_refused(
        repacked(packed, study__items_dot_jsonl=b"{oops\n"), "study/items.jsonl:1 is no JSON", tmp_path, meera
    )
    check_refused(repacked(packed, study__items_dot_jsonl=b"[" * 100_000), "no JSON", tmp_path, meera)
    check_refused(repacked(packed, study__items_dot_jsonl=b'{"number":NaN}\n'), "no JSON", tmp_path, meera)


@pytest.mark.both_databases
def test_rows_that_contradict_each_other_are_refused(packed, meera, tmp_path):
    lines = zipfile.ZipFile(io.BytesIO(packed)).read("study/ratings.jsonl")
    twice = repacked(packed, study__ratings_dot_jsonl=lines + lines)
    last = len(lines.splitlines()) * 2
    words = f"study/ratings.jsonl:{last}, or a row before it, contradicts another row. Export the study again"
    check_refused(twice, words, tmp_path, meera)


@pytest.mark.parametrize("problem", [KeyError("tokens"), AttributeError("'int' object has no attribute 'items'")])
def test_what_no_check_foresaw_is_said_without_python_s_words(packed, meera, tmp_path, monkeypatch, problem):
    def failing(*_args, **_kwargs):
        raise problem

    monkeypatch.setattr(restoring, "restore_computed", failing)
    with pytest.raises(Refused, match=r"^study/ratings\.jsonl:\d+, or a row before it, is not as rows") as refusal:
        brought_back(packed, tmp_path, meera)
    assert "object" not in refusal.value.message
    assert "tokens" not in refusal.value.message


def test_rows_that_give_other_tables_than_the_zips_are_refused(packed, meera, tmp_path):
    other = repacked(packed, **changed_line(packed, "ratings", value=2))
    check_refused(other, "would differ from the zip's", tmp_path, meera)


@pytest.mark.both_databases
def test_what_its_owner_loads_while_a_zip_is_refused_stays(packed, meera, tmp_path, monkeypatch):
    compared = bringing_in.differing_files

    def loaded_meanwhile(*arguments):
        make_pair(meera, collection="Ours")
        return compared(*arguments)

    monkeypatch.setattr(bringing_in, "differing_files", loaded_meanwhile)
    with pytest.raises(Refused, match="would differ from the zip's"):
        brought_back(repacked(packed, **changed_line(packed, "ratings", value=2)), tmp_path, meera)
    assert [collection.name for collection in Collection.objects.all()] == ["Ours"]
    assert Pair.objects.count() == 1


@pytest.mark.both_databases
def test_a_zip_of_another_version_is_brought_in_and_what_differs_is_named(packed, meera, tmp_path):
    path = tmp_path / "sent.zip"
    path.write_bytes(repacked(packed, **changed_head(packed, core_version="0.9")))
    outcome = imports.bring_in(path=path, owner=meera, progress=Progress())
    assert "CSwitch 0.9 made this zip" in outcome.words
    assert outcome.differing == []
    Study.objects.update(slug="moved-away")
    other = changed_head(packed, core_version="0.9") | changed_line(packed, "ratings", value=2)
    path.write_bytes(repacked(packed, **other))
    outcome = imports.bring_in(path=path, owner=meera, progress=Progress())
    assert "csv/ratings.csv" in outcome.differing
    assert "come out otherwise than in the zip" in outcome.words


@pytest.mark.both_databases
def test_a_study_that_is_there_already_needs_another_address(packed, meera, tmp_path):
    brought_back(packed, tmp_path, meera)
    check_refused(packed, "give this one another address", tmp_path, meera)
    again = brought_back(packed, tmp_path, meera, slug="saturday-again")
    assert Collection.objects.count() == 1
    assert again.pairs.get() == Study.objects.get(slug="saturday").pairs.get()
    check_refused(packed, "small letters", tmp_path, meera, slug="Not An Address")


@pytest.mark.both_databases
def test_pairs_that_differ_here_are_left_alone(packed, meera, tmp_path):
    make_study(meera, slug="another")
    Pair.objects.update(note="ours")
    again = brought_back(packed, tmp_path, meera)
    assert [collection.name for collection in Collection.objects.order_by("name")] == ["Paper", "Paper (saturday)"]
    assert again.pairs.get().note == ""
    assert Pair.objects.get(collection__name="Paper").note == "ours"


# -- Limits ------------------------------------------------------------------------------------------


def test_a_file_that_unpacks_to_far_more_than_its_size_is_named(packed, meera, tmp_path):
    bomb = repacked(packed, study__ratings_dot_jsonl=b"0" * 5_000_000)
    check_refused(bomb, "study/ratings.jsonl is larger than in any export", tmp_path, meera)
    check_refused(bomb, "it may unpack to at most 200 times its size", tmp_path, meera)


def test_a_table_may_shrink_as_empty_cells_do(packed, meera, tmp_path):
    """A matrix of thousands of sentences is mostly commas; it is refused for what is in it, not for its size."""
    check_refused(repacked(packed, csv__matrix_dot_csv=b"," * 5_000_000), "would differ", tmp_path, meera)


def test_too_many_files_and_too_large_ones_are_named_with_the_limit(packed, meera, tmp_path, monkeypatch):
    many = repacked(packed, **{f"more{number}": b"x" for number in range(zip_file.MOST_FILES)})
    check_refused(many, "a zip may have at most 200 files", tmp_path, meera)
    limits = {name: one._replace(bytes=100) for name, one in zip_file.ROW_FILES.items()}
    monkeypatch.setattr(zip_file, "ROW_FILES", limits)
    check_refused(packed, "it may unpack to at most", tmp_path, meera)


def test_long_lines_and_many_lines_are_named_with_the_limit(packed, meera, tmp_path, monkeypatch):
    long = repacked(
        packed, study__judges_dot_jsonl=b'{"pseudonym":"' + random.Random(1).randbytes(1_100_000).hex().encode()
    )
    check_refused(long, "study/judges.jsonl:1 is larger", tmp_path, meera)
    check_refused(long, "a line may have at most 1 MB", tmp_path, meera)
    limits = {name: one._replace(rows=3) for name, one in zip_file.ROW_FILES.items()}
    monkeypatch.setattr(zip_file, "ROW_FILES", limits)
    check_refused(packed, "study/items.jsonl:4 is larger", tmp_path, meera)
    monkeypatch.setattr(zip_file, "LARGEST_HEAD", 100)
    check_refused(packed, "study/study.json is larger", tmp_path, meera)


@pytest.mark.both_databases
def test_large_rows_are_stored_few_at_a_time(packed, meera, tmp_path, monkeypatch):
    monkeypatch.setattr(zip_file, "BATCH_BYTES", 500)
    path = tmp_path / "sent.zip"
    path.write_bytes(packed)
    with zip_file.study_zip(path, Progress()) as source:
        batches = list(source.batches("ratings"))
    assert len(batches) > 1
    assert sum(map(len, batches)) == packed_lines(packed, "ratings")
    brought_back(packed, tmp_path, meera)


def packed_lines(content: bytes, name: str) -> int:
    return len(zipfile.ZipFile(io.BytesIO(content)).read(f"study/{name}.jsonl").splitlines())


@pytest.mark.both_databases
def test_numbers_beyond_all_bounds_are_refused(packed, meera, tmp_path):
    for number in (b"1e999", b"-1e999", b"Infinity", b"NaN"):
        broken = repacked(packed, study__items_dot_jsonl=b'{"number":1,"probability":' + number + b"}\n")
        check_refused(broken, "study/items.jsonl:1 is no JSON", tmp_path, meera)


def test_more_marks_than_a_sentence_has_words_are_refused(packed, meera, tmp_path):
    marked = changed_line(packed, "places", marks=[[1, ""]] * 1_001)
    check_refused(repacked(packed, **marked), "there are more than 1000", tmp_path, meera)


# -- Shapes ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"questions": [3]}, "study.questions.1"),
        ({"questions": ["no such ready-made question"]}, "study.questions.1"),
        ({"questions": ["age", {"key": "x"}]}, "study.questions.2.kind"),
        ({"questions": [{"key": "x", "kind": "riddle"}]}, "study.questions.1"),
        ({"questions": [{"key": "x y", "kind": "text"}]}, "study.questions.1"),
        ({"questions": [{"key": "x", "kind": "choice", "options": "ab"}]}, "study.questions.1.options"),
        ({"questions": [{"key": "x", "kind": "text", "texts": {"en": "Why?"}}]}, "study.questions.1.texts.en"),
        ({"questions": [{"key": "x", "kind": "text", "condition": {"op": "is"}}]}, "study.questions.1.condition"),
        ({"eligibility": {"rules": [{"question": "age", "op": "likes", "value": 1}]}}, "study.eligibility.op"),
        ({"judge_groups": {"edges": ["30"]}}, "study.judge_groups.edges.1"),
        ({"preregistration": {"frozen_at": "2026-11-01"}}, "study.preregistration.sha256"),
        ({"languages": [1]}, "study.languages.1"),
        ({"instructions": {"en": ["x"]}}, "study.instructions.en"),
    ],
)
def test_settings_of_another_shape_are_named(packed, meera, tmp_path, changes, place):
    head = json.loads(zipfile.ZipFile(io.BytesIO(packed)).read("study/study.json"))["study"] | changes
    changed = repacked(packed, **changed_head(packed, study=head))
    check_refused(changed, f"study/study.json: “{place}", tmp_path, meera)


@pytest.mark.parametrize(
    ("row", "place"),
    [
        ({"kind": "exports.zip"}, "kind"),
        ({"kind": "constraint_costs", "result": {"selection": {}}}, "result.criterion"),
        ({"kind": "count_sets", "result": {"stamp": "", "models": "EC0", "cells": [], "pairs": 1}}, "result.models"),
        ({"kind": "count_sets", "result": {"stamp": "", "models": [], "cells": [[1]], "pairs": 1}}, "result.cells"),
        (
            {"kind": "mixed_model", "result": {"selection": {}, "criterion": "usage", "condition": []}},
            "result.condition",
        ),
        (
            {"kind": "choice_model", "result": {"selection": {}, "contrasts": [{"first": 1}]}},
            "result.contrasts.1.first",
        ),
    ],
)
def test_computed_answers_of_another_shape_name_their_line(packed, meera, tmp_path, row, place):
    lines = zipfile.ZipFile(io.BytesIO(packed)).read("study/computed.jsonl")
    number = len(lines.splitlines()) + 1
    row = {"title": "x", "arguments": {}, "result": {}} | row
    changed = repacked(packed, study__computed_dot_jsonl=lines + json.dumps(row).encode() + b"\n")
    check_refused(changed, f"study/computed.jsonl:{number}: “{place}”", tmp_path, meera)
