"""Punctuation clings to words, and closes sentences."""

from __future__ import annotations

import pytest

from cswitch_core.projection.punctuation import is_punctuation, take_apart


@pytest.mark.parametrize("token", [".", "...", "…", "।", "॥", "|", "؟", "،", "“", "--", "(", "¿"])
def test_marks_of_every_script_are_punctuation(token):
    assert is_punctuation(token)


@pytest.mark.parametrize("token", ["%", "&", "$", "'s", "n't", "3.5", "U.S.", "@home"])
def test_what_is_read_aloud_is_a_word(token):
    assert not is_punctuation(token)


def test_the_tag_tells_a_possessive_from_a_quote():
    assert is_punctuation("'", "''")
    assert not is_punctuation("'", "POS")


def test_a_word_brings_along_what_follows_it_and_opening_marks_what_they_precede():
    apart = take_apart(["He", ",", "(", "she", ")", ";", "left", "."])
    assert apart.words == (0, 3, 6)
    assert apart.after == {0: (",",), 3: (")", ";")}
    assert apart.before == {3: ("(",)}
    assert apart.final == (".",)


def test_the_first_straight_quote_opens_and_the_second_closes():
    apart = take_apart(["say", '"', "go", '"', "now"])
    assert apart.before == {2: ('"',)}
    assert apart.after == {2: ('"',)}


def test_marks_before_the_first_word_cling_to_it():
    assert take_apart(["...", "-", "well"]).before == {2: ("...", "-")}


def test_closing_quotes_before_the_full_stop_stay_with_the_last_word():
    apart = take_apart(["(", "he", "left", ")", "."])
    assert apart.after == {2: (")",)}
    assert apart.final == (".",)


def test_a_sentence_of_marks_alone_has_no_words():
    assert take_apart([".", "!"]).words == ()
