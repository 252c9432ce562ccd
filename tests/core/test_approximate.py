"""Texts whose words are not quite the pair's are read with the nearest of its words, and the differences told."""

import pytest

from cswitch_core.approximate import read_approximately
from cswitch_core.paper import paper_tree

TREE = paper_tree(1)


def read(text: str, languages=("en", "hi")):
    return read_approximately(TREE, text, languages)


def told(text: str) -> list[tuple[str, str, str]]:
    return [(each.typed, each.word, each.kind) for each in read(text).differences]


def test_the_pairs_own_words_differ_in_nothing():
    found = read("saturday is boring uss nazariye se.")

    assert (found.sentence.text, found.differences, found.reason) == ("Saturday is boring uss nazariye se", (), "")


@pytest.mark.parametrize(
    ("text", "differences"),
    [
        ("Saturday is bored uss nazariye se", [("bored", "boring", "inflected")]),
        ("Saturday was boring uss nazariya se", [("was", "is", "inflected"), ("nazariya", "nazariye", "inflected")]),
        ("Saturday is boring us najariye se", [("us", "uss", "respelt"), ("najariye", "nazariye", "respelt")]),
        (
            "शनिवार is boring उस nazariye se",
            [("शनिवार", "shanivar", "transliterated"), ("उस", "uss", "transliterated")],
        ),
        ("Saturday is dull uss nazariye se", [("dull", "boring", "replaced")]),
        ("Shanivar bekaar hai uss nazariye se", [("bekaar", "neeras", "replaced")]),
        ("Dull is boring uss nazariye se", [("dull", "saturday", "replaced")]),
    ],
)
def test_a_word_is_read_as_the_nearest_of_the_pair(text, differences):
    assert told(text) == differences
    assert read(text).sentence is not None


def test_the_words_around_it_say_which_language_a_replaced_word_is_of():
    assert read("Saturday is dull uss nazariye se").sentence.key == "0a 1a 2a 4b 5b 3b"
    assert read("Shanivar bekaar hai uss nazariye se").sentence.key == "0b 2b 1b 4b 5b 3b"


def test_of_two_words_that_come_near_one_of_the_pair_only_one_stands_for_it():
    found = read("Saturday is borin uss nazariye se boringg")

    assert found.sentence is None
    assert "boringg" in found.reason or "borin" in found.reason


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Saturday is boring", "neither ‘from’ nor ‘se’ is there"),
        ("Saturday is boring boring uss nazariye se", "‘boring’ is there twice, but the pair has it once"),
        ("We ate mangoes on the roof yesterday", "‘we’ is no word of the pair"),
        ("Saturday is boring uss nazariye se today", "‘today’ is no word of the pair"),
        ("", "there is no word in the text"),
    ],
)
def test_what_cannot_be_read_says_why(text, reason):
    found = read(text)

    assert (found.sentence, found.reason) == (None, reason)


def test_a_text_of_which_every_word_is_another_is_another_sentence():
    assert read("x y z").sentence is None


def test_a_language_without_data_is_read_by_its_letters():
    found = read("Saturdei is boring uss nazariye se", ("xx", "yy"))

    assert [(each.typed, each.kind) for each in found.differences] == [("saturdei", "inflected")]
