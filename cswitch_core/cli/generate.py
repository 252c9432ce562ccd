"""List code-switched sentences of pairs, one a line, as they are found."""

from __future__ import annotations

import argparse

from cswitch_core.cli.arguments import (
    add_choice_of_sentences,
    add_models,
    add_on_error,
    add_output,
    add_pairs,
    add_weights,
    add_workers,
)
from cswitch_core.cli.requests import run_request as run

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_pairs(parser)
    add_models(parser)
    add_weights(parser)
    add_choice_of_sentences(parser)
    parser.add_argument(
        "--format",
        choices=["jsonl", "csv", "text"],
        default="jsonl",
        help="JSON Lines with tokens and languages (default), a table for spreadsheets, or plain sentences",
    )
    add_output(parser)
    add_workers(parser)
    add_on_error(parser)
