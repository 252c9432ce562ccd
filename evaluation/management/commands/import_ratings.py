"""Bring in ratings from elsewhere from the command line, by the same steps as the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from evaluation.management.commands.load_pairs import CHUNK, TerminalProgress, owner_named
from evaluation.models import RatingImport, RatingImportState, Study, User
from evaluation.services import imports
from evaluation.services.errors import Refused

MOST_PROBLEMS_SHOWN = 50


class Command(BaseCommand):
    help = (
        "Make a closed study of a file of ratings (CSV, TSV, XLSX, JSON Lines; one rating a row). Columns are found by "
        f"their names, or named with --map: {', '.join(imports.ROLES)}."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--study", default="", metavar="SLUG", help="its address; made of its name without --study")
        parser.add_argument("--name", default="", help="its name; the file's own without --name")
        parser.add_argument(
            "--map",
            nargs="+",
            default=[],
            metavar="WHAT=COLUMN",
            help="what a column holds, by its name or number: judge=worker value=score; an empty column: none",
        )
        parser.add_argument("--groups", nargs="+", default=[], metavar="COLUMN", help="columns that group the judges")
        parser.add_argument("--no-header", action="store_true", help="the first row is a rating: columns have numbers")
        parser.add_argument(
            "--criteria", nargs="+", default=[], metavar="NAME", help="those there are; others are wrong"
        )
        parser.add_argument("--scale", default="", help="0-5, or usage=0-5,fluency=1-7; else as the values run")
        parser.add_argument(
            "--cut",
            default="",
            help="the lowest point with which a judge accepts a sentence: 3, or usage=3,fluency=5; else means only",
        )
        parser.add_argument("--collection", default="", help="where the sentences' pairs are; all without it")
        parser.add_argument(
            "--models", default="", metavar="A,B", help="whose sentences are told; the paper's without it"
        )
        parser.add_argument("--languages", default="", metavar="A,B", help="of sentences that belong to no pair")
        parser.add_argument("--owner", help="user name of a researcher or admin; the first admin without --owner")

    def handle(self, *args: Any, **options: Any) -> None:
        owner, file = owner_named(options["owner"]), Path(options["file"])
        try:
            done = self._bring_in(file, owner, options)
        except Refused as refusal:
            raise CommandError(refusal.message) from refusal
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
        self.stdout.write(_outcome(done.study))

    def _bring_in(self, file: Path, owner: User, options: dict[str, Any]) -> RatingImport:
        with file.open("rb") as opened:
            sent = imports.receive(owner=owner, name=file.name, chunks=iter(lambda: opened.read(CHUNK), b""))
        try:
            imports.start(sent=sent, actor=owner, plan=self._plan(sent, options), at_once=True)
            with TerminalProgress(quiet=options["verbosity"] == 0) as progress:
                imports.run(sent, progress)
            if sent.state == RatingImportState.REFUSED:
                self._show_problems(sent)
                raise CommandError("Nothing was stored. Correct what is named above.")
        except BaseException:
            RatingImport.objects.filter(pk=sent.pk, state=RatingImportState.RUNNING).update(
                state=RatingImportState.REFUSED
            )
            imports.discard(sent=sent, actor=owner)
            raise
        return sent

    def _plan(self, sent: RatingImport, options: dict[str, Any]) -> imports.Plan:
        has_header = not options["no_header"]
        named = dict(_split(part) for part in options["map"])
        names = imports.preview(sent, has_header=has_header).names
        return imports.Plan(
            columns=imports.completed_columns(named, options["groups"], names),
            groups=options["groups"],
            has_header=has_header,
            criteria=options["criteria"],
            scale=options["scale"],
            cut=options["cut"],
            name=options["name"],
            slug=options["study"],
            collection=options["collection"],
            models=_listed(options["models"]),
            languages=_listed(options["languages"]),
        )

    def _show_problems(self, sent: RatingImport) -> None:
        for problem in sent.problems[:MOST_PROBLEMS_SHOWN]:
            if problem["line"] is None:
                where = f"--{problem['column']}: "
            else:
                where = f"{sent}:{problem['line']}: " + (f"{problem['column']}: " if problem["column"] else "")
            self.stderr.write(f"{where}{problem['message']}. {problem['cure']}")
        more = sent.problem_count - min(len(sent.problems), MOST_PROBLEMS_SHOWN)
        if more:
            self.stderr.write(f"… and {more} more wrong row{'s' if more > 1 else ''}.")


def _outcome(study: Study | None) -> str:
    if study is None:
        return "Nothing was stored: somebody else has brought this file in meanwhile."
    found = (
        ("rating", study.ratings.count()),
        ("sentence", study.items.count()),
        ("judge", study.participations.count()),
    )
    counts = ", ".join(f"{number} {noun}{'' if number == 1 else 's'}" for noun, number in found)
    return f"{study.slug}: {counts}. {study.remark}"


def _split(part: str) -> tuple[str, str]:
    role, sign, column = part.partition("=")
    if not sign:
        raise Refused(f"“{part}” does not say what a column holds: write, for example, judge=worker.")
    return role.strip(), column.strip()


def _listed(names: str) -> list[str]:
    return [name.strip() for name in names.split(",") if name.strip()]
