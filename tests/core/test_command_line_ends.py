"""How a command ends: at the end of a pipe, interrupted, without a worker, told to end."""

from __future__ import annotations

import gc
import json
import os
import runpy
import signal
import subprocess
import sys
import time
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from cswitch_core import cli
from cswitch_core.cli import generate, main
from cswitch_core.models import Model, registry
from cswitch_core.parallel import leave_interrupts_to_the_parent
from tests.core.cast import PAPER_FILE, pair_object

PAPER = str(PAPER_FILE)


def test_the_end_of_a_pipe_ends_the_command_quietly():
    command = f"{sys.executable} -m cswitch_core generate {PAPER} | head -1; echo ${{PIPESTATUS[0]}}"
    run = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=300, check=True)
    first, status = run.stdout.splitlines()
    assert json.loads(first)["pair"] == "paper-1"
    assert status in {"0", "141"}
    assert run.stderr == ""


def raise_on_run(monkeypatch, error: BaseException) -> None:
    def run(options):
        raise error

    monkeypatch.setattr(generate, "run", run)


def test_a_broken_pipe_an_interrupt_and_a_lost_worker_have_their_own_ends(monkeypatch, capsys, tmp_path):
    with (tmp_path / "stdout").open("w") as stdout:
        raise_on_run(monkeypatch, BrokenPipeError())
        monkeypatch.setattr(sys, "stdout", stdout)
        assert main(["generate", PAPER]) == 141
    monkeypatch.undo()
    raise_on_run(monkeypatch, KeyboardInterrupt())
    assert main(["generate", PAPER]) == 130
    raise_on_run(monkeypatch, BrokenProcessPool())
    assert main(["generate", PAPER]) == 1
    assert "try fewer --workers" in capsys.readouterr().err


def test_a_command_looks_for_cycles_seldom_and_leaves_its_caller_as_it_was(monkeypatch):
    before, during = gc.get_threshold(), []
    monkeypatch.setattr(generate, "run", lambda _options: during.append(gc.get_threshold()) or 0)
    assert main(["generate", PAPER]) == 0
    assert during == [cli.SELDOM]
    assert gc.get_threshold() == before


def test_being_told_to_end_is_like_an_interrupt():
    with pytest.raises(KeyboardInterrupt):
        cli._interrupt(15, None)


def test_a_terminated_command_leaves_no_file_behind(tmp_path):
    pair = pair_object(" ".join(["(S", *["(NN oil)"] * 40, ")"]), "tel " * 40, " ".join(f"{n}-{n}" for n in range(40)))
    (tmp_path / "long.jsonl").write_text(json.dumps(pair))
    command = [sys.executable, "-m", "cswitch_core", "generate", "long.jsonl", "--models", "ML1", "-o", "out.jsonl"]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    process = subprocess.Popen(command, cwd=tmp_path, env=environment)
    try:
        while not any(path.suffix == ".part" and path.stat().st_size for path in tmp_path.iterdir()):
            assert process.poll() is None
            time.sleep(0.01)
        process.terminate()
        assert process.wait(timeout=300) == 130
    finally:
        process.kill()
        process.wait()
    assert [path.name for path in tmp_path.iterdir()] == ["long.jsonl"]


def test_the_module_is_a_command(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["cswitch", "--version"])
    with pytest.raises(SystemExit) as end:
        runpy.run_module("cswitch_core", run_name="__main__")
    assert end.value.code == 0
    assert capsys.readouterr().out.startswith("cswitch 1.")


def test_importing_the_module_runs_nothing(capsys):
    runpy.run_module("cswitch_core.__main__", run_name="cswitch_core.imported")
    assert capsys.readouterr().out == ""


def test_workers_leave_interrupts_to_their_parent():
    before = signal.getsignal(signal.SIGINT)
    try:
        leave_interrupts_to_the_parent()
        assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_closed_input_is_named():
    command = f"{sys.executable} -m cswitch_core count - <&-"
    run = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=300, check=False)

    assert run.returncode == 2
    assert run.stderr == "cswitch: standard input is closed; name a file of pairs instead of -\n"


def test_without_standard_streams_files_still_do(monkeypatch, capsys, tmp_path):
    """As in a service that closes all three."""
    for name in ("stdin", "stdout"):
        monkeypatch.setattr(sys, name, None)

    assert main(["count", PAPER, "-o", str(tmp_path / "counts")]) == 0
    assert (tmp_path / "counts").stat().st_size
    assert main(["count", "-"]) == main(["count", PAPER]) == 2
    assert capsys.readouterr().err.splitlines() == [
        "cswitch: standard input is closed; name a file of pairs instead of -",
        "cswitch: standard output is closed; name a file with --output",
    ]


class Stubborn(Model):
    name = "Stubborn"

    def sentences(self, tree, *, pair_id=None):
        raise RuntimeError("no")


@pytest.fixture
def failing_models(monkeypatch):
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    registry.register("Hasty", lambda _tree: 1 / 0)
    registry.register("Stubborn", Stubborn)


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize(
    ("name", "why"), [("Hasty", "ZeroDivisionError: division by zero"), ("Stubborn", "RuntimeError: no")]
)
def test_where_a_model_of_ones_own_fails_the_other_models_go_on(failing_models, capsys, name, why, workers):
    assert main(["count", PAPER, "--models", "EC0", "--workers", workers]) == 0
    alone = capsys.readouterr().out
    assert main(["count", PAPER, "--models", f"{name},EC0", "--workers", workers, "--on-error", "skip"]) == 1
    both = capsys.readouterr()

    assert both.out == alone
    first = both.err.splitlines()[0]
    assert first.startswith(f"{PAPER}:1: models: the model {name} failed on the pair 'paper-1' ({why})")
    assert len(both.err.splitlines()) == len(alone.splitlines())


def test_where_a_model_of_ones_own_fails_on_error_stop_stops(failing_models, capsys, tmp_path):
    out = tmp_path / "out.jsonl"
    assert main(["generate", PAPER, "--models", "Hasty,EC0", "--on-error", "stop", "-o", str(out)]) == 1
    assert "Mend the model, or leave it out" in capsys.readouterr().err
    assert not out.exists()
