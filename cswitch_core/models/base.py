"""What a model is: anything that says which sentences it generates for a pair.

A ``RuleModel`` says it by grammars. ``FunctionModel`` asks a plain function; ``Imported`` knows the sentences from
elsewhere.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from cswitch_core.grammar import Grammar
from cswitch_core.models.categories import CategoryLists
from cswitch_core.sentences import Sentence
from cswitch_core.sets import SentenceSet
from cswitch_core.sets.formulas import Formula, Generated
from cswitch_core.shared_tree import Both, SharedTree
from cswitch_core.typed_text import read_sentence
from cswitch_core.version import __version__


class OptionError(ValueError):
    """An option that the model does not have, or a value that it does not take."""


class ModelError(Exception):
    """A model of one's own that failed on a pair."""


class Model(ABC):
    """A source of sentences for a pair."""

    name: str

    @property
    def signature(self) -> str:
        """Return what makes a number reproducible: name with options, category lists, version of the core."""
        return f"{self.name}|{self._digest()}|cswitch {__version__}"

    def _digest(self) -> str:
        return "no lists"

    @abstractmethod
    def sentences(self, tree: SharedTree, *, pair_id: str | None = None) -> SentenceSet:
        """Return the sentences that the model generates for the pair with this tree."""

    def __repr__(self) -> str:
        return f"<model {self.name}>"


@dataclass(frozen=True)
class Constraint:
    """A rule that can be switched off by its name; ``rule`` says it in words."""

    name: str
    rule: str


UNPAIRED = Constraint("unpaired", "a word without a counterpart must be spoken with the word it belongs to")


class RuleModel(Model):
    """A model whose rules are local to a constituent, with a name, variants and constraints.

    A subclass names its ``constraints`` in the order in which a failure is explained, and says by ``grammar`` what it
    generates when they are switched on or off. Every model can have one constraint more, ``unpaired=together``.
    """

    base_name: ClassVar[str]
    constraints: ClassVar[tuple[Constraint, ...]]
    # Which of the grammar's switches the model sets otherwise than on.
    defaults: ClassVar[dict[str, bool]] = {}

    def __init__(self, options: Mapping[str, str] | None = None, lists: CategoryLists | None = None) -> None:
        self.lists = lists or CategoryLists.read()
        self.options = dict(options or {})
        self._formulas: dict[Both[str], Formula] = {}
        left = dict(self.options)
        self.switches: dict[str, bool] = {
            constraint.name: _on_or_off(self.base_name, constraint.name, left.pop(constraint.name))
            for constraint in self.constraints
            if constraint.name in left
        }
        self.together = _is_together(self.base_name, left.pop(UNPAIRED.name, "free"))
        self._take_own_options(left)
        if left:
            raise OptionError(f"{self.base_name} has no option '{_options_text(left)}'; it has {self._known_options()}")
        options_text = _options_text(self.options)
        self.name = f"{self.base_name}({options_text})" if options_text else self.base_name

    def _take_own_options(self, options: dict[str, str]) -> None:
        """Take out the options that are the model's own."""

    def _own_options(self) -> list[str]:
        return []

    def _known_options(self) -> str:
        switches = (f"{constraint.name}=off" for constraint in self.constraints)
        return ", ".join([*self._own_options(), *switches, f"{UNPAIRED.name}=together"])

    def _digest(self) -> str:
        words = f", words {self.lists.words_digest}" if self.together else ""
        return f"lists {self.lists.digest}{words}"

    @property
    def grammar_switches(self) -> dict[str, Any]:
        """What the grammar is told about each constraint."""
        return self.defaults | self.switches

    @property
    def kept(self) -> tuple[Constraint, ...]:
        """The constraints that are switched on."""
        on = self.grammar_switches
        return tuple(constraint for constraint in self.constraints if on.get(constraint.name, True))

    def without(self, names: Iterable[str]) -> Self:
        """Return the model with these constraints switched off."""
        return type(self)(self.options | dict.fromkeys(names, "off"), self.lists)

    @abstractmethod
    def grammar(self, languages: Both[str]) -> Grammar:
        """Return the model's rules for a pair of languages."""

    def formula(self, languages: Both[str]) -> Formula:
        return Generated(self.grammar(languages))

    def sentences(self, tree: SharedTree, *, pair_id: str | None = None) -> SentenceSet:
        return self.by_rules(tree)

    def by_rules(self, tree: SharedTree) -> SentenceSet:
        """Return what the rules allow, however much work it may be to pack it."""
        formula = self._formulas.get(tree.languages)
        if formula is None:
            formula = self._formulas[tree.languages] = self.formula(tree.languages)
        found = SentenceSet(tree, formula)
        return found.whole(self.lists.words) if self.together else found


def _options_text(options: Mapping[str, str]) -> str:
    return ", ".join(key if value == "" else f"{key}={value}" for key, value in sorted(options.items()))


def _on_or_off(model: str, option: str, value: str) -> bool:
    if value not in ("", "on", "off"):
        raise OptionError(f"{model}: {option} is switched on or off, not '{value}'")
    return value != "off"


def _is_together(model: str, value: str) -> bool:
    if value not in ("together", "free"):
        raise OptionError(f"{model}: {UNPAIRED.name} is together or free, not '{value}'")
    return value == "together"


class FunctionModel(Model):
    """A plain function from a tree to sentences or texts, or to a set of them."""

    def __init__(self, name: str, function: Callable[[SharedTree], Any]) -> None:
        self.name, self.function = name, function

    def sentences(self, tree: SharedTree, *, pair_id: str | None = None) -> SentenceSet:
        try:
            generated = self.function(tree)
            return generated if isinstance(generated, SentenceSet) else sentence_set(tree, generated)
        except Exception as error:
            where = "" if pair_id is None else f" on the pair '{pair_id}'"
            raise ModelError(f"the model {self.name} failed{where} ({type(error).__name__}: {error})") from error


class Imported(Model):
    """Sentences from elsewhere (a language model, a corpus, a person), by the pair's id: a source without rules."""

    def __init__(self, name: str, texts: Mapping[str, Iterable[str]]) -> None:
        self.name = name
        self.texts = {pair_id: tuple(each) for pair_id, each in texts.items()}

    def sentences(self, tree: SharedTree, *, pair_id: str | None = None) -> SentenceSet:
        if pair_id is None:
            raise ValueError(
                f"{self.name} holds imported sentences: say which pair's, as in sentences(tree, pair_id='7')"
            )
        return sentence_set(tree, self.texts.get(pair_id, ()))


def sentence_set(tree: SharedTree, sentences: Iterable[Sentence | str]) -> SentenceSet:
    """Return the set of these sentences, texts being read in the words of the pair where that is possible.

    Of texts that cannot be read so, blank ones go and the space between words does not count.
    """
    found = []
    for sentence in sentences:
        if isinstance(sentence, Sentence):
            found.append(sentence)
        elif text := " ".join(sentence.split()):
            found.append(next(iter(read_sentence(tree, text)), Sentence(tree, (), text)))
    return SentenceSet.of(tree, found)
