"""Zips that are refused: damaged, changed, of another version, made to do harm, or of a study that is there already."""

from __future__ import annotations

import io
import zipfile

import pytest

from evaluation.models import Collection, Pair, Study
from evaluation.services import imports
from evaluation.services.errors import Refused
from evaluation.services.imports.studies import bringing_in, zip_file
from evaluation.services.jobs import Progress
from tests.factories import make_pair, make_study
from tests.site.imports.study_zips import brought_back, changed_head, changed_line, check_refused, repacked

pytestmark = pytest.mark.django_db


def test_a_file_that_is_no_zip_or_is_cut_off_is_refused(packed, meera, tmp_path):
    check_refused(b"judge,value\nA,4\n", "cannot be read as a zip", tmp_path, meera)
    check_refused(packed[: len(packed) // 2], "cannot be read as a zip", tmp_path, meera)
    broken = bytearray(packed)
    broken[2000] ^= 0xFF
    with pytest.raises(Refused):
        brought_back(bytes(broken), tmp_path, meera)


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
    check_refused(bomb, "unpacks to more than", tmp_path, meera)


@pytest.mark.parametrize(
    ("name", "changes", "words"),
    [
        ("ratings", {"value": 9}, "not on the scale"),
        ("ratings", {"value": "4"}, "of another kind"),
        ("ratings", {"criterion": "beauty"}, "no row of the zip is called so"),
        ("ratings", {"judge": ["J01"]}, "no row of the zip is called so"),
        ("ratings", {"order": 99}, "the judge has no such place"),
        ("ratings", {"given_at": "yesterday"}, "given_at"),
        ("ratings", {"changes": [1]}, "changes"),
        ("places", {"item": 77}, "no row of the zip is called so"),
        ("places", {"state": "lost"}, "none of the known values"),
        ("places", {"marks": 3}, "marks"),
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
    "changes",
    [
        {"criteria": [1]},
        {"collections": [["x"]]},
        {"changed_at": "yesterday"},
        {"slug": "Not An Address"},
        {"study": {"name": "Odd", "choices": [1]}},
        {"study": {"name": "Odd", "selection": {"unknown": True}}},
        {"study": {}},
    ],
)
def test_settings_of_another_shape_are_refused(packed, meera, tmp_path, changes):
    check_refused(repacked(packed, **changed_head(packed, **changes)), "", tmp_path, meera)


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


def test_rows_that_contradict_each_other_are_refused(packed, meera, tmp_path):
    lines = zipfile.ZipFile(io.BytesIO(packed)).read("study/ratings.jsonl")
    twice = repacked(packed, study__ratings_dot_jsonl=lines + lines)
    check_refused(twice, "contradict each other", tmp_path, meera)


def test_rows_that_give_other_tables_than_the_zips_are_refused(packed, meera, tmp_path):
    other = repacked(packed, **changed_line(packed, "ratings", value=2))
    check_refused(other, "would differ from the zip's", tmp_path, meera)


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


def test_a_study_that_is_there_already_needs_another_address(packed, meera, tmp_path):
    brought_back(packed, tmp_path, meera)
    check_refused(packed, "give this one another address", tmp_path, meera)
    again = brought_back(packed, tmp_path, meera, slug="saturday-again")
    assert Collection.objects.count() == 1
    assert again.pairs.get() == Study.objects.get(slug="saturday").pairs.get()
    check_refused(packed, "small letters", tmp_path, meera, slug="Not An Address")


def test_pairs_that_differ_here_are_left_alone(packed, meera, tmp_path):
    make_study(meera, slug="another")
    Pair.objects.update(note="ours")
    again = brought_back(packed, tmp_path, meera)
    assert [collection.name for collection in Collection.objects.order_by("name")] == ["Paper", "Paper (saturday)"]
    assert again.pairs.get().note == ""
    assert Pair.objects.get(collection__name="Paper").note == "ours"
