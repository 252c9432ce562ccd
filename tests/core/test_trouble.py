"""What speaks for looking at a proposed pair, and how much."""

from __future__ import annotations

from dataclasses import replace

from cswitch_core import pair_from_json
from cswitch_core.trouble import Trouble, chance, trouble_of

PHONE = pair_from_json(
    {
        "id": "phone",
        "l1": {"lang": "en", "tree": "(S (NP (PRP I)) (VP (VBP like) (NP (DT this) (NN phone))))"},
        "l2": {"lang": "hi", "tokens": ["mujhe", "yeh", "phone", "pasand", "hai"]},
        "alignment": "0-0 1-3 1-4 2-1 3-2",
        "confidence": [0.9, 0.9, 0.8, 0.9, 1.0],
    }
)


def without(*links: tuple[int, int]):
    kept = [(link, sure) for link, sure in zip(PHONE.links, PHONE.confidences, strict=True) if link not in links]
    return replace(PHONE, links=tuple(link for link, _ in kept), confidences=tuple(sure for _, sure in kept))


def test_links_that_are_all_there_leave_the_doubt_in_them():
    found = trouble_of(PHONE)
    assert (found.unlinked_words, found.lost_links, found.torn_phrases, round(found.doubt, 2)) == (0, 0, 0, 0.5)


def test_a_content_word_without_a_link_weighs_more_than_a_function_word():
    content, function = trouble_of(without((3, 2))), trouble_of(without((2, 1)))
    assert (content.unlinked_words, content.lost_links) == (2, 1)
    assert (function.unlinked_words, function.lost_links) == (0, 1)
    assert content.score > function.score > trouble_of(PHONE).score


def test_torn_phrases_count():
    crossed = replace(PHONE, links=((0, 1), (1, 3), (1, 4), (2, 0), (3, 2)))
    assert trouble_of(crossed).torn_phrases == 2
    assert trouble_of(crossed).score > trouble_of(PHONE).score


def test_more_trouble_is_a_greater_chance():
    chances = [chance(Trouble(words, 0, 0, 0.0).score, ("en", "hi")) for words in range(5)]
    assert chances == sorted(chances)
    assert 0.1 < chances[0] < 0.2
    assert chances[-1] > 0.95


def test_no_chance_is_given_of_languages_that_were_never_measured():
    assert chance(1.0, ("en", "hi-Latn")) == chance(1.0, ("hi", "en"))
    assert chance(1.0, ("en", "fr")) is None
