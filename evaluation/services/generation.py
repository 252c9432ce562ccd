"""The one door from the site to the core: which sentences a pair has, by which model, and why.

Trees and packed sets are remembered by what they were made from (sentences, parse, alignment, model), never by a row's
number, so that a corrected alignment cannot meet an old set.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO

from django.utils.translation import gettext as _

import cswitch_core
from cswitch_core import Pair as CorePair
from cswitch_core import (
    PairError,
    Problem,
    SeenSet,
    Sentence,
    SentenceSet,
    Shape,
    SharedTree,
    UnlinkedContent,
    UnusedLink,
    Verdict,
    WholeCounts,
    Wholeness,
    comparison,
    scripts,
    wholeness,
)
from cswitch_core import Row as FileRow
from cswitch_core.approximate import read_approximately
from cswitch_core.broken import BrokenSets, Family, NoTheory, constraints_of
from cswitch_core.deadline import OutOfTime, check_time, time_limit
from cswitch_core.drawing import draw_alignment_svg, draw_parse_svg, draw_svg
from cswitch_core.languages import guessed_language, language_in, language_named
from cswitch_core.linking import Learnt, Lexicon, learn
from cswitch_core.matched import Cell, Match, Matches
from cswitch_core.models import OptionError
from cswitch_core.models.registry import BUILT_IN
from cswitch_core.paper import paper_pairs as _paper_pairs
from cswitch_core.projection.punctuation import is_punctuation, split_marks
from cswitch_core.projection.trees import parse_tree
from cswitch_core.proposals import Proposer, marked_repeats, read_lexicon
from cswitch_core.readers import FILE, HEADER, PAIR_FORMATS
from cswitch_core.readers import pair_file as write_pair_file
from cswitch_core.readers.plain import (
    LongTable,
    PlainFile,
    PlainRow,
    columns_of,
    kind_of_file,
    open_long_table,
    open_table,
    read_plain,
)
from cswitch_core.scripts import script_of
from cswitch_core.sentences import printed
from cswitch_core.table1 import TableRow
from cswitch_core.torn import TornPhrase
from cswitch_core.torn import torn_phrases as find_torn_phrases
from cswitch_core.trouble import Trouble, chance
from cswitch_core.trouble import trouble_of as find_trouble
from cswitch_core.unpaired import carried_words as find_carried_words
from cswitch_core.words import words_of as cut_into_words
from cswitch_core.writing.spacing import is_spaceless
from cswitch_core.writing.stretches import Stretch, direction, direction_of
from cswitch_core.writing.stretches import stretches as cut_into_stretches
from evaluation.models import Pair
from evaluation.services.errors import Refused

# The core's types, for the rest of the site, which does not import the core.
__all__ = ["CorePair", "FileRow", "SeenSet", "Sentence", "SentenceSet", "Shape", "SharedTree", "TableRow", "Verdict"]
__all__ += ["OutOfTime", "Stretch", "Wholeness", "check_time", "direction", "direction_of", "is_punctuation"]
__all__ += ["TornPhrase", "Trouble", "UnusedLink", "is_spaceless", "printed", "script_of", "split_marks", "time_limit"]
__all__ += ["Cell", "Family", "LongTable", "Match", "Matches", "OptionError", "Problem", "wholeness"]

CORE_VERSION = cswitch_core.__version__
# Second readings that the paper leaves open, and the halves of ML0.
VARIANTS = ("EC0(strict)", "EC1(second_chance)", "ML0(matrix=l1)", "ML0(matrix=l2)")
LINK = re.compile(r"\b([0-9]{1,4})-([0-9]{1,4})\b")
# The fields of problems that are not of a row but of the whole file, and hide its rows.
FIELDS_OF_A_FILE = frozenset({FILE, HEADER})
TREES_REMEMBERED, SETS_REMEMBERED = 512, 256
# In all readings of a text of which it is asked what it breaks.
SLOTS_READ = 400
# Everything that says which sentences a pair has and how they are written: language and parse, language and words,
# alignment, both texts as people wrote them and the words in another script, where that is known.
Content = tuple[str, str, str, tuple[str, ...], str, tuple[str, str], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class SetCounts:
    """How many sentences there are, the texts that differ to the eye, and how many miss a word, double one, neither."""

    count: int
    seen: int
    # The texts that can be read as a whole sentence; ``whole`` below counts sentences.
    seen_whole: int
    # Otherwise there are at most so many texts.
    seen_is_exact: bool
    missing: int
    doubled: int
    whole: int


# -- Pairs --------------------------------------------------------------------------


def file_rows(path: Path, *, name: str) -> Iterator[FileRow]:
    """Every row of a file of pairs, in order, as a pair or as what is wrong with it."""
    with path.open("rb") as opened:
        yield from cswitch_core.read_rows(opened, name=name)


@dataclass(frozen=True, slots=True)
class TablePreview:
    """What a table of plain text looks like before its columns are chosen; ``columns`` are name and number."""

    encoding: str
    columns: list[tuple[str, str]]
    rows: list[tuple[str, ...]]
    has_header: bool
    languages: tuple[str, str]
    chosen: tuple[int, int, int | None]
    row_count: int


def is_language_code(text: str) -> bool:
    """Whether a file's ending, such as ``en`` in ``x.en``, is a language."""
    return bool(language_named(text))


def language_called(name: str) -> str:
    """The code of the language that people call so, in its own letters too; empty if none is known."""
    return language_named(name)


def holds_plain_text(path: Path, name: str) -> bool:
    """Whether a file holds plain sentences, or trees or links of such, and not pairs."""
    return kind_of_file(PlainFile(path, name)) != "pairs"


def table_preview(path: Path, name: str, *, rows: int = 8) -> TablePreview | None:
    """The first rows of a table, its encoding and what its languages seem to be; None if it is no table."""
    if kind_of_file(PlainFile(path, name)) != "table":
        return None
    try:
        with path.open("rb") as source:
            table = open_table(source, name)
            columns = columns_of(table.head, ("", ""), file=name)
            row_count = sum(1 for _ in table.rows) - columns.has_header
    except PairError as error:
        raise Refused(problems_in_words(error.problems), field="file") from error
    body = [row.cells for row in table.head if not row.problem][columns.has_header :]
    names = [columns.names[place] if columns.has_header else "" for place in columns.places]
    texts = [[cells[place] for cells in body if place < len(cells)] for place in columns.places]
    guessed = [language_in(name) or guessed_language(column) for name, column in zip(names, texts, strict=True)]
    return TablePreview(
        table.encoding,
        [(columns.names[place], str(place + 1)) for place in range(len(columns.names))],
        body[:rows],
        columns.has_header,
        (guessed[0], guessed[1]),
        (columns.first, columns.second, columns.id),
        row_count,
    )


def pair_file(pairs: Iterable[dict[str, Any]], form: str) -> Iterator[bytes]:
    """A file of pairs, each given as the object of a line, in one of the formats that can be loaded."""
    return write_pair_file(pairs, next(known for known in PAIR_FORMATS if known == form))


def long_table(source: BinaryIO, name: str, *, has_header: bool = True) -> LongTable:
    """A table with one observation a row, in whatever format; ``Refused`` if it is none."""
    try:
        return open_long_table(source, name, has_header=has_header)
    except PairError as error:
        raise Refused(problems_in_words(error.problems), field="file") from error


def proposed_rows(
    files: list[tuple[Path, str]], plan: dict[str, Any], learnt: Learnt, words: Iterable[list[str]] = ()
) -> Iterator[FileRow]:
    """Every row of plain text as a proposed pair, or as what is wrong with it. ``words``: entries of a word list."""
    languages = plan["languages"][0], plan["languages"][1]
    lexicon = Lexicon(tuple((first, second) for first, second in words))
    proposer = Proposer(languages, lexicon, learnt, plan.get("keeps_odd_rows", False))
    read = [PlainFile(path, name) for path, name in files]
    rows = read_plain(read, languages, columns=plan.get("columns", ()), header=plan.get("header", "auto"))
    try:
        yield from proposer.rows(marked_repeats(rows, keeps_repeats=proposer.keeps_odd_rows))
    except PairError as error:
        raise Refused(problems_in_words(error.problems), field="file") from error


def proposed_pair(languages: tuple[str, str], texts: tuple[str, str], learnt: Learnt) -> CorePair:
    """The pair proposed for two plain sentences; ``Refused`` at the first that cannot be used."""
    names = "l1_text", "l2_text"
    row = Proposer(languages, learnt=learnt, keeps_odd_rows=True).row(PlainRow(0, "-", texts, names=names))
    if row.pair is None:
        problem = row.problems[0]
        raise Refused(f"{problem.message}. {problem.cure}.", field=problem.field)
    return row.pair


def words_of(text: str, language: str) -> list[str]:
    """The words and marks of a plain sentence."""
    return list(cut_into_words(text, language))


def plain_row_count(files: list[tuple[Path, str]], plan: dict[str, Any]) -> int:
    """How many rows of plain text there are; ``Refused`` if they cannot be read as the plan says."""
    languages = plan["languages"][0], plan["languages"][1]
    read = [PlainFile(path, name) for path, name in files]
    try:
        rows = read_plain(read, languages, columns=plan.get("columns", ()), header=plan.get("header", "auto"))
        return sum(1 for _ in rows)
    except PairError as error:
        raise Refused(problems_in_words(error.problems), field="file") from error


def word_list(path: Path, name: str) -> list[list[str]]:
    """The entries of a word list; ``Refused`` with every line that has not two columns."""
    try:
        return [list(entry) for entry in read_lexicon(PlainFile(path, name)).entries]
    except PairError as error:
        words = " ".join(str(problem) for problem in error.problems[:10])
        raise Refused(words, field="lexicon") from error


def learnt_from(rows: Iterable[Pair]) -> Learnt:
    """What linked pairs teach about links."""
    return learn(core_pair(row) for row in rows)


def pair_from_json(pair_json: dict[str, Any]) -> CorePair:
    """The pair that one line of a file describes; ``Refused`` with everything that is wrong with it."""
    try:
        return cswitch_core.pair_from_json(pair_json)
    except PairError as error:
        raise Refused(problems_in_words(error.problems), field=error.problems[0].field) from error


def core_pair(row: Pair) -> CorePair:
    return _core_pair(_content(row))


def with_alignment(row: Pair, alignment: str) -> CorePair:
    """The pair with other links, such as ``0-0 1-2``; ``Refused`` if its words or the rules do not allow them."""
    return pair_from_json(core_pair(row).as_json() | {"alignment": alignment})


def with_links_and_tree(row: Pair, alignment: str, tree: str) -> CorePair:
    """The pair with other links over another tree of the same words; ``Refused`` if that cannot be."""
    pair = pair_from_json(core_pair(row).as_json() | {"alignment": alignment, "l1": _first_side(row, tree)})
    if pair.l1_tokens != core_pair(row).l1_tokens:
        words = _("The tree must hold the words of the sentence in their order: %s.")
        raise Refused(words % " ".join(core_pair(row).l1_tokens), field="l1.tree")
    return pair


def _first_side(row: Pair, tree: str) -> dict[str, str]:
    return {"lang": row.l1_lang, "tree": tree} | ({"text": row.l1_text} if row.l1_is_original else {})


def with_possible_links(row: Pair, alignment: str) -> CorePair:
    """The pair with those of the links that lie between its words: for drawing an alignment that may be wrong."""
    pair = core_pair(row)
    l1_length, l2_length = len(pair.l1_tokens), len(pair.l2_tokens)
    return pair.with_links((i, j) for i, j in _links(alignment) if i < l1_length and j < l2_length)


def leaves(tree: str) -> tuple[str, ...]:
    """The words of a parse in brackets; ``ValueError`` if it is none."""
    return tuple(parse_tree(tree).words)


def digest(pair: CorePair) -> str:
    """A fingerprint of all that says which sentences exist and how they are written; equal digests, equal texts."""
    content = [list(pair.languages), pair.l1_tree, list(pair.l2_tokens), pair.alignment, list(pair.texts)]
    if pair.l2_other_script:
        content.append(list(pair.l2_other_script))
    return hashlib.sha256(json.dumps(content, ensure_ascii=False).encode()).hexdigest()


def stored_columns(pair: CorePair) -> dict[str, Any]:
    """What is stored of a pair beside its content, so that pages need no tree: texts to read, unlinked words."""
    unlinked = cswitch_core.unlinked_content(cswitch_core.project(pair), links=pair.links)
    return {
        "l1_text": pair.texts[0] or pair.text(0),
        "l2_text": pair.texts[1] or pair.text(1),
        "content_words": unlinked.total,
        "unlinked_words": len(unlinked.unlinked),
        "unlinked_share": unlinked.share,
    }


def torn_phrases(pair: CorePair) -> tuple[TornPhrase, ...]:
    """The phrases of the first sentence whose words do not stand together in the second."""
    return find_torn_phrases(pair)


def trouble_of(pair: CorePair) -> Trouble:
    """What speaks for looking at a proposed pair."""
    return find_trouble(pair)


def chance_of_change(trouble: float, languages: tuple[str, str]) -> float | None:
    """About how often proposals of this trouble needed a change; None of languages of which that is not known."""
    return chance(trouble, languages)


def carried_words(pair: CorePair) -> tuple[tuple[str, str], ...]:
    """The words that need no link, each with the word that it is said with."""
    return find_carried_words(cswitch_core.project(pair))


def unused_links(pair: CorePair) -> tuple[UnusedLink, ...]:
    """The links of which no sentence is made, each with the reason."""
    return cswitch_core.unused_links(pair)


def mixed_count(pair: CorePair, model_name: str) -> int:
    """How many sentences of the model have words of both languages."""
    found = cswitch_core.model(model_name).sentences(cswitch_core.project(pair), pair_id=pair.id)
    return int(found.count - found.with_switches(0).count)


def problems_in_words(problems: Iterable[Problem]) -> str:
    return " ".join(f"{problem.field}: {problem.message}. {problem.cure}." for problem in problems)


def _content(row: Pair) -> Content:
    texts = row.l1_text if row.l1_is_original else "", row.l2_text if row.l2_is_original else ""
    return row.l1_lang, row.l1_tree, row.l2_lang, tuple(row.l2_tokens), row.alignment, texts, tuple(row.l2_other_script)


@lru_cache(TREES_REMEMBERED)
def _core_pair(content: Content) -> CorePair:
    """A stored pair as the core's own. It was checked when it was stored, so no reader checks it again."""
    l1_lang, l1_tree, l2_lang, l2_tokens, alignment, texts, other_script = content
    pair = CorePair("-", (l1_lang, l2_lang), l1_tree, leaves(l1_tree), l2_tokens, (), texts=texts)
    return replace(pair, l2_other_script=other_script).with_links(_links(alignment))


def _links(alignment: str) -> list[tuple[int, int]]:
    return [(int(first), int(second)) for first, second in LINK.findall(alignment)]


# -- Models and their sets --------------------------------------------------------------------------


def model_names() -> tuple[str, ...]:
    """The models themselves: the paper's five, then registered ones."""
    return tuple(cswitch_core.model_names())


def known_models() -> tuple[str, ...]:
    """The models and the paper's variants of them: what one can choose without writing options oneself."""
    return (*model_names(), *VARIANTS)


def checked_models(names: Iterable[str]) -> list[str]:
    """The names, each once, in the order given; ``Refused`` at the first that is no model."""
    checked = []
    for name in dict.fromkeys(names):
        try:
            checked.append(cswitch_core.model(name).name)
        except (cswitch_core.UnknownModel, cswitch_core.OptionError, ValueError) as error:
            raise Refused(str(error), field="models") from error
    return checked


def model_signature(name: str) -> str:
    """The model with its options, its lists of categories and the core's version, in one line."""
    return str(cswitch_core.model(name).signature)


def tree_of(row: Pair) -> SharedTree:
    return _tree(_content(row))


def sentences(row: Pair, model_name: str) -> SentenceSet:
    return _sentences(_content(row), model_name, row.external_id)


def texts(row: Pair, model_name: str) -> SeenSet:
    """What people see of the sentences: each text once."""
    return _texts(_content(row), model_name, row.external_id)


def set_counts(row: Pair, model_name: str) -> SetCounts:
    """How many sentences a model has, how many differ to the eye, and how many miss a word, double one or are whole."""
    content = _content(row)
    seen, counts = texts(row, model_name), _whole_counts(content, model_name, row.external_id)
    whole = _whole_texts(content, model_name, row.external_id)
    is_exact = seen.is_exact and whole.is_exact
    return SetCounts(counts.count, seen.count, whole.count, is_exact, counts.missing, counts.doubled, counts.whole)


def switch_counts(row: Pair, model_name: str) -> dict[int, int]:
    """How many of the texts have how many switches."""
    return dict(_switch_counts(_content(row), model_name, row.external_id))


def models_of_text(row: Pair, sentence: Sentence, models: Iterable[str]) -> list[str]:
    """Those of the models that generate what reads as the sentence does, in whatever words of the pair."""
    return [name for name in models if sentence in sentences(row, name) or sentence in texts(row, name)]


def unlinked_content(row: Pair) -> UnlinkedContent:
    """The content words of a pair that have no link, of how many."""
    return cswitch_core.unlinked_content(tree_of(row), links=core_pair(row).links)


def wholeness_of_text(row: Pair, sentence: Sentence) -> dict[str, list[str]]:
    """The missing and doubled words of the reading that has fewest: a reader takes a text as whole if it can be."""
    found = wholeness(sentence)
    if not found.is_whole:
        others = map(wholeness, readings(row, sentence.text))
        found = min((found, *others), key=lambda each: len(each.missing) + len(each.doubled))
    return {"missing": sorted(found.missing), "doubled": sorted(found.doubled)}


def whole_name(model_name: str) -> str:
    """The name of the model that has only the whole sentences of this one."""
    name, _bracket, options = model_name.partition("(")
    together = ", ".join(filter(None, (options.removesuffix(")"), "unpaired=together")))
    return f"{name}({together})"


def whole_signature(model_name: str) -> str:
    """The signature of the model when only its whole sentences are drawn."""
    try:
        return model_signature(whole_name(model_name))
    except (cswitch_core.UnknownModel, cswitch_core.OptionError, ValueError):
        # A registered model without options; its sentences are filtered.
        return f"{model_signature(model_name)}|unpaired=together"


def reading(row: Pair, text: str) -> Sentence | None:
    """The typed text as a sentence of this pair, if its words can be read as one."""
    return next(iter(cswitch_core.read_sentence(tree_of(row), text)), None)


def readings(row: Pair, text: str) -> list[Sentence]:
    """Every sentence of this pair that the typed text can be read as; several where a word occurs twice."""
    return list(cswitch_core.read_sentence(tree_of(row), text))


def is_nearly_of(row: Pair, text: str) -> bool:
    """Whether the text can be read in the words of the pair, or in forms of them."""
    return read_approximately(tree_of(row), text, (row.l1_lang, row.l2_lang)).sentence is not None


def approximate_reading(row: Pair, text: str, models: Iterable[str]) -> dict[str, Any]:
    """The text read in the words of the pair or in forms of them, and what each model says of that sentence."""
    found = read_approximately(tree_of(row), text, (row.l1_lang, row.l2_lang))
    differences = [[each.typed, each.word, each.kind] for each in found.differences]
    if found.sentence is None:
        return {"reason": found.reason, "differences": differences}
    rules: dict[str, str] = {}
    generated = set(models_of_text(row, found.sentence, models))
    for verdict in explain(row, found.sentence.text, [name for name in models if name not in generated]):
        rules.setdefault(verdict.model, verdict.rule)
    return {
        "read_as": found.sentence.text,
        "differences": differences,
        "reason": "",
        "models": [name for name in models if name in generated],
        "rules": rules,
    }


def memberships(row: Pair, sentence: Sentence, models: Iterable[str]) -> list[str]:
    """Those of the models that generate the sentence."""
    return [name for name in models if sentence in sentences(row, name)]


def regions(row: Pair, models: Iterable[str]) -> dict[frozenset[str], int]:
    """How many sentences exactly these of the models generate, for each choice of models that has some."""
    return comparison.regions(tree_of(row), {name: sentences(row, name) for name in models})


def stretches(sentence: Sentence) -> list[Stretch]:
    """The sentence's text, cut where the language changes; each stretch has its language and direction."""
    return cut_into_stretches(sentence.text, sentence.tokens)


def describe(sentence: Sentence) -> dict[str, Any]:
    """Everything about a sentence that a study item stores, as plain JSON."""
    return {
        "key": sentence.key,
        "text": sentence.text,
        "tokens": words_and_marks(sentence),
        "measures": measures(sentence),
    }


def in_other_script(row: Pair, sentence: Sentence) -> dict[str, Any] | None:
    """The sentence in the other form of its pair's words, as a study item stores it; None if there is none.

    Words and marks must be as many in both, for judges mark words by their number.
    """
    other = scripts.in_other_script(sentence, core_pair(row))
    tokens = words_and_marks(other) if other else []
    own = words_and_marks(sentence)
    if other is None or len(tokens) != len(own):
        return None
    written = [script_of(_words_of(each, row.l2_lang)) for each in (own, tokens)]
    return {"text": other.text, "tokens": tokens, "scripts": written} if written[0] != written[1] else None


def _words_of(tokens: list[list[str | None]], language: str) -> list[str]:
    return [str(word) for word, spoken in tokens if spoken == language]


def words_and_marks(sentence: Sentence) -> list[list[str | None]]:
    """Each word with its language and each mark without, one at a time also where a slot has several words."""
    return [
        [part, None if is_punctuation(part) else language]
        for words, language in sentence.tokens
        for part in str(words).split()
    ]


def measures(sentence: Sentence) -> dict[str, Any]:
    """The measures as plain JSON: sets and tuples become sorted lists."""
    measured = asdict(cswitch_core.measure(sentence))
    return {name: sorted(value) if isinstance(value, frozenset | tuple) else value for name, value in measured.items()}


def phenomena_of(sentence: Sentence) -> frozenset[str]:
    return frozenset(cswitch_core.measure(sentence).phenomena)


def paper_models() -> tuple[str, ...]:
    return tuple(cswitch_core.PAPER_MODELS)


def phenomena() -> tuple[str, ...]:
    return tuple(sorted(cswitch_core.PHENOMENA))


@lru_cache(TREES_REMEMBERED)
def _tree(content: Content) -> SharedTree:
    return cswitch_core.project(_core_pair(content))


@lru_cache(SETS_REMEMBERED)
def _sentences(content: Content, model_name: str, pair_id: str) -> SentenceSet:
    return cswitch_core.model(model_name).sentences(_tree(content), pair_id=pair_id)


@lru_cache(SETS_REMEMBERED)
def _texts(content: Content, model_name: str, pair_id: str) -> SeenSet:
    return cswitch_core.as_seen(_sentences(content, model_name, pair_id))


@lru_cache(SETS_REMEMBERED)
def _whole_counts(content: Content, model_name: str, pair_id: str) -> WholeCounts:
    return _sentences(content, model_name, pair_id).whole_counts()


@lru_cache(SETS_REMEMBERED)
def _whole_texts(content: Content, model_name: str, pair_id: str) -> SeenSet:
    return _texts(content, model_name, pair_id).whole()


@lru_cache(SETS_REMEMBERED)
def _switch_counts(content: Content, model_name: str, pair_id: str) -> dict[int, int]:
    return _texts(content, model_name, pair_id).counts_by_switches()


# -- Drawings and explanations --------------------------------------------------------------------------


def alignment_drawing(pair: CorePair, unused: Iterable[UnusedLink] = ()) -> str:
    return str(draw_alignment_svg(pair, {each.link for each in unused}))


def parse_drawing(pair: CorePair) -> str:
    """The parse of the first sentence, before projection."""
    return str(draw_parse_svg(pair))


def shared_drawings(row: Pair) -> tuple[str, str]:
    """The tree both sentences share, in the first language's order and in the second's."""
    tree = tree_of(row)
    first, second = (str(draw_svg(tree, language)) for language in cswitch_core.LANGUAGES)
    return first, second


def shape(row: Pair) -> Shape:
    return cswitch_core.shape(tree_of(row))


def explain(row: Pair, text: str, models: Iterable[str]) -> list[Verdict]:
    """For each model whether it generates the typed sentence, and the first rule that forbids it if not."""
    return cswitch_core.explain(tree_of(row), text, list(models))


def paper_pairs() -> tuple[CorePair, ...]:
    """The paper's five pairs, which every copy of CSwitch has."""
    return _paper_pairs()


def table1_rows() -> list[TableRow]:
    """The paper's Table 1 beside ours, with the reason where they differ."""
    return cswitch_core.table1()


# -- Broken constraints and matched pairs ------------------------------------------------------------------------


def theories(names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Those of the models that have constraints, each with their names."""
    found = {}
    for name in names:
        with suppress(NoTheory):
            found[name] = constraints_of(cswitch_core.model(name))
    return {name: constraints for name, constraints in found.items() if constraints}


def constraint_words(name: str) -> str:
    """A constraint, or a text that names some, as people read it: ``functional words``."""
    return name.replace("_", " ")


def broken_sets(row: Pair, sentence: Sentence, models: Iterable[str]) -> dict[str, Family]:
    """All broken sets of what reads as the sentence does, under every model that has constraints."""
    tree = tree_of(row)
    read = [sentence, *cswitch_core.read_sentence(tree, sentence.text, max(1, SLOTS_READ // len(tree.slots)))]
    return {name: _broken_sets(_content(row), name).family(*read) for name in theories(models)}


def matches(row: Pair, theory: str, others: Iterable[str], *, whole: bool, same_others: bool) -> Matches:
    """The matched pairs of a theory; if ``same_others``, members of a match break the same under the other theories."""
    chosen = cswitch_core.model(whole_name(theory) if whole else theory)
    beside = [cswitch_core.model(name) for name in others if name != theory]
    return Matches(chosen, tree_of(row), beside, same_others=same_others)


def built_in_models() -> tuple[str, ...]:
    """CSwitch's own models, without registered ones."""
    return tuple(BUILT_IN)


def monolingual(row: Pair, side: int) -> Sentence:
    """The pair's first (0) or second (1) sentence."""
    return Sentence.monolingual(tree_of(row), cswitch_core.LANGUAGES[side])


@lru_cache(SETS_REMEMBERED)
def _broken_sets(content: Content, model_name: str) -> BrokenSets:
    return BrokenSets(cswitch_core.model(model_name), _tree(content))


def broken_counts(row: Pair, theory: str) -> dict[Family, int]:
    """How many sentences of the theory's universe have which broken sets."""
    return _broken_sets(_content(row), theory).counts()
