"""Sentences in stretches of one language, and the direction each runs in."""

from __future__ import annotations

from cswitch_core import Sentence, model
from cswitch_core.writing.stretches import direction, stretches
from tests.core.cast import a_tree

ARABIC = a_tree(
    "(S (NP (NNP Ali)) (VP (VBD went) (ADVP (RB today))) (. ?))", "ذهب علي اليوم ؟", "0-1 1-0 2-2 3-3", "en ar"
)


def test_a_sentence_runs_in_the_direction_of_its_frame_whichever_word_comes_first():
    assert Sentence.from_key(ARABIC, "0a 1b 2b").direction == "rtl"
    assert Sentence.from_key(ARABIC, "0a 1b 2b").text == "Ali ذهب اليوم؟"
    assert Sentence.from_key(ARABIC, "0b 1a 2a").direction == "ltr"
    assert Sentence(ARABIC, (), "Ali went").direction == "ltr"


def test_stretches_put_together_are_the_text():
    for sentence in model("ML1").sentences(ARABIC):
        cut = stretches(sentence.text, sentence.tokens)
        assert "".join(stretch.text for stretch in cut) == sentence.text
        assert all(
            stretch.direction == {"ar": "rtl", "en": "ltr"}.get(stretch.language, sentence.direction) for stretch in cut
        )
        assert direction(sentence.tokens) == sentence.direction


def test_a_text_that_ends_with_a_word_has_no_stretch_after_it():
    assert [stretch.text for stretch in stretches("go now", [["go", "en"], ["now", "en"]])] == ["go now"]
