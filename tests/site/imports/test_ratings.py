"""Ratings from elsewhere become a closed study; a wrong row is named, and then nothing is stored."""

from __future__ import annotations

import io
import json
import re
import zipfile

import pytest
from django.core.management import CommandError, call_command

from cswitch_core.readers.sheet_files import sheet_chunks
from evaluation.models import Criterion, Item, Participation, Place, Rating, RatingImport, Study, User
from evaluation.services import imports, jobs
from evaluation.services.errors import Refused
from evaluation.services.imports.receiving import path_of
from tests.site.factories import make_pair
from tests.site.files import RATINGS_HEADER, ratings_csv

pytestmark = pytest.mark.django_db

MIXED = "Saturday is boring uss nazariye se"
GOOD = (
    f"A,{MIXED},EC0,usage,4",
    f"A,{MIXED},EC0,fluency,5",
    f"B,{MIXED},EC0,usage,3",
    "A,Ghar mein TV on hai,tweets,usage,2",
    "B,Ghar mein TV on hai,tweets,usage,0",
)


def stored() -> list[int]:
    return [table.objects.count() for table in (Study, Item, Criterion, Participation, Place, Rating, User)]


@pytest.mark.both_databases
def test_a_file_becomes_a_closed_study(bring_in, meera):
    make_pair(meera)
    study = bring_in(ratings_csv(*GOOD), scale="0-5", cut="3", name="Pilot").study

    assert (study.name, study.slug, study.state, study.owner) == ("Pilot", "pilot", "closed", meera)
    assert [(each.key, each.low, each.high, each.cut) for each in study.criteria.all()] == [
        ("usage", 0, 5, 3),
        ("fluency", 0, 5, 3),
    ]
    assert list(study.participations.values_list("pseudonym", "user__name")) == [("J01", "A"), ("J02", "B")]
    assert sorted(study.ratings.values_list("participation__user__name", "value")) == [
        ("A", 2),
        ("A", 4),
        ("A", 5),
        ("B", 0),
        ("B", 3),
    ]


@pytest.mark.both_databases
def test_a_sentence_of_a_loaded_pair_gets_models_and_measures_and_another_stands_alone(bring_in, meera):
    pair = make_pair(meera)
    matched, alone = bring_in(ratings_csv(*GOOD)).study.items.all()

    assert (matched.pair, matched.text, matched.condition) == (pair, MIXED, "EC0")
    assert {"EC0", "ML1"} <= set(matched.memberships)
    assert matched.measures["switch_points"] == 1
    assert matched.sentence_key
    assert (alone.pair, alone.text, alone.condition, alone.source) == (None, "Ghar mein TV on hai", "tweets", "tweets")
    assert (alone.memberships, alone.measures) == ([], {})
    assert matched.study.pairs.get() == pair
    assert "1 are of pairs that are loaded here" in matched.study.remark


def test_a_sentence_keeps_the_text_that_was_rated(bring_in, meera):
    make_pair(meera)
    shouted, plain = bring_in(ratings_csv(f"A,{MIXED.upper()},x,usage,4", f"A,{MIXED},x,usage,1")).study.items.all()

    assert (shouted.text, plain.text) == (MIXED.upper(), MIXED)
    assert shouted.sentence_key == plain.sentence_key


def test_the_pair_named_by_the_file_is_kept_where_its_words_are_others(bring_in, meera):
    pair = make_pair(meera)
    content = ratings_csv("A,Saturday is dull,paper-1,4", header="judge,sentence,pair,value")
    item = bring_in(content).study.items.get()

    assert (item.pair, item.sentence_key, item.memberships) == (pair, "", [])


def test_a_model_that_does_not_generate_the_sentence_is_said(bring_in, meera):
    make_pair(meera)
    never = "Saturday hai boring from uss perspective"
    study = bring_in(ratings_csv(f"A,{never},ML2,usage,4")).study

    assert "names a model that does not generate it" in study.remark


def test_without_pairs_a_model_in_the_file_is_believed(bring_in):
    study = bring_in(ratings_csv("A,Oil garam hai,EC0;ML2,usage,4")).study

    assert study.models_chosen == ["EC0", "ML2"]
    assert study.items.get().memberships == ["EC0", "ML2"]
    assert study.items.get().tokens == [["Oil", "und"], ["garam", "und"], ["hai", "und"]]


def test_groups_become_answers_of_the_judges(bring_in):
    header = "judge,sentence,value,Region,age"
    content = ratings_csv("A,Oil hai,4,north,31", "B,Oil hai,2,south,", header=header)
    study = bring_in(content, groups=["Region", "age"]).study

    assert [judge.answers for judge in study.participations.all()] == [
        {"region": "north", "age": 31},
        {"region": "south"},
    ]
    assert [(each["key"], each["kind"]) for each in study.questions] == [("region", "choice"), ("age", "number")]


@pytest.mark.both_databases
def test_times_are_kept_and_a_missing_one_is_said(bring_in):
    header = "judge,sentence,value,time"
    study = bring_in(ratings_csv("A,Oil hai,4,2019-05-01T10:00:00+02:00", "B,Oil hai,5,", header=header)).study

    assert study.ratings.get(value=4).given_at.isoformat() == "2019-05-01T08:00:00+00:00"
    assert "When they were given is not known" in study.remark


def test_ids_alone_will_do_and_a_text_given_once_serves_its_id(bring_in):
    only_ids = bring_in(ratings_csv("A,s1,4", "B,s1,2", header="judge,id,value")).study
    once = bring_in(ratings_csv("A,s1,Oil hai,4", "B,s1,,2", header="judge,id,sentence,value"), name="once.csv").study

    assert only_ids.items.get().text == "s1"
    assert once.items.get().text == "Oil hai"


def test_a_scale_that_is_not_stated_is_guessed_and_said(bring_in):
    study = bring_in(ratings_csv("A,Oil hai,x,usage,1", "A,Oil hai,x,fluency,7")).study

    assert {(each.low, each.high) for each in study.criteria.all()} == {(1, 7)}
    assert "The scale was not stated" in study.remark


@pytest.mark.parametrize(
    ("values", "scales"),
    [
        ({"usage": (1, 7), "fluency": (-2, 2), "style": (1, 6)}, [(1, 7), (-2, 2), (1, 7)]),
        ({"usage": (-2, 1), "fluency": (0, 2)}, [(-2, 2), (-2, 2)]),
        ({"usage": (-3, -1), "fluency": (-1, 4)}, [(-3, 4), (-3, 4)]),
        ({"usage": (0, 5), "fluency": (0, 100)}, None),
    ],
)
def test_a_guessed_scale_is_shared_unless_one_criterion_alone_goes_below_zero(bring_in, values, scales):
    rows = [f"A,Oil hai {n},x,{name},{value}" for name, both in values.items() for n, value in enumerate(both)]
    study = bring_in(ratings_csv(*rows)).study

    assert (study and [(each.low, each.high) for each in study.criteria.all()]) == scales
    if study:
        assert ("The scale was not stated" in study.remark) is (len(set(scales)) == 1)
        assert ("The scales of “usage”, “fluency”" in study.remark) is (len(set(scales)) == 2)


def test_small_and_capital_letters_make_no_second_criterion(bring_in):
    rows = ("A,Oil hai,x,Usage,1", "B,Oil hai,x,usage,2", "C,Oil hai,x,USAGE,3")
    study = bring_in(ratings_csv(*rows), scale="usage=1-3").study

    assert [(each.key, str(each)) for each in study.criteria.all()] == [("usage", "Usage")]
    assert study.ratings.count() == 3

    twice = bring_in(ratings_csv(*rows, "A,Oil hai,x,usage,2"), name="twice.csv")
    assert [problem["line"] for problem in twice.problems] == [5]


def test_only_the_criteria_without_a_stated_scale_are_said_to_have_none(bring_in):
    rows = ("A,Oil hai,x,usage,1", "A,Oil hai,x,fluency,2", "A,Oil hai,x,style,5", "B,Oil hai,x,style,3")
    study = bring_in(ratings_csv(*rows), scale="usage=0-5, fluency=0-5").study

    assert (study.criteria.get(key="style").low, study.criteria.get(key="style").high) == (3, 5)
    assert "The scale of “style” was not stated: it runs from the lowest to the highest value given." in study.remark


def test_a_criterion_with_a_comma_is_named_in_double_quotes(bring_in):
    rows = ('A,Oil hai,x,"style, tone",7', "A,Oil hai,x,a=b; c,2", "B,Oil hai,x,usage,3")
    study = bring_in(
        ratings_csv(*rows),
        criteria=["style, tone", "a=b; c", "usage"],
        scale='"Style, tone"=1-7, “a=b; c”=-2 to 2; 0-5',
        cut='"style, tone" = 5; usage=3',
    ).study
    assert [(str(each), each.low, each.high, each.cut) for each in study.criteria.all()] == [
        ("style, tone", 1, 7, 5),
        ("a=b; c", -2, 2, None),
        ("usage", 0, 5, 3),
    ]


@pytest.mark.parametrize("said", [{"scale": "style, tone=1-7"}, {"cut": "style, tone=3"}])
def test_of_a_name_that_a_comma_cuts_in_two_it_is_said_how_to_write_it(bring_in, said):
    with pytest.raises(Refused, match='stands in double quotes: "style, tone"=') as refused:
        bring_in(ratings_csv('A,Oil hai,x,"style, tone",7'), **said)
    assert refused.value.field in said


TWO_SCALES = ("A,Oil hai,x,Usage,7", "A,Oil hai,x,fluency,-2", "B,Oil hai,x,Usage,1", "B,Oil hai,x,fluency,2")


@pytest.mark.parametrize(
    ("cut", "found"),
    [
        ("usage=5, fluency=1", {"usage": 5, "fluency": 1}),
        ("2", {"usage": 2, "fluency": 2}),
        ("5; fluency = −1", {"usage": 5, "fluency": -1}),
        ("usage=5", {"usage": 5, "fluency": None}),
        ("", {"usage": None, "fluency": None}),
    ],
)
def test_every_criterion_has_a_cut_of_its_own_scale_or_none(bring_in, cut, found):
    study = bring_in(ratings_csv(*TWO_SCALES), scale="usage=1-7, fluency=-2 to 2", cut=cut).study

    assert [(each.low, each.high) for each in study.criteria.all()] == [(1, 7), (-2, 2)]
    assert {each.key: each.cut for each in study.criteria.all()} == found


def test_a_cut_off_the_scale_that_only_the_values_show_is_told_at_its_field(bring_in):
    before = stored()
    sent = bring_in(ratings_csv(*TWO_SCALES), scale="usage=1-7", cut="5")

    assert (sent.state, sent.study, stored()[:-1]) == ("refused", None, before[:-1])
    problem = sent.problems[0]
    assert (problem["line"], problem["column"]) == (None, "cut")
    assert problem["message"] == "5 cannot be the cut of “fluency”: the scale runs from −2 to 2"
    assert "Write a point from −1 to 2 for it (fluency=2)" in problem["cure"]


def test_a_scale_or_a_cut_for_a_criterion_that_the_file_has_not_is_told(bring_in):
    sent = bring_in(ratings_csv(*TWO_SCALES), scale="usage=1-7, beauty=1-7", cut="grace=3")

    assert [(each["column"], each["message"]) for each in sent.problems] == [
        ("scale", "“beauty” is none of the criteria: Usage, fluency"),
        ("cut", "“grace” is none of the criteria: Usage, fluency"),
    ]


def sheet(*rows) -> bytes:
    """A workbook as spreadsheet programs write it: numbers are numbers there, not texts."""
    written = io.BytesIO(b"".join(sheet_chunks(rows)))
    changed = io.BytesIO()
    with zipfile.ZipFile(written) as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            number = rb'<c r="\1"><v>\2</v></c>'
            text = rb'<c r="(\w+)" t="inlineStr"><is><t xml:space="preserve">(\d+)</t></is></c>'
            new.writestr(name, re.sub(text, number, old.read(name)))
    return changed.getvalue()


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("r.xlsx", sheet(("judge", "sentence", "value"), ("A", "Café mein hai", "4"))),
        ("r.tsv", "judge\tsentence\tvalue\nA\tCafé mein hai\t4\n".encode()),
        ("r.csv", "judge;sentence;value\nA;Café mein hai;4\n".encode("cp1252")),
        ("r.jsonl", json.dumps({"judge": "A", "sentence": "Café mein hai", "value": 4}).encode()),
    ],
)
def test_every_format_and_encoding_is_read(bring_in, name, content):
    study = bring_in(content, name=name).study

    assert (study.items.get().text, study.ratings.get().value) == ("Café mein hai", 4)


WRONG = {
    "off the scale": ("A,Oil hai,x,usage,9", 2, "value", "9 is off the scale, which runs from 0 to 5"),
    "no number": ("A,Oil hai,x,usage,good", 2, "value", "“good” is no whole number"),
    "a half": ("A,Oil hai,x,usage,3.5", 2, "value", "“3.5” is no whole number"),
    "missing judge": (",Oil hai,x,usage,4", 2, "judge", "the judge is missing"),
    "missing sentence": ("A,,x,usage,4", 2, "sentence", "the sentence is missing"),
    "unknown criterion": ("A,Oil hai,x,beauty,4", 2, "criterion", "“beauty” is not one of the criteria usage, fluency"),
    "twice": ("A,Oil hai,x,usage,4\nA,Oil hai,x,usage,5", 3, "judge", "line 2 has a rating of this judge"),
    "two sources": ("A,Oil hai,x,usage,4\nB,Oil hai,y,usage,5", 3, "source", "comes from x in line 2, and here from y"),
    "too many cells": ("A,Oil hai,x,usage,4,5", 2, "", "the row has 6 cells, and the table 5 columns"),
    "too long": (f"A,{'a' * 1001},x,usage,4", 2, "sentence", "the sentence has 1001 characters"),
}


@pytest.mark.parametrize(("rows", "line", "column", "message"), WRONG.values(), ids=WRONG)
def test_a_wrong_row_is_named_with_line_column_and_cure_and_nothing_is_stored(bring_in, rows, line, column, message):
    before = stored()
    sent = bring_in(ratings_csv(rows, "C,Oil hai,x,usage,1"), scale="0-5", criteria=["usage", "fluency"])

    assert (sent.state, sent.problem_count, sent.study) == ("refused", 1, None)
    assert (sent.problems[0]["line"], sent.problems[0]["column"]) == (line, column)
    assert message in sent.problems[0]["message"]
    assert sent.problems[0]["cure"]
    assert stored()[:-1] == before[:-1]


def test_half_a_file_is_seen(bring_in):
    half = ratings_csv(*GOOD)[:-30]
    sent = bring_in(half)

    assert sent.state == "refused"
    assert "is the file whole?" in sent.problems[0]["cure"]


def test_every_wrong_row_is_counted_and_the_first_are_kept(bring_in):
    sent = bring_in(ratings_csv(*(f"A,Sentence {number},x,usage,11" for number in range(250))), scale="0-5")

    assert (sent.problem_count, len(sent.problems)) == (250, 200)


def test_values_that_no_scale_holds_are_refused(bring_in):
    sent = bring_in(ratings_csv("A,Oil hai,x,usage,0", "B,Oil hai,x,usage,100"))

    assert "a scale has at most 11 points" in sent.problems[0]["message"]


def test_a_judge_of_two_groups_is_named(bring_in):
    content = ratings_csv("A,Oil hai,4,north", "A,Tel hai,4,south", header="judge,sentence,value,region")
    sent = bring_in(content, groups=["region"])

    assert "A is in the group “north” in an earlier line" in sent.problems[0]["message"]


def test_the_file_is_forgotten_once_the_study_is_there(bring_in, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        bring_in(ratings_csv(*GOOD))

    sent = RatingImport.objects.get()
    assert sent.path == ""
    assert not [each for each in path_of(sent).glob("imports/*") if each.is_file()]


def test_no_link_lets_a_judge_of_the_file_in(bring_in):
    judges = bring_in(ratings_csv(*GOOD)).study.participations.select_related("user")

    assert all(judge.link_revoked_at and not judge.user.has_usable_password() for judge in judges)


@pytest.mark.parametrize(
    ("plan", "field"),
    [
        ({"columns": {"judge": "nobody"}}, "judge"),
        ({"columns": {"judge": "sentence"}}, "sentence"),
        ({"columns": {"value": ""}}, "value"),
        ({"columns": {"colour": "judge"}}, "map"),
        ({"columns": {"sentence": ""}}, "sentence"),
        ({"scale": "0-100"}, "scale"),
        ({"scale": "low to high"}, "scale"),
        ({"scale": "usage=0-5, Usage=0-7"}, "scale"),
        ({"scale": "beauty=0-5", "criteria": ["usage", "fluency"]}, "scale"),
        ({"cut": "good"}, "cut"),
        ({"cut": "3.5"}, "cut"),
        ({"cut": "3, 4"}, "cut"),
        ({"cut": "usage="}, "cut"),
        ({"cut": "0", "scale": "0-5"}, "cut"),
        ({"cut": "6", "scale": "0-5"}, "cut"),
        ({"cut": "usage=5", "scale": "usage=-2 to 2, fluency=1-7"}, "cut"),
        ({"cut": "5", "scale": "usage=-2 to 2, fluency=1-7"}, "cut"),
        ({"cut": "beauty=3", "criteria": ["usage", "fluency"]}, "cut"),
        ({"cut": "usage=3", "columns": {"criterion": ""}}, "cut"),
        ({"collection": "None"}, "collection"),
        ({"models": ["EC9"]}, "models"),
        ({"slug": "Not A Slug"}, "study"),
        ({"name": "\u200b"}, "name"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(bring_in, plan, field):
    with pytest.raises(Refused) as refusal:
        bring_in(ratings_csv(*GOOD), **plan)
    assert refusal.value.field == field


def test_a_scale_written_from_its_top_is_given_the_right_way_round(bring_in):
    with pytest.raises(Refused, match="begins with its lowest point: write −2 to 2"):
        bring_in(ratings_csv(*GOOD), scale="2 to -2")


@pytest.mark.parametrize(("name", "content"), [("r.pdf", b"x"), ("r.csv", b""), ("r.xlsx", b"PK\x03\x04nothing")])
def test_what_is_no_table_is_refused_and_not_kept(meera, settings, name, content):
    with pytest.raises(Refused):
        imports.receive(owner=meera, name=name, chunks=[content])
    assert not RatingImport.objects.exists()
    assert not list((settings.MEDIA_ROOT / "imports").glob("*"))


@pytest.mark.both_databases
def test_two_clicks_make_one_study(meera):
    sent = imports.receive(owner=meera, name="r.csv", chunks=[ratings_csv(*GOOD)])
    plan = imports.Plan(columns=imports.guessed_columns(RATINGS_HEADER.split(",")))
    imports.start(sent=sent, actor=meera, plan=plan)
    with pytest.raises(Refused):
        imports.start(sent=sent, actor=meera, plan=plan)
    jobs.run_waiting_jobs()
    assert Study.objects.count() == 1


def test_the_command_does_the_same(tmp_path, noor, capsys):
    file = tmp_path / "pilot.csv"
    file.write_bytes(ratings_csv("A,Oil hai,4", "B,Oil hai,5", header="worker,text,score"))
    call_command("import_ratings", file, "--study", "pilot", "--map", "value=score", "--scale", "0-5", "-v", "0")

    assert "pilot: 2 ratings, 1 sentence, 2 judges." in capsys.readouterr().out
    assert Study.objects.get(slug="pilot").owner == noor


def test_the_command_names_wrong_rows_and_stores_nothing(tmp_path, noor, capsys):
    file = tmp_path / "pilot.csv"
    file.write_bytes(ratings_csv("A,Oil hai,x,usage,9", "A,Oil hai,x,usage,4"))
    with pytest.raises(CommandError, match="Nothing was stored"):
        call_command("import_ratings", file, "--scale", "0-5", "-v", "0")

    assert "pilot.csv:2: value: 9 is off the scale" in capsys.readouterr().err
    assert not Study.objects.exists()
    assert RatingImport.objects.get().state == "discarded"


def test_the_command_names_a_cut_that_does_not_fit(tmp_path, noor, capsys):
    file = tmp_path / "pilot.csv"
    file.write_bytes(ratings_csv(*TWO_SCALES))
    with pytest.raises(CommandError, match="cannot be the cut of “fluency”"):
        call_command("import_ratings", file, "--scale", "usage=1-7,fluency=-2 to 2", "--cut", "5", "-v", "0")
    with pytest.raises(CommandError, match="Nothing was stored"):
        call_command("import_ratings", file, "--cut", "beauty=5", "-v", "0")

    assert "--cut: “beauty” is none of the criteria: Usage, fluency. Correct the name" in capsys.readouterr().err
    assert not Study.objects.exists()


@pytest.mark.parametrize("options", [["--map", "judge"], ["--map", "judge=nobody"], ["--owner", "nobody"]])
def test_the_command_refuses_in_words(tmp_path, noor, options):
    file = tmp_path / "pilot.csv"
    file.write_bytes(ratings_csv(*GOOD))
    with pytest.raises(CommandError):
        call_command("import_ratings", file, *options, "-v", "0")
    assert not Study.objects.exists()


def test_the_command_says_if_there_is_no_file(tmp_path, noor):
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("import_ratings", tmp_path / "none.csv")
