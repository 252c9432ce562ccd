"""Why a model does not generate a sentence: the first rule that fails, and the constituent at which it does.

A typed text is read in the words of the pair, every possible language of each word tried. Then the model's rules are
switched on one after the other, and the first with which no derivation is left is the one that fails; the last
derivation before it shows where. The rules, in order:

- ``words``: the text must use the words of the pair, each slot once;
- ``constituents``: the words of a constituent must stand together;
- ``order`` (ML, FHC, AN): the parts of each constituent must stand in the order of one language;
- the model's constraints, in the order in which it names them;
- ``unpaired``, if the model has it: a word without a counterpart must be spoken with the word it belongs to.

``refusal`` finds the rule, ``matrix_faults``, ``equivalence_faults`` and ``order_faults`` find where a constraint of
their theory is broken and say it in words, ``unpaired_faults`` names a missing or doubled word, ``unreadable`` says why
a text is not in the words of the pair, and ``naming`` names constituents and languages for all of them.

Where a text has several readings, the one that gets furthest is explained. A model that takes several matrix
languages and is named ML0 gets one verdict for each, since the theory speaks of one at a time. A weighted theory says
what the sentence costs. A model without rules only says whether it has the sentence.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from cswitch_core.broken import CLEAN, OUTSIDE, BrokenSets, Family, exactly, in_words
from cswitch_core.explain.refusal import Refusal, refusal, refusal_of_unpaired, refusal_of_words
from cswitch_core.grammar import Grammar
from cswitch_core.models import ML0, Model, RuleModel, Weighted
from cswitch_core.models.registry import model as model_named
from cswitch_core.pairs import Pair
from cswitch_core.projection import project
from cswitch_core.sentences import Sentence
from cswitch_core.sets import SentenceSet
from cswitch_core.sets.formulas import Generated
from cswitch_core.sets.root_classes import select
from cswitch_core.shared_tree import Language, SharedTree
from cswitch_core.typed_text import TypedText, words_in
from cswitch_core.word_lists import WordLists

READINGS_TRIED = 6
SLOTS_EXPLAINED = 60


@dataclass(frozen=True)
class Verdict:
    """What one model says of one text. ``matrix`` is the code of the matrix language where one is spoken of.

    ``rule`` is the first that fails, ``broken`` are all smallest sets of constraints that would excuse the text.
    """

    model: str
    generated: bool
    rule: str = ""
    node: str = ""
    node_words: str = ""
    words: str = ""
    matrix: str | None = None
    broken: Family = OUTSIDE

    @property
    def broken_words(self) -> str:
        """The broken sets in words, or nothing if they say no more than the rule does."""
        return (
            "" if self.broken in (OUTSIDE, CLEAN, exactly(self.rule)) else f"In all it breaks {in_words(self.broken)}."
        )

    def __str__(self) -> str:
        name = f"{self.model}, matrix {self.matrix}" if self.matrix else self.model
        said = f"{name}: {'generated' if self.generated else f'not generated ({self.rule})'}. {self.words}"
        return f"{said} {self.broken_words}".rstrip()


def explain(pair: Pair | SharedTree, text: str, models: Iterable[str | Model]) -> list[Verdict]:
    """Return the verdict of each model on a typed text.

    >>> from cswitch_core.paper import paper_tree
    >>> print(explain(paper_tree(1), "Shanivar neeras hai that perspective se", ["EC0"])[0].words)
    ‘that perspective’ (NP) is English but stands in the 1st place of PP, where only the Hindi rule puts it
    (English: PP → IN NP; Hindi: PP → NP IN).
    """
    tree = project(pair) if isinstance(pair, Pair) else pair
    pair_id = pair.id if isinstance(pair, Pair) else None
    explained = ExplainedText(tree, text)
    verdicts: list[Verdict] = []
    for each in models:
        chosen = model_named(each) if isinstance(each, str) else each
        if isinstance(chosen, RuleModel):
            verdicts += _by_rules(chosen, explained)
        elif isinstance(chosen, Weighted):
            verdicts.append(_by_cost(chosen, explained))
        else:
            verdicts.append(_by_list(chosen, explained, pair_id))
    return verdicts


class ExplainedText:
    """A typed text and its readings."""

    def __init__(self, tree: SharedTree, text: str) -> None:
        self.tree, self.typed = tree, TypedText(tree, text)
        self.readings = self.typed.readings(READINGS_TRIED)

    def is_in(self, sentences: SentenceSet) -> bool:
        """Say whether any reading at all is in the set; where there are too many to list, a chart parser decides."""
        if any(reading in sentences for reading in self.readings):
            return True
        if self.typed.all_readings_found:
            return False
        chosen = select(self.tree, sentences.formula)
        return not self.typed.classes(chosen.packed).isdisjoint(root[1] for root in chosen.roots)

    @property
    def few_readings(self) -> list[Sentence]:
        """The readings that are looked at closely: fewer of a long sentence."""
        return self.readings[: max(1, SLOTS_EXPLAINED // len(self.tree.slots))]

    def refusal(self, grammar: Grammar, constraints: list[str]) -> Refusal:
        """Return why the grammar refuses the reading that gets furthest, of a few."""
        found = [refusal(grammar, constraints, reading) for reading in self.few_readings]
        refused = [each for each in found if each is not None]
        return max(refused, key=lambda each: each.stage) if refused else refusal_of_words(self.typed)

    def refusal_of_unpaired(self, by_rules: SentenceSet, words: WordLists) -> Refusal | None:
        """Return which word is missing or doubled in a reading that the other rules allow, if there is one."""
        allowed = next((reading for reading in self.readings if reading in by_rules), None)
        return None if allowed is None else refusal_of_unpaired(allowed, words)


def _by_list(model: Model, text: ExplainedText, pair_id: str | None) -> Verdict:
    sentences = model.sentences(text.tree, pair_id=pair_id)
    typed = words_in(text.typed.text)
    generated = text.is_in(sentences) or any(
        words_in(each.foreign) == typed for each in sentences.added if each.foreign
    )
    words = f"It is {'one' if generated else 'none'} of the sentences of this source, which gives no rules."
    return Verdict(model.name, generated, "" if generated else "listed", words=words)


def _by_cost(model: Weighted, text: ExplainedText) -> Verdict:
    generated = text.is_in(model.sentences(text.tree))
    family = BrokenSets(model.theory, text.tree).family(*text.few_readings)
    costs = {cost: broken for broken in family if (cost := model.cost(broken)) is not None}
    if not costs:
        words = f"It breaks what has no cost in {model.theory.name}: {in_words(family)}."
    else:
        limit = "there is no limit" if model.limit is None else f"the limit is {float(model.limit):g}"
        words = f"It costs {float(min(costs)):g} ({in_words((costs[min(costs)],))}), and {limit}."
    return Verdict(model.name, generated, "" if generated else "cost", words=words)


def _by_rules(model: RuleModel, text: ExplainedText) -> list[Verdict]:
    languages = text.tree.languages
    generated = text.is_in(model.sentences(text.tree))
    if not isinstance(model, ML0) or model.base_name != "ML0":
        by_rules = SentenceSet(text.tree, model.formula(languages))
        return [_verdict(model, text, model.grammar(languages), by_rules, generated=generated)]
    return [_by_matrix(model, language, text, generated=generated) for language in model.matrices]


def _by_matrix(model: ML0, language: Language, text: ExplainedText, *, generated: bool) -> Verdict:
    """Return the verdict of ML0 with one matrix language; ``generated`` says whether there is one that allows it."""
    own = ML0(model.options | {"matrix": f"l{language + 1}"}, model.lists)
    by_rules = SentenceSet(text.tree, own.formula(text.tree.languages))
    generated = generated and text.is_in(own.sentences(text.tree))
    verdict = _verdict(own, text, own.grammar(text.tree.languages), by_rules, generated=generated)
    return replace(verdict, model=model.name, matrix=text.tree.languages[language])


def _verdict(
    model: RuleModel, text: ExplainedText, grammar: Grammar, by_rules: SentenceSet, *, generated: bool
) -> Verdict:
    if generated:
        return Verdict(model.name, generated=True, words="Every rule of the model is kept.")
    why = text.refusal_of_unpaired(by_rules, model.lists.words) if model.together else None
    why = why or text.refusal(grammar, [constraint.name for constraint in model.constraints])
    words = f"{why.words[0].upper()}{why.words[1:]}."
    # The rule says which variants excuse the text, unless the theory asks more of a sentence than this grammar.
    first = why.rule if model.by_rules(text.tree).formula == Generated(grammar) else ""
    broken = BrokenSets(model, text.tree).family(*text.few_readings, first=first)
    return Verdict(model.name, False, why.rule, why.node, why.node_words, words, broken=broken)
