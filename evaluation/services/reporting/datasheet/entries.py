"""One answer of the datasheet."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Origin(StrEnum):
    """Where an answer comes from."""

    STUDY = "study"
    # Said by the site because nobody has said otherwise.
    PRESUMED = "presumed"
    PEOPLE = "people"
    BLANK = "blank"


@dataclass(frozen=True)
class Entry:
    """An answer in words, or options of the form by their places, with words where an option wants them."""

    number: str
    key: str
    name: str
    text: str = ""
    options: tuple[int, ...] = ()
    option_words: tuple[str, ...] = ()
    origin: Origin = Origin.STUDY
    # The criterion it is about; empty: the whole experiment.
    criterion: str = ""

    @property
    def is_blank(self) -> bool:
        return not self.options and not self.text.strip()

    @property
    def words(self) -> str:
        """For readers: the options in our words, then what was written."""
        return ": ".join(filter(None, ("; ".join(self.option_words), self.text)))


def told(number: str, key: str, name: str, text: str, origin: Origin = Origin.STUDY, criterion: str = "") -> Entry:
    return Entry(number, key, name, text=text, origin=origin if text.strip() else Origin.BLANK, criterion=criterion)


def chosen(
    number: str,
    key: str,
    name: str,
    options: dict[int, str],
    text: str = "",
    *,
    origin: Origin = Origin.STUDY,
    criterion: str = "",
) -> Entry:
    """The chosen options by place, each with our words for it."""
    places, words = tuple(options), tuple(options.values())
    origin = origin if options else Origin.BLANK
    return Entry(number, key, name, text, places, words, origin, criterion)
