"""What other tools write: parallel files, Penn trees and Pharaoh links a line, CoNLL-U."""

from __future__ import annotations

import pytest

from cswitch_core.readers.plain import PlainFileError, PlainRow
from tests.core.plain_files import read, texts

TREES = "(S (NP (NN Oil)) (VP (VBZ burns)) (. .))\n\n"
EN, HI = "Oil burns .\nGo home .\n", "Tel jalta hai .\nGhar jao .\n"
CONLLU = """# sent_id = s1
# text = तेल जलता है।
# text_en = Oil burns.
1\tतेल\tतेल\tNOUN\tNN\t_\t2\tnsubj\t_\t_
2\tजलता\tजल\tVERB\tVM\t_\t0\troot\t_\t_
3\tहै\tहै\tAUX\tVAUX\t_\t2\taux\t_\tSpaceAfter=No
4\t।\t।\tPUNCT\tSYM\t_\t2\tpunct\t_\t_

"""


def test_trees_and_links_go_with_their_sentences(tmp_path):
    rows = read(tmp_path, x_en=EN, x_hi=HI, x_parse=TREES, x_align="0-0 1-1 1-2\n\n")
    assert texts(rows) == [("Oil burns .", "Tel jalta hai ."), ("Go home .", "Ghar jao .")]
    assert (rows[0].tree, rows[0].links) == (TREES.strip(), ((0, 0), (1, 1), (1, 2)))
    assert (rows[1].tree, rows[1].links, rows[1].id) == ("", None, "2")


def test_the_words_of_a_tree_stand_for_a_missing_sentence(tmp_path):
    (row,) = read(tmp_path, x_hi="Tel jalta hai .\n", x_parse=TREES.strip() + "\n")
    assert (row.words[0], row.tree_side) == (("Oil", "burns", "."), 0)


def test_rows_that_are_blank_everywhere_are_none(tmp_path):
    rows = read(tmp_path, x_en="Oil\n\nGo\n", x_hi="Tel\n\nJao\n")
    assert [row.id for row in rows] == ["1", "3"]


def test_files_of_different_lengths_are_refused(tmp_path):
    with pytest.raises(PlainFileError, match=r"x.en has 2, x.hi has 1"):
        read(tmp_path, x_en=EN, x_hi="Tel\n")


def test_names_say_what_files_hold(tmp_path):
    with pytest.raises(PlainFileError, match=r"the name of x.foo does not say what it holds. Call sentences x.en"):
        read(tmp_path, x_en=EN, x_foo=HI)
    with pytest.raises(PlainFileError, match="are for the same side"):
        read(tmp_path, x_en=EN, y_en=EN)


def test_bad_brackets_and_bad_links_are_named_with_their_file_and_line(tmp_path):
    rows = read(tmp_path, x_en=EN, x_hi=HI, x_parse="()\n(S (NP\n", x_align="0-0\n0-0 1:1\n")
    assert rows[0].problems == ()
    tree, links = rows[1].problems
    assert (tree.file, tree.line, tree.field) == ("x.parse", 2, "tree")
    assert str(links).startswith("x.align:2: links: '1:1' is no link. Write links as i-j")


def test_a_line_that_is_too_long_is_named_in_every_kind_of_file(tmp_path, monkeypatch):
    monkeypatch.setattr("cswitch_core.readers.plain.encodings.MAX_LINE_BYTES", 10)
    long = "x" * 20 + "\n"
    rows = read(tmp_path, x_en=long, x_hi=long, x_parse=long, x_align=long, y_hi_conllu=long)
    assert [problem.file for problem in rows[0].problems] == ["x.en", "x.hi", "x.parse", "x.align", "y.hi.conllu"]


def test_a_treebank_brings_words_tree_id_and_translation(tmp_path):
    (row,) = read(tmp_path, hi_conllu=CONLLU)
    assert (row.id, row.texts) == ("s1", ("Oil burns.", "तेल जलता है।"))
    assert row.words == ((), ("तेल", "जलता", "है", "।"))
    assert row.tree_side == 1
    assert "(NN" in row.tree or "(NOUN" in row.tree


def test_a_treebank_without_a_language_in_its_name_is_not_of_its_translation(tmp_path):
    assert read(tmp_path, x_conllu=CONLLU)[0].tree_side == 1
    assert read(tmp_path, ("hi", "en"), x_conllu=CONLLU)[0].tree_side == 0
    assert read(tmp_path, x_en="Oil burns.\n", x_conllu=CONLLU)[0].tree_side == 1
    assert read(tmp_path, ("fr", "de"), x_conllu=CONLLU)[0].tree_side == 0


def test_english_treebanks_keep_their_penn_tags(tmp_path):
    english = "1\tOil\toil\tNOUN\tNN\t_\t2\tnsubj\t_\t_\n2\tburns\tburn\tVERB\tVBZ\t_\t0\troot\t_\t_\n"
    (row,) = read(tmp_path, x_en_conllu=english, x_hi="Tel jalta hai\n")
    assert "(VBZ burns)" in row.tree


def test_words_written_together_stay_apart(tmp_path):
    spanish = (
        "# text = Vengo del mar\n1\tVengo\t_\tVERB\t_\t_\t0\troot\t_\t_\n2-3\tdel\t_\t_\t_\t_\t_\t_\t_\t_\n"
        "2\tde\t_\tADP\t_\t_\t4\tcase\t_\t_\n3\tel\t_\tDET\t_\t_\t4\tdet\t_\t_\n4\tmar\t_\tNOUN\t_\t_\t1\tobl\t_\t_\n"
    )
    (row,) = read(tmp_path, ("en", "es"), x_es_conllu=spanish, x_en="I come from the sea\n")
    assert (row.words[1], row.texts[1]) == (("Vengo", "de", "el", "mar"), "")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("# only a comment\n", "this is no sentence in CoNLL-U"),
        ("1 Oil\n", "this is no sentence in CoNLL-U"),
        ("1\tOil\t_\tNOUN\t_\t_\t9\tnsubj\t_\t_\n", "outside the sentence"),
    ],
)
def test_what_is_no_tree_of_heads_is_named(tmp_path, content, message):
    (row,) = read(tmp_path, x_en_conllu=content, x_hi="Tel\n")
    assert message in row.problems[0].message


def test_blank_lines_and_languages_nobody_asked_for_are_passed_over(tmp_path):
    treebank = "\n\n" + CONLLU.replace("# text_en", "# text_fr = L'huile\n# text_en") + "\n\n" + CONLLU
    assert texts(read(tmp_path, hi_conllu=treebank)) == [("Oil burns.", "तेल जलता है।")] * 2


def test_a_tree_of_a_row_without_a_sentence_is_not_lost(tmp_path):
    (row,) = read(tmp_path, ("hi", "en"), x_hi="Tel jalta hai .\n", x_parse=TREES.strip() + "\n")
    assert (row.words[1], row.tree_side) == (("Oil", "burns", "."), 1)


def test_a_treebank_with_nothing_in_it_has_no_rows(tmp_path):
    assert read(tmp_path, x_conllu="\n") == []


def test_a_row_goes_through_json_and_back(tmp_path):
    rows = read(tmp_path, x_en=EN, x_hi=HI, x_parse=TREES, x_align="0-0 1:1\n0-0\n")
    assert [PlainRow.from_json(row.as_json()) for row in rows] == rows
