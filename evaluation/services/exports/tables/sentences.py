"""The table `sentences`, one row per sentence: what it is made of, which models generate it, what judges said about it.

``columns`` names and explains every column. They are filled by ``described`` (the sentence and its measures), ``drawn``
(``condition`` to ``control``, ``models`` among them), ``left_out``, and ``summary_cells`` once for each criterion, from
the same tables as the results pages (`services/results/tables.py`).
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any

from evaluation.models import Control, Criterion, Item, ItemKind
from evaluation.services.exports.cells import Cells, rounded
from evaluation.services.exports.columns import Column, flag, number, signature_column, text, whole
from evaluation.services.exports.signatures import item_signature
from evaluation.services.exports.study_data import StudyData
from evaluation.services.exports.table import Row, Table
from evaluation.services.results.rated_items import item_facts
from evaluation.services.results.tables import Tables
from evaluation.services.studies.sampling.matched import Role
from evaluation.statistics.summary import Summary


def columns(data: StudyData) -> Sequence[Column]:
    return [
        whole("sentence", "The sentence's number", required=True),
        text(
            "kind",
            "A rated sentence, practice, an attention check, a control, or a sentence shown only in couples",
            required=True,
            enum=ItemKind.values,
        ),
        text("pair", "The id of the pair of sentences it was made from"),
        whole("pair_version", "Which version of the pair", minimum=1),
        text("text", "The sentence", required=True),
        text("tokens", "Its words with their languages, as JSON; punctuation has none", required=True),
        text("languages", "The languages in it, separated by semicolons"),
        text("script", "The scripts in it, separated by semicolons"),
        text("text_other_script", "The sentence with its second language's words in the other script, if there is one"),
        whole("length", "Number of words, without punctuation", required=True, minimum=0),
        *measure_columns(),
        text(
            "condition",
            "What it was drawn for: a model, a region of two models' sets, a constraint broken or kept, control, or a "
            "source",
        ),
        text("source", "Where an imported sentence came from"),
        text("models", "Every chosen model that generates it, separated by semicolons"),
        number("probability", "How likely it was to be drawn; empty where no chance was involved", maximum=1),
        text("cell", "Exactly which models generate it, or what it was chosen as if it was not drawn by chance"),
        whole("seed", "The study's seed, from which it was drawn", required=True),
        *constraint_columns(),
        flag("excluded", "Whether the selection leaves this sentence out of every number"),
        text("exclusion_reason", "Why it is left out"),
        *(column for criterion in data.criteria for column in summary_columns(criterion)),
        text(
            "model_signature",
            "Model, options, category lists and core version: of the draw, else of the models that generate it",
        ),
        signature_column(),
    ]


def measure_columns() -> list[Column]:
    return [
        text("matrix_language", "The matrix language, where one exists"),
        whole("switch_points", "How often the language changes", minimum=0),
        number("cmi", "Code-mixing index (Das and Gambäck 2014)", minimum=0, maximum=100),
        number("m_index", "Multilingual index (Barnett et al. 2000)", minimum=0, maximum=1),
        number("i_index", "Probability of switching (Guzmán et al. 2017)", minimum=0, maximum=1),
        text("switched_categories", "Categories of the constituents that are switched, separated by semicolons"),
        text("phenomena", "Phenomena in it, separated by semicolons"),
        whole(
            "missing_words", "Words without a counterpart that are missing beside the word they belong to", minimum=0
        ),
        whole("doubled_words", "Such words that are there without it, or said in both languages", minimum=0),
        flag("whole", "Whether it misses and doubles no word; empty where that is not known", required=False),
    ]


def constraint_columns() -> list[Column]:
    return [
        text(
            "broken",
            "As JSON, all broken sets of constraints under each theory of the study: [[]] is clean, [] outside the "
            "theory's universe, several sets are ambiguous; {} where that is not known",
            required=True,
        ),
        whole("match", "The number of the matched pair that it is one of", minimum=1),
        text("match_role", "Whether it breaks the constraint or is the clean partner", enum=Role.values),
        text("match_theory", "The theory whose constraint the match is about"),
        text("match_constraint", "The constraint that one of the two breaks"),
        whole("match_distance", "In how many slots the two differ", minimum=1),
        whole("match_places", "In how many places the constraint is broken; empty if that is not known", minimum=1),
        text(
            "control",
            "A control whose answer is known: a surely fine or surely bad switch, or a sentence in one language",
            enum=Control.values,
        ),
    ]


def summary_columns(criterion: Criterion) -> list[Column]:
    key, scale = criterion.key, {"minimum": criterion.low, "maximum": criterion.high}
    return [
        whole(f"{key}_n", f"{criterion}: how many ratings count", required=True, minimum=0),
        whole(f"{key}_min", f"{criterion}: the lowest", **scale),
        whole(f"{key}_max", f"{criterion}: the highest", **scale),
        number(f"{key}_mean", f"{criterion}: the mean", **scale),
        number(f"{key}_sd", f"{criterion}: the standard deviation (n - 1)", minimum=0),
        number(f"{key}_q1", f"{criterion}: the first quartile", **scale),
        number(f"{key}_median", f"{criterion}: the median", **scale),
        number(f"{key}_q3", f"{criterion}: the third quartile", **scale),
        *(
            whole(f"{key}_count_{point}", f"{criterion}: how many gave {point}", required=True, minimum=0)
            for point in criterion.points
        ),
    ]


def rows(data: StudyData, cells: Cells) -> Iterator[Row]:
    counts = Tables(data.study, data.selection).by_item
    own_cells = {fact.pk: fact.cell for fact in item_facts(data.study)}
    found = Item.objects.sentences().filter(study=data.study).with_pair_names().order_by("number")
    for item in found.iterator(chunk_size=500):
        yield (
            *described(item, cells),
            *drawn(item, data, cells, own_cells[item.pk]),
            *left_out(data.exclusions.items.get(item.pk, ""), cells),
            *(
                cell
                for criterion in data.criteria
                for cell in summary_cells(counts[criterion.key].summary(item.pk), criterion)
            ),
            cells.text(item_signature(item.signature, item.memberships)),
            data.signature,
        )


def described(item: Item, cells: Cells) -> Row:
    words = [(word, language) for word, language in item.tokens if language]
    return (
        item.number,
        item.kind,
        cells.text(item.pair.external_id) if item.pair else "",
        item.pair.version if item.pair else None,
        cells.text(item.text),
        json.dumps(item.tokens, ensure_ascii=False, separators=(",", ":")),
        ";".join(sorted({language for _, language in words})),
        ";".join(scripts(item.text)),
        cells.text(item.other_script["text"]) if item.other_script else "",
        len(words),
        *measured(item.measures, cells),
    )


def measured(measures: dict[str, Any], cells: Cells) -> Row:
    return (
        cells.text(str(measures.get("matrix_language") or "")),
        measures.get("switch_points"),
        rounded(measures.get("cmi")),
        rounded(measures.get("m_index")),
        rounded(measures.get("i_index")),
        cells.text(";".join(measures.get("switched_categories") or ())),
        cells.text(";".join(measures.get("phenomena") or ())),
        *wholeness(measures, cells),
    )


def wholeness(measures: dict[str, Any], cells: Cells) -> Row:
    """Nothing for a sentence that is not in the words of its pair."""
    if "missing" not in measures:
        return None, None, None
    missing, doubled = len(measures["missing"]), len(measures["doubled"])
    return missing, doubled, cells.flags[not missing and not doubled]


def drawn(item: Item, data: StudyData, cells: Cells, cell: str) -> Row:
    return (
        cells.text(item.condition),
        cells.text(item.source),
        cells.text(";".join(item.memberships)),
        item.probability,
        cells.text(cell),
        data.study.seed,
        *constrained(item, cells),
    )


def constrained(item: Item, cells: Cells) -> Row:
    match = item.match or {}
    return (
        json.dumps(item.broken, ensure_ascii=False, separators=(",", ":"), sort_keys=True),
        match.get("number"),
        match.get("role", ""),
        cells.text(match.get("theory", "")),
        match.get("constraint", ""),
        match.get("distance"),
        match.get("places"),
        item.control,
    )


def left_out(reason: str, cells: Cells) -> Row:
    return cells.flags[bool(reason)], cells.text(reason)


def summary_cells(summary: Summary, criterion: Criterion) -> Row:
    return (*short_summary(summary), *summary.distribution(criterion.points))


def short_summary(summary: Summary) -> Row:
    figures = (summary.mean, summary.sigma, *summary.quartiles)
    return (summary.n, summary.min, summary.max, *(rounded(figure.value) for figure in figures))


def scripts(sentence: str) -> list[str]:
    """The scripts of its letters, by Unicode's names for them.

    >>> scripts("Saturday नीरस है.")
    ['Devanagari', 'Latin']
    """
    letters = {unicodedata.name(letter, "").partition(" ")[0] for letter in set(sentence) if letter.isalpha()}
    return sorted(name.title() for name in letters if name)


TABLE = Table("sentences", "One row per sentence", columns, rows, key=("sentence",))
