"""`make test` tries again only what starts real servers or browsers, and names what needed it."""

import pytest

from tests import run

MARKERS = """
[tool.pytest.ini_options]
addopts = "-p xdist"
markers = ["browser: -", "real_server: -"]
"""
# Fails until it has been run once.
STUMBLES = """
import pathlib, pytest

def stumble(name):
    been_here = pathlib.Path(name)
    if not been_here.exists():
        been_here.touch()
        raise AssertionError("the first time")
"""
SERVER = """
@pytest.mark.real_server
def test_of_a_server():
    stumble("server")
"""
PLAIN = """
def test_without_a_server():
    stumble("plain")
"""
BROKEN = """
@pytest.mark.browser
def test_of_a_broken_page():
    assert False
"""


@pytest.fixture
def make_test(tmp_path, monkeypatch, capfd):
    """Run the tests in this text as `make test` does; its exit code, and what it says at the end."""

    def make(text: str) -> tuple[int, list[str]]:
        (tmp_path / "pyproject.toml").write_text(MARKERS)
        (tmp_path / "test_it.py").write_text(STUMBLES + text)
        monkeypatch.setenv("PYTHONPATH", str(run.Path(run.__file__).parents[1]))
        monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(run, "passed_at_second_try", [])
        monkeypatch.setattr(run, "run_everything", lambda: run.run_tests("All", []))
        code = 0
        try:
            run.main()
        except SystemExit as end:
            code = int(end.code or 0)
        *_, last = capfd.readouterr().out.split("\n\n")
        return code, last.splitlines()

    return make


def test_what_passes_only_at_a_second_try_is_named_at_the_end(make_test):
    assert make_test(SERVER) == (
        0,
        ["== Passed only at a second try, and to be mended:", "   All: test_it.py::test_of_a_server"],
    )


def test_a_failed_test_without_a_server_fails_the_run_at_once(make_test):
    code, end = make_test(SERVER + PLAIN)

    assert code == 1
    assert "second try" not in "".join(end)


def test_what_fails_twice_fails_the_run(make_test):
    assert make_test(BROKEN)[0] == 1
