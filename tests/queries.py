"""A pytest plugin: every query that two databases may answer differently runs in the tests of this session.

Such a query has raw SQL, a function or an aggregate of the database, a lock, or a look-up in JSON. `make test` loads
the plugin where it runs the tests marked ``both_databases`` on PostgreSQL, so it names the queries that only unmarked
tests run. Mark one of those tests.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import PathFinder, SourceFileLoader
from pathlib import Path

import pytest
from django.db.models import Func
from django.db.models.expressions import RawSQL, Window

ROOT = Path(__file__).resolve().parent.parent
METHODS = {"aggregate", "cursor", "extra", "raw", "select_for_update"}
# Backups of SQLite have ways of their own, which PostgreSQL never goes.
SQLITE_ALONE = ROOT / "evaluation" / "services" / "backup" / "sqlite.py"
# Look-ups that ask whether there is a value at all, not what is in it.
OF_ANY_COLUMN = {"in", "isnull"}


@dataclass(frozen=True)
class Query:
    """Where it begins in a file, and what of it depends on the database."""

    file: str
    line: int
    what: str


def queries_in(text: str, file: str, json_columns: frozenset[str] = frozenset()) -> list[Query]:
    """The queries of a module's functions that depend on the database.

    >>> text = '''
    ... from django.db.models import Max
    ...
    ... def longest(judges):
    ...     judges.order_by("name")
    ...     return judges.annotate(most=Max("places"))
    ...
    ... def of_study(jobs, study):
    ...     with connection.cursor():
    ...         return jobs.filter(arguments__study=study)
    ... '''
    >>> [(query.line, query.what) for query in queries_in(text, "judges.py", frozenset({"arguments"}))]
    [(6, 'Max'), (9, 'cursor'), (10, 'JSON')]
    """
    tree = ast.parse(text)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    statements = {node for function in functions for node in ast.walk(function) if isinstance(node, ast.stmt)}
    names = METHODS | database_functions(tree)
    found = []
    for statement in sorted(statements - set(functions), key=lambda one: one.lineno):
        reasons = [what for node in own_nodes(statement) if (what := reason(node, names, json_columns))]
        if reasons:
            found.append(Query(file, statement.lineno, reasons[0]))
    return found


def database_functions(tree: ast.Module) -> set[str]:
    """The names under which a module imports Django's SQL functions and aggregates."""
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    from_django = [node for node in imports if (node.module or "").startswith("django.db.models")]
    return {
        alias.asname or alias.name
        for node in from_django
        for alias in node.names
        if is_database_function(getattr(import_module(node.module or ""), alias.name, None))
    }


def is_database_function(imported: object) -> bool:
    if isinstance(imported, type):
        return issubclass(imported, Func | Window | RawSQL)
    return getattr(imported, "__name__", "") == "KT"


def own_nodes(statement: ast.stmt) -> Iterator[ast.AST]:
    """What a statement consists of, without the statements inside it."""
    yield statement
    waiting = [child for child in ast.iter_child_nodes(statement) if not isinstance(child, ast.stmt)]
    while waiting:
        node = waiting.pop(0)
        yield node
        waiting.extend(child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.stmt))


def reason(node: ast.AST, names: set[str], json_columns: frozenset[str]) -> str:
    """What in a node depends on the database; empty if nothing does."""
    match node:
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)) if name in names:
            return name
        case ast.keyword(arg=str(path)) | ast.Constant(value=str(path)):
            *columns, last = path.split("__")
            return "JSON" if json_columns & set(columns) and last not in OF_ANY_COLUMN else ""
    return ""


@cache
def json_columns() -> frozenset[str]:
    """The columns of the site's tables that hold JSON."""
    trees = [ast.parse(path.read_text("utf-8")) for path in (ROOT / "evaluation" / "models").rglob("*.py")]
    columns = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Assign)]
    return frozenset(ast.unparse(one.targets[0]) for one in columns if "JSONField(" in ast.unparse(one.value))


@cache
def may_query() -> re.Pattern[str]:
    """Only files in which one of these words stands are read statement by statement."""
    words = [*(rf"\b{name}\(" for name in METHODS), r"django\.db\.models", *(rf"{name}__" for name in json_columns())]
    return re.compile("|".join(words))


def queries_of(path: Path) -> list[Query]:
    text = path.read_text("utf-8")
    return queries_in(text, str(path), json_columns()) if may_query().search(text) else []


def queries_of_the_site() -> list[Query]:
    files = set((ROOT / "evaluation").rglob("*.py")) - {SQLITE_ALONE}
    return [query for path in sorted(files) for query in queries_of(path)]


# -- Which of them run -----------------------------------------------------------------------------------------------

# To measure every line that runs would take as long as the tests: only the queries say that they begin.
BEGUN: set[tuple[str, int]] = set()


class SayingLoader(SourceFileLoader):
    """Loads a module whose queries say that they begin."""

    def get_code(self, fullname: str):
        lines = {query.line for query in queries_of(Path(self.path))}
        if not lines:
            return super().get_code(fullname)
        tree = ast.parse(Path(self.path).read_text("utf-8"))
        for node in list(ast.walk(tree)):
            for field in ("body", "orelse", "finalbody"):
                statements = getattr(node, field, None)
                if isinstance(statements, list):
                    setattr(node, field, [each for one in statements for each in said(one, lines)])
        return compile(ast.fix_missing_locations(tree), self.path, "exec")

    def exec_module(self, module) -> None:
        module.__dict__["_begins"] = partial(begins, self.path)
        super().exec_module(module)


def said(statement: ast.stmt, lines: set[int]) -> list[ast.stmt]:
    if statement.lineno not in lines or isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return [statement]
    call = ast.Call(ast.Name("_begins", ast.Load()), [ast.Constant(statement.lineno)], [])
    return [ast.copy_location(ast.Expr(call), statement), statement]


def begins(file: str, line: int) -> None:
    BEGUN.add((file, line))


class Finder(MetaPathFinder):
    """Hands the modules of the site to that loader."""

    def find_spec(self, name, path, target=None):
        spec = PathFinder.find_spec(name, path, target) if name.startswith("evaluation.") else None
        if spec and type(spec.loader) is SourceFileLoader:
            spec.loader = SayingLoader(spec.loader.name, spec.loader.path)
        return spec


class Reached:
    """What began in each process, put together and told by the first."""

    def __init__(self) -> None:
        self.begun: set[tuple[str, int]] = set()

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        self.begun |= BEGUN
        if hasattr(session.config, "workerinput"):
            session.config.workeroutput["begun"] = sorted(self.begun)
        elif self.unreached() and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node) -> None:
        self.begun |= {(file, line) for file, line in getattr(node, "workeroutput", {}).get("begun", ())}

    def unreached(self) -> list[Query]:
        return [query for query in queries_of_the_site() if (query.file, query.line) not in self.begun]

    def pytest_terminal_summary(self, terminalreporter) -> None:
        if unreached := self.unreached():
            terminalreporter.section("Queries that no test marked both_databases runs")
        for query in unreached:
            terminalreporter.line(f"{Path(query.file).relative_to(ROOT)}:{query.line}  {query.what}")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Reached())


sys.meta_path.insert(0, Finder())
