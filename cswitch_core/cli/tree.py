"""Draw the tree that both sentences of a pair share, and list its paired rules."""

from __future__ import annotations

import argparse

from cswitch_core.cli.arguments import add_output, add_pairs
from cswitch_core.cli.errors import CommandError
from cswitch_core.cli.lookup import pair_with_id
from cswitch_core.cli.streams import opened_output
from cswitch_core.drawing import draw_sentence_svg, draw_sentence_text, draw_svg, draw_text
from cswitch_core.paired_rules import paired_rules
from cswitch_core.pairs import Pair
from cswitch_core.projection import project
from cswitch_core.sentences import Sentence
from cswitch_core.shared_tree import LANGUAGES, Language, SharedTree
from cswitch_core.typed_text import read_sentence


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_pairs(parser)
    parser.add_argument("--id", required=True, metavar="ID", help="which pair")
    parser.add_argument(
        "--side", choices=["l1", "l2"], help="draw this language's order only (an svg shows one, l1 unless told)"
    )
    parser.add_argument("--text", metavar="SENTENCE", help="draw this code-switched sentence instead")
    parser.add_argument("--matrix", choices=["l1", "l2"], help="label the sentence as from this matrix language")
    parser.add_argument("--format", choices=["text", "svg"], default="text", help="how to draw (default: text)")
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    pair = pair_with_id(options.pairs, options.id)
    tree = project(pair)
    if options.text:
        drawing = _drawn_sentence(tree, options)
    elif options.format == "svg":
        drawing = draw_svg(tree, _language(options.side or "l1"))
    else:
        drawing = _drawn_pair(pair, tree, options.side)
    with opened_output(options.output) as output:
        output.write(drawing + "\n")
    return 0


def _language(side: str) -> Language:
    return LANGUAGES[("l1", "l2").index(side)]


def _drawn_pair(pair: Pair, tree: SharedTree, side: str | None) -> str:
    blocks = [
        f"{tree.languages[language]}: {pair.text(language)}\n{draw_text(tree, language)}"
        for language in (LANGUAGES if side is None else (_language(side),))
    ]
    rules = "\n".join(str(rule) for rule in paired_rules(tree))
    return "\n\n".join([*blocks, f"Rules ({' | '.join(tree.languages)}):\n{rules}"])


def _drawn_sentence(tree: SharedTree, options: argparse.Namespace) -> str:
    sentence = _read(tree, options.text)
    matrix = None if options.matrix is None else _language(options.matrix)
    draw = draw_sentence_svg if options.format == "svg" else draw_sentence_text
    return draw(tree, sentence, matrix)


def _read(tree: SharedTree, text: str) -> Sentence:
    readings = read_sentence(tree, text)
    if not readings:
        raise CommandError(f"'{text}' is not made of this pair's words; use each once, in one of its languages")
    return readings[0]
