"""The command line: what it prints, what it writes, and how it ends."""

from __future__ import annotations

import csv
import io
import json
import os
import sys
from pathlib import Path

import pytest

from cswitch_core.cli import main
from cswitch_core.corpus import batches
from cswitch_core.sets import distinct
from tests.core.cast import PAPER_FILE, pair_object
from tests.core.projections import count_projections

PAPER = str(PAPER_FILE)
TRIAL = str(Path(__file__).with_name("trial_pairs.jsonl"))


def lines(text: str) -> list[dict]:
    return [json.loads(line) for line in text.splitlines()]


def names_in(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.iterdir())


@pytest.fixture
def mixed_file(tmp_path) -> Path:
    """A good pair, a bad one, a good one, and one whose id was there before."""
    good = pair_object("(NP (JJ hot) (NN oil))", "garam tel", "0-0 1-1")
    bad = good | {"id": "bad", "alignment": "0-0 5-5"}
    path = tmp_path / "pairs.jsonl"
    path.write_text("\n".join(json.dumps(pair) for pair in (good, bad, good | {"id": "q"}, good)))
    return path


@pytest.fixture
def small_parts(monkeypatch):
    monkeypatch.setattr(batches, "SENTENCES_AT_ONCE", 7)


@pytest.mark.parametrize("command", ["generate", "count", "compare"])
def test_every_pair_of_a_file_is_projected_once_however_many_models_and_parts(
    command, monkeypatch, small_parts, capsys
):
    counted = count_projections(monkeypatch)
    assert main([command, PAPER]) == 0
    assert len(counted) == 5
    assert set(counted.values()) == {1}


def test_generate_writes_one_sentence_a_line(capsys):
    assert main(["generate", PAPER, "--models", "EC0"]) == 0
    printed = lines(capsys.readouterr().out)
    assert len(printed) == 22 + 14 + 16 + 48 + 96
    assert {
        "pair": "paper-1",
        "model": "EC0",
        "text": "Saturday is boring uss nazariye se",
        "tokens": [
            ["Saturday", "en"],
            ["is", "en"],
            ["boring", "en"],
            ["uss", "hi"],
            ["nazariye", "hi"],
            ["se", "hi"],
        ],
    } in printed


def test_all_five_models_are_the_default_and_a_name_given_twice_counts_once(capsys):
    main(["count", PAPER])
    assert [line["model"] for line in lines(capsys.readouterr().out)][:5] == ["EC0", "EC1", "ML0", "ML1", "ML2"]
    main(["count", PAPER, "--models", "EC0, EC0"])
    assert len(lines(capsys.readouterr().out)) == 5


def test_count_gives_table_1_without_listing(capsys):
    assert main(["count", PAPER, "--models", "EC1,ML0(matrix=l1),ML2"]) == 0
    counts = [line["count"] for line in lines(capsys.readouterr().out)]
    assert counts == [16, 8, 28, 44, 34, 132, 28, 12, 28, 56, 16, 40, 112, 28, 192]


def test_count_gives_what_differs_to_the_eye_beside(capsys, monkeypatch):
    main(["count", TRIAL, "--models", "ML0", "--format", "text"])
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == "h1\tML0\t30 sentences (30 whole), 18 different to the eye (18 whole)"
    monkeypatch.setattr(distinct, "MOST_CHAINS", 3)
    main(["count", TRIAL, "--models", "ML0", "--format", "text"])
    assert "at most" in capsys.readouterr().out.splitlines()[5]


def test_a_text_is_listed_once_unless_every_sequence_is_asked_for(capsys):
    def texts(*options: str) -> list[str]:
        assert main(["generate", TRIAL, "--models", "ML0", "--format", "text", *options]) == 0
        return capsys.readouterr().out.splitlines()

    assert texts("--limit", "18")[:18] == list(dict.fromkeys(texts("--limit", "18")[:18]))
    assert texts("--every-sequence", "--limit", "30").count("My brother bought a new phone.") == 2
    varied = texts("--varied", "4")
    assert varied == texts("--varied", "4") != texts("--varied", "4", "--seed", "1")
    assert len(varied) == 44


def test_compare_shows_texts_where_they_differ_from_sentences(capsys):
    assert main(["compare", TRIAL, "--models", "ML0"]) == 0
    assert "Different to the eye:\npair " in capsys.readouterr().out
    assert main(["compare", PAPER, "--models", "ML0"]) == 0
    assert "Different to the eye" not in capsys.readouterr().out


def test_limit_gives_the_first_sentences_and_sample_draws_by_the_seed(capsys):
    def texts(*options: str) -> list[str]:
        assert main(["generate", PAPER, "--models", "ML1", *options]) == 0
        return [line["text"] for line in lines(capsys.readouterr().out)]

    assert len(texts("--limit", "3")) == 15
    drawn = texts("--sample", "3", "--seed", "1")
    assert len(drawn) == 15
    assert drawn == texts("--sample", "3", "--seed", "1")
    assert drawn != texts("--sample", "3", "--seed", "2")
    assert texts("--sample", "3", "--seed", "1", "--limit", "1") == drawn[::3]
    assert texts("--limit", "0") == []


def test_a_table_is_safe_for_spreadsheets(tmp_path, capsys):
    pair = pair_object("(NP (NN =cmd) (NN b))", "c d", "0-0 1-1", "-1")
    (tmp_path / "p.jsonl").write_text(json.dumps(pair))
    assert main(["generate", str(tmp_path / "p.jsonl"), "--models", "EC0", "--format", "csv"]) == 0
    header, *rows = csv.reader(io.StringIO(capsys.readouterr().out))
    assert header == ["pair", "model", "text", "tokens"]
    assert all(row[0] == "'-1" for row in rows)
    assert "'=cmd b" in {row[2] for row in rows}


def test_plain_text_is_one_sentence_a_line(capsys):
    assert main(["generate", PAPER, "--models", "EC0", "--limit", "1", "--format", "text"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 5


def test_punctuation_is_a_token_without_language(tmp_path, capsys):
    pair = pair_object("(S (INTJ (UH Yes)) (, ,) (NP (NN oil)) (. .))", "haan tel ।", "0-0 2-1 3-2")
    (tmp_path / "p.jsonl").write_text(json.dumps(pair))
    main(["generate", str(tmp_path / "p.jsonl"), "--models", "ML1"])
    printed = {line["text"]: line["tokens"] for line in lines(capsys.readouterr().out)}
    assert printed["Yes, tel।"] == [["Yes", "en"], [",", None], ["tel", "hi"], ["।", None]]


@pytest.mark.parametrize("workers", ["1", "2"])
def test_the_output_is_the_same_whatever_the_workers_and_the_parts(workers, capsys, small_parts):
    main(["generate", PAPER, "--models", "EC0,ML1", "--workers", workers])
    printed = [(line["pair"], line["model"], line["text"]) for line in lines(capsys.readouterr().out)]
    assert len(set(printed)) == len(printed) == 196 + 640
    order = [(f"paper-{number}", model) for number in range(1, 6) for model in ("EC0", "ML1")]
    assert list(dict.fromkeys(line[:2] for line in printed)) == order


@pytest.mark.parametrize("workers", ["1", "2"])
def test_samples_and_counts_go_on_after_a_part_too(workers, capsys, small_parts):
    main(["generate", PAPER, "--models", "ML1", "--sample", "20", "--workers", workers])
    assert len({tuple(line.items())[:3] for line in lines_without_tokens(capsys)}) == 100
    main(["count", PAPER, "--workers", workers])
    assert len(lines(capsys.readouterr().out)) == 25


def lines_without_tokens(capsys) -> list[dict]:
    return [{key: line[key] for key in ("pair", "model", "text")} for line in lines(capsys.readouterr().out)]


@pytest.mark.parametrize("workers", ["1", "2"])
def test_bad_pairs_are_skipped_and_told(workers, mixed_file, capsys):
    assert main(["count", str(mixed_file), "--models", "EC0", "--workers", workers]) == 1
    out, err = capsys.readouterr()
    assert [line["pair"] for line in lines(out)] == ["p", "q"]
    assert f"{mixed_file}:2: alignment: link 5-5 points at L1 word 5" in err
    assert f"{mixed_file}:4: id: line 1 has the id 'p' already" in err


def test_a_repeated_id_is_told_once_for_all_models(mixed_file, capsys):
    main(["generate", str(mixed_file)])
    assert capsys.readouterr().err.count("already") == 1


def test_stopping_at_a_bad_pair_writes_no_file(mixed_file, tmp_path, capsys):
    output = tmp_path / "out.jsonl"
    assert main(["generate", str(mixed_file), "-o", str(output), "--on-error", "stop"]) == 1
    assert "alignment" in capsys.readouterr().err
    assert names_in(tmp_path) == ["pairs.jsonl"]


def test_a_file_appears_whole_and_as_readable_as_any_other(tmp_path, capsys):
    output = tmp_path / "out.jsonl"
    output.write_text("old")
    assert main(["count", PAPER, "--models", "EC0", "-o", str(output)]) == 0
    assert len(lines(output.read_text())) == 5
    (tmp_path / "other").touch()
    assert output.stat().st_mode == (tmp_path / "other").stat().st_mode
    assert names_in(tmp_path) == ["other", "out.jsonl"]


def test_a_device_is_written_to_directly():
    assert main(["count", PAPER, "-o", "/dev/null"]) == 0
    assert Path("/dev/null").is_char_device()


def test_standard_input_is_read_and_its_format_guessed(monkeypatch, capsys):
    table = b"id\tl1_lang\tl1_tree\tl2_lang\tl2_text\talignment\nt\ten\t(NN oil)\thi\ttel\t0-0\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(table)))
    assert main(["count", "-", "--models", "EC0"]) == 0
    assert lines(capsys.readouterr().out) == [
        {
            "pair": "t",
            "model": "EC0",
            "count": 2,
            "seen": 2,
            "seen_whole": 2,
            "seen_is_exact": True,
            "missing": 0,
            "doubled": 0,
            "whole": 2,
        }
    ]


def test_a_pipe_is_read_though_nobody_knows_its_length(monkeypatch, capsys):
    reading, writing = os.pipe()
    with os.fdopen(writing, "wb") as pipe:
        pipe.write(PAPER_FILE.read_bytes())
    with os.fdopen(reading, "r") as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        assert main(["count", "-", "--models", "EC0"]) == 0
    assert len(lines(capsys.readouterr().out)) == 5


def test_problems_of_standard_input_name_it(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"{}")))
    assert main(["count", "-"]) == 1
    assert "standard input:1: id: the field is missing" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["count", "nowhere.jsonl"], "nowhere.jsonl: No such file or directory"),
        (["count", PAPER, "--models", "EC9"], "there is no model 'EC9'; known are EC0"),
        (["count", PAPER, "--models", "EC0(what=off)"], "EC0 has no option 'what=off'"),
        (["count", PAPER, "--models", ","], "name at least one model"),
        (["count", PAPER, "--categories", "nowhere.toml"], "nowhere.toml: cannot be read"),
        (["count", PAPER, "-o", "/nowhere/out"], "cswitch: /nowhere/out: No such file or directory"),
        (["tree", PAPER, "--id", "x"], "has no pair with the id 'x'; it begins with paper-1, paper-2"),
        (["tree", PAPER, "--id", "paper-1", "--text", "what is this"], "not made of this pair's words"),
    ],
)
def test_a_wrong_command_is_refused_in_words(arguments, message, capsys):
    assert main(arguments) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments", [[], ["count"], ["count", PAPER, "--workers", "0"], ["generate", PAPER, "--limit", "x"]]
)
def test_wrong_arguments_end_with_2_and_the_usage(arguments, capsys):
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    assert "usage: cswitch" in capsys.readouterr().err


def test_categories_can_be_overridden_by_a_file(tmp_path, capsys):
    lists = tmp_path / "lists.toml"
    lists.write_text('["en-hi"]\nsubstitutable = []\n')
    main(["count", PAPER, "--models", "EC1", "--categories", str(lists)])
    assert [line["count"] for line in lines(capsys.readouterr().out)] == [22, 14, 16, 48, 96]


def test_tree_draws_both_sides_and_the_rules(capsys):
    assert main(["tree", PAPER, "--id", "paper-1"]) == 0
    drawn = capsys.readouterr().out
    assert "en: Saturday is boring from that perspective\nS\n├─ NP" in drawn
    assert "hi: Shanivar neeras hai uss nazariye se\nS\n├─ NP" in drawn
    assert "Rules (en | hi):\nS → NP VP | NP VP" in drawn


def test_tree_draws_one_side_or_svg_or_a_sentence(tmp_path, capsys):
    main(["tree", PAPER, "--id", "paper-1", "--side", "l2"])
    assert "Saturday" not in capsys.readouterr().out
    main(["tree", PAPER, "--id", "paper-1", "--format", "svg", "-o", str(tmp_path / "t.svg")])
    assert (tmp_path / "t.svg").read_text().startswith("<svg")
    main(["tree", PAPER, "--id", "paper-1", "--format", "svg", "--side", "l2"])
    assert "nazariye" in capsys.readouterr().out
    sentence = ["--text", "Shanivar neeras hai from that perspective"]
    main(["tree", PAPER, "--id", "paper-1", *sentence])
    assert capsys.readouterr().out.startswith("S_x\n")
    main(["tree", PAPER, "--id", "paper-1", *sentence, "--matrix", "l2"])
    assert capsys.readouterr().out.startswith("S_hi\n")
    main(["tree", PAPER, "--id", "paper-1", *sentence, "--format", "svg"])
    assert "<svg" in capsys.readouterr().out


def test_a_pair_looked_for_that_is_bad_says_what_is_wrong(mixed_file, capsys):
    assert main(["tree", str(mixed_file), "--id", "bad"]) == 1
    assert "link 5-5" in capsys.readouterr().err
    assert main(["tree", str(mixed_file), "--id", "q"]) == 0


def test_a_progress_bar_shows_on_a_terminal_only(monkeypatch, capsys):
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    main(["count", PAPER])
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    main(["count", PAPER])
    assert "25 lines" in terminal.getvalue()


def test_count_says_how_many_sentences_are_whole(capsys):
    main(["count", PAPER, "--models", "ML1"])
    fourth = lines(capsys.readouterr().out)[3]
    assert fourth["count"] == 64
    assert 0 < fourth["whole"] == fourth["count"] - fourth["missing"] - fourth["doubled"]


@pytest.mark.parametrize("how", [["--limit", "100"], ["--sample", "100"]])
def test_generate_leaves_out_what_is_not_whole_and_names_missing_words(how, capsys):
    main(["generate", PAPER, "--models", "ML1", "--missing-words", *how])
    everything = lines(capsys.readouterr().out)
    main(["generate", PAPER, "--models", "ML1", "--whole", "--missing-words", *how])
    whole = lines(capsys.readouterr().out)
    fourth = [line for line in everything if line["pair"] == "paper-4"]
    assert {word for line in fourth for word in line["missing"] + line["doubled"]} == {"the"}
    assert all(line["missing"] == line["doubled"] == [] for line in whole)
    expected = {line["text"] for line in fourth if not line["missing"] and not line["doubled"]}
    assert {line["text"] for line in whole if line["pair"] == "paper-4"} == expected


def test_missing_words_go_into_json_lines_only(capsys):
    assert main(["generate", PAPER, "--missing-words", "--format", "csv"]) == 2
    assert "use --format jsonl" in capsys.readouterr().err
