"""How a sentence is written: from slots and languages to the text that people read.

- The *frame* is the language of most of the words; in a tie, of the last. Its own sentence gives the marks that close
  the text, and the direction it is written in. Marks that open it (``¿``) are those of the first word's language. If a
  sentence has no marks at its ends, the other's are taken.
- Between two words of one language stand the marks that this language has at their join (see ``joins``), or the
  other's if only that has them in this order; at a switch point those of the first word's language, or else of the
  second's. No mark stands before a clitic that leans on the word before it.
- Quotes and brackets are shown in pairs (see ``quotes``).
- The first word gets a capital, unless the pair's sentences begin with small letters, and so does a word after a full
  stop inside the sentence; others are written as inside a sentence (see ``capitals``).
- Spaces are those of the original text between words that are neighbours there, and else as in print (``spacing``).

>>> from cswitch_core.paper import paper_tree
>>> writing_of(paper_tree(4)).text(((0, 1), (1, 0), (2, 0)))
'Ab pour oil'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from cswitch_core.shared_tree import L1, L2, LANGUAGES, Both, Gap, Language, Mark, SharedTree, other
from cswitch_core.writing.capitals import with_capital
from cswitch_core.writing.joins import NO_GAP, STOPS, Joins, first_gap, last_gap, plain_marks
from cswitch_core.writing.languages import between_scripts, habits
from cswitch_core.writing.quotes import Shown, shown_quotes
from cswitch_core.writing.spacing import as_given, between_words, is_spaceless, set_in_print

Step = tuple[int, Language]
Steps = tuple[Step, ...]
Token = list[str | None]
Marks = tuple[Mark, ...]

SPACELESS = 1
Context = Step | int | None
"""What of the word before matters for how the next is written: all of it, only its script, or that there is none."""


class Piece(NamedTuple):
    """A word as it is written in its place, and what is written before it: marks, and these with their spaces."""

    marks: tuple[str, ...]
    before: str
    word: str
    language: Language


def writing_of(tree: SharedTree) -> Writing:
    """Return the tree's writing, made once."""
    found: Writing | None = tree.__dict__.get("_writing")
    if found is None:
        found = tree.__dict__["_writing"] = Writing(tree)
    return found


class Writing:
    """Writes the sentences of one tree; what stands between two words is found once."""

    def __init__(self, tree: SharedTree) -> None:
        self.tree = tree
        self._joins = Joins(tree)
        self._pieces: dict[tuple[Context, Step], Piece] = {}
        self._same_effect: dict[tuple[int, Language, int], Step] = {}
        self._odd: dict[Step, bool] = {}
        self._between = between_scripts(tree.languages)

    # Sentences

    def text(self, steps: Steps) -> str:
        if not steps:
            return ""
        pieces, end = self._written(steps)
        return "".join([text for piece in pieces for text in piece[1:3]]) + end.before

    def tokens(self, steps: Steps) -> list[Token]:
        """Return one entry a slot, words and language, and one a mark, without language."""
        if not steps:
            return []
        tokens: list[Token] = []
        pieces, end = self._written(steps)
        for piece in pieces:
            tokens += [[mark, None] for mark in piece.marks]
            tokens.append([piece.word, self.tree.languages[piece.language]])
        return tokens + [[mark, None] for mark in end.marks]

    def frame(self, steps: Steps) -> Language:
        """Return the language of most of the words; in a tie that of the last."""
        balance = sum(self.weight(step) for step in steps)
        return steps[-1][1] if balance == 0 else L1 if balance > 0 else L2

    def weight(self, step: Step) -> int:
        """Return how many words of L1 the step has, or how many of L2 as a negative number."""
        slot, language = step
        words = len(self.tree.slots[slot].positions[language]) or 1
        return words if language == L1 else -words

    # Parts of sentences that do not depend on the whole

    @property
    def is_local(self) -> bool:
        """Whether no pair of quotes depends on the whole sentence."""
        return not self.tree.quotes

    @cached_property
    def is_plain(self) -> bool:
        """Whether what stands before a word does not matter: no marks inside, no scripts without spaces, no odd spaces.

        A word is then written after 0 as it is after any other.
        """
        tree = self.tree
        if tree.quotes or any(gap.marks for gaps in tree.gaps for gap in gaps[1:-1]):
            return False
        has_given_spaces = any(map(self._has_given_spaces, LANGUAGES))
        return not any(
            is_spaceless(slot.words[language][-1]) or (has_given_spaces and self._is_oddly_spaced((number, language)))
            for number, slot in enumerate(tree.slots)
            for language in LANGUAGES
            if slot.words[language]
        )

    def piece(self, context: Context, step: Step) -> Piece:
        """Return a word after what matters of the word before it; None stands for the beginning, with what opens it."""
        found = self._pieces.get((context, step))
        if found is None:
            found = self._pieces[context, step] = self._found(context, step)
        return found

    def leaving(self, step: Step, node: int) -> Context:
        """Return what matters of a step for the word after it, outside this node, which ends with the step.

        Where a mark may follow, steps of one node that have the same effect are represented by the first one asked for.
        """
        if self._is_oddly_spaced(step):
            return step
        word, language = self._word(step)
        spaceless = int(is_spaceless(word[-1]))
        if not self._joins.may_be_marked_above(node):
            return spaceless
        return self._same_effect.setdefault((node, language, spaceless), step)

    def entering(self, context: Context, node: int) -> Context:
        """Return what matters of a context for the next word, which is one of this node's."""
        if not isinstance(context, tuple) or self._is_oddly_spaced(context):
            return context
        if self._joins.may_be_marked_before(context[0], node):
            return context
        return int(is_spaceless(self._word(context)[0][-1]))

    @cached_property
    def closings(self) -> Both[Piece]:
        """For each frame what closes a sentence without quotes."""
        first, second = (self._last(last_gap(self.tree, self._end_source(frame)), ()) for frame in LANGUAGES)
        return first, second

    # How it is done

    def _written(self, steps: Steps) -> tuple[list[Piece], Piece]:
        frame = L1 if self._ends_are_alike else self.frame(steps)
        shown = shown_quotes(self.tree, steps) if self.tree.quotes else []
        if shown:
            return self._quoted(steps, self.frame(steps), shown)
        pieces = [self.piece(None, steps[0])]
        if self.is_plain:
            pieces += [self.piece(0, step) for step in steps[1:]]
        else:
            pieces += [self.piece(before, step) for before, step in pairwise(steps)]
        return pieces, self.closings[frame]

    @cached_property
    def _ends_are_alike(self) -> bool:
        """Whether a sentence is closed alike in either frame."""
        return self.closings[L1] == self.closings[L2]

    def _quoted(self, steps: Steps, frame: Language, shown: list[Shown]) -> tuple[list[Piece], Piece]:
        opened = [tuple(each.opening for each in shown if each.first == place) for place in range(len(steps))]
        closed = [tuple(each.closing for each in reversed(shown) if each.last == place) for place in range(len(steps))]
        pieces = [self._first(steps[0], opened[0])]
        for place, (before, step) in enumerate(pairwise(steps)):
            if closed[place] or opened[place + 1]:
                pieces.append(self._next(before, step, closed[place], opened[place + 1]))
            else:
                pieces.append(self.piece(before, step))
        return pieces, self._last(last_gap(self.tree, self._end_source(frame)), closed[-1])

    def _found(self, context: Context, step: Step) -> Piece:
        if context is None:
            return self._first(step, ())
        if isinstance(context, tuple):
            return self._next(context, step, (), ())
        word, language = self._word(step)
        left = "我" if context == SPACELESS else "a"
        return Piece((), between_words(left, word, self.tree.languages[language], self._between), word, language)

    def _first(self, step: Step, opened: Marks) -> Piece:
        word, language = self._word(step)
        gap = first_gap(self.tree, self._end_source(language))
        if self.tree.is_capital:
            word = with_capital(word, self.tree.languages[language])
        marks, before = _set("", gap, (), opened, word)
        return Piece(marks, before, word, language)

    def _last(self, gap: Gap, closed: Marks) -> Piece:
        marks, before = _set("a", gap, closed, (), "")
        return Piece(marks, before, "", L1)

    def _next(self, left: Step, step: Step, closed: Marks, opened: Marks) -> Piece:
        (before, _), (word, language) = self._word(left), self._word(step)
        gap = self._gap(left, step)
        emitted = _emitted(gap, closed, opened)
        if gap.capital and any(mark.role == "opens" or mark.text[-1:] in STOPS for mark in emitted):
            word = with_capital(word, self.tree.languages[language])
        if emitted:
            marks, text = _set(before, gap, closed, opened, word)
            return Piece(marks, text.rstrip(" ") if self._is_enclitic(step) else text, word, language)
        given = self._given_space(left, step)
        code = self.tree.languages[language]
        return Piece((), between_words(before, word, code, self._between) if given is None else given, word, language)

    def _gap(self, left: Step, step: Step) -> Gap:
        """Return what the join has: at a switch point that of the first word's language, or else of the second's."""
        if self._is_enclitic(step):
            return NO_GAP
        gaps = [self._joins.gap(language, left[0], step[0]) for language in self._marking(left, step)]
        return next(filter(plain_marks, gaps), next((gap for gap in gaps if gap.marks), NO_GAP))

    def _marking(self, left: Step, step: Step) -> Iterable[Language]:
        """Return the languages whose marks count: those of the two words, or the one that has them in this order."""
        own = left[1]
        if own != step[1] or self._joins.has(own, left[0], step[0]):
            return dict.fromkeys((own, step[1]))
        return (other(own),)

    def _is_enclitic(self, step: Step) -> bool:
        word, language = self._word(step)
        return habits(self.tree.languages[language]).is_enclitic(word.partition(" ")[0])

    def _given_space(self, left: Step, step: Step) -> str | None:
        """Return the space of the original text between two neighbours of one sentence, if it is known."""
        language = left[1]
        if language != step[1] or not self._has_given_spaces(language):
            return None
        places = self._spoken_places[language]
        gap = self.tree.gaps[language][places[step[0]]]
        is_neighbour = places[step[0]] == places[left[0]] + 1
        return "".join(gap.spaces or ()) if is_neighbour and not gap.marks else None

    def _is_oddly_spaced(self, step: Step) -> bool:
        """Tell whether the original text has another space after this word than print would have."""
        if step not in self._odd:
            self._odd[step] = self._has_given_spaces(step[1]) and self._odd_space(step)
        return self._odd[step]

    def _odd_space(self, step: Step) -> bool:
        slot, language = step
        spoken = self.tree.spoken[language]
        place = self._spoken_places[language][slot] + 1
        if place == len(spoken):
            return False
        after = spoken[place], language
        words = self._word(step)[0], self._word(after)[0]
        usual = between_words(*words, self.tree.languages[language], self._between)
        return self._given_space(step, after) not in (None, usual)

    def _has_given_spaces(self, language: Language) -> bool:
        gaps = self.tree.gaps[language]
        return bool(gaps) and gaps[0].spaces is not None

    def _word(self, step: Step) -> tuple[str, Language]:
        slot, language = step
        return self.tree.slots[slot].words[language], language

    @cached_property
    def _spoken_places(self) -> Both[dict[int, int]]:
        first, second = ({slot: place for place, slot in enumerate(spoken)} for spoken in self.tree.spoken)
        return first, second

    def _end_source(self, language: Language) -> Language:
        """Return the language whose sentence gives the marks at the ends: this one, unless it has none."""
        has_marks = any(plain_marks(gap(self.tree, language)) for gap in (first_gap, last_gap))
        return language if has_marks else other(language)


def _emitted(gap: Gap, closed: Marks, opened: Marks) -> Marks:
    """Return the gap's marks, of quotes only those that close or open here, and with them all that do."""
    if not (gap.marks or closed or opened):
        return ()
    here = {(mark.pair, mark.role): mark for mark in (*closed, *opened) if mark.text}
    kept = [here.pop((mark.pair, mark.role), None) if mark.pair is not None else mark for mark in gap.marks]
    closing = [mark for mark in here.values() if mark.role == "closes"]
    opening = [mark for mark in here.values() if mark.role == "opens"]
    return tuple(_without_doubles([*closing, *filter(None, kept), *opening]))


def _without_doubles(marks: Sequence[Mark]) -> Iterator[Mark]:
    """Leave out a mark of the gap that a closing mark before it shows already (``¿Qué?``, asked in both languages)."""
    before = ""
    for mark in marks:
        if mark.pair is not None or mark.text != before:
            yield mark
        before = mark.text if mark.pair is not None else ""


def _set(left: str, gap: Gap, closed: Marks, opened: Marks, right: str) -> tuple[tuple[str, ...], str]:
    """Return the marks between two words, and the text of them with its spaces."""
    marks = _emitted(gap, closed, opened)
    texts = tuple(mark.text for mark in marks)
    if gap.spaces is not None and texts == tuple(mark.text for mark in gap.marks):
        return texts, as_given(marks, gap.spaces)
    return texts, set_in_print(left, marks, right)


__all__ = ["STOPS", "Context", "Piece", "Step", "Steps", "Token", "Writing", "writing_of"]
