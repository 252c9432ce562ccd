"""The lists of categories that the rules of the models go by (the paper's D12 and D21), read from TOML.

The default lists lie beside this file, in ``categories.toml``. A file of the same form overrides them list by list,
first for a pair of languages (table ``"en-hi"``, in either order) and then for a direction (table ``"en>hi"``: from an
English matrix to embedded Hindi). A table named by one language (``hi``) has lists of its words, for ``unpaired``.

>>> lists = CategoryLists.read({"en>hi": {"unswitchable": ["VP", "S", "ADVP"]}})
>>> lists.towards("en", "hi").unswitchable == frozenset({"VP", "S", "ADVP"})
True
>>> lists.towards("hi", "en") == CategoryLists.read().towards("hi", "en")
True
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache, cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from cswitch_core.shared_tree import Both
from cswitch_core.word_lists import PAIR_WORDS, WORDS, WordLists

Table = Mapping[str, frozenset[str]]
Config = Path | str | Mapping[str, Any] | None


class CategoryError(ValueError):
    """A file of category lists that cannot be used; the message names the table, the key and the cure."""


@dataclass(frozen=True)
class Categories:
    """The lists for one direction, by Penn Treebank names."""

    content: frozenset[str] = frozenset()
    unswitchable: frozenset[str] = frozenset()
    free: frozenset[str] = frozenset()
    substitutable: frozenset[str] = frozenset()
    determiners: frozenset[str] = frozenset()
    auxiliaries: frozenset[str] = frozenset()
    complementizers: frozenset[str] = frozenset()
    adjectives: frozenset[str] = frozenset()


LISTS = tuple(field.name for field in fields(Categories))
HEADS = ("determiners", "auxiliaries", "complementizers", "adjectives")  # of FHC and AN only


@dataclass(frozen=True)
class CategoryLists:
    """All tables: ``default``, pairs of languages, directions."""

    tables: tuple[tuple[str, tuple[tuple[str, frozenset[str]], ...]], ...]

    @classmethod
    def read(cls, config: Config = None) -> CategoryLists:
        """Return the default lists, overridden by a file (TOML), its path or its tables."""
        tables = dict(_default_tables())
        for name, table in _tables(config).items():
            tables[name] = {**tables.get(name, {}), **table}
        return cls(tuple((name, tuple(sorted(tables[name].items()))) for name in sorted(tables)))

    def __reduce__(self) -> tuple[Callable[..., CategoryLists], tuple[Any]]:
        """Be one object in a process, however often it is sent there, so that what goes by it is found at once."""
        return _one_of_each, (self.tables,)

    def towards(self, matrix: str, embedded: str) -> Categories:
        """Return the lists for switching from the matrix language to the embedded one."""
        tables = {name: dict(table) for name, table in self.tables}
        categories = Categories()
        for name in ("default", f"{matrix}-{embedded}", f"{embedded}-{matrix}", f"{matrix}>{embedded}"):
            own = {key: value for key, value in tables.get(name, {}).items() if key in LISTS}
            categories = replace(categories, **own)
        return categories

    def both_ways(self, languages: Both[str]) -> Both[Categories]:
        first, second = languages
        return self.towards(first, second), self.towards(second, first)

    @cached_property
    def words(self) -> WordLists:
        """Return the lists of words of all languages."""
        return WordLists.of_tables({name: dict(table) for name, table in self.tables})

    @property
    def digest(self) -> str:
        """Return eight letters that stand for the lists of categories in a signature of one of the paper's models."""
        return self._digest(tuple(name for name in LISTS if name not in HEADS))

    @property
    def heads_digest(self) -> str:
        """Return eight letters that stand for the lists of FHC and AN."""
        return self._digest(HEADS)

    @property
    def words_digest(self) -> str:
        """Return eight letters that stand for the lists of words."""
        return self._digest((*WORDS, *PAIR_WORDS))

    def _digest(self, lists: tuple[str, ...]) -> str:
        chosen = {name: [(key, sorted(value)) for key, value in table if key in lists] for name, table in self.tables}
        plain = [(name, table) for name, table in chosen.items() if table]
        return sha256(repr(plain).encode()).hexdigest()[:8]


@lru_cache(maxsize=64)
def _one_of_each(tables: Any) -> CategoryLists:
    return CategoryLists(tables)


def _is_of_one_language(name: str) -> bool:
    return name != "default" and not re.fullmatch(r".+[->].+", name)


@cache
def _default_tables() -> Mapping[str, Table]:
    text = (Path(__file__).parent / "categories.toml").read_text(encoding="utf-8")
    return {name: _checked(name, table) for name, table in tomllib.loads(text).items()}


def _tables(config: Config) -> dict[str, Table]:
    if config is None:
        return {}
    given = config if isinstance(config, Mapping) else _from_file(Path(config))
    return {name: _checked(name, table) for name, table in given.items()}


def _from_file(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CategoryError(f"{path}: cannot be read ({error.strerror})") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise CategoryError(f"{path}: cannot be read as TOML in UTF-8 ({error})") from error


def _checked(name: str, table: Any) -> Table:
    if not isinstance(table, Mapping):
        raise CategoryError(f'[{name}] must be a table of lists such as content = ["NN", "JJ"]')
    if _is_of_one_language(name) and not re.fullmatch(r"[A-Za-z]{2,3}", name):
        raise CategoryError(f'[{name}] is for no languages; call it [default], ["en-hi"], ["en>hi"] or [hi]')
    known = WORDS if _is_of_one_language(name) else (*LISTS, *PAIR_WORDS)
    for key, value in table.items():
        if key not in known:
            raise CategoryError(f"[{name}] {key}: no such list; known are {', '.join(known)}")
        if not isinstance(value, list | tuple) or not all(isinstance(category, str) for category in value):
            raise CategoryError(f'[{name}] {key}: must be a list of category names such as ["NN", "JJ"]')
    return {key: frozenset(value) for key, value in table.items()}
