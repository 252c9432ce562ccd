"""Load a file of pairs from the command line, by the same steps as the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from evaluation.models import Role, Upload, UploadState, User
from evaluation.services import jobs
from evaluation.services.errors import Refused
from evaluation.services.pairs import uploads
from evaluation.services.pairs.uploads.checking import unlinked_in_words
from evaluation.services.pairs.uploads.loading import summary_in_words

CHUNK = 1 << 20
MOST_PROBLEMS_SHOWN = 50


class Command(BaseCommand):
    help = (
        "Load pairs from a JSON Lines, CSV or TSV file into a collection; or plain sentences (TSV, CSV, XLSX, CoNLL-U, "
        "parallel files), for which trees and links are proposed, with --languages."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("further", type=Path, nargs="*", help="files that go with plain sentences: x.hi x.align")
        parser.add_argument("--languages", metavar="A,B", help="of plain sentences, such as en,hi")
        parser.add_argument(
            "--columns", default="", metavar="A,B[,ID]", help="names or numbers; the first two without it"
        )
        parser.add_argument(
            "--header", choices=["auto", "yes", "no"], default="auto", help="is the first row one of names?"
        )
        parser.add_argument("--lexicon", type=Path, help="your own word list, kept with the collection")
        parser.add_argument(
            "--keep-odd", action="store_true", help="take rows where the language looks wrong, and repeats"
        )
        parser.add_argument("--collection", help="its name; the file's own without --collection")
        parser.add_argument("--owner", help="user name of a researcher or admin; the first admin without --owner")
        parser.add_argument(
            "--on-error", choices=["stop", "skip"], default="stop", help="with bad rows: load nothing, or the good rows"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        try:
            loaded = self._load(file, options["collection"] or file.stem, owner_named(options["owner"]), options)
        except Refused as refusal:
            raise CommandError(refusal.message) from refusal
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
        summary = f"{loaded.collection}: {summary_in_words(loaded.summary)}"
        self.stdout.write(f"{summary} {unlinked_in_words(loaded)}".rstrip())

    def _load(self, file: Path, collection: str, owner: User, options: dict[str, Any]) -> Upload:
        with file.open("rb") as opened:
            chunks = iter(lambda: opened.read(CHUNK), b"")
            upload = uploads.receive(collection=collection, owner=owner, name=file.name, chunks=chunks, at_once=True)
        if upload.state == UploadState.MAPPING:
            self._choose(upload, owner, options)
        elif options["languages"]:
            uploads.give_up(upload=upload, actor=owner)
            raise CommandError(f"{file.name} holds pairs, which name their languages; leave --languages out.")
        with TerminalProgress(quiet=options["verbosity"] == 0) as progress:
            uploads.check(upload, progress)
            self._show_problems(upload)
            if not upload.good_rows:
                uploads.discard(upload=upload, actor=owner)
                raise CommandError("Nothing was loaded: no row of this file can be loaded.")
            if upload.bad_rows and options["on_error"] == "stop":
                uploads.discard(upload=upload, actor=owner)
                raise CommandError(
                    "Nothing was loaded. Correct the rows above, or load the others with --on-error skip."
                )
            uploads.accept(upload=upload, actor=owner, at_once=True)
            return uploads.load(upload, progress)

    def _choose(self, upload: Upload, owner: User, options: dict[str, Any]) -> None:
        """Say what plain sentences are, as the page for their columns does; nothing stays of a file that is refused."""
        try:
            if not options["languages"]:
                raise Refused(
                    f"{upload} holds plain sentences: name their languages, such as --languages en,hi. If it holds "
                    "pairs, its header lacks their columns: id, l1_lang, l1_tree, l2_lang, l2_text, alignment."
                )
            lexicon = options["lexicon"]
            uploads.choose(
                upload=upload,
                actor=owner,
                languages=[language.strip() for language in options["languages"].split(",")],
                columns=[column.strip() for column in options["columns"].split(",") if column.strip()],
                header=options["header"],
                keeps_odd_rows=options["keep_odd"],
                lexicon=(lexicon.name, [lexicon.read_bytes()]) if lexicon else None,
                further=[(path.name, [path.read_bytes()]) for path in options["further"]],
                at_once=True,
            )
        except (Refused, OSError):
            uploads.discard(upload=upload, actor=owner)
            raise

    def _show_problems(self, upload: Upload) -> None:
        for row in upload.rows.filter(is_good=False)[:MOST_PROBLEMS_SHOWN]:
            for problem in row.problems:
                self.stderr.write(f"{upload}:{row.line}: {problem['field']}: {problem['message']}. {problem['cure']}.")
        if upload.bad_rows > MOST_PROBLEMS_SHOWN:
            more = upload.bad_rows - MOST_PROBLEMS_SHOWN
            self.stderr.write(f"… and {more} more bad row{'s' if more > 1 else ''}.")


def owner_named(username: str | None) -> User:
    people = User.objects.filter(role__in=[Role.RESEARCHER, Role.ADMIN])
    owner = people.filter(username=username).first() if username else people.filter(role=Role.ADMIN).first()
    if owner is None:
        missing = f"There is no researcher or admin called {username}." if username else "There is no admin yet."
        raise CommandError(f"{missing} Make one with `manage.py createsuperuser`, or name one with --owner.")
    return owner


class TerminalProgress(jobs.Progress):
    """A progress bar in the terminal, on the error stream, so that the result can be piped."""

    def __init__(self, *, quiet: bool) -> None:
        super().__init__()
        self._bar = tqdm(disable=True if quiet else None, leave=False)

    def __enter__(self) -> TerminalProgress:
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.close()

    def start(self, total: int | None, message: str = "") -> None:
        super().start(total, message)
        self._bar.reset(total)
        self._bar.set_description(message)

    def advance(self, n: int = 1, message: str | None = None) -> None:
        super().advance(n, message)
        self._bar.update(n)
