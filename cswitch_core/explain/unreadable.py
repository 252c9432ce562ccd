"""Why a typed text cannot be read in the words of the pair: the first word that shows it, and what is wrong with it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import chain

from cswitch_core.sentences import Step
from cswitch_core.typed_text import TypedText

NO_READING = "the text does not use each word of the pair once, in one language or the other"


def why_unreadable(typed: TypedText) -> str:
    """Say what is wrong with the words of a text that has no reading."""
    return next(chain(_unknown_words(typed), _left_out(typed), _parts(typed), _repeated(typed)), NO_READING)


def _unknown_words(typed: TypedText) -> Iterator[str]:
    if not typed.words:
        yield "there is no word in the text"
    known = {word for words in typed.lexicon.entries.values() for word in words}
    for word in typed.words:
        if word not in known:
            yield f"‘{word}’ is no word of the pair"


def _left_out(typed: TypedText) -> Iterator[str]:
    used = {step[0] for options in typed.slots_at for step, _ in options}
    for number, slot in enumerate(typed.tree.slots):
        if number not in used and all(slot.words):
            yield f"neither ‘{slot.words[0]}’ nor ‘{slot.words[1]}’ is there"


def _parts(typed: TypedText) -> Iterator[str]:
    """Words that the pair has only as a part of a unit of several words."""
    read = {place for start, options in enumerate(typed.slots_at) for _, end in options for place in range(start, end)}
    for place, word in enumerate(typed.words):
        if place not in read:
            slot, language = next(step for step, words in typed.lexicon.entries.items() if word in words)
            yield f"‘{word}’ is no unit by itself; the pair has ‘{typed.tree.slots[slot].words[language]}’"


def _repeated(typed: TypedText) -> Iterator[str]:
    """Words that are typed at more places than there are slots for them."""
    steps_by_slots: dict[frozenset[int], list[Step]] = defaultdict(list)
    for options in typed.slots_at:
        steps_by_slots[frozenset(step[0] for step, _ in options)] += [step for step, _ in options[:1]]
    for slots, steps in steps_by_slots.items():
        if len(steps) <= len(slots):
            continue
        words = {typed.tree.slots[slot].words[language] for slot, language in steps}
        if len(words) == 1:
            yield f"‘{words.pop()}’ is there {_times(len(steps))}, but the pair has it {_times(len(slots))}"
        elif len(slots) == 1:
            first, second = typed.tree.slots[steps[0][0]].words
            yield f"‘{first}’ and ‘{second}’ are one word in two languages; only one of them can be said"


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")
