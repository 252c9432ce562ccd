"""Count the sentences of each pair and model exactly, and those different to the eye, without listing them."""

from __future__ import annotations

import argparse

from cswitch_core.cli.arguments import add_models, add_on_error, add_output, add_pairs, add_weights, add_workers
from cswitch_core.cli.requests import run_request as run

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_pairs(parser)
    add_models(parser)
    add_weights(parser)
    parser.add_argument(
        "--format", choices=["jsonl", "text"], default="jsonl", help="JSON Lines (default), or lines for people"
    )
    add_output(parser)
    add_workers(parser)
    add_on_error(parser)
