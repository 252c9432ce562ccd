"""``cswitch plan``: power, interval and minutes of a planned study, and what cannot be planned."""

import json
import subprocess
import sys

import pytest

from cswitch_core.cli import main
from cswitch_core.cli import plan as command

SMALL = ["plan", "--judges", "8", "--pairs", "8", "--studies", "20", "--curve-studies", "10"]


def test_a_plan_is_a_sentence_a_table_and_two_curves(capsys):
    assert main([*SMALL, "--cost", "0.5"]) == 0
    written = capsys.readouterr().out
    assert written.startswith("With 8 judges and 16 sentences you find a cost of half a point in ")
    assert "for these judges only. What it costs other judges would not be known: for that, 10 judges must" in written
    assert "interval holds the truth about these judges in" in written
    assert "minutes a judge" in written
    assert "wrong sign" in written
    assert "\njudges  " in written
    assert "\nsentences  " in written


def test_as_lines_the_plan_comes_first_and_then_the_points_of_the_curves(capsys):
    assert main([*SMALL, "--preference", "0.7", "--each", "6", "--format", "jsonl"]) == 0
    plan, *points = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (plan["kind"], plan["design"]["compared"], plan["tasks"], plan["tasks_each"]) == ("plan", "choices", 8, 6)
    assert 0 <= plan["power"] <= 1
    assert {point["over"] for point in points} == {"judges", "couples"}
    assert [point["size"] for point in points if point["over"] == "judges"] == [4, 6, 8, 12, 16, 24]
    assert {point["these_judges"] for point in points} == {0}


def test_two_models_are_compared_with_spreads_of_ones_own(capsys):
    given = ["--difference", "2", "--unit", "logits", "--spread", "sentence=0.1", "--spread", "judge_slope=0"]
    assert main([*SMALL, *given, "--format", "jsonl", "--curve-studies", "0"]) == 0
    (plan,) = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert plan["design"]["spreads"]["sentence"] == 0.1
    assert plan["power"] > 0.9


@pytest.mark.parametrize(
    ("given", "cure"),
    [
        (["--judges", "1"], "judges: 1 cannot be planned with. Give a whole number from 2 to 200"),
        (["--cost", "7"], "an effect of 7 points cannot be"),
        (["--spread", "verb=1"], "known are judge, judge_slope"),
        (["--spread", "judge=x"], "write for example judge=0.8"),
        (["--unit", "share"], "Give it in points or logits"),
        (["--studies", "3"], "studies is 3. Give a whole number from 10"),
        (["--curve-studies", "-1"], "curve_studies is -1"),
        (["--seed", "-1"], "Give a whole number from 0"),
    ],
)
def test_a_bad_value_is_named_with_its_cure(given, cure, capsys):
    assert main([*SMALL, *given]) == 2
    assert cure in capsys.readouterr().err


def test_without_the_sites_package_it_says_so(monkeypatch, capsys):
    monkeypatch.setattr(command, "PLANS", "no_such_package.plans")
    assert main(SMALL) == 2
    assert "planning needs the site's package" in capsys.readouterr().err


def test_the_command_line_starts_without_the_site():
    code = "import sys, cswitch_core.cli; sys.exit('evaluation' in sys.modules or 'django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
