"""Drawings: text for a terminal, SVG that a strict page lets through, rules, and a sentence's own labelled tree."""

from __future__ import annotations

from itertools import pairwise
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from cswitch_core import L1, L2, project
from cswitch_core.drawing import (
    draw_alignment_svg,
    draw_parse_svg,
    draw_sentence_svg,
    draw_sentence_text,
    draw_svg,
    draw_text,
    sentence_tree,
)
from cswitch_core.paired_rules import paired_rules
from tests.core.cast import a_pair, a_tree, paper_pair

SVG = "{http://www.w3.org/2000/svg}"
SENTENCE_1A = SimpleNamespace(steps=((0, L2), (2, L2), (1, L2), (3, L1), (4, L1), (5, L1)))


def elements(svg: str, name: str) -> list[ElementTree.Element]:
    return ElementTree.fromstring(svg).findall(f".//{SVG}{name}")


def texts(svg: str) -> list[str]:
    return ["".join(element.itertext()) for element in elements(svg, "text")]


def test_both_sides_of_sentence_1_are_drawn_for_a_terminal():
    tree = project(paper_pair(1))
    assert draw_text(tree, L1).splitlines()[3:6] == ["└─ VP", "   ├─ VBZ is", "   ├─ VBG boring"]
    assert draw_text(tree, L2).splitlines()[3:6] == ["└─ VP", "   ├─ VBG neeras", "   ├─ VBZ hai"]


def test_a_null_slot_shows_as_an_empty_set():
    assert "DT ∅" in draw_text(project(paper_pair(4)), L2)


def test_the_paired_rules_are_those_of_section_3_1():
    rules = [str(rule) for rule in paired_rules(project(paper_pair(1)))]
    assert rules == [
        "S → NP VP | NP VP",
        "NP → NNP | NNP",
        "VP → VBZ VBG PP | VBG VBZ PP",
        "PP → IN NP | NP IN",
        "NP → DT NN | DT NN",
    ]


def test_children_of_one_category_are_told_apart_in_a_rule():
    (rule,) = paired_rules(a_tree("(NP (NN tea) (CC and) (NN oil))", "tel aur chai", "0-2 1-1 2-0"))
    assert str(rule) == "NP → NN_1 CC NN_2 | NN_2 CC NN_1"


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_every_drawing_is_well_formed_named_and_without_styles_or_scripts(number):
    pair = paper_pair(number)
    tree = project(pair)
    for svg in (draw_svg(tree, L1), draw_svg(tree, L2), draw_parse_svg(pair), draw_alignment_svg(pair)):
        root = ElementTree.fromstring(svg)
        assert root.find(f"{SVG}title").text
        assert root.find(f"{SVG}desc").text
        assert root.get("role") == "img"
        assert "style=" not in svg
        assert "<script" not in svg


def test_words_are_escaped_and_any_script_is_drawn():
    pair = a_pair("(NP (JJ <b>hot) (NN a&b) (. .))", "गरम تيل ।", "0-0 1-1 2-2")
    assert texts(draw_parse_svg(pair)) == ["NP", "JJ", "<b>hot", "NN", "a&b", ".", "."]
    assert texts(draw_alignment_svg(pair)) == ["<b>hot", "a&b", ".", "गरम", "تيل", "।"]
    assert "<desc>(NP (JJ गरम) (NN تيل))</desc>" in draw_svg(project(pair), L2)


def test_no_two_words_of_a_drawing_overlap():
    svg = draw_svg(project(paper_pair(5)), L2)
    words = [element for element in elements(svg, "text") if "words" in element.get("class")]
    spans = sorted((float(word.get("x")) - len(word.text) * 4.5, len(word.text) * 9) for word in words)
    assert len(spans) == 12
    assert all(start + width < following for (start, width), (following, _) in pairwise(spans))
    assert spans[-1][0] + spans[-1][1] <= float(ElementTree.fromstring(svg).get("width"))


def test_an_aligned_word_can_be_found_by_a_page():
    pair = paper_pair(1)
    groups = {group.get("id"): group for group in elements(draw_alignment_svg(pair), "g")}
    assert groups["l1-3"].get("data-index") == "3"
    assert groups["l2-5"].get("data-side") == "l2"
    links = [line.get("data-link") for line in elements(draw_alignment_svg(pair), "line")]
    assert " ".join(links) == pair.alignment


def test_a_sentence_of_the_equivalence_model_is_labelled_as_in_figure_2b():
    drawn = draw_sentence_text(project(paper_pair(1)), SENTENCE_1A)
    assert drawn.splitlines() == [
        "S_x",
        "├─ NP_hi",
        "│  └─ NNP_hi Shanivar",
        "└─ VP_x",
        "   ├─ VBG_hi neeras",
        "   ├─ VBZ_hi hai",
        "   └─ PP_en",
        "      ├─ IN_en from",
        "      └─ NP_en",
        "         ├─ DT_en that",
        "         └─ NN_en perspective",
    ]


def test_a_sentence_of_a_matrix_model_is_labelled_as_in_figure_1c():
    tree = sentence_tree(project(paper_pair(1)), SENTENCE_1A, matrix=L2)
    assert " ".join(str(tree).split()) == (
        "(S_hi (NP_hi (NNP_hi Shanivar)) (VP_hi (VBG_hi neeras) (VBZ_hi hai) "
        "(PP_hi (PP_en (IN_en from) (NP_en (DT_en that) (NN_en perspective))))))"
    )


def test_null_words_and_what_they_leave_empty_are_not_drawn():
    tree = a_tree("(S (NP (DT the)) (VP (VB go)))", "jao", "1-0")
    assert draw_sentence_text(tree, SimpleNamespace(steps=((1, L2),))).splitlines() == [
        "S_hi", "└─ VP_hi", "   └─ VB_hi jao",
    ]  # fmt: skip


def test_a_constituent_that_a_sentence_tears_apart_goes():
    tree = a_tree("(S (NP (DT this) (NN oil)) (VB burns))", "yah tel jalta", "0-0 1-1 2-2")
    drawn = draw_sentence_text(tree, SimpleNamespace(steps=((0, L1), (2, L2), (1, L1))), matrix=L1)
    assert drawn.splitlines() == ["S_en", "├─ DT_en this", "├─ VB_en", "│  └─ VB_hi jalta", "└─ NN_en oil"]


def test_a_sentence_is_drawn_for_a_page_in_its_two_colours():
    svg = draw_sentence_svg(project(paper_pair(1)), SENTENCE_1A)
    classes = {element.text: element.get("class") for element in elements(svg, "text")}
    assert classes["Shanivar"] == "words l2"
    assert classes["perspective"] == "words l1"
    assert "Sx" in texts(svg)
