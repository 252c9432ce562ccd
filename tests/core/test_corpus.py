"""Corpora: the same sentences as ``generate``, in partitions, restartable, on a pool or on a cluster."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import distributed
import pyarrow
import pyarrow.parquet
import pytest

from cswitch_core.cli import main
from cswitch_core.corpus import engines
from tests.core.cast import PAPER_FILE, pair_object, paper_pairs

ROOT = Path(__file__).parents[2]
SMALL = ["--partition-bytes", "500", "--models", "EC0,ML2", "--limit", "5"]


def generated(capsys, *options: str) -> list[str]:
    """What ``generate`` gives for the paper's pairs."""
    assert main(["generate", str(PAPER_FILE), "--models", "EC0,ML2", "--limit", "5", *options]) == 0
    return capsys.readouterr().out.splitlines()


def parts(directory: Path, suffix: str = "jsonl") -> list[Path]:
    return sorted(path for path in directory.glob(f"part-?????.{suffix}"))


def lines_of(directory: Path) -> list[str]:
    return [line for part in parts(directory) for line in part.read_text().splitlines()]


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_corpus_gives_the_sentences_of_generate_in_order(workers, tmp_path, capsys):
    expected = generated(capsys)
    assert main(["corpus", str(PAPER_FILE), "-o", str(tmp_path / "out"), *SMALL, "--workers", workers]) == 0
    assert "5 pairs, 50 sentences, 0 problems" in capsys.readouterr().out
    assert lines_of(tmp_path / "out") == expected
    assert len(parts(tmp_path / "out")) > 1


def test_a_directory_stands_for_its_files_and_lines_are_counted_through_the_cuts(tmp_path, capsys):
    corpus = tmp_path / "in"
    corpus.mkdir()
    good = [json.dumps(pair_object("(NN oil)", "tel", "0-0", f"p{number}")) for number in range(20)]
    good[13] = "no json"
    good[17] = good[16]
    (corpus / "a.jsonl").write_text("\n".join(good))
    (corpus / "b.ndjson").write_text(good[0])
    (corpus / "notes.txt").write_text("no pairs")
    arguments = ["corpus", str(corpus), "-o", str(tmp_path / "out"), "--models", "EC0", "--partition-bytes"]
    assert main([*arguments, "300"]) == 1
    assert "19 pairs, 38 sentences, 2 problems" in capsys.readouterr().out
    problems = [
        json.loads(line)
        for file in sorted((tmp_path / "out").glob("*.problems.jsonl"))
        for line in file.read_text().splitlines()
    ]
    assert [(problem["line"], problem["field"]) for problem in problems] == [(14, "line"), (18, "id")]
    assert problems[0]["file"] == str(corpus / "a.jsonl")


def test_started_again_it_works_only_on_what_is_left(tmp_path, capsys):
    out = tmp_path / "out"
    run = ["corpus", str(PAPER_FILE), "-o", str(out), *SMALL]
    main(run)
    whole = lines_of(out)
    lost, kept = parts(out)[1], parts(out)[0]
    lost.with_name("part-00001.report.json").unlink()
    lost.write_text("half a li")
    kept_since = kept.stat().st_mtime_ns
    assert main(run) == 0
    assert lines_of(out) == whole
    assert kept.stat().st_mtime_ns == kept_since
    assert main(run) == 0
    assert capsys.readouterr().out.count("50 sentences") == 3


def test_another_request_is_refused_in_the_same_directory(tmp_path, capsys):
    run = ["corpus", str(PAPER_FILE), "-o", str(tmp_path), "--models", "EC0"]
    main(run)
    assert main([*run, "--limit", "3"]) == 2
    assert "holds the results of another request (other limit)" in capsys.readouterr().err


def test_parquet_goes_in_and_out(tmp_path, capsys):
    rows = [
        {
            "id": pair.id,
            "l1_lang": "en",
            "l1_tree": pair.l1_tree,
            "l2_lang": "hi",
            "l2_text": pair.text(1),
            "alignment": pair.alignment,
            "note": pair.note or None,
        }
        for pair in paper_pairs()
    ]
    rows[4]["alignment"] = "99-0"
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), tmp_path / "in.parquet", row_group_size=2)
    out = tmp_path / "out"
    arguments = ["corpus", str(tmp_path / "in.parquet"), "-o", str(out), "--models", "EC0", "--format", "parquet"]
    assert main(arguments) == 1
    assert len(parts(out, "parquet")) == 3
    problem = json.loads((out / "part-00002.problems.jsonl").read_text())
    assert (problem["line"], problem["field"]) == (5, "alignment")
    found = [row for part in parts(out, "parquet") for row in pyarrow.parquet.read_table(part).to_pylist()]
    assert len(found) == 22 + 14 + 16 + 48
    capsys.readouterr()
    main(["generate", str(PAPER_FILE), "--models", "EC0", "--limit", "1"])
    first = json.loads(capsys.readouterr().out.splitlines()[0])
    first["tokens"] = [{"text": text, "lang": lang} for text, lang in first["tokens"]]
    assert found[0] == first


def test_many_sentences_go_to_parquet_some_at_a_time(tmp_path, monkeypatch):
    monkeypatch.setattr("cswitch_core.corpus.parquet.ROWS_AT_ONCE", 10)
    main(["corpus", str(PAPER_FILE), "-o", str(tmp_path), "--models", "ML1", "--format", "parquet"])
    assert pyarrow.parquet.read_metadata(tmp_path / "part-00000.parquet").num_row_groups > 50
    assert pyarrow.parquet.read_metadata(tmp_path / "part-00000.parquet").num_rows == 640


def write_table(path: Path, **columns: list[str]) -> str:
    pyarrow.parquet.write_table(pyarrow.table(columns), path)
    return str(path)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("pairs.csv", "id", "a corpus is read from .jsonl and .parquet files"),
        ("pairs.parquet", "no parquet", "it is no Parquet file"),
        ("folder/notes.txt", "", "no .jsonl or .parquet file in it"),
        ("", "", "there is no such file or directory"),
    ],
)
def test_what_is_no_corpus_is_refused(name, content, message, tmp_path, capsys):
    path = tmp_path / "folder"
    if name:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content)
    given = path.parent if path.parent.name == "folder" else path
    assert main(["corpus", str(given), "-o", str(tmp_path / "out")]) == 2
    assert message in capsys.readouterr().err


def test_a_parquet_file_without_the_columns_is_refused(tmp_path, capsys):
    file = write_table(tmp_path / "pairs.parquet", id=["a"], l1_tree=["(NN oil)"])
    assert main(["corpus", file, "-o", str(tmp_path / "out")]) == 2
    assert "the column l1_lang is missing" in capsys.readouterr().err


def test_an_optional_package_is_asked_for_by_name(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["corpus", str(PAPER_FILE), "-o", str(tmp_path), "--cluster", "tcp://127.0.0.1:1"]) == 2
    assert "install cswitch[cluster], or leave out --cluster" in capsys.readouterr().err


def test_a_line_longer_than_a_partition_and_a_block_is_one_problem(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("cswitch_core.corpus.partitions.BLOCK_BYTES", 1_000)
    good = json.dumps(pair_object("(NN oil)", "tel", "0-0"))
    (tmp_path / "in.jsonl").write_text("x" * 1_500_000 + "\n" + good + "\n")
    arguments = ["corpus", str(tmp_path / "in.jsonl"), "-o", str(tmp_path / "out"), "--models", "EC0"]
    assert main([*arguments, "--partition-bytes", "2000"]) == 1
    assert "1 pair, 2 sentences, 1 problem in" in capsys.readouterr().out


# A cluster: a real scheduler and two workers, each a process of its own, over TCP.


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """Start a scheduler and two workers; give the address."""
    place = tmp_path_factory.mktemp("cluster")
    processes = [start(place, "scheduler", "--port", "0", "--host", "127.0.0.1")]
    try:
        address = scheduler_address(place / "scheduler.json", processes[0])
        for number in (1, 2):
            options = ["--nthreads", "1", "--no-nanny", "--local-directory", str(place / f"worker-{number}")]
            processes.append(start(place, "worker", *options))
        with distributed.Client(address, timeout=300, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=300)
        yield address
    finally:
        for process in reversed(processes):
            process.kill()
            process.wait()


def start(place: Path, kind: str, *options: str) -> subprocess.Popen:
    command = [sys.executable, "-m", "dask", kind, "--scheduler-file", str(place / "scheduler.json")]
    command += ["--dashboard-address", ":0"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with (place / f"{kind}.log").open("ab") as log:
        return subprocess.Popen([*command, *options], env=environment, cwd=place, stdout=log, stderr=log)


def scheduler_address(file: Path, process: subprocess.Popen) -> str:
    while not file.exists() or not file.read_text().rstrip().endswith("}"):
        assert process.poll() is None, "the scheduler ended"
        time.sleep(0.05)
    return json.loads(file.read_text())["address"]


def test_a_cluster_of_two_workers_over_tcp_gives_the_same_sentences(cluster, tmp_path, capsys):
    expected = generated(capsys)
    assert main(["corpus", str(PAPER_FILE), "-o", str(tmp_path / "out"), *SMALL, "--cluster", cluster]) == 0
    assert "5 pairs, 50 sentences, 0 problems" in capsys.readouterr().out
    assert lines_of(tmp_path / "out") == expected


def test_a_cluster_that_does_not_answer_is_named(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(engines, "CONNECT_SECONDS", 1)
    assert main(["corpus", str(PAPER_FILE), "-o", str(tmp_path), "--cluster", "tcp://127.0.0.1:1"]) == 2
    assert "no Dask scheduler answers at tcp://127.0.0.1:1" in capsys.readouterr().err


def test_a_cluster_without_workers_is_not_waited_for_for_ever(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(engines, "WORKER_SECONDS", 0.2)
    with distributed.LocalCluster(n_workers=0, protocol="tcp", dashboard_address=":0") as empty:
        address = empty.scheduler_address
        assert main(["corpus", str(PAPER_FILE), "-o", str(tmp_path / "out"), "--cluster", address]) == 2
    assert "has no worker; start one: dask worker" in capsys.readouterr().err


def test_a_cluster_without_this_package_is_told_what_it_lacks(cluster, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(engines, "NEEDED", "a_package_that_is_nowhere:__name__")
    assert main(["corpus", str(PAPER_FILE), "-o", str(tmp_path / "out"), "--cluster", cluster]) == 2
    assert "has no cswitch_core; install cswitch[cluster] where it runs" in capsys.readouterr().err
