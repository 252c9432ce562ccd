"""Arguments that several commands share."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from cswitch_core.cli.errors import CommandError
from cswitch_core.corpus.batches import Request
from cswitch_core.models import Model
from cswitch_core.models.categories import CategoryLists
from cswitch_core.models.registry import PAPER_MODELS, model, names_in
from cswitch_core.models.weights_file import weighted_name


def add_pairs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("pairs", metavar="PAIRS", help="file of pairs: JSON Lines, CSV or TSV; - for standard input")


def add_models(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--models",
        default=",".join(PAPER_MODELS),
        metavar="NAMES",
        help="models with commas between them, such as EC0,ML0(matrix=l1) (default: %(default)s)",
    )
    add_categories(parser)


def add_weights(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--weights",
        metavar="FILE",
        help="instead of --models: a theory whose constraints have costs (TOML); a sample then goes by cost",
    )


def add_theories(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--theory",
        dest="models",
        default=",".join(PAPER_MODELS),
        metavar="NAMES",
        help="theories with commas between them, such as EC0,ML0(matrix=l1) (default: %(default)s)",
    )
    add_categories(parser)


def add_categories(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--categories", metavar="FILE", help="category lists (TOML) that override the default ones")


def add_output(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-o", "--output", default="-", metavar="FILE", help="where to write; - for standard output (default)"
    )


def add_on_error(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--on-error",
        choices=["stop", "skip"],
        default="skip",
        help="at a bad pair, or where a model of yours fails: skip it and go on (default), or stop and write no file",
    )


def add_workers(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--workers", type=at_least(1), default=1, metavar="N", help="how many processes to use (default: 1)"
    )


def add_choice_of_sentences(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--limit", type=at_least(0), metavar="N", help="at most N sentences of each pair and model")
    parser.add_argument(
        "--sample", type=at_least(0), metavar="N", help="N sentences of each pair and model, drawn evenly at random"
    )
    parser.add_argument(
        "--varied", type=at_least(0), metavar="N", help="N different ones to look at: a sample, fewest switches first"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the sample's seed (default: 0)")
    parser.add_argument(
        "--whole", action="store_true", help="only sentences that neither miss nor double a word without a counterpart"
    )
    parser.add_argument(
        "--missing-words",
        action="store_true",
        help="say of each sentence which words it misses or doubles (JSON Lines)",
    )
    parser.add_argument(
        "--every-sequence", action="store_true", help="list also what reads alike, each sequence of words and languages"
    )


def add_format(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", choices=["text", "json"], default="text", help="for people (default) or machines")


def at_least(least: int) -> Callable[[str], int]:
    """Return a reader of whole numbers that refuses smaller ones."""

    def number(text: str) -> int:
        value = int(text)
        if value < least:
            raise argparse.ArgumentTypeError(f"must be at least {least}")
        return value

    return number


def chosen_models(options: argparse.Namespace) -> list[Model]:
    """Return the models that the options name, each once, checked before any pair is read."""
    lists = CategoryLists.read(options.categories)
    weights = getattr(options, "weights", None)
    names = names_in(options.models) if weights is None else [weighted_name(weights)]
    chosen = {each.name: each for each in (model(name, lists) for name in names)}
    if not chosen:
        raise CommandError(f"name at least one model, such as --models {PAPER_MODELS[0]}")
    return list(chosen.values())


def request_from(options: argparse.Namespace) -> Request:
    """Return what the options ask for."""
    chosen = vars(options)
    if chosen.get("missing_words") and options.format != "jsonl":
        raise CommandError("--missing-words goes into JSON Lines; use --format jsonl")
    return Request(
        tuple(each.name for each in chosen_models(options)),
        CategoryLists.read(options.categories),
        limit=chosen.get("limit"),
        sample=chosen.get("sample"),
        varied=chosen.get("varied"),
        every_sequence=chosen.get("every_sequence", False),
        seed=chosen.get("seed", 0),
        format=chosen.get("format", "jsonl"),
        count_only=options.command == "count",
        whole=chosen.get("whole", False),
        missing_words=chosen.get("missing_words", False),
    )
