"""Reading a file of ratings: every row is a rating, or what is wrong with it, with line, column and cure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from django.utils.translation import gettext as _

from evaluation.models.criterion import MOST_POINTS
from evaluation.models.visible_names import is_visible
from evaluation.services import generation
from evaluation.services.imports.plan import MOST_CRITERIA, Plan
from evaluation.services.imports.scales import Scale, Stated
from evaluation.services.support.minus import with_minus

MOST_PROBLEMS_KEPT = 200
LONGEST_NAME = 150
LONGEST_SOURCE = 120
LONGEST_SENTENCE = 1_000
LOWEST, HIGHEST = -1_000_000, 1_000_000
MOST_TIDIED = 50_000


class WrongRow(NamedTuple):
    """What is wrong with one row, where, and what to do."""

    # None: it is not a row, but what was said of the whole file, in the field named as `column`.
    line: int | None
    column: str
    message: str
    cure: str


class FileRating(NamedTuple):
    """One row as it was read; ``sentence`` is the key of its sentence, below."""

    line: int
    judge: str
    sentence: tuple[str, str]
    criterion: str
    value: int
    # None: the file does not say when.
    time: datetime | None


@dataclass
class FileSentence:
    """A sentence of the file: its text as written, its ids, and the sources or models it is said to be from."""

    text: str
    line: int
    pair: str = ""
    sources: list[str] = field(default_factory=list)


@dataclass
class RatingsFile:
    """Everything a file says. With problems, nothing of it may be stored."""

    ratings: list[FileRating] = field(default_factory=list)
    sentences: dict[tuple[str, str], FileSentence] = field(default_factory=dict)
    # What the group columns say of each judge.
    judges: dict[str, dict[str, str]] = field(default_factory=dict)
    criteria: dict[str, Scale] = field(default_factory=dict)
    # A criterion without a cut is not among them.
    cuts: dict[str, int] = field(default_factory=dict)
    # The criteria whose scale was not stated.
    guessed: list[str] = field(default_factory=list)
    problems: list[WrongRow] = field(default_factory=list)
    problem_count: int = 0

    def complain(self, problem: WrongRow) -> None:
        self.problem_count += 1
        if len(self.problems) < MOST_PROBLEMS_KEPT:
            self.problems.append(problem)


def read_ratings(path: Path, name: str, plan: Plan) -> RatingsFile:
    """Read the whole file; all of its problems in one pass, as far as they are kept."""
    with path.open("rb") as source:
        table = generation.long_table(source, name, has_header=plan.has_header)
        reader = _Reader(plan, table.names)
        for row in table.rows:
            reader.read(row.line, row.cells, row.problem)
    return reader.finished()


class _Reader:
    """Takes the rows one by one and remembers what later rows must agree with."""

    def __init__(self, plan: Plan, names: Sequence[str]) -> None:
        self.plan, self.file = plan, RatingsFile()
        self._place = {role: names.index(column) for role, column in plan.columns.items()}
        self._groups = [(column, names.index(column)) for column in plan.groups]
        self._stated = Stated.of(plan.scale, plan.cut)
        self._stated_scale = lru_cache(MOST_TIDIED)(self._stated.scale)
        self._text_of_id: dict[str, tuple[str, int]] = {}
        self._line_of: dict[tuple[str, tuple[str, str], str], int] = {}
        self._known = {name.casefold(): name for name in plan.criteria}
        # Cells that come again and again (judges, sentences, criteria) are tidied once.
        self._tidied = lru_cache(MOST_TIDIED)(lambda cell: " ".join(cell.split()).replace("\x00", ""))
        self._sources = lru_cache(MOST_TIDIED)(_sources)

    def read(self, line: int, cells: Sequence[str], problem: generation.Problem | None) -> None:
        if problem:
            self.file.complain(WrongRow(line, "", problem.message, problem.cure))
            return
        try:
            self._take(line, cells)
        except _Wrong as wrong:
            column = self.plan.columns.get(wrong.role, wrong.role)
            self.file.complain(WrongRow(line, column, wrong.message, self._cure(wrong, cells)))

    def _cure(self, wrong: _Wrong, cells: Sequence[str]) -> str:
        """A row without its last cells may be where a file was cut off."""
        place = self._place.get(wrong.role, 0)
        is_cut = wrong.is_empty and any(cells[:place]) and not any(cells[place:])
        return f"{wrong.cure} {_('The row ends early: is the file whole?')}" if is_cut else wrong.cure

    def _take(self, line: int, cells: Sequence[str]) -> None:
        judge, criterion, value = self._judge(cells), self._criterion(cells), self._value(cells)
        self._check_scale(criterion, value)
        time = self._time(cells)
        key = self._sentence(line, cells)
        self._check_groups(judge, cells)
        first = self._line_of.setdefault((judge, key, criterion), line)
        if first != line:
            words = _("line %d has a rating of this judge for the same sentence and criterion already") % first
            raise _Wrong("judge", words, _("Keep one of the two rows."))
        self.file.ratings.append(FileRating(line, judge, key, criterion, value, time))

    def _cell(self, role: str, cells: Sequence[str]) -> str:
        return self._tidied(cells[self._place[role]]) if role in self._place else ""

    def _judge(self, cells: Sequence[str]) -> str:
        judge = self._cell("judge", cells)
        if judge not in self.file.judges and not is_visible(judge):
            raise _Wrong("judge", _("the judge is missing"), _("Name the judge in every row."), is_empty=True)
        if len(judge) > LONGEST_NAME:
            raise _Wrong("judge", _("the name is too long"), _("Use at most %d characters.") % LONGEST_NAME)
        return judge

    def _criterion(self, cells: Sequence[str]) -> str:
        if "criterion" not in self._place:
            return self.plan.known_criteria[0]
        criterion = self._cell("criterion", cells)
        if criterion not in self.file.criteria and not is_visible(criterion):
            raise _Wrong("criterion", _("the criterion is missing"), _("Name it in every row."), is_empty=True)
        if self.plan.criteria and criterion.casefold() not in self._known:
            words = _("“%(name)s” is not one of the criteria %(known)s")
            cure = _("Correct the name, or add it to the criteria.")
            known = ", ".join(self.plan.criteria)
            raise _Wrong("criterion", words % {"name": criterion[:60], "known": known}, cure)
        # Written as in the plan, else as in the first row that has it.
        criterion = self._known.setdefault(criterion.casefold(), criterion)
        if criterion not in self.file.criteria and len(self.file.criteria) >= MOST_CRITERIA:
            cure = _("Choose another column for the criterion, or name the criteria that there are.")
            raise _Wrong("criterion", _("a study has 1 to %d criteria, and here are more") % MOST_CRITERIA, cure)
        self.file.criteria.setdefault(criterion, (0, 0))
        return criterion

    def _value(self, cells: Sequence[str]) -> int:
        written = self._cell("value", cells)
        if not written:
            raise _Wrong("value", _("the value is missing"), _("Give a number, or take the row out."), is_empty=True)
        try:
            number = float(written.replace(",", "."))
        except ValueError:
            number = float("nan")
        if not LOWEST <= number <= HIGHEST or number != int(number):
            cure = _("Write a point of the scale in digits.")
            raise _Wrong("value", _("“%s” is no whole number") % written[:60], cure)
        return int(number)

    def _check_scale(self, criterion: str, value: int) -> None:
        scale = self._stated_scale(criterion)
        if scale and not scale[0] <= value <= scale[1]:
            words = _("%(value)d is off the scale, which runs from %(low)d to %(high)d")
            cure = _("Correct the value, or state another scale.")
            limits = {"value": value, "low": scale[0], "high": scale[1]}
            raise _Wrong("value", with_minus(words % limits), cure)

    def _time(self, cells: Sequence[str]) -> datetime | None:
        written = self._cell("time", cells)
        if not written:
            return None
        try:
            time = datetime.fromisoformat(written)
        except ValueError:
            cure = _("Write date and time as in 2026-11-17 14:30, or leave the cell empty.")
            raise _Wrong("time", _("“%s” is no time") % written[:60], cure) from None
        time = time if time.tzinfo else time.replace(tzinfo=UTC)
        if not 1970 <= time.year <= 2200:
            raise _Wrong("time", _("the year is %d") % time.year, _("Correct the time."))
        return time

    def _sentence(self, line: int, cells: Sequence[str]) -> tuple[str, str]:
        """The key of the row's sentence: its pair, and its text or, where no text is known, its id."""
        text, own_id, pair = (self._cell(role, cells) for role in ("sentence", "id", "pair"))
        if len(text) > LONGEST_SENTENCE:
            cure = _("Use at most %d characters.") % LONGEST_SENTENCE
            raise _Wrong("sentence", _("the sentence has %d characters") % len(text), cure)
        text = self._text(line, text, own_id)
        found = self.file.sentences.setdefault((pair, text), FileSentence(text, line, pair))
        self._add_sources(found, self._cell("source", cells))
        return pair, text

    def _text(self, line: int, text: str, own_id: str) -> str:
        if "sentence" not in self._place and not own_id:
            cure = _("Give its id in every row.")
            raise _Wrong("id", _("the sentence's id is missing"), cure, is_empty=True)
        if "sentence" not in self._place:
            return own_id
        known, first = self._text_of_id.get(own_id, ("", 0)) if own_id else ("", 0)
        if not text and not known:
            cure = _("Write it in every row, or at least once for each id, in the first of its rows.")
            raise _Wrong("sentence", _("the sentence is missing"), cure, is_empty=True)
        if text and known and text != known:
            words = _("the sentence with the id %(id)s is another one in line %(line)d")
            raise _Wrong("id", words % {"id": own_id[:60], "line": first}, _("Give each sentence an id of its own."))
        if own_id and text:
            self._text_of_id.setdefault(own_id, (text, line))
        return text or known

    def _add_sources(self, sentence: FileSentence, written: str) -> None:
        """A sentence comes from one source; of models several may generate it."""
        if not written:
            return
        sources, others = self._sources(written)
        if sentence.sources == sources:
            return
        if len(written) > LONGEST_SOURCE:
            cure = _("Use at most %d characters.") % LONGEST_SOURCE
            raise _Wrong("source", _("the name of the source is too long"), cure)
        known = generation.known_models()
        others = others or not set(sentence.sources) <= set(known)
        if sentence.sources and others and set(sources) != set(sentence.sources):
            words = _("the same sentence comes from %(first)s in line %(line)d, and here from %(here)s")
            said = {"first": ", ".join(sentence.sources), "line": sentence.line, "here": written}
            raise _Wrong("source", words % said, _("Give a sentence one source in all of its rows."))
        sentence.sources += [name for name in sources if name not in sentence.sources]

    def _check_groups(self, judge: str, cells: Sequence[str]) -> None:
        said = self.file.judges.setdefault(judge, {})
        for column, place in self._groups:
            written = self._tidied(cells[place])[:LONGEST_NAME]
            if written and said.setdefault(column, written) != written:
                words = _("%(judge)s is in the group “%(first)s” in an earlier line, and here in “%(here)s”")
                cure = _("Give a judge one group, or do not choose this column as a group.")
                raise _Wrong(column, words % {"judge": judge, "first": said[column], "here": written}, cure)

    def finished(self) -> RatingsFile:
        file = self.file
        if not file.ratings and not file.problem_count:
            file.complain(WrongRow(1, "", _("the file holds no rating"), _("Give one rating a row.")))
        if not file.problem_count:
            self._set_scales()
        if not file.problem_count:
            self._set_cuts()
        return file

    def _set_scales(self) -> None:
        """The scale that was stated, else a guessed one."""
        values: dict[str, list[int]] = {}
        for rating in self.file.ratings:
            values.setdefault(rating.criterion, []).append(rating.value)
        guessed = _guessed_scales({name: given for name, given in values.items() if not self._stated.scale(name)})
        self.file.guessed = list(guessed)
        for name in values:
            low, high = self._stated.scale(name) or guessed[name]
            self.file.criteria[name] = low, max(high, low + 1)
            if high - low >= MOST_POINTS:
                line = next(each.line for each in self.file.ratings if each.criterion == name and each.value == high)
                words = _(
                    "the values of %(name)s run from %(low)d to %(high)d, and a scale has at most %(most)d points"
                )
                limits = {"name": name, "low": low, "high": high, "most": MOST_POINTS}
                cure = _("Bring the values to a scale of at most eleven whole points first.")
                self.file.complain(WrongRow(line, self.plan.columns["value"], with_minus(words % limits), cure))

    def _set_cuts(self) -> None:
        """Only now all criteria and their scales are known: a cut or a scale that fits none of them is told."""
        criteria = self.file.criteria
        for wrong in (*self._stated.strangers(list(criteria)), *self._stated.off_scale(criteria)):
            self.file.complain(WrongRow(None, wrong.field, wrong.message, wrong.cure))
        found = {name: self._stated.cut(name) for name in criteria}
        self.file.cuts = {name: cut for name, cut in found.items() if cut is not None}


def _guessed_scales(values: Mapping[str, Sequence[int]]) -> dict[str, Scale]:
    """From the lowest to the highest value of all criteria together, as far as one scale may be that of all.

    A scale that goes below 0 goes as far above. What goes higher, and never below 0, is on another scale.
    """
    reach = max((-min(given) for given in values.values()), default=0)
    apart = {name for name, given in values.items() if reach > 0 and min(given) >= 0 and max(given) > reach}
    found: dict[str, Scale] = {}
    for names in (apart, values.keys() - apart):
        every = [value for name in names for value in values[name]]
        is_one = bool(every) and max(every) - min(every) < MOST_POINTS
        found |= {name: _ends(every if is_one else values[name]) for name in names}
    return {name: found[name] for name in values}


def _ends(values: Sequence[int]) -> Scale:
    return min(values), max(values)


def _sources(written: str) -> tuple[list[str], bool]:
    """The models that a cell names, or the one source; and whether that is no model."""
    names = [name.strip() for name in written.replace(",", ";").split(";") if name.strip()]
    are_models = set(names) <= set(generation.known_models())
    return (names, False) if are_models else ([written], True)


class _Wrong(Exception):  # noqa: N818  (what is wrong with a row, told on as its problem)
    def __init__(self, role: str, message: str, cure: str, *, is_empty: bool = False) -> None:
        super().__init__(message)
        self.role, self.message, self.cure, self.is_empty = role, message, cure, is_empty
