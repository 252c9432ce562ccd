"""What backups hold, and which ones are refused before anything is changed."""

import gzip
import io
import json
import tarfile

import pytest
from django.core.management import CommandError, call_command

from evaluation.models import AuditEntry, Rating, User
from evaluation.services.backup import postgresql, site_backup, sqlite
from tests.site.factories import make_participation, make_place, make_rating, make_study

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def archive(tmp_path, asha):
    path = tmp_path / "site.tar.gz"
    call_command("backup", str(path), verbosity=0)
    return path


@pytest.fixture
def forged(archive, tmp_path):
    """Unpack, change something, pack again."""

    def forge(change) -> str:
        folder = tmp_path / "unpacked"
        with tarfile.open(archive) as tar:
            tar.extractall(folder, filter="data")
        change(folder)
        with tarfile.open(tmp_path / "forged.tar.gz", "w:gz") as tar:
            tar.add(folder, arcname=".")
        return str(tmp_path / "forged.tar.gz")

    return forge


def with_manifest(**changes):
    def change(folder):
        path = folder / "manifest.json"
        path.write_text(json.dumps(json.loads(path.read_text()) | changes))

    return change


def refused(path, match: str) -> None:
    """Restoring fails with words, and what was there is still there."""
    User.objects.create(username="after-the-backup")
    with pytest.raises(CommandError, match=match):
        call_command("restore", str(path), "--yes")
    assert User.objects.filter(username="after-the-backup").exists()


def test_everything_comes_back(tmp_path, meera, asha, settings):
    study = make_study(meera)
    rating = make_rating(make_place(make_participation(study, asha), study.items.first()), study.criteria.first(), 4)
    note = settings.MEDIA_ROOT / "exports" / "बिल्ली.csv"
    note.parent.mkdir(parents=True)
    note.write_text("miau")
    call_command("backup", str(tmp_path / "site.tar.gz"))
    Rating.objects.update(value=0)
    User.objects.create(username="after-the-backup")
    note.write_text("changed")
    call_command("restore", str(tmp_path / "site.tar.gz"), "--yes")

    rating.refresh_from_db()
    assert (rating.value, rating.place.participation.user.username) == (4, "asha")
    assert not User.objects.filter(username="after-the-backup").exists()
    assert note.read_text() == "miau"
    assert AuditEntry.objects.filter(action="backup.restored").exists()


def test_new_rows_get_new_numbers_after_a_restore(archive, asha):
    call_command("restore", str(archive), "--yes")

    assert User.objects.create(username="lata").pk > asha.pk


def test_it_is_for_the_eyes_of_its_maker(archive):
    assert archive.stat().st_mode & 0o077 == 0


def test_earlier_backups_and_what_belongs_to_the_running_site_are_left_out(settings):
    settings.MEDIA_ROOT.mkdir(parents=True)
    (settings.DATA_DIR / "serve.lock").touch()
    (settings.MEDIA_ROOT / "kept.csv").touch()
    (settings.MEDIA_ROOT / "half.zip.part").touch()
    for day in ("monday", "tuesday"):
        call_command("backup", str(settings.DATA_DIR / f"{day}.tar.gz"))

    with tarfile.open(settings.DATA_DIR / "tuesday.tar.gz") as tar:
        assert [name for name in tar.getnames() if name.startswith("files")] == ["files/kept.csv"]
    assert not list(settings.DATA_DIR.glob("backup-*"))


def test_a_missing_file_is_refused(tmp_path):
    refused(tmp_path / "nothing.tar.gz", "is missing")


def test_what_is_no_archive_is_refused(tmp_path):
    (tmp_path / "x.tar.gz").write_bytes(gzip.compress(b"no archive"))

    refused(tmp_path / "x.tar.gz", "not a backup")


def test_half_an_archive_is_refused(archive):
    archive.write_bytes(archive.read_bytes()[: archive.stat().st_size // 2])

    refused(archive, "not a backup")


def test_an_archive_without_a_manifest_is_refused(forged):
    refused(forged(lambda folder: (folder / "manifest.json").unlink()), "manifest.json is missing")


def test_a_changed_member_is_noticed(forged):
    def change(folder):
        victim = next(path for path in folder.rglob("*") if path.is_file() and path.name != "manifest.json")
        victim.write_bytes(victim.read_bytes() + b"x")

    refused(forged(change), "is damaged. Nothing was changed")


def test_a_later_format_is_refused(forged):
    refused(forged(with_manifest(format=2)), "has format 2")


def test_another_database_is_refused(forged):
    refused(forged(with_manifest(database="oracle")), "This backup is of oracle")


def test_another_version_is_refused_by_the_migrations_that_differ(forged):
    refused(
        forged(with_manifest(migrations=[*site_backup.known_migrations(), "evaluation.0099_later"])),
        "evaluation.0099_later",
    )


def test_a_damaged_copy_of_sqlite_is_refused_before_the_live_one_is_touched(tmp_path):
    (tmp_path / sqlite.COPY).write_bytes(b"rubbish" * 1000)

    with pytest.raises(site_backup.Refused, match="The database in this backup is damaged"):
        sqlite.check(tmp_path)


def test_a_damaged_sqlite_is_renamed_not_deleted(tmp_path):
    for name in ("x.sqlite3", "x.sqlite3-wal"):
        (tmp_path / name).write_text("precious?")
    sqlite.rename_damaged(tmp_path / "x.sqlite3")

    assert sorted(path.name.partition(".damaged-")[0] for path in tmp_path.iterdir()) == ["x.sqlite3", "x.sqlite3-wal"]


def test_names_of_tables_are_quoted():
    assert 'COPY "user; DROP" ("a""b") TO STDOUT' in postgresql.statement(
        "COPY {} ({}) TO STDOUT", "user; DROP", ['a"b']
    ).as_string(None)


def test_a_backup_never_overwrites_a_file(tmp_path):
    (tmp_path / "precious").write_text("mine")

    with pytest.raises(CommandError, match=r"exists\. Choose another name"):
        call_command("backup", str(tmp_path / "precious"))
    assert (tmp_path / "precious").read_text() == "mine"


def test_a_folder_that_is_not_there_is_a_clear_error(tmp_path):
    with pytest.raises(CommandError, match="could not be written"):
        call_command("backup", str(tmp_path / "nowhere" / "x.tar.gz"))


def test_restoring_asks_first(archive, monkeypatch):
    monkeypatch.setattr("builtins.input", lambda _question: "")

    with pytest.raises(CommandError, match="Nothing was changed"):
        call_command("restore", str(archive))


@pytest.mark.parametrize("stdin", [io.StringIO(""), None], ids=["ended", "closed"])
@pytest.mark.parametrize("command", ["restore", "erase_person"])
def test_without_a_terminal_to_ask_at_nothing_is_done_and_yes_is_named(archive, asha, monkeypatch, command, stdin):
    monkeypatch.setattr("sys.stdin", stdin)
    with pytest.raises(CommandError, match=r"there is no terminal to ask at.* Add --yes"):
        call_command(command, str(archive) if command == "restore" else "asha")

    assert User.objects.filter(username="asha").exists()
