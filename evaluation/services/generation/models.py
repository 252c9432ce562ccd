"""The models by name: which there are, and their signatures."""

from __future__ import annotations

from collections.abc import Iterable

import cswitch_core
from cswitch_core.models.registry import BUILT_IN
from cswitch_core.table1 import TableRow
from evaluation.services.errors import Refused

# Second readings that the paper leaves open, and the halves of ML0.
VARIANTS = ("EC0(strict)", "EC1(second_chance)", "ML0(matrix=l1)", "ML0(matrix=l2)")


def model_names() -> tuple[str, ...]:
    """The models themselves: the paper's five, then registered ones."""
    return tuple(cswitch_core.model_names())


def known_models() -> tuple[str, ...]:
    """The models and the paper's variants of them: what one can choose without writing options oneself."""
    return (*model_names(), *VARIANTS)


def built_in_models() -> tuple[str, ...]:
    """CSwitch's own models, without registered ones."""
    return tuple(BUILT_IN)


def paper_models() -> tuple[str, ...]:
    return tuple(cswitch_core.PAPER_MODELS)


def checked_models(names: Iterable[str]) -> list[str]:
    """The names, each once, in the order given; ``Refused`` at the first that is no model."""
    checked = []
    for name in dict.fromkeys(names):
        try:
            checked.append(cswitch_core.model(name).name)
        except (cswitch_core.UnknownModel, cswitch_core.OptionError, ValueError) as error:
            raise Refused(str(error), field="models") from error
    return checked


def model_signature(name: str) -> str:
    """The model with its options, its lists of categories and the core's version, in one line."""
    return str(cswitch_core.model(name).signature)


def whole_name(model_name: str) -> str:
    """The name of the model that has only the whole sentences of this one."""
    name, _bracket, options = model_name.partition("(")
    together = ", ".join(filter(None, (options.removesuffix(")"), "unpaired=together")))
    return f"{name}({together})"


def whole_signature(model_name: str) -> str:
    """The signature of the model when only its whole sentences are drawn."""
    try:
        return model_signature(whole_name(model_name))
    except (cswitch_core.UnknownModel, cswitch_core.OptionError, ValueError):
        # A registered model without options; its sentences are filtered.
        return f"{model_signature(model_name)}|unpaired=together"


def phenomena() -> tuple[str, ...]:
    return tuple(sorted(cswitch_core.PHENOMENA))


def table1_rows() -> list[TableRow]:
    """The paper's Table 1 beside ours, with the reason where they differ."""
    return cswitch_core.table1()
