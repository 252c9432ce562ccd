"""A pytest plugin: every query that two databases may answer differently runs in the tests of this session.

Such a query has raw SQL, a function or an aggregate of the database, a lock, or a look-up in JSON. `make test` loads
the plugin where it runs the tests marked ``both_databases`` on PostgreSQL, so it names the queries that only unmarked
tests run. Mark one of those tests.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import pytest
from coverage import Coverage
from django.apps import apps
from django.db.models import Func, JSONField
from django.db.models.expressions import RawSQL, Window

ROOT = Path(__file__).resolve().parent.parent
METHODS = {"aggregate", "cursor", "extra", "raw", "select_for_update"}
# Backups of SQLite have ways of their own, which PostgreSQL never goes.
SQLITE_ALONE = ROOT / "evaluation" / "services" / "backup" / "sqlite.py"
# Look-ups that ask whether there is a value at all, not what is in it.
OF_ANY_COLUMN = {"in", "isnull"}


@dataclass(frozen=True)
class Query:
    """Lines of a file: a statement, or the head of one that has others inside."""

    file: str
    first: int
    last: int
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
    >>> [(query.first, query.what) for query in queries_in(text, "judges.py", frozenset({"arguments"}))]
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
            inside = getattr(statement, "body", [])
            last = inside[0].lineno - 1 if inside else statement.end_lineno or statement.lineno
            found.append(Query(file, statement.lineno, max(last, statement.lineno), reasons[0]))
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


def json_columns() -> frozenset[str]:
    models = apps.get_app_config("evaluation").get_models()
    return frozenset(field.name for model in models for field in model._meta.fields if isinstance(field, JSONField))


def queries_of_the_site() -> list[Query]:
    files = set((ROOT / "evaluation").rglob("*.py")) - {SQLITE_ALONE}
    columns = json_columns()
    return [query for path in sorted(files) for query in queries_in(path.read_text("utf-8"), str(path), columns)]


class Reached:
    """Which of them ran: measured in each process, put together and told by the first."""

    def __init__(self) -> None:
        self.queries = queries_of_the_site()
        self.lines: set[tuple[str, int]] = set()
        self.coverage = Coverage(data_file=None, config_file=False, include=[query.file for query in self.queries])
        # The first process runs no test.
        self.coverage.set_option("run:disable_warnings", ["no-data-collected"])

    def pytest_sessionstart(self) -> None:
        self.coverage.start()

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        self.coverage.stop()
        data = self.coverage.get_data()
        self.lines |= {(file, line) for file in data.measured_files() for line in data.lines(file) or ()}
        if hasattr(session.config, "workerinput"):
            session.config.workeroutput["lines"] = sorted(self.lines)
        elif self.unreached() and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node) -> None:
        self.lines |= {(file, line) for file, line in getattr(node, "workeroutput", {}).get("lines", ())}

    def unreached(self) -> list[Query]:
        def ran(query: Query) -> bool:
            return any((query.file, line) in self.lines for line in range(query.first, query.last + 1))

        return [query for query in self.queries if not ran(query)]

    def pytest_terminal_summary(self, terminalreporter) -> None:
        if unreached := self.unreached():
            terminalreporter.section("Queries that no test marked both_databases runs")
        for query in unreached:
            terminalreporter.line(f"{Path(query.file).relative_to(ROOT)}:{query.first}  {query.what}")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Reached())
