"""What is said of the criteria of a file: the scale of each, and its cut, from which on a judgement accepts a sentence.

Either is stated for every criterion (``0-5``; ``3``), by criterion (``usage=0-5, fluency=1-7``; ``usage=3, fluency=5``)
or both, then the plain one is that of all others. A name with a comma, semicolon or ``=`` stands in double quotes
(``"style, tone"=0-5``). What fits no criterion of the file is an error, never left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from django.utils.translation import gettext as _

from evaluation.models.criterion import FEWEST_POINTS, MOST_POINTS
from evaluation.services.errors import Refused
from evaluation.services.support.minus import with_minus

Scale = tuple[int, int]
Said = TypeVar("Said")

SCALE = re.compile(r"(?P<low>-?\d{1,9})\s*(?:-|–|\.\.|to)\s*(?P<high>-?\d{1,9})")
CUT = re.compile(r"-?\d{1,9}")
NAMED = re.compile(r'\s*(?:"(?P<quoted>[^"]*)"|(?P<plain>[^=]*))\s*=(?P<said>.*)', re.DOTALL)


class Misfit(NamedTuple):
    """What was said of a criterion and cannot be, at which field, and what to do."""

    field: str
    message: str
    cure: str


@dataclass(frozen=True)
class Stated:
    """Scales and cuts by the criteria's names, those of all others under ""."""

    scales: Mapping[str, Scale]
    cuts: Mapping[str, int]

    @classmethod
    def of(cls, scale: str, cut: str) -> Stated:
        return cls(scales(scale), cuts(cut))

    def scale(self, criterion: str) -> Scale | None:
        return _said_of(criterion, self.scales)

    def cut(self, criterion: str) -> int | None:
        return _said_of(criterion, self.cuts)

    @property
    def names(self) -> list[str]:
        return list(dict.fromkeys((*self.scales, *self.cuts)))

    def strangers(self, criteria: Sequence[str]) -> Iterator[Misfit]:
        """Names that are none of the criteria."""
        known = {name.casefold() for name in criteria}
        for field, said in (("scale", self.scales), ("cut", self.cuts)):
            for name in said:
                if name and name.casefold() not in known:
                    words = _("“%(name)s” is none of the criteria: %(known)s")
                    message = words % {"name": name[:60], "known": ", ".join(criteria)}
                    yield Misfit(field, message, _("Correct the name, or leave it out."))

    def off_scale(self, criteria: Mapping[str, Scale]) -> Iterator[Misfit]:
        """Cuts that do not part the scale of their criterion; "" is one that nobody named."""
        for name, (low, high) in criteria.items():
            cut = self.cut(name)
            if cut is not None and not low < cut <= high:
                words = _("%(cut)d cannot be the cut of %(name)s: the scale runs from %(low)d to %(high)d")
                about = f"“{name}”" if name else _("every criterion")
                message = words % {"cut": cut, "name": about, "low": low, "high": high}
                yield Misfit("cut", with_minus(message), with_minus(_cure(name, low, high)))


def _cure(name: str, low: int, high: int) -> str:
    points = {"first": low + 1, "high": high, "name": f'"{name}"' if re.search("[,;=]", name) else name}
    if not name:
        return _("Write a point from %(first)d to %(high)d, or state another scale.") % points
    words = _(
        "Write a point from %(first)d to %(high)d for it (%(name)s=%(high)d), name only the criteria that have a cut, "
        "or state another scale."
    )
    return words % points


def _said_of(criterion: str, said: Mapping[str, Said]) -> Said | None:
    named = (value for name, value in said.items() if name and name.casefold() == criterion.casefold())
    return next(named, said.get(""))


# -- As it is written ------------------------------------------------------------------------------------------------


def scales(written: str) -> dict[str, Scale]:
    """The scale of each criterion by its name, of all others under ""; empty if nothing is said.

    >>> scales("0-5"), scales("usage=0-5, fluency = -2 to 2")
    ({'': (0, 5)}, {'usage': (0, 5), 'fluency': (-2, 2)})
    >>> scales('"style, tone"=1-7, usage=0-5')
    {'style, tone': (1, 7), 'usage': (0, 5)}
    """
    return _by_criterion(written, "scale", _scale)


def cuts(written: str) -> dict[str, int]:
    """The cut of each criterion by its name, of all others under ""; empty if nothing is said.

    >>> cuts("3"), cuts("usage=3, fluency = −1")
    ({'': 3}, {'usage': 3, 'fluency': -1})
    """
    return _by_criterion(written, "cut", _cut)


def split_names(written: str, separators: str = ",;") -> list[str]:
    """The parts between separators, which within double quotes are part of a name.

    >>> split_names('"style, tone"=3, usage=4')
    ['"style, tone"=3', 'usage=4']
    """
    plain = written.replace("“", '"').replace("”", '"')
    parts = re.findall(rf'(?:"[^"]*"|[^{separators}])+', plain)
    return [part.strip() for part in parts if part.strip()]


def unquoted_names(written: str) -> list[str]:
    """Names separated by commas; one with a comma stands in double quotes.

    >>> unquoted_names('usage, "style, tone"')
    ['usage', 'style, tone']
    """
    return [re.sub('^"([^"]*)"$', r"\1", part) for part in split_names(written, ",")]


def _by_criterion(written: str, field: str, read: Callable[[str], Said]) -> dict[str, Said]:
    found: dict[str, Said] = {}
    # People write the minus sign of what they read.
    for part in split_names(written.replace("−", "-")):
        named = NAMED.fullmatch(part)
        name = " ".join((named["quoted"] or named["plain"] or "").split()) if named else ""
        if name.casefold() in {each.casefold() for each in found}:
            words = _("“%s” is stated twice. Keep one of the two.")
            raise Refused(words % (name or part), field=field)
        found[name] = read((named["said"] if named else part).strip())
    return found


def _quotes(example: str) -> str:
    words = _('A name with a comma, semicolon or = stands in double quotes: "style, tone"=%s.')
    return words % example


def _scale(written: str) -> Scale:
    match = SCALE.fullmatch(written)
    if match is None:
        words = _("“%(written)s” is no scale. Write 0-5, or usage=0-5, fluency=1-7. %(quotes)s")
        raise Refused(words % {"written": written[:60], "quotes": _quotes("1-7")}, field="scale")
    low, high = int(match["low"]), int(match["high"])
    if high < low:
        words = _("A scale begins with its lowest point: write %(high)d to %(low)d.")
        raise Refused(with_minus(words % {"low": low, "high": high}), field="scale")
    if not FEWEST_POINTS <= high - low + 1 <= MOST_POINTS:
        words = _("A scale has %(fewest)d to %(most)d points; %(low)d to %(high)d has not.")
        limits = {"fewest": FEWEST_POINTS, "most": MOST_POINTS, "low": low, "high": high}
        raise Refused(with_minus(words % limits), field="scale")
    return low, high


def _cut(written: str) -> int:
    if CUT.fullmatch(written) is None:
        words = _(
            "“%(written)s” is no point of a scale. Write a whole number, such as 3, or usage=3, fluency=5. %(quotes)s"
        )
        raise Refused(words % {"written": written[:60], "quotes": _quotes("3")}, field="cut")
    return int(written)
