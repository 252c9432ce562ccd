"""Make pairs of plain sentences: propose a tree and links for each row, and say how sure each link is.

INPUT is one of
  a table whose first two columns are the sentences: TSV, CSV, text with ||| between them, XLSX, ODS;
  - for such a table on standard input;
  parallel files with a sentence a line, named by their languages (x.en x.hi), with Penn trees a line (x.parse) and
  Pharaoh links a line (x.align) where there are any, of either sentence; or x alone for all of those beside it;
  CoNLL-U (x.conllu), with the other language in a file or in comments such as "# text_hi = ...".
Text may be in UTF-8, UTF-16 or Windows-1252. What is missing is proposed. A pair a line comes out, as the other
commands and the site read it, in the order of the rows; rows that cannot be used are named on standard error.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from cswitch_core.cli.arguments import add_on_error, add_output, add_workers, at_least
from cswitch_core.cli.errors import CommandError
from cswitch_core.cli.progress_bar import progress
from cswitch_core.cli.requests import print_problems
from cswitch_core.cli.streams import STANDARD, input_name, opened_input, opened_output
from cswitch_core.corpus import CorpusError, dask_cluster, local_pool
from cswitch_core.corpus.proposing import (
    DEFAULT_PARTITION_BYTES,
    ProposalRequest,
    batches_of,
    open_proposals,
    propose_batch,
    proposer_of,
)
from cswitch_core.corpus.work import Report
from cswitch_core.languages import language_named
from cswitch_core.pairs import PairError
from cswitch_core.parallel import parts_in_order
from cswitch_core.readers.plain import PlainFile
from cswitch_core.readers.plain.encodings import UTF8, encoding_of
from cswitch_core.readers.plain.parallel import LINK_SUFFIXES, TREE_SUFFIXES
from cswitch_core.readers.plain.tables import begins_like_a_sheet
from cswitch_core.shared_tree import Both
from cswitch_core.wording import counted

# A language of two or three letters, then script, region or variants.
CODE = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("inputs", nargs="+", metavar="INPUT", help="a table, parallel files, CoNLL-U (see above), or -")
    parser.add_argument(
        "--languages", required=True, metavar="A,B", help="codes of the first and the second sentence, such as en,hi"
    )
    parser.add_argument(
        "--columns",
        default="",
        metavar="A,B[,ID]",
        help="names or numbers (from 1) of the columns with the sentences, and of one with ids "
        "(default: the first two; a column called id gives the ids, else the row's number is the id)",
    )
    parser.add_argument(
        "--header", choices=["auto", "yes", "no"], default="auto", help="is the first row one of names? (default: auto)"
    )
    parser.add_argument("--lexicon", default="", metavar="FILE", help="your own word list, in two columns")
    parser.add_argument(
        "--learn", action="append", default=[], metavar="PAIRS", help="learn links from these pairs, checked by people"
    )
    parser.add_argument(
        "--keep-odd", action="store_true", help="take rows also where the language looks wrong or a row is repeated"
    )
    add_output(parser)
    parser.add_argument(
        "--cluster", metavar="ADDRESS", help="of a Dask scheduler; needs a directory (ending in /) as --output"
    )
    parser.add_argument(
        "--partition-bytes",
        type=at_least(1),
        default=DEFAULT_PARTITION_BYTES,
        metavar="N",
        help="with a directory as --output: size of a partition (default: %(default)s); stopped, such a run goes on",
    )
    add_workers(parser)
    add_on_error(parser)


def run(options: argparse.Namespace) -> int:
    request = request_from(options)
    proposer_of(request)  # a bad word list is said before the first row
    if options.output.endswith("/") or Path(options.output).is_dir():
        return _run_partitions(options, request)
    if options.cluster:
        raise CommandError("a cluster writes partitions: give a directory as --output, such as -o pairs/")
    with _input_files(options.inputs, request.languages) as files:
        _say_encodings(files)
        return _run_in_order(options, request, files)


def request_from(options: argparse.Namespace) -> ProposalRequest:
    """Return what the options ask for."""
    languages = [language.strip() for language in options.languages.split(",")]
    if len(languages) != 2 or not all(languages) or languages[0] == languages[1]:
        raise CommandError("--languages names two languages, such as --languages en,hi")
    for language in languages:
        _check_is_a_code(language)
    return ProposalRequest(
        (languages[0], languages[1]),
        tuple(filter(None, (name.strip() for name in options.columns.split(",")))),
        options.header,
        options.lexicon and str(Path(options.lexicon).resolve()),
        tuple(str(Path(file).resolve()) for file in options.learn),
        options.keep_odd,
    )


def _check_is_a_code(language: str) -> None:
    """Refuse a language's name, and whatever is no code."""
    if CODE.fullmatch(language):
        return
    code = language_named(language)
    cure = f"write {code}" if code else "codes have two or three letters, such as en, hi or hi-Latn"
    raise CommandError(f"--languages: '{language}' is no language code; {cure}")


@contextmanager
def _input_files(inputs: Sequence[str], languages: Both[str]) -> Iterator[list[PlainFile]]:
    """Give the files to read; standard input is kept in a file as long as that takes."""
    with TemporaryDirectory() as folder:
        files: list[PlainFile] = []
        for name in inputs:
            if name == STANDARD:
                kept = Path(folder) / "input"
                with opened_input(name) as source, kept.open("wb") as copy:
                    shutil.copyfileobj(source, copy)
                files.append(PlainFile(kept, input_name(name)))
            else:
                files += found_files(Path(name), languages)
        yield files


def found_files(path: Path, languages: Both[str]) -> list[PlainFile]:
    """Return the file, or the parallel files whose names begin with it."""
    if path.exists():
        return [PlainFile.at(path)]
    suffixes = [*(f".{language}" for language in languages), *sorted(TREE_SUFFIXES), *sorted(LINK_SUFFIXES)]
    beside = [Path(f"{path}{suffix}") for suffix in suffixes]
    found = [PlainFile.at(file) for file in beside if file.exists()]
    if not found:
        raise CommandError(f"{path}: there is no such file, nor {beside[0].name} and {beside[1].name} beside it")
    return found


def _say_encodings(files: Sequence[PlainFile]) -> None:
    """Say which files are read in another encoding than UTF-8, for it was guessed."""
    for file in files:
        with file.path.open("rb") as source:
            if not begins_like_a_sheet(source) and (encoding := encoding_of(source)).title != UTF8.title:
                print(f"{file.name} is read as {encoding.title}", file=sys.stderr)


def _run_in_order(options: argparse.Namespace, request: ProposalRequest, files: Sequence[PlainFile]) -> int:
    rows = request.rows(files)
    parts = parts_in_order(propose_batch, batches_of(request, rows), options.workers)
    pair_count, failed = 0, []
    with progress(None, " rows") as bar:
        try:
            with opened_output(options.output) as output:
                for part in parts:
                    for text, problems in part.rows:
                        output.write(text)
                        print_problems(problems)
                        pair_count += bool(text)
                        failed += [problems[0].pair_id] if problems else []
                        if problems and options.on_error == "stop":
                            raise PairError(problems)
                    output.flush()
                    bar.update(len(part.rows))
        except PairError as error:
            if not failed:
                raise error
            return 1
    _print_outcome(pair_count, failed)
    return 1 if failed else 0


def _print_outcome(pair_count: int, failed: Sequence[str]) -> None:
    if failed:
        names = ", ".join(failed[:20]) + (" …" if len(failed) > 20 else "")
        rows = counted(len(failed), "row")
        print(f"{counted(pair_count, 'pair')}; {rows} failed: {names}", file=sys.stderr)


def _run_partitions(options: argparse.Namespace, request: ProposalRequest) -> int:
    if STANDARD in options.inputs:
        raise CommandError("a run that can be taken up needs files; give -o a file to read standard input")
    engine = dask_cluster(options.cluster) if options.cluster else local_pool(options.workers)
    total = Report()
    directory = Path(options.output)
    try:
        with _input_files(options.inputs, request.languages) as files:
            _say_encodings(files)
            planned = open_proposals(files, directory, request, partition_bytes=options.partition_bytes)
        with progress(planned.partition_count, " partitions") as bar:
            for report in planned.run(engine):
                total += report
                bar.update(1)
    except CorpusError as error:
        raise CommandError(str(error)) from error
    print(f"{counted(total.pairs, 'pair')}, {counted(total.problems, 'problem')} in {directory}")
    if total.problems:
        print(f"The problems are in {directory}/part-*.problems.jsonl", file=sys.stderr)
    return 1 if total.problems else 0
