"""The documents are complete and true: what the program can name is named in them, and their links lead somewhere."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), ROOT / "evaluation" / "api" / "README.md"])


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def undocumented(names: set[str], document: str) -> set[str]:
    text = read(document)
    return {name for name in names if not re.search(rf"`[^`\n]*(?<![\w-]){re.escape(name)}(?![\w-])[^`\n]*`", text)}


# Handed from one of our processes to another, or by the server with each request; nobody sets them.
NOT_SETTINGS = {"READY_FD", "REMOTE_ADDR"}


def test_every_setting_is_documented():
    sources = "\n".join(path.read_text() for path in (ROOT / "evaluation" / "config").glob("*.py"))
    names = set(re.findall(r'(?:environ\.get|flag|number|one_of|words)\(\s*"([A-Z_]+)"', sources))
    assert len(names) > 10
    assert not undocumented(names - NOT_SETTINGS, "docs/admins.md")


def test_every_management_command_is_documented():
    names = {path.stem for path in (ROOT / "evaluation" / "management" / "commands").glob("[a-z]*.py")}
    assert len(names) > 5
    assert not undocumented(names, "docs/admins.md")


def test_every_make_target_is_documented():
    names = {f"make {target}" for target in re.findall(r"^([a-z-]+):.*## ", read("Makefile"), re.MULTILINE)}
    assert not undocumented(names - {"make help"}, "docs/developers.md")


def test_every_command_of_the_core_is_documented():
    from cswitch_core.cli import build_parser

    (subparsers,) = (action for action in build_parser()._actions if hasattr(action, "choices") and action.choices)
    assert not undocumented(set(subparsers.choices), "docs/developers.md")


def test_every_model_is_documented():
    from cswitch_core import model_names

    variants = {"EC0(strict)", "EC1(second_chance)", "ML0(matrix=l1)", "ML0(matrix=l2)"}
    assert {name for name in {*model_names()} | variants if f"`{name}`" not in read("docs/models.md")} == set()


def test_the_model_of_ones_own_works_as_written(monkeypatch):
    from cswitch_core import model, project, read_pairs
    from cswitch_core.models import registry

    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    (example,) = re.findall(r"```python\n(.*?)```", read("docs/models.md"), re.DOTALL)
    exec(example, {})
    pair = next(iter(read_pairs(ROOT / "fixtures" / "paper_pairs.jsonl")))
    texts = {sentence.text for sentence in model("Monolingual").sentences(project(pair))}
    assert texts == {pair.text(0), pair.text(1)}


def test_every_benchmark_is_documented():
    names = {
        f"benchmarks.{path.stem}" for path in (ROOT / "benchmarks").glob("*_*.py") if "__main__" in path.read_text()
    }
    assert not undocumented(names, "docs/developers.md")


def test_the_list_of_export_columns_is_the_codebook():
    from docs.make_columns import document

    assert read("docs/columns.md") == document()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(document):
    targets = re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", document.read_text(encoding="utf-8"))
    missing = [target for target in targets if not (document.parent / target).exists()]
    assert not missing


OURS = re.compile(r"(?<![\w/.-])(?:tests|fixtures|docs|evaluation|cswitch_core|benchmarks)/[\w/-]+\.\w+")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_that_are_named_are_there(document):
    named = OURS.findall(document.read_text(encoding="utf-8"))
    assert not [name for name in named if not any((base / name).exists() for base in (ROOT, document.parent))]


def test_no_file_names_a_machine_or_a_registry():
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode()
    forbidden = re.compile(r"/work/main|(?<!\w)/root/|/tmp/brief|pypi\.org|pythonhosted|registry\.npmjs|deb\.debian")
    texts = [
        ROOT / name
        for name in tracked.split("\0")
        if name.endswith((".py", ".md", ".txt", ".toml", ".in", ".yaml", ".html", ".js"))
    ]
    named = [
        path.name
        for path in texts
        if path.exists() and path != Path(__file__) and forbidden.search(path.read_text(errors="replace"))
    ]
    assert not named


def test_the_readme_counts_the_demos_pairs_as_the_demo_loads_them():
    fixtures = [ROOT / "fixtures" / name for name in ("paper_pairs.jsonl", "table2_pairs.jsonl")]
    counts = [len(path.read_text(encoding="utf-8").splitlines()) for path in fixtures]
    assert counts == [5, 4]
    assert "has nine pairs: the paper's five and the four behind its Table 2" in read("README.md")


def test_of_pgbouncer_only_what_was_run_is_promised():
    assert "PgBouncer in transaction mode with at least 2 connections (run and tested with PgBouncer 1.18)" in read(
        "docs/admins.md"
    )
    assert "pool_mode = transaction" in read("tests/site/serving/test_pgbouncer.py")
