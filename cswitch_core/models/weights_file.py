"""A community's weights in a file (TOML), as the name of the model that they make.

theory = "EC0"
limit = 1.5           # what a sentence may cost at most; without it, whatever has a cost is generated
temperature = 1.0     # how much drawing goes by cost: the lower, the more

[weights]
fragments = 0.4       # a constraint that is not named must be kept
positions = 1.2
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

from cswitch_core.models.base import OptionError
from cswitch_core.models.registry import UnknownModel, model, model_names
from cswitch_core.models.weighted import LIMIT, TEMPERATURE, Weighted

KEYS = ("theory", "weights", LIMIT, TEMPERATURE)


class WeightsError(ValueError):
    """A file of weights that cannot be used; the message names the file, the key and what would be right."""


def weighted_name(path: Path | str) -> str:
    """Return the name of the model that a file of weights describes."""
    try:
        content = tomllib.loads(Path(path).read_text(encoding="utf-8"), parse_float=Decimal)
        return _name(content)
    except OSError as error:
        raise WeightsError(f"{path}: cannot be read ({error.strerror})") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise WeightsError(f"{path}: cannot be read as TOML in UTF-8 ({error})") from error
    except (OptionError, UnknownModel) as error:
        raise WeightsError(f"{path}: {error}") from error


def _name(content: Mapping[str, Any]) -> str:
    for key in content:
        if key not in KEYS:
            raise OptionError(f"there is no key '{key}'; known are {', '.join(KEYS)}")
    theory, weights = content.get("theory"), content.get("weights")
    if not isinstance(theory, str):
        raise OptionError(f'say whose constraints are weighed, as in theory = "EC0"; known are {_known()}')
    if not isinstance(weights, Mapping):
        raise OptionError("give the constraints their weights in a table [weights], as in positions = 1.2")
    own = {name: content[name] for name in (LIMIT, TEMPERATURE) if name in content}
    for name, value in {**weights, **own}.items():
        if not isinstance(value, int | Decimal) or isinstance(value, bool):
            raise OptionError(f"{name} must be a number such as 1.5")
    return Weighted(model(theory), {name: str(value) for name, value in {**weights, **own}.items()}).name


def _known() -> str:
    return ", ".join(model_names())
