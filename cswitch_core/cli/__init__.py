"""The command line: ``python -m cswitch_core`` or ``cswitch``.

Results go to standard output or to a file that appears only when it is whole; problems and progress go to standard
error. Exit status: 0 if all went well, 1 if the input had problems (all of them reported; the good pairs were still
worked on unless ``--on-error stop`` was asked for), 2 if the command itself was wrong, 130 if it was interrupted.
"""

from __future__ import annotations

import argparse
import gc
import os
import signal
import sys
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool
from types import FrameType
from typing import Protocol

# As in the site: the matrices of `plan` are small, and two threads that share one mostly wait for each other. Read when
# numpy is imported, which the commands do.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from cswitch_core import __version__
from cswitch_core.cli import broken, compare, corpus, count, explain, generate, matched, pairs, plan, table1, tree
from cswitch_core.cli.errors import CommandError
from cswitch_core.cli.requests import print_problems
from cswitch_core.models import ModelError, OptionError
from cswitch_core.models.categories import CategoryError
from cswitch_core.models.registry import UnknownModel
from cswitch_core.models.weights_file import WeightsError
from cswitch_core.pairs import PairError


class Command(Protocol):
    """A module with a command: its first line is the help, ``run`` returns the exit status."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...
    def run(self, options: argparse.Namespace) -> int: ...


COMMANDS: dict[str, Command] = {
    "pairs": pairs,
    "generate": generate,
    "count": count,
    "compare": compare,
    "explain": explain,
    "broken": broken,
    "matched": matched,
    "plan": plan,
    "tree": tree,
    "table1": table1,
    "corpus": corpus,
}

# When Python looks for cycles among its objects. What is packed is many small objects that stay and make none: looking
# as often as usual took a fifth of the time.
SELDOM = (100_000, 20, 100)
BROKEN_PIPE = 128 + signal.SIGPIPE
INTERRUPTED = 128 + signal.SIGINT


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    options = build_parser().parse_args(arguments)
    _write_utf8()
    before, collecting = signal.signal(signal.SIGTERM, _interrupt), gc.get_threshold()
    gc.set_threshold(*SELDOM)
    try:
        return _run(options)
    finally:
        gc.set_threshold(*collecting)
        signal.signal(signal.SIGTERM, before)


def _run(options: argparse.Namespace) -> int:
    try:
        status = COMMANDS[options.command].run(options)
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenProcessPool:
        return _fail("a worker process ended before its time, perhaps for want of memory; try fewer --workers", 1)
    except PairError as error:
        print_problems(error.problems)
        return 1
    except (CommandError, UnknownModel, OptionError, ModelError, CategoryError, WeightsError) as error:
        return _fail(str(error), 2)
    except OSError as error:
        return _fail(f"{error.filename or 'input or output'}: {error.strerror or error}", 2)
    return status


def build_parser() -> argparse.ArgumentParser:
    """Return the parser with all commands; the documents' test reads it too."""
    parser = argparse.ArgumentParser(
        prog="cswitch",
        description="Generate, count, compare and explain code-switched sentences by linguistic theory.",
        epilog="Exit status: 0 all well, 1 problems in the input, 2 a wrong command, 130 interrupted.",
    )
    parser.add_argument("--version", action="version", version=f"cswitch {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, module in COMMANDS.items():
        summary = (module.__doc__ or "").splitlines()[0]
        module.add_arguments(commands.add_parser(name, help=summary, description=module.__doc__))
    return parser


def _write_utf8() -> None:
    """Write UTF-8 whatever the terminal's locale says: sentences come in many scripts."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _interrupt(_signal: int, _frame: FrameType | None) -> None:
    """Leave through the same doors as Ctrl-C, so that no temporary file stays behind."""
    raise KeyboardInterrupt


def _fail(message: str, status: int) -> int:
    print(f"cswitch: {message}", file=sys.stderr)
    return status
