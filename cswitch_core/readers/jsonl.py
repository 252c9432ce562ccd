"""Reading pairs from JSON Lines: one object a line, as in the file of the paper's own five."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cswitch_core.pairs import Pair, PairError, Problem
from cswitch_core.readers.fields import JSON_FIELDS, PairBuilder
from cswitch_core.readers.lines import Line
from cswitch_core.readers.records import Record

_EXAMPLE = (
    '{"id": "1", "l1": {"lang": "en", "tree": "(S …)"}, "l2": {"lang": "hi", "tokens": ["…"]}, "alignment": "0-0 1-2"}'
)


def pair_from_json(value: object) -> Pair:
    """Return the pair that this object describes; raise ``PairError`` with everything that is wrong with it.

    >>> pair_from_json({"id": "1", "l1": {"lang": "en", "tree": "(NP (DT the) (NN oil))"},
    ...                 "l2": {"lang": "hi", "tokens": ["tel"]}, "alignment": "1-0"}).l1_tokens
    ('the', 'oil')
    """
    if not isinstance(value, Mapping):
        raise PairError([Problem("line", "it is no JSON object", f"Write one pair a line, such as {_EXAMPLE}")])
    flat: dict[str, Any] = {name: value[name] for name in ("id", "alignment", "confidence", "note") if name in value}
    for side in ("l1", "l2"):
        inner = value.get(side)
        if isinstance(inner, Mapping):
            flat |= {f"{side}.{name}": inner[name] for name in inner}
    return PairBuilder(JSON_FIELDS, flat).build()


def pair_from_line(text: str) -> Pair:
    """Return the pair of one line of a file."""
    return pair_from_json(_json(text))


def read_jsonl_records(lines: Iterable[Line]) -> Iterator[Record]:
    """Yield what each line holds; blank lines are skipped."""
    for line in lines:
        if line.problem:
            yield Record(line.number, problem=line.problem)
        elif line.text.strip():
            yield Record(line.number, line.text)


def _json(text: str) -> object:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise PairError([_no_json(f"at character {error.pos + 1}: {error.msg}")]) from error
    except (RecursionError, ValueError) as error:
        raise PairError([_no_json("nested too deep, or with a number too long")]) from error


def _no_json(where: str) -> Problem:
    return Problem("line", f"it is no JSON ({where})", f"Write one pair a line, such as {_EXAMPLE}")
