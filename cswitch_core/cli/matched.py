"""Draw matched pairs: sentences that break exactly one constraint, each with its nearest clean partner."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from random import Random

from cswitch_core.broken import NoTheory, constraints_of, in_words
from cswitch_core.cli.arguments import add_on_error, add_output, add_pairs, add_theories, at_least, chosen_models
from cswitch_core.cli.broken import too_many_orders
from cswitch_core.cli.errors import CommandError
from cswitch_core.cli.progress_bar import progress
from cswitch_core.cli.requests import good_pairs, report
from cswitch_core.cli.streams import opened_output
from cswitch_core.matched import Cell, Match, Matches
from cswitch_core.models import Model, OptionError
from cswitch_core.pairs import Pair, PairError, Problem
from cswitch_core.projection import project
from cswitch_core.typed_text import Words
from cswitch_core.wording import counted

ALL = "all"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_pairs(parser)
    add_theories(parser)
    parser.add_argument(
        "--constraints",
        default=ALL,
        metavar="NAMES",
        help="constraints to be broken, with commas between them (default: all that the theories have)",
    )
    parser.add_argument(
        "--per", type=at_least(1), default=5, metavar="N", help="matches of each pair and constraint (default: 5)"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the seed of the draw (default: 0)")
    parser.add_argument(
        "--same-others",
        action="store_true",
        help="violator and partner break the same under the other theories named, so that nothing else changes",
    )
    parser.add_argument(
        "--format",
        choices=["text", "jsonl"],
        default="text",
        help="for people (default), or a line for each match and one with the counts of each pair and constraint",
    )
    add_output(parser)
    add_on_error(parser)


def run(options: argparse.Namespace) -> int:
    problems: list[Problem] = []
    write = _as_json if options.format == "jsonl" else _as_text
    try:
        theories = chosen_models(options)
        wanted = _wanted(options.constraints, theories)
        with opened_output(options.output) as output, progress(None, " pairs") as bar:
            for pair in good_pairs(options, problems, bar):
                for theory, cell in _cells(pair, theories, wanted, options, problems):
                    output.writelines(write(pair, theory, cell))
    except PairError:
        return 1
    except NoTheory as error:
        raise CommandError(str(error)) from error
    return 1 if problems else 0


def _wanted(names: str, theories: Sequence[Model]) -> dict[str, list[str]]:
    """Return for each theory the constraints to be broken."""
    known = {theory.name: constraints_of(theory) for theory in theories}
    if names == ALL:
        return {theory: list(own) for theory, own in known.items()}
    chosen = [name.strip() for name in names.split(",") if name.strip()]
    every = {name for own in known.values() for name in own}
    for name in chosen or [names]:
        if name not in every:
            there = "; ".join(f"{theory} has {', '.join(own)}" for theory, own in known.items())
            raise CommandError(f"there is no constraint '{name}' to break: {there}")
    return {theory: [name for name in own if name in chosen] for theory, own in known.items()}


def _cells(
    pair: Pair,
    theories: Sequence[Model],
    wanted: dict[str, list[str]],
    options: argparse.Namespace,
    problems: list[Problem],
) -> Iterator[tuple[str, Cell]]:
    """Yield the matches of a pair by theory and constraint; within a theory no partner is used twice."""
    tree = project(pair)
    for theory in theories:
        used: set[Words] = set()
        matches = Matches(theory, tree, theories, same_others=options.same_others)
        for constraint in wanted[theory.name]:
            rng = Random(f"{options.seed}/{pair.id}/{theory.name}/{constraint}")  # noqa: S311 - chance, not secrecy
            try:
                cell = matches.draw(constraint, options.per, rng, used)
            except OptionError as error:
                report(too_many_orders(error, theory, pair), problems, options.on_error)
                break
            yield theory.name, cell


def _as_json(pair: Pair, theory: str, cell: Cell) -> Iterator[str]:
    head = {"pair": pair.id, "theory": theory, "constraint": cell.constraint}
    for number, match in enumerate(cell.matches, start=1):
        yield _line({"kind": "match", **head, "match": number, **_match_object(match)})
    counts = {
        "wanted": cell.wanted,
        "matches": len(cell.matches),
        "clean": cell.clean,
        "violators": cell.violators,
        "in_one_place": cell.in_one_place,
        "with_partner": cell.with_partner,
        "partners": cell.partners,
        "tried": cell.tried,
    }
    yield _line({"kind": "counts", **head, **counts, "why": cell.why})


def _match_object(match: Match) -> dict[str, object]:
    return {
        "violator": {"text": match.violator.text, "key": match.violator.key},
        "partner": {"text": match.partner.text, "key": match.partner.key},
        "distance": match.distance,
        "switches": match.switches,
        "places": match.places,
        "others": {name: {"violator": one, "partner": two} for name, (one, two) in match.others.items()},
    }


def _line(content: dict[str, object]) -> str:
    return json.dumps(content, ensure_ascii=False) + "\n"


def _as_text(pair: Pair, theory: str, cell: Cell) -> Iterator[str]:
    found = f"{len(cell.matches)} of {cell.wanted}"
    yield f"{pair.id}  {theory}  {cell.constraint}: {found}{f' ({cell.why})' if cell.why else ''}\n"
    for match in cell.matches:
        yield f"  - {match.violator.text}\n  + {match.partner.text}\n    {'; '.join(_said(match))}\n"


def _said(match: Match) -> Iterable[str]:
    yield f"{counted(match.distance, 'slot')} differ" if match.distance != 1 else "1 slot differs"
    yield counted(match.switches, "switch", "switches")
    if match.places is not None:
        yield f"broken in {counted(match.places, 'place')}"
    for name, (one, two) in match.others.items():
        yield f"{name}: {in_words(one)}" if one == two else f"{name}: {in_words(one)} / {in_words(two)}"
