"""How a command ends: at the end of a pipe, interrupted, without a worker, told to end."""

from __future__ import annotations

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
