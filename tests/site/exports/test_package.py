"""The zip: everything, described, checkable, repeatable, and its analysis gives the page's numbers."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import subprocess
import sys
import zipfile

import pytest

from evaluation.models import AuditEntry, Rating
from evaluation.services import exports, jobs
from evaluation.services.exports import package as package_module
from evaluation.services.exports.exporting import forget_old, zip_path
from evaluation.services.exports.study_data import StudyData
from evaluation.services.results.agreement import agreement
from evaluation.services.results.selection import Selection
from evaluation.services.results.tables import Tables
from tests.site.factories import first_answer
from tests.site.files import content


@pytest.fixture
def package_of_now(rated, tmp_path):
    """The zip of this very `rated`, which another test may have at other times of day."""
    target = tmp_path / "study.zip"
    exports.export_zip(study=rated, target=target)
    with zipfile.ZipFile(target) as opened:
        yield opened


@pytest.fixture(scope="module")
def folder_of_zips(tmp_path_factory):
    return tmp_path_factory.mktemp("zips")


@pytest.fixture
def package(folder_of_zips, rated):
    """The zip of `rated`, made once: its numbers are the same in each test."""
    target = folder_of_zips / "study.zip"
    if not target.exists():
        exports.export_zip(study=rated, target=target)
    with zipfile.ZipFile(target) as opened:
        yield opened


def test_it_holds_every_table_in_every_format(package_of_now, rated):
    names = set(package_of_now.namelist())
    for table in exports.TABLES:
        for form in ("csv", "jsonl", "parquet"):
            assert package_of_now.read(f"{form}/{table}.{form}") == content(rated, table, form)
            names.discard(f"{form}/{table}.{form}")
    assert names == {
        *("latex/table1.tex", "latex/table2.tex", "datapackage.json", "settings.json", "README.md", "SHA256SUMS"),
        *("analysis.py", "analysis.R", "heds.json", "study/study.json"),
        *(f"study/{name}.jsonl" for name in ("pairs", "items", "judges", "places", "ratings", "computed")),
        *(f"report/{name}" for name in ("methods.txt", "methods.tex", "results.txt", "results.tex", "references.bib")),
        "report/report.tex",
    }


def test_the_checksums_hold(package):
    for line in package.read("SHA256SUMS").decode().splitlines():
        digest, name = line.split("  ")
        assert hashlib.sha256(package.read(name)).hexdigest() == digest
    assert len(package.read("SHA256SUMS").splitlines()) == len(package.namelist()) - 1


def test_the_same_data_give_the_same_bytes(rated, tmp_path):
    paths = [tmp_path / "one.zip", tmp_path / "two.zip"]
    for path in paths:
        exports.export_zip(study=rated, target=path)
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_files_compressed_in_many_chunks_are_the_same(rated, package_of_now, tmp_path, monkeypatch):
    monkeypatch.setattr(package_module, "LARGE_BYTES", 100)
    exports.export_zip(study=rated, target=tmp_path / "chunks.zip")
    with zipfile.ZipFile(tmp_path / "chunks.zip") as opened:
        assert opened.testzip() is None
        assert opened.read("SHA256SUMS") == package_of_now.read("SHA256SUMS")


def test_a_changed_rating_changes_them(rated, package_of_now, tmp_path):
    Rating.objects.filter(place=first_answer(rated), criterion=rated.criteria.get(key="usage")).update(value=0)
    exports.export_zip(study=rated, target=tmp_path / "after.zip")
    with zipfile.ZipFile(tmp_path / "after.zip") as after:
        assert after.read("SHA256SUMS") != package_of_now.read("SHA256SUMS")


def test_dates_are_those_of_the_last_change_to_the_data(package):
    assert {entry.date_time for entry in package.infolist()} == {(2026, 11, 1, 0, 0, 0)}
    assert json.loads(package.read("datapackage.json"))["created"] == "2026-11-01T00:00:00Z"


def test_the_data_package_describes_the_files_it_came_with(package):
    described = json.loads(package.read("datapackage.json"))
    assert [resource["name"] for resource in described["resources"]] == list(exports.TABLES)
    for resource in described["resources"]:
        written = package.read(resource["path"])
        assert resource["bytes"] == len(written)
        assert resource["hash"] == f"sha256:{hashlib.sha256(written).hexdigest()}"
        header = next(csv.reader(io.StringIO(written.decode(), newline="")))
        assert [field["name"] for field in resource["schema"]["fields"]] == header


def test_the_data_package_states_the_scale_and_where_keys_point(package):
    described = json.loads(package.read("datapackage.json"))
    ratings = described["resources"][0]["schema"]
    value = next(field for field in ratings["fields"] if field["name"] == "value")
    assert value["constraints"] == {"required": True, "minimum": 0, "maximum": 5}
    assert ratings["primaryKey"] == ["judge", "trial", "criterion"]
    assert {key["reference"]["resource"] for key in ratings["foreignKeys"]} == {"judges", "sentences"}


def test_foreign_keys_lead_somewhere(package):
    described = {resource["name"]: resource for resource in json.loads(package.read("datapackage.json"))["resources"]}

    def column(table, name):
        rows = csv.DictReader(io.StringIO(package.read(f"csv/{table}.csv").decode(), newline=""))
        return {row[name] for row in rows}

    for table, resource in described.items():
        for key in resource["schema"].get("foreignKeys", []):
            target = key["reference"]
            assert column(table, key["fields"]) <= column(target["resource"], target["fields"])


def test_settings_and_seeds_are_there(package):
    settings = json.loads(package.read("settings.json"))
    assert settings["study"]["seed"] == 7
    assert settings["order_seeds"] == {"J01": 1, "J02": 2}
    assert settings["selection"]["repeats"] is False
    assert set(settings["models"]) == {"EC0", "ML0"}
    assert all("1.0.0" in signature for signature in settings["models"].values())
    assert [criterion["key"] for criterion in settings["criteria"]] == ["usage", "fluency"]


def test_the_readme_says_what_counts(package):
    text = package.read("README.md").decode()
    for words in Selection().describe():
        assert words in text


def test_no_name_or_address_of_a_judge_is_in_it(package):
    for name in package.namelist():
        written = package.read(name).lower()
        assert b"asha" not in written, name
        assert b"example.org" not in written, name


# -- The reader's own analysis ----------------------------------------------------------------------


@pytest.fixture
def analysis(package, folder_of_zips):
    """What analysis.py says, run once as a reader would: by a bare Python in the unpacked folder."""
    said, unpacked = folder_of_zips / "said.json", folder_of_zips / "unpacked"
    if not said.exists():
        package.extractall(unpacked)
        command = [sys.executable, "-I", "analysis.py", "--json"]
        said.write_bytes(subprocess.run(command, cwd=unpacked, capture_output=True, check=True).stdout)
    return json.loads(said.read_text())


def figures(summary) -> list[float | None]:
    return [summary.n, summary.min, summary.max, summary.mean.value, summary.sigma.value, summary.median.value]


NAMES = ("n", "min", "max", "mean", "sd", "median")


def test_analysis_py_gives_the_pages_numbers_of_sentences(analysis, rated):
    for row in Tables(rated, Selection.of(rated)).sentences():
        for key, summary in row.summaries.items():
            theirs = analysis[key]["sentences"][str(row.number)]
            assert [theirs[name] for name in NAMES] == pytest.approx(figures(summary))


@pytest.mark.parametrize("view", ["drawn", "generates"])
def test_analysis_py_gives_the_pages_numbers_of_models(analysis, rated, view):
    for row in Tables(rated, Selection.of(rated)).models(view):
        for key, summary in row.summaries.items():
            theirs = analysis[key][view][row.label]
            assert [theirs[name] for name in NAMES] == pytest.approx(figures(summary))
            assert theirs["mean_of_sentence_means"] == pytest.approx(row.sentence_means[key].value)


def test_analysis_py_gives_the_pages_alpha(analysis, rated):
    for criterion in (rated.criteria.get(key="usage"), rated.criteria.get(key="fluency")):
        ours = agreement(rated, Selection.of(rated), criterion).alpha.value
        assert analysis[criterion.key]["alpha_ordinal"] == pytest.approx(ours)


def test_analysis_py_prints_tables_for_people(package, tmp_path):
    package.extractall(tmp_path / "unpacked")
    done = subprocess.run(
        [sys.executable, "-I", "analysis.py"], cwd=tmp_path / "unpacked", capture_output=True, check=True, text=True
    )
    assert "== usage: Krippendorff's alpha (ordinal)" in done.stdout


def test_a_remark_stands_at_the_head_of_the_readme(rated):
    assert "**" not in package_module.readme(StudyData(rated, Selection.of(rated)))
    rated.remark = "Nobody rated these sentences: the judges are simulated."
    readme = package_module.readme(StudyData(rated, Selection.of(rated)))
    assert readme.splitlines()[2] == "**Nobody rated these sentences: the judges are simulated.**"


def test_analysis_r_fits_the_mixed_model_of_the_page(package):
    script = package.read("analysis.R").decode()
    assert "library(ordinal)" in script
    assert 'ratings$excluded == "false"' in script


# -- In the background ------------------------------------------------------------------------------


def test_a_worker_makes_it_and_the_job_says_where_it_is(rated, meera):
    job = exports.start_zip(study=rated, actor=meera)
    assert exports.finished_zip(study=rated, key=job.key, user=meera) is None
    jobs.run_waiting_jobs()
    job.refresh_from_db()
    assert job.state == "done", job.message
    assert job.result["address"] == f"/studies/saturday/exports/zip/{job.key}/"
    assert job.done == job.total
    assert zipfile.is_zipfile(exports.finished_zip(study=rated, key=job.key, user=meera))
    assert AuditEntry.objects.get(action="export.downloaded").details == {"key": job.key}


def test_nothing_half_made_is_left_behind(rated, tmp_path, monkeypatch):
    def fail(*_):
        raise OSError("disk full")

    monkeypatch.setattr(package_module, "settings_of", fail)
    with pytest.raises(OSError, match="disk full"):
        exports.export_zip(study=rated, target=tmp_path / "study.zip")
    assert list(tmp_path.glob("*study.zip*")) == []


def test_old_zips_are_forgotten(rated, meera):
    import os

    job = exports.start_zip(study=rated, actor=meera)
    jobs.run_waiting_jobs()
    forget_old()
    assert zip_path(job.key).exists()
    os.utime(zip_path(job.key), (0, 0))
    forget_old()
    assert exports.finished_zip(study=rated, key=job.key, user=meera) is None
