"""Every picture is well-formed, speaks to screen readers, obeys the content policy and shows its numbers."""

import re
from datetime import date
from pathlib import Path
from unicodedata import category
from xml.etree import ElementTree as ET

import pytest

from evaluation.pictures import (
    NARROW,
    WIDE,
    AgreementRow,
    BarRow,
    ForestRow,
    MeanRow,
    agreement_picture,
    bars_picture,
    forest_picture,
    heat_picture,
    means_picture,
    power_picture,
    progress_picture,
    standalone,
)
from evaluation.pictures.bars import point_class
from evaluation.pictures.canvas import ticks, wrapped
from evaluation.statistics.figure import Figure

SVG = "{http://www.w3.org/2000/svg}"
STYLES = Path(__file__).parents[2] / "static" / "css" / "pictures.css"
ROOT_STANDALONE = Path(__file__).parents[2] / "evaluation" / "pictures" / "standalone.css"
MIXED = [("Will", False), ("tum", True), ("come", False), ("<tomorrow>?", False)]
UNKNOWN = Figure.undefined("no ratings yet")


def bars(width=WIDE):
    rows = [BarRow(MIXED, [0, 2, 2, 1, 0, 0], 1.8), BarRow("nothing", [0] * 6, None)]
    return bars_picture(rows, range(6), 3, width=width, title="Usage & fluency")


def means(width=WIDE):
    rows = [MeanRow("EC0", [Figure(3.1, 2.5, 3.6), UNKNOWN])]
    return means_picture(rows, ["over ratings", "over sentences"], (0, 5), width=width, title="Means")


def test_every_point_of_the_scale_of_means_is_labelled():
    rows = [MeanRow("EC0", [Figure(3.1, 2.5, 3.6)])]
    drawn = means_picture(rows, ["mean"], (1, 7), width=NARROW, title="Means")
    assert re.findall(r">(\d)</text>", drawn) == list("1234567")
    assert "Means with their 95 % intervals." in drawn
    assert "intervals" not in means_picture([MeanRow("EC0", [Figure(3.1)])], ["mean"], (1, 7), width=WIDE, title="M")


def heat(width=WIDE, judges=2):
    names = [f"J{n:02}" for n in range(judges)]
    return heat_picture([MIXED], names, [[5, *[None] * (judges - 1)]], (0, 5), width=width, title="Judges by sentences")


def agreement(width=WIDE):
    rows = [
        AgreementRow("J01", Figure(0.8), Figure(0.5), Figure(-0.4)),
        AgreementRow("J02", Figure.undefined("nobody else"), Figure.undefined("x"), Figure.undefined("x")),
    ]
    return agreement_picture(rows, width=width, title="Agreement")


def forest(width=WIDE):
    rows = [ForestRow("nesting", [("", Figure(0.8, 0.3, 1.3)), ("<Hindi> & more", Figure(0.1, -9.0, 0.4))])]
    rows.append(ForestRow("clauses (beside nesting)", [("", UNKNOWN)]))
    return forest_picture(rows, width=width, title="Costs & more", axis_title="cost in logits")


def progress(width=WIDE):
    days = [(date(2026, 11, 1), 10), (date(2026, 11, 3), 15)]
    return progress_picture(days, 100, width=width, title="Progress")


def power(width=WIDE):
    return power_picture(
        [8, 16, 32],
        [0.2, 0.55, 1.0],
        [0.03] * 3,
        over="judges",
        width=width,
        title="Power & more",
        these_judges=[True, False, False],
    )


PICTURES = [bars, means, heat, agreement, forest, progress, power]


@pytest.mark.parametrize("picture", PICTURES)
@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_a_picture_is_well_formed_named_and_within_its_width(picture, width):
    root = ET.fromstring(picture(width))
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
    assert title.text
    assert len(description.text) > 20
    assert root.get("viewBox").split()[2] == str(width)
    for rect in root.iter(f"{SVG}rect"):
        assert float(rect.get("x")) >= 0
        assert float(rect.get("x")) + float(rect.get("width")) <= width + 0.5


@pytest.mark.parametrize("picture", PICTURES)
def test_a_picture_has_no_inline_style_script_or_handler(picture):
    assert not re.search(r"\sstyle=|<style|<script|\son\w+=", picture())


@pytest.mark.parametrize("picture", PICTURES)
def test_every_class_of_a_picture_has_a_rule_in_the_style_sheet(picture):
    used = {name for names in re.findall(r'class="([^"]*)"', picture()) for name in names.split()}
    styles = STYLES.read_text()
    assert {name for name in used if f".{name}" not in styles} <= {"picture"}


def test_the_file_has_its_colours_inside_and_the_page_version_has_not():
    alone = standalone(bars())
    root = ET.fromstring(alone)
    assert "p-high-4 { fill: #" in root.find(f"{SVG}style").text
    assert alone.startswith("<?xml")
    assert root.find(f"{SVG}rect").get("class") == "p-ground"
    assert "var(" not in alone


def test_the_files_colours_are_the_pages_light_ones():
    light = dict(re.findall(r"(--p-[\w-]+): (#\w+);", STYLES.read_text().split("@media (prefers")[0]))
    alone = ROOT_STANDALONE.read_text()
    for name in ("low-1", "low-4", "high-1", "high-4", "heat-0", "heat-5"):
        assert f".p-{name} {{ fill: {light[f'--p-{name}']}; }}" in alone


def test_bar_parts_are_as_long_as_their_shares_and_below_the_threshold_lies_left():
    root = ET.fromstring(bars())
    parts = [rect for rect in root.iter(f"{SVG}rect") if rect.find(f"{SVG}title") is not None]
    widths = {rect.find(f"{SVG}title").text.split(": ")[1]: float(rect.get("width")) for rect in parts}
    assert widths["1 given 2 of 5 times"] == pytest.approx(2 * widths["3 given 1 of 5 times"], abs=0.2)
    zero = float(next(line for line in root.iter(f"{SVG}line") if line.get("class") == "p-zero").get("x1"))
    edges = [(rect.get("class"), float(rect.get("x"))) for rect in parts]
    assert all((x < zero - 0.1) == kind.startswith("p-low") for kind, x in edges)


def test_without_colour_the_parts_are_striped_and_numbered():
    picture = bars()
    assert picture.count('class="p-striped"') == 2 + 3
    assert '<text x="' in picture
    assert "no ratings" in picture


def test_the_second_language_is_slanted_and_markup_is_escaped():
    picture = bars()
    assert '<tspan class="p-l2"> tum</tspan>' in picture
    assert "&lt;tomorrow&gt;?" in picture
    assert "Usage &amp; fluency" in picture


def test_strength_grows_away_from_the_threshold():
    assert [point_class(point, range(6), 3) for point in range(6)] == [
        "p-low-4", "p-low-3", "p-low-1", "p-high-1", "p-high-3", "p-high-4",
    ]  # fmt: skip


def test_a_mean_stands_between_the_ends_of_its_interval_and_a_missing_one_says_why():
    root = ET.fromstring(means())
    low, high = sorted(
        float(line.get("x1"))
        for line in list(root.iter(f"{SVG}line"))
        if line.get("class") == "p-whisker" and line.get("x1") == line.get("x2")
    )
    mark = next(c for c in root.iter(f"{SVG}circle") if c.find(f"{SVG}title") is not None)
    assert low < float(mark.get("cx")) < high
    assert mark.find(f"{SVG}title").text == "EC0: 3.10 (from 2.50 to 3.60)"
    assert "no ratings yet" in means()


def test_a_forest_has_a_line_at_zero_and_cuts_off_what_runs_away():
    drawn = forest()
    assert "0 is no cost" in drawn
    assert "nesting: 0.80 (from 0.30 to 1.30)" in drawn
    assert "&lt;Hindi&gt; &amp; more" in drawn
    assert UNKNOWN.reason in drawn
    # The interval down to -9 does not squeeze the others: the axis ends at -6.
    assert ">−6<" in drawn
    assert ">−8<" not in drawn
    assert forest_picture([], width=WIDE, title="Costs", axis_title="").count("<text") >= 1


def test_no_line_of_a_forest_crosses_its_words():
    root = ET.fromstring(forest())
    grid = [
        (float(line.get("y1")), float(line.get("y2")))
        for line in root.iter(f"{SVG}line")
        if "p-grid" in line.get("class")
    ]
    words = [
        float(text.get("y"))
        for text in root.iter(f"{SVG}text")
        if "".join(text.itertext()) in (UNKNOWN.reason, "nesting")
    ]
    assert words
    assert not [y for y in words for top, bottom in grid if top < y - 5 < bottom]


def test_many_judges_make_a_map_that_scrolls_instead_of_shrinking():
    assert "picture-scrolls" in heat(NARROW, judges=60)
    assert "picture-scrolls" not in heat(NARROW, judges=5)
    assert "J59 –" in heat(WIDE, judges=60)


def test_agreement_names_the_judge_without_company():
    assert "nobody else" in agreement()
    assert "−0.40" in agreement()


def test_where_there_is_nothing_to_draw_a_picture_says_so_once():
    nothing = [
        agreement_picture([], width=WIDE, title="Agreement"),
        heat_picture([MIXED], [], [[]], (0, 5), width=NARROW, title="Judges by sentences"),
        progress_picture([], None, width=WIDE, title="Progress"),
        means_picture([MeanRow("EC0", [UNKNOWN, UNKNOWN])], ["a", "b"], (0, 5), width=WIDE, title="Means"),
    ]
    for picture in nothing:
        assert picture.count(">no ratings yet</text>") == 1


def test_the_grid_lies_behind_the_marks():
    for picture in (means(), agreement()):
        assert picture.rindex("p-grid") < picture.index("p-mark")


def test_progress_says_how_far_the_study_is():
    assert "25 ratings of 100 needed" in progress()
    assert "No ratings yet" in progress_picture([], None, width=WIDE, title="Progress")


def test_ticks_are_round_and_within_the_axis():
    assert ticks(0, 5) == [0, 1, 2, 3, 4, 5]
    assert ticks(-1, 1) == [-1, -0.5, 0, 0.5, 1]
    assert ticks(0, 1234, 5) == [0, 500, 1000]


def test_long_labels_wrap_at_words():
    lines = wrapped("one two three four five six", 80)
    assert [" ".join(word for word, _ in line) for line in lines] == ["one two", "three four", "five six"]


def test_a_word_that_is_longer_than_the_picture_is_broken_between_letters():
    lines = [" ".join(word for word, _ in line) for line in wrapped("a Donaudampfschifffahrt b", 80)]
    assert lines == ["a", "Donaudampf", "schifffahr", "t b"]
    assert "".join(word for line in wrapped("किताबें" * 4, 40) for word, _ in line) == "किताबें" * 4
    assert all(not category(line[0][0][0]).startswith("M") for line in wrapped("किताबें" * 4, 40))


def test_sizes_whose_answer_is_for_these_judges_are_open_points_of_their_own():
    root = ET.fromstring(power())
    assert "8: 20 for these judges only, 16: 55, 32: 100" in root.find(f"{SVG}desc").text
    marks = [circle.get("class") for circle in root.iter(f"{SVG}circle")]
    assert marks == ["p-mark-open", "p-mark", "p-mark", "p-mark-open"]
    # The last is the key; one line for each kind.
    assert len(list(root.iter(f"{SVG}path"))) == 2
    plain = power_picture([8, 16], [0.2, 0.5], [0.03] * 2, over="judges", width=WIDE, title="Power")
    assert "for these judges" not in plain
