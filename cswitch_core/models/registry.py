"""Finding models by name, with their options, and adding models of your own.

A name may bring options in brackets: ``EC1(second_chance)``, ``ML0(matrix=l1)``, ``EC0(junctions=off)``. A model of
your own is added by ``register``, or by an outside package through the entry point group ``cswitch.models``; it may
be

- a plain function from a tree to sentences, texts or a set,
- a model (an instance, such as ``Imported``), or
- a class of models: a ``RuleModel`` is given its options and the category lists, any other class nothing.

``Weighted`` is made of a theory and the weights of its constraints: ``Weighted(EC0, positions=1.2, limit=1)``.

>>> model("ML0(matrix=l1)").name
'ML0(matrix=l1)'
>>> names_in("EC0, ML0(matrix=l1), EC1(second_chance, junctions=off)")
['EC0', 'ML0(matrix=l1)', 'EC1(second_chance, junctions=off)']
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from cswitch_core.models import AN, EC0, EC1, FHC, ML0, ML1, ML2, FunctionModel, Model, OptionError, RuleModel
from cswitch_core.models.categories import CategoryLists, Config
from cswitch_core.models.weighted import Weighted

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

Factory = Model | type[Model] | Callable[..., Any]
PAPER_MODELS = ("EC0", "EC1", "ML0", "ML1", "ML2")
GROUP = "cswitch.models"
NAME = re.compile(r"\s*([^()]*?)\s*(?:\((.*)\))?\s*")

_registered: dict[str, Factory] = {each.base_name: each for each in (EC0, EC1, ML0, ML1, ML2, FHC, AN)}
BUILT_IN = tuple(_registered)


class UnknownModel(ValueError):  # noqa: N818 - its name in the contract with the site
    """A name that no model has."""


def register(name: str, factory: Factory) -> None:
    """Add a model under a name of letters, digits, points, dashes and underscores."""
    if not re.fullmatch(r"[\w.-]+", name):
        raise ValueError(f"'{name}' is no name for a model: use letters, digits, points, dashes and underscores")
    if name in (*BUILT_IN, Weighted.base_name):
        raise ValueError(f"{name} is one of CSwitch's own models and cannot be replaced")
    _registered[name] = factory


def model_names() -> list[str]:
    """Return the names of all models, the paper's first."""
    return list(dict.fromkeys([*_registered, *sorted(_entry_points())]))


def model(name: str, config: Config | CategoryLists = None) -> Model:
    """Return a model by its name and options; ``config`` is a file (or its tables) of category lists."""
    matched = NAME.fullmatch(name)
    base, options_text = (matched[1], matched[2]) if matched else (name, None)
    if base == Weighted.base_name:
        return _weighted(options_text or "", config)
    factory = _factory(base)
    options = _options(options_text or "")
    if isinstance(factory, type) and issubclass(factory, RuleModel):
        lists = config if isinstance(config, CategoryLists) else CategoryLists.read(config)
        return factory(options, lists)
    if options:
        raise OptionError(f"{base} has no options; leave out '({options_text})'")
    return _made(base, factory)


def _weighted(options_text: str, config: Config | CategoryLists) -> Weighted:
    parts = names_in(options_text)
    if not parts or ("=" in parts[0] and "(" not in parts[0]):
        example = "Weighted(EC0, positions=1.2)"
        raise OptionError(f"name a theory first, as in {example}; known are {', '.join(model_names())}")
    return Weighted(model(parts[0], config), _options(",".join(parts[1:])))


def models(names: str | Iterable[str], config: Config | CategoryLists = None) -> list[Model]:
    """Return the models with these names, given one by one or with commas between them."""
    lists = config if isinstance(config, CategoryLists) else CategoryLists.read(config)
    each = names_in(names) if isinstance(names, str) else names
    return [model(name, lists) for name in each]


def names_in(text: str) -> list[str]:
    """Return the names in a list with commas, those inside brackets left alone."""
    return [name.strip() for name in re.split(r",(?![^(]*\))", text) if name.strip()]


def _factory(name: str) -> Factory:
    if name in _registered:
        return _registered[name]
    announced = _entry_points()
    if name not in announced:
        raise UnknownModel(f"there is no model '{name}'; known are {', '.join(model_names())}")
    try:
        loaded: Factory = announced[name].load()
    except (ImportError, AttributeError) as error:
        raise UnknownModel(f"the model '{name}' is announced by a package but cannot be loaded: {error}") from error
    return loaded


def _entry_points() -> dict[str, EntryPoint]:
    return _announced(tuple(sys.path))


@lru_cache(1)
def _announced(path: tuple[str, ...]) -> dict[str, EntryPoint]:  # noqa: ARG001
    """What the packages on the path announce. Reading that takes as long as a small page, so it is read once."""
    from importlib.metadata import entry_points  # slow to import, and seldom needed

    return {entry.name: entry for entry in entry_points(group=GROUP)}


def _made(name: str, factory: Factory) -> Model:
    if isinstance(factory, Model):
        return factory
    if isinstance(factory, type) and issubclass(factory, Model):
        return factory()
    return FunctionModel(name, factory)


def _options(options_text: str) -> dict[str, str]:
    parts = [part.strip() for part in options_text.split(",") if part.strip()]
    return {key.strip(): value.strip() for key, _, value in (part.partition("=") for part in parts)}
