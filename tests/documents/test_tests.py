"""The tests themselves: each file stands alone, a name means one thing, and what their README says to copy is there."""

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
FILES = sorted(TESTS.rglob("*.py"))
README = (TESTS / "README.md").read_text(encoding="utf-8")
TO_COPY = re.findall(r"\[`(test_\w+)`\]\((\S+\.py)\)", README)


def imports(tree: ast.Module) -> set[str]:
    """The modules that a file imports from, at its head or within."""
    nodes = list(ast.walk(tree))
    named = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return named | {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}


def fixtures(path: Path) -> set[str]:
    """The names of the fixtures that a file defines."""
    functions = [node for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.FunctionDef)]
    return {one.name for one in functions if any("fixture" in ast.unparse(mark) for mark in one.decorator_list)}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(TESTS)))
def test_no_file_imports_a_file_of_tests(path):
    """What two files share is in factories, forms, files or real_site, or in a module of their folder."""
    modules = [name.split(".") for name in imports(ast.parse(path.read_text("utf-8")))]
    tests = [parts for parts in modules if parts[0] == "tests" and parts[-1].startswith(("test_", "conftest"))]
    assert not tests


def test_a_study_and_a_way_to_ask_are_the_same_in_every_file():
    own = TESTS / "site" / "conftest.py"
    again = {str(path.relative_to(TESTS)): fixtures(path) & fixtures(own) for path in FILES if path != own}
    assert {path: names for path, names in again.items() if names} == {}


def test_the_readme_has_a_test_to_copy_for_each_kind_of_change():
    assert len(TO_COPY) >= 7


@pytest.mark.parametrize(("name", "file"), TO_COPY)
def test_what_the_readme_says_to_copy_is_there(name, file):
    text = (TESTS / file).read_text(encoding="utf-8")
    assert re.search(rf"^def {name}\(", text, re.MULTILINE)
