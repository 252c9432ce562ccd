"""Say for each model whether it generates a sentence, and if not, the first rule that fails and where."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from cswitch_core.cli.arguments import add_format, add_models, add_output, add_pairs, chosen_models
from cswitch_core.cli.lookup import pair_with_id
from cswitch_core.cli.streams import opened_output
from cswitch_core.explain import explain


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_pairs(parser)
    parser.add_argument("--id", required=True, metavar="ID", help="which pair")
    parser.add_argument("--text", required=True, metavar="SENTENCE", help="the sentence, as it is typed")
    add_models(parser)
    add_format(parser)
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    verdicts = explain(pair_with_id(options.pairs, options.id), options.text, chosen_models(options))
    with opened_output(options.output) as output:
        for verdict in verdicts:
            as_json = options.format == "json"
            output.write((json.dumps(asdict(verdict), ensure_ascii=False) if as_json else str(verdict).strip()) + "\n")
    return 0
