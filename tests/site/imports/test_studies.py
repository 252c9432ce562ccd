"""A study out of its zip: the same on an empty site, table by table and byte for byte."""

from __future__ import annotations

import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.urls import reverse

from evaluation.models import Place, RatingChange, Study, User
from evaluation.services import exports, imports, jobs
from evaluation.services.jobs import Progress
from tests.site.factories import make_study
from tests.site.files import many_ratings
from tests.site.imports.study_zips import (
    brought_back,
    check_round_trip,
    differing,
    empty_the_site,
    repacked,
    zipped,
)

pytestmark = pytest.mark.django_db


def test_ratings_from_elsewhere_come_back(bring_in, meera, tmp_path):
    study = bring_in(many_ratings(), scale="0-5", cut="3", groups=["region"], name="Pilot").study
    check_round_trip(study, tmp_path, meera)
    assert not User.objects.filter(name="Ana").exists()


def test_a_study_of_choices_comes_back(choosing, meera, tmp_path):
    check_round_trip(choosing, tmp_path, meera)


def test_everything_that_happened_in_a_study_comes_back(lived_in, meera, tmp_path):
    again = check_round_trip(lived_in, tmp_path, meera)
    assert RatingChange.objects.filter(rating__study=again).count() == 10
    assert again.choices[0]["sentences"][0]["pair"] == again.pairs.get().pk
    assert Place.objects.get(participation__study=again, participation__pseudonym="J01", order=2).exclusion_reason


def test_nobody_is_named_in_the_zip_nor_comes_back_with_an_account(lived_in, meera, tmp_path):
    content = zipped(lived_in, tmp_path)
    with zipfile.ZipFile(tmp_path / "study.zip") as opened:
        for name in opened.namelist():
            written = opened.read(name).lower()
            for personal in (b"asha", b"ravi", b"example.org", b"worker 77"):
                assert personal not in written, (name, personal)
        assert b'"age":20' in opened.read("study/judges.jsonl")
    empty_the_site()
    again = brought_back(content, tmp_path, meera)
    for judge in again.participations.select_related("user"):
        assert not judge.user.has_usable_password()
        assert judge.user.email == judge.email == ""
        assert judge.link_revoked_at


def test_no_number_of_the_database_is_in_the_zip(lived_in, meera, tmp_path):
    """Brought back beside other studies, whose rows have taken the first numbers of every table."""
    before = zipped(lived_in, tmp_path)
    empty_the_site()
    make_study(meera, slug="another", items=7)
    again = brought_back(before, tmp_path, meera)
    assert differing(before, zipped(again, tmp_path)) == []


# -- The page and the command ------------------------------------------------------------------------


def send(client, content: bytes, **more):
    return client.post(reverse("import-study"), {"file": SimpleUploadedFile("saturday.zip", content), **more})


def test_the_page_brings_a_study_back_in_the_background(packed, client_of, meera, settings):
    client = client_of(meera)
    job = send(client, packed).url
    jobs.run_waiting_jobs()
    page = client.get(job).content.decode()
    assert "byte for byte" in page
    assert reverse("study-page", args=["saturday"]) in page
    assert client.get(reverse("study-page", args=["saturday"])).status_code == 200
    assert list((settings.MEDIA_ROOT / "imports").iterdir()) == []
    assert "saturday.zip" in client.get(reverse("import-study")).content.decode()


def test_the_page_says_what_is_wrong_and_keeps_nothing(packed, client_of, meera, settings):
    client = client_of(meera)
    assert "is no zip" in send(client, b"judge,value\n").content.decode()
    assert "small letters" in send(client, packed, slug="new-").content.decode()
    job = send(client, repacked(packed, sums=False, csv__judges_dot_csv=b"x")).url
    jobs.run_waiting_jobs()
    assert "changed since it was exported: csv/judges.csv" in client.get(job).content.decode()
    assert list((settings.MEDIA_ROOT / "imports").iterdir()) == []
    assert not Study.objects.exists()


def test_a_job_whose_worker_ended_after_storing_goes_on(packed, meera, tmp_path):
    job = imports.receive_study(owner=meera, name="saturday.zip", chunks=[packed])
    path = tmp_path / "sent.zip"
    path.write_bytes(packed)
    imports.bring_in(path=path, owner=meera, progress=Progress(), job=job.key)
    jobs.run_waiting_jobs()
    job.refresh_from_db()
    assert job.state == "done"
    assert Study.objects.count() == 1


def test_the_command_brings_a_study_back(packed, noor, tmp_path, capsys):
    path = tmp_path / "sent.zip"
    path.write_bytes(packed)
    call_command("import_study", path, verbosity=0)
    assert "saturday: All 15 tables" in capsys.readouterr().out
    with pytest.raises(CommandError, match="another address"):
        call_command("import_study", path, verbosity=0)
    with pytest.raises(CommandError, match="not there"):
        call_command("import_study", tmp_path / "nothing.zip", verbosity=0)


def test_a_zip_with_names_gives_the_study_back_without_them(lived_in, meera, tmp_path):
    exports.export_zip(study=lived_in, target=tmp_path / "named.zip", identities=True)
    plain = zipped(lived_in, tmp_path)
    content = (tmp_path / "named.zip").read_bytes()
    empty_the_site()
    again = brought_back(content, tmp_path, meera)
    assert differing(plain, zipped(again, tmp_path)) == []
