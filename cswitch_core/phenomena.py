"""Phenomena of code-switching: for each its name and the rule by which a switched constituent shows it.

A switched constituent is one that is not in the language of the constituent above it (see ``measures``). *Alone*
means that the sentence shows one word, or one unit of words, of it.

========================= =============================================================================================
nested_switch             a switched constituent lies inside another: the sentence switches back within a switch
functional_word_alone     a word that is no content word (noun, adjective, adverb, number, foreign word, interjection)
                          switches alone
pronoun                   a pronoun switches alone (PRP, PRP$, WP, WP$)
conjunction               a conjunction switches alone (CC, or IN directly under SBAR)
lexical_substitution      a noun or an adjective switches alone
whole_phrase              a constituent of several words switches
========================= =============================================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

from cswitch_core.models.categories import Categories, CategoryLists

PRONOUNS = frozenset({"PRP", "PRP$", "WP", "WP$"})


@dataclass(frozen=True)
class Switch:
    """A switched constituent: its category, its word's tag if it shows one word only, and where it stands."""

    category: str
    tag: str
    is_inside_another: bool
    label_above: str


@cache
def _lists() -> Categories:
    return CategoryLists.read().towards("", "")


def is_nested_switch(switch: Switch) -> bool:
    return switch.is_inside_another


def is_functional_word_alone(switch: Switch) -> bool:
    return bool(switch.tag) and switch.tag not in _lists().content


def is_pronoun(switch: Switch) -> bool:
    return switch.tag in PRONOUNS


def is_conjunction(switch: Switch) -> bool:
    return switch.tag == "CC" or (switch.tag == "IN" and switch.label_above == "SBAR")


def is_lexical_substitution(switch: Switch) -> bool:
    return switch.tag in _lists().substitutable


def is_whole_phrase(switch: Switch) -> bool:
    return not switch.tag


PHENOMENA: dict[str, Callable[[Switch], bool]] = {
    "nested_switch": is_nested_switch,
    "functional_word_alone": is_functional_word_alone,
    "pronoun": is_pronoun,
    "conjunction": is_conjunction,
    "lexical_substitution": is_lexical_substitution,
    "whole_phrase": is_whole_phrase,
}


def phenomena_of(switches: Iterable[Switch]) -> frozenset[str]:
    """Return the names of the phenomena that these switches show."""
    switches = list(switches)
    return frozenset(name for name, shows in PHENOMENA.items() if any(map(shows, switches)))
