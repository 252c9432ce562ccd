"""Plan a study: how often it finds a cost, a difference or a preference, how exactly, and in how many minutes.

Studies are simulated from the model that will be fitted. Spreads are deviations in logits: judge (how strict judges
are), judge_slope (how much more it costs one than another), pair, pair_slope, match and sentence.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any

from cswitch_core.cli.arguments import add_output
from cswitch_core.cli.errors import CommandError
from cswitch_core.cli.progress_bar import progress
from cswitch_core.cli.streams import opened_output
from cswitch_core.cli.text_table import as_table

# Looked up by name when the command runs: the core does without the site.
PLANS = "evaluation.statistics.planning.plans"
FOR_THESE, MOSTLY = "for these judges only", 0.5
SPREADS = ("judge", "judge_slope", "pair", "pair_slope", "match", "sentence")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    _add_effects(parser)
    parser.add_argument("--judges", type=int, default=20, help="how many judges (default: %(default)s)")
    parser.add_argument("--pairs", type=int, default=24, help="how many sentence pairs (default: %(default)s)")
    parser.add_argument(
        "--matches",
        type=int,
        default=1,
        help="per pair: how many couples of a broken and a clean sentence, or how many sentences of each model "
        "(default: %(default)s)",
    )
    parser.add_argument("--each", type=int, help="how many sentences or couples a judge is given (default: all)")
    parser.add_argument("--scale", type=int, default=5, help="points of the rating scale (default: %(default)s)")
    parser.add_argument(
        "--spread",
        action="append",
        default=[],
        metavar="NAME=LOGITS",
        help=f"a spread other than the default, such as sentence=0.8; may be repeated; names: {', '.join(SPREADS)}",
    )
    parser.add_argument(
        "--dropout", type=float, default=0.0, help="share of judges who stop half-way (default: %(default)s)"
    )
    parser.add_argument(
        "--seconds", type=float, default=12.0, help="how long a rating or choice takes (default: %(default)s)"
    )
    _add_simulations(parser)
    add_output(parser)


def _add_effects(parser: argparse.ArgumentParser) -> None:
    effects = parser.add_mutually_exclusive_group()
    effects.add_argument(
        "--cost", type=float, help="what breaking a constraint costs, worth finding (default: 0.5 points)"
    )
    effects.add_argument("--difference", type=float, help="instead: the difference between two models worth finding")
    effects.add_argument(
        "--preference", type=float, help="instead: the share of choices that the better sentence of a couple wins"
    )
    parser.add_argument(
        "--unit",
        choices=["points", "logits", "share"],
        help="of the cost or difference: points of the scale (default) or logits; of a preference: share (default) "
        "or logits",
    )


def _add_simulations(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--studies", type=int, default=1000, help="simulated studies (default: %(default)s)")
    parser.add_argument(
        "--curve-studies",
        type=int,
        default=200,
        help="simulated studies for each point of the curves over judges and sentences; 0: no curves "
        "(default: %(default)s)",
    )
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same answer (default: 1)")
    parser.add_argument(
        "--format",
        choices=["text", "jsonl"],
        default="text",
        help="a sentence and tables (default), or one line for the plan and one for each point of the curves",
    )


def run(options: argparse.Namespace) -> int:
    plans = _plans()
    request = plans.PlanRequest.read(_fields(options))
    problems = request.problems()
    if problems:
        raise CommandError("; ".join(str(one) for one in problems))
    with opened_output(options.output) as output, progress(request.simulations, " studies") as bar:
        found = plans.planned(request, lambda: bar.update(1)).as_json()
        if options.format == "jsonl":
            output.writelines(json.dumps(line) + "\n" for line in _lines(found))
        else:
            output.write(_as_text(found) + "\n")
    return 0


def _plans() -> Any:
    try:
        return import_module(PLANS)
    except ModuleNotFoundError as error:
        cure = "planning needs the site's package `evaluation` with numpy and scipy: run it where CSwitch is installed"
        raise CommandError(f"{cure} whole (missing here: {error.name})") from error


def _fields(options: argparse.Namespace) -> dict[str, Any]:
    compared, effect = "cost", 0.5
    for name, kind in (("cost", "cost"), ("difference", "models"), ("preference", "choices")):
        if getattr(options, name) is not None:
            compared, effect = kind, getattr(options, name)
    names = ("judges", "pairs", "matches", "each", "scale", "dropout", "seconds", "studies", "curve_studies", "seed")
    unit = options.unit or ("share" if compared == "choices" else "points")
    own = {"compared": compared, "effect": effect, "unit": unit, "spreads": _spreads(options.spread)}
    return own | {name: getattr(options, name) for name in names}


def _spreads(given: Sequence[str]) -> dict[str, float]:
    found = {}
    for one in given:
        name, _, value = one.partition("=")
        if name not in SPREADS:
            raise CommandError(f"--spread {one}: {name!r} is no spread; known are {', '.join(SPREADS)}")
        try:
            found[name] = float(value)
        except ValueError:
            raise CommandError(f"--spread {one}: {value!r} is no number; write for example {name}=0.8") from None
    return found


def _lines(found: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    yield {"kind": "plan"} | {name: value for name, value in found.items() if name != "curves"}
    for curve in found["curves"]:
        columns = (curve[name] for name in ("sizes", "power", "error", "these_judges"))
        for size, power, error, own in zip(*columns, strict=True):
            point = {"size": size, "power": power, "power_error": error, "these_judges": own}
            yield {"kind": "curve", "over": curve["over"]} | point


def _as_text(found: Mapping[str, Any]) -> str:
    unit = "" if found["in_shares"] else " points"
    logits = found["width_in_logits"]
    rows = [
        ["found in", f"{_percent(found['power'])} ± {_percent(found['power_error'])}"],
        ["interval, how wide", f"{found['width']:.2f}{unit}" + (f" ({logits:.2f} logits)" if logits else "")],
        [
            f"interval holds the truth{_about(found)} in",
            f"{_percent(found['coverage'])} ± {_percent(found['coverage_error'])}",
        ],
        ["wrong sign, of those found", _percent(found["sign_errors"])],
        ["minutes a judge", f"{found['minutes_each']:.0f}"],
        ["minutes in all", f"{found['minutes_in_all']:.0f}"],
    ]
    said = " ".join(one for one in (found["sentence"], found["for_whom"]) if one)
    parts = [said, as_table(["", f"of {found['design']['studies']} studies"], rows)]
    for curve in found["curves"]:
        points = zip(curve["sizes"], curve["power"], curve["error"], curve["these_judges"], strict=True)
        shares = [
            [str(size), f"{_percent(power)} ± {_percent(error)}", FOR_THESE if own > MOSTLY else ""]
            for size, power, error, own in points
        ]
        parts.append(as_table([curve["over"], "found in", ""], shares) + "\n" + curve["enough"])
    return "\n\n".join(parts)


def _about(found: Mapping[str, Any]) -> str:
    return " about these judges" if found["these_judges"] > MOSTLY else ""


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
