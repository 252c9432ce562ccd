"""From a row of plain text to a pair: what is given is kept, what is missing is proposed, what is wrong is named."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cswitch_core import pair_from_json
from cswitch_core.cli import main
from cswitch_core.languages import are_swapped, doubt, guessed_language
from cswitch_core.pairs import Problem
from cswitch_core.parsing import ProposedTree
from cswitch_core.proposals import Proposer, marked_repeats
from cswitch_core.readers.plain import PlainRow
from tests.core.plain_files import ROWS, spreadsheet, table

TREE = "(S (NP (NN Oil)) (VP (VBZ burns)) (. .))"


@pytest.fixture(autouse=True)
def no_parser(monkeypatch):
    """As where no parser is installed."""
    monkeypatch.setattr("cswitch_core.proposals.trees.propose_trees", lambda sentences, _: [None for _ in sentences])


def proposed(first: str, second: str, languages=("en", "hi"), *, keeps_odd_rows=False, **fields):
    proposer = Proposer(languages, keeps_odd_rows=keeps_odd_rows)
    return proposer.row(PlainRow(7, "r7", (first, second), "plain.tsv", languages, **fields))


def wrong(first: str, second: str, languages=("en", "hi"), **fields) -> str:
    return " ".join(map(str, proposed(first, second, languages, **fields).problems))


def test_spelling_and_spacing_are_kept():
    pair = proposed("Ravi can't come.", "Ravi nahin aa sakta.").pair
    assert pair.texts == ("Ravi can't come.", "Ravi nahin aa sakta.")
    assert pair.l1_tokens == ("Ravi", "ca", "n't", "come", ".")
    assert len(pair.confidences) == len(pair.links)
    assert pair_from_json(pair.as_json()) == pair


def test_without_a_parser_the_tree_says_that_it_is_poor():
    assert "The tree is a makeshift" in proposed("Ravi sings.", "Ravi gaata hai.").pair.note


def test_a_makeshift_has_the_phrases_that_links_and_the_other_sides_words_speak_for():
    pair = proposed("Ravi qqq www", "Ravi ghar mein", ("xx", "hi"), links=((0, 0), (1, 1), (2, 2))).pair
    assert "(IN www)" in pair.l1_tree


def test_the_tree_of_the_other_side_puts_its_language_first(monkeypatch):
    def parsed(sentences, language):
        trees = [TREE.replace("Oil", tokens[0]).replace("burns", tokens[1]) for tokens in sentences]
        return [ProposedTree(tree, "spaCy") if language == "en" else None for tree in trees]

    monkeypatch.setattr("cswitch_core.proposals.trees.propose_trees", parsed)
    pair = proposed("Ravi gaata hai .", "Ravi sings .", ("hi", "en")).pair
    assert (pair.languages, pair.l1_tokens[1]) == (("en", "hi"), "sings")
    assert (0, 0) in pair.links


def test_a_tree_goes_with_the_sentence_whose_words_it_has():
    pair = proposed("Tel jalta hai.", "Oil burns.", ("hi", "en"), tree=TREE, links=None).pair
    assert (pair.languages, pair.l1_tree, pair.note) == (("en", "hi"), TREE, "")
    assert "are those of neither sentence, at 'burns'" in wrong("Oil is hot.", "Tel garam hai.", tree=TREE)


def test_given_links_count_words_by_their_spaces_and_turn_with_the_tree():
    pair = proposed("Tel jalta hai .", "Oil burns .", ("hi", "en"), tree=TREE, links=((1, 1), (2, 1), (0, 0))).pair
    assert (pair.alignment, set(pair.confidences)) == ("0-0 1-1 1-2", {1.0})
    assert "link 0-9 points past a sentence of 2 words" in wrong("Ravi sings", "Ravi gaata", links=((0, 9),))


def test_words_that_a_tool_has_cut_are_kept():
    pair = proposed("", "Tel jalta hai.", words=(("Oil", "burns", "."), ()), tree=TREE, tree_side=0).pair
    assert (pair.l1_tokens, pair.texts[0]) == (("Oil", "burns", "."), "")


def test_nothing_to_link_leaves_one_link_of_no_confidence():
    pair = proposed("Qqq zzz", "Mmm hhh www", ("xx", "yy")).pair
    assert (pair.links, pair.confidences) == (((0, 0),), (0.0,))
    assert "No word could be linked" in pair.note


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        ("Oil burns.", " ", "plain.tsv:7: hi: the sentence is missing. Give the sentence in both languages"),
        ("Oil burns.", "…!", "hi: the sentence has no word. Give a sentence with words"),
        ("word " * 500, "Tel", "en: the sentence has 500 words. Give one sentence of at most 200 words"),
        ("Oil\tburns.", "Tel jalta hai.", "en: there is a tab inside the sentence. Put a space in place of the tab"),
        ("Oil\nburns.", "Tel jalta hai.", "en: the sentence goes over several lines"),
        ("Oil \ufffd.", "Tel jalta hai.", "en: a character of it cannot be read. Save the file in UTF-8"),
        ("Oil \u202eburns.", "Tel jalta hai.", "en: it holds the invisible mark U+202E"),
        ("यह तेल गरम है", "Tel garam hai", "en: most of its letters are Devanagari. Give a sentence in en"),
        ("The oil is hot", "It is a very hot oil", "hi: it looks like en. Give a sentence in hi"),
        ("Ravi sings", "ravi sings", "hi: both sentences are the same"),
        ("Mujhe doodh pasand hai", "I like milk", "en: it looks like hi, and the sentence in hi like en. Exchange"),
    ],
)
def test_a_row_that_is_wrong_is_named_with_its_cure(first, second, message):
    assert message in wrong(first, second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("I have the meeting today", "יש לי meeting today עם ravi"),
        ("I have a meeting today", "יש לי meeting היום"),
        ("She said שלום to me", "היא אמרה לי שלום"),
        ("Google bought Apple", "Google קנתה את Apple"),
    ],
)
def test_two_directions_in_one_sentence_are_named_with_what_would_be_right(first, second):
    said = wrong(first, second, ("en", "he"))
    assert "it mixes words that run from right to left (" in said
    assert "alone; single names may stay" in said


def test_a_name_in_other_letters_may_stay():
    assert not wrong("I work at Google now", "אני עובד ב Google עכשיו", ("en", "he"))


def test_whoever_knows_better_keeps_odd_rows():
    assert proposed("Ravi sings", "ravi sings", keeps_odd_rows=True).pair


def test_an_id_has_a_limit():
    row = PlainRow(1, "x" * 201, ("Ravi sings", "Ravi gaata hai"))
    assert "id: it has 201 characters" in str(Proposer(("en", "hi")).row(row).problems[0])


def test_rows_and_ids_that_stand_twice_are_named():
    rows = [PlainRow(1, "a", ("Oil", "Tel")), PlainRow(2, "b", ("oil ", "tel")), PlainRow(3, "a", ("Go", "Jao"))]
    _, twice, same_id = marked_repeats(rows)
    assert "line 1 has the same two sentences. Leave one of the two rows out" in str(twice.problems[0])
    assert "line 1 has the id 'a' already" in str(same_id.problems[0])
    assert not list(marked_repeats(rows, keeps_repeats=True))[1].problems


def test_rows_that_a_tool_has_cut_or_that_failed_already_repeat_no_other():
    cut = [PlainRow(1, "a", words=(("Oil",), ("Tel",))), PlainRow(2, "b", words=(("Go",), ("Jao",)))]
    assert not any(row.problems for row in marked_repeats(cut))


def test_a_row_that_could_not_be_read_has_that_problem_alone():
    unread = PlainRow(4, "4", ("Oil", "")).with_problems(Problem("row", "the row has 3 cells", "Take the tab out"))
    assert [problem.message for problem in Proposer(("en", "hi")).row(unread).problems] == ["the row has 3 cells"]


def test_rows_keep_their_order_whatever_is_wrong_with_some():
    rows = [PlainRow(n, str(n), ("Ravi sings", "Ravi gaata hai" if n % 3 else "")) for n in range(1, 80)]
    made = list(Proposer(("en", "hi")).rows(rows))
    assert [row.line for row in made] == list(range(1, 80))
    assert [row.line for row in made if row.problems] == list(range(3, 80, 3))
    assert all(row.pair.id == str(row.line) for row in made if row.pair)


def run(capsys, *arguments: str) -> tuple[int, list[dict], str]:
    status = main(["pairs", *arguments])
    said = capsys.readouterr()
    return status, [json.loads(line) for line in said.out.splitlines() if line.startswith("{")], said.err


def test_the_command_writes_a_pair_a_line_in_the_order_of_the_rows(capsys, tmp_path):
    file = tmp_path / "p.tsv"
    file.write_text(table([*ROWS, ("Go home.", "")]))
    status, pairs, errors = run(capsys, str(file), "--languages", "en,hi")
    assert (status, [pair["id"] for pair in pairs]) == (1, ["1", "2", "3"])
    assert all(len(pair["confidence"]) == len(pair["alignment"].split()) for pair in pairs)
    assert "p.tsv:4: 2: the sentence is missing" in errors
    assert errors.endswith("3 pairs; 1 row failed: 4\n")
    output = tmp_path / "pairs.jsonl"
    assert run(capsys, str(file), "--languages", "en,hi", "-o", str(output), "--on-error", "stop")[0] == 1
    assert not output.exists()


def test_a_word_list_and_checked_pairs_help(capsys, tmp_path):
    (tmp_path / "words.tsv").write_text("qqq\tmmm\n")
    (tmp_path / "p.tsv").write_text("Zzz qqq kkk\tMmm hhh www\n")
    options = [str(tmp_path / "p.tsv"), "--languages", "xx,yy"]
    assert run(capsys, *options, "--lexicon", str(tmp_path / "words.tsv"))[1][0]["alignment"].startswith("1-0")
    (tmp_path / "words.xlsx").write_bytes(spreadsheet(("qqq", "mmm")))
    assert run(capsys, *options, "--lexicon", str(tmp_path / "words.xlsx"))[1][0]["alignment"].startswith("1-0")
    linked = {"id": "1", "l1": {"lang": "xx", "tree": "(S (NN kkk))"}, "l2": {"lang": "yy", "tokens": ["hhh"]}}
    (tmp_path / "checked.jsonl").write_text((json.dumps(linked | {"alignment": "0-0"}) + "\n") * 3)
    assert "2-1" in run(capsys, *options, "--learn", str(tmp_path / "checked.jsonl"))[1][0]["alignment"]
    (tmp_path / "bad.tsv").write_text("qqq\n")
    status, _, errors = run(capsys, *options, "--lexicon", str(tmp_path / "bad.tsv"))
    assert (status, "bad.tsv:1: lexicon: " in errors) == (1, True)


def test_a_directory_takes_partitions_and_a_run_is_taken_up(capsys, tmp_path):
    (tmp_path / "x.en").write_text("Ravi sings\nMaria sings\n")
    (tmp_path / "x.hi").write_text("Ravi gaata hai\nMaria gaati hai\n")
    options = [str(tmp_path / "x"), "--languages", "en,hi", "-o", f"{tmp_path}/out/", "--partition-bytes", "10"]
    assert run(capsys, *options)[0] == 0
    first = tmp_path / "out" / "part-00000"
    assert json.loads(first.with_suffix(".jsonl").read_text())["id"] == "1"
    (tmp_path / "out" / "part-00000.report.json").unlink()
    first.with_suffix(".jsonl").unlink()
    killed, written = tmp_path / "out" / ".part-00000.jsonl.1a.part", tmp_path / "out" / ".part-00001.jsonl.2b.part"
    for half in (killed, written):
        half.write_text("half a li")
    os.utime(killed, (1, 1))
    os.utime(written, (2**32, 2**32))
    assert run(capsys, *options)[0] == 0
    assert first.with_suffix(".jsonl").exists()
    assert (killed.exists(), written.exists()) == (False, True), "what another run is writing stays"
    status, _, errors = run(capsys, *options, "--keep-odd")
    assert (status, "results of another request (other keeps_odd_rows)" in errors) == (2, True)


def files_of(directory: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in directory.glob("part-*")}


def test_a_run_that_was_killed_and_taken_up_gives_what_an_unbroken_one_gives(capsys, tmp_path):
    rows = [
        f"{number} Hunde sehen das Haus von Anna{number % 7}\t{number} honden zien het huis" for number in range(240)
    ]
    (tmp_path / "rows.tsv").write_text("\n".join([*rows, "\tleeg", rows[0]]))
    options = [str(tmp_path / "rows.tsv"), "--languages", "de,nl", "--partition-bytes", "2000", "--workers", "1"]
    command = [sys.executable, "-m", "cswitch_core", "pairs", *options, "-o", str(tmp_path / "killed") + "/"]
    with subprocess.Popen(command, cwd=Path(__file__).parents[2], start_new_session=True) as process:
        while not (tmp_path / "killed" / "part-00000.report.json").exists():
            assert process.poll() is None, "it ended before it could be killed"
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGKILL)
    run(capsys, *options, "-o", str(tmp_path / "whole") + "/")
    whole = files_of(tmp_path / "whole")
    assert 0 < len(files_of(tmp_path / "killed")) < len(whole)
    run(capsys, *options, "-o", str(tmp_path / "killed") + "/")
    assert files_of(tmp_path / "killed") == whole


def test_rows_that_fail_in_partitions_are_counted_and_found_in_their_files(capsys, tmp_path):
    (tmp_path / "p.tsv").write_text(table([*ROWS, ("Go home.", "")]))
    (tmp_path / "out").mkdir()
    status, _, errors = run(capsys, str(tmp_path / "p.tsv"), "--languages", "en,hi", "-o", str(tmp_path / "out"))
    assert status == 1
    assert "The problems are in" in errors
    assert "the sentence is missing" in (tmp_path / "out" / "part-00000.problems.jsonl").read_text()


def test_a_pipe_gives_its_rows_on_standard_input(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(table().encode())))
    status, pairs, _ = run(capsys, "-", "--languages", "en,hi")
    assert (status, len(pairs)) == (0, 3)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("The child sleeps\tEl niño duerme\n".encode("cp1252"), "p.tsv is read as Windows-1252\n"),
        ("The child sleeps\tEl niño duerme\n".encode("utf-16"), "p.tsv is read as UTF-16\n"),
        ("The child sleeps\tEl niño duerme\n".encode(), ""),
        (spreadsheet(("The child sleeps", "El niño duerme")), ""),
    ],
)
def test_an_encoding_that_was_guessed_is_said(capsys, tmp_path, content, said):
    (tmp_path / "p.tsv").write_bytes(content)
    status, pairs, errors = run(capsys, str(tmp_path / "p.tsv"), "--languages", "en,es")
    assert (status, pairs[0]["l2"]["tokens"]) == (0, ["El", "niño", "duerme"])
    assert errors.removeprefix(f"{tmp_path}/") == said


def test_many_failed_rows_are_named_up_to_a_score(capsys, tmp_path):
    (tmp_path / "p.tsv").write_text(table([(f"Oil burns {number} times.", "") for number in range(25)]))
    errors = run(capsys, str(tmp_path / "p.tsv"), "--languages", "en,hi", "--header", "no")[2]
    assert errors.endswith("25 rows failed: " + ", ".join(str(number) for number in range(1, 21)) + " …\n")


def test_a_file_without_two_columns_writes_nothing(capsys, tmp_path):
    (tmp_path / "p.txt").write_text("Oil burns\nGo home\n")
    output = tmp_path / "pairs.jsonl"
    status, _, errors = run(capsys, str(tmp_path / "p.txt"), "--languages", "en,hi", "-o", str(output))
    assert (status, output.exists()) == (1, False)
    assert "the rows have one column. Put a tab" in errors


@pytest.mark.parametrize(
    ("texts", "language"),
    [
        (["The oil is hot", "It is in the car"], "en"),
        (["El niño duerme en la casa"], "es"),
        (["यह तेल गरम है"], "hi"),
        (["ಠಠ"], "kn"),
        (["Qqq zzz"], ""),
        (["123"], ""),
    ],
)
def test_a_language_is_guessed_from_its_script_and_short_words(texts, language):
    assert guessed_language(texts) == language


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("La tienda está cerrada hoy.", "it looks like es"),
        ("Il est dans la maison.", "it looks like fr"),
        ("They were with her when we had dinner.", "it looks like en"),
        ("Dukaan aaj band hai.", ""),
        # Words that other languages have too.
        ("Main ne to use de di, par un ka man na tha.", ""),
    ],
)
def test_another_language_in_a_romanised_column_is_named(text, why):
    assert doubt(text, "hi") == why


def test_no_romanised_hindi_of_the_gold_pairs_is_doubted():
    gold = Path(__file__).parents[2] / "benchmarks" / "gold"
    rows = [line.split("\t") for file in gold.glob("links*.tsv") for line in file.read_text().splitlines()]
    linked = [row[3].split() for row in rows if len(row) > 3 and row[1] != "es"]
    hindi = [" ".join(word.split("/")[0] for word in words) for words in linked]
    assert len(hindi) > 60
    assert [text for text in hindi if doubt(text, "hi")] == []


def test_sides_that_speak_for_each_other_are_swapped_and_no_gold_pair_is():
    assert are_swapped(("Voy al cine", "I am going out"), ("en", "es"))
    assert not are_swapped(("Voy al cine", "Out"), ("en", "es"))
    assert not are_swapped(("Voy al cine", "I am going out"), ("en", "xx"))
    assert not are_swapped(("Voy al cine", "I am going out"), ("xx", "es"))
    gold = Path(__file__).parents[2] / "benchmarks" / "gold"
    rows = [line.split("\t") for file in gold.glob("links*.tsv") for line in file.read_text().splitlines()]
    pairs = [
        ((row[2], " ".join(word.split("/")[0] for word in row[3].split())), ("en", row[1]))
        for row in rows
        if len(row) > 3
    ]
    assert len(pairs) > 200
    assert [texts for texts, languages in pairs if are_swapped(texts, languages)] == []


def test_nothing_is_doubted_without_words_or_a_profile():
    assert (doubt("123", "en"), doubt("The oil", "xx"), doubt("", "en")) == ("", "", "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere", "--languages", "en,hi"], "nor nowhere.en and nowhere.hi beside it"),
        (["-", "--languages", "en"], "--languages names two languages"),
        (["-", "--languages", "en,Hindi"], "--languages: 'Hindi' is no language code; write hi"),
        (["-", "--languages", "en,Klingonish"], "'Klingonish' is no language code; codes have two or three letters"),
        (["-", "--languages", "en,hi", "-o", "out/"], "a run that can be taken up needs files"),
        (["-", "--languages", "en,hi", "--cluster", "tcp://x"], "give a directory as --output"),
    ],
)
def test_a_wrong_command_says_what_would_be_right(capsys, arguments, message):
    status, _, errors = run(capsys, *arguments)
    assert status == 2
    assert message in errors
