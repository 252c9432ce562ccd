"""The one door from the site to the core: which sentences a pair has, by which model, and why.

- `files`: files as people have them, and files of pairs to take away;
- `pairs`: a stored pair as the core's own, and what is unusual about it;
- `proposing`: pairs proposed for plain sentences;
- `models`: the models by name;
- `sets`: the sentences of a pair by each model, packed and remembered;
- `sentence`: one sentence, read, explained, measured;
- `constraints`: what a sentence breaks, and matched pairs;
- `drawings`: a pair as pictures.

Below are the core's types, for the rest of the site, which does not import the core, and what the rooms offer it.
"""

from __future__ import annotations

import cswitch_core
from cswitch_core import Pair as CorePair
from cswitch_core import (
    Problem,
    SeenSet,
    Sentence,
    SentenceSet,
    Shape,
    SharedTree,
    UnusedLink,
    Verdict,
    Wholeness,
    wholeness,
)
from cswitch_core import Row as FileRow
from cswitch_core.broken import Family
from cswitch_core.deadline import OutOfTime, check_time, time_limit
from cswitch_core.matched import Cell, Match, Matches
from cswitch_core.models import OptionError
from cswitch_core.projection.punctuation import is_punctuation, split_marks
from cswitch_core.readers.plain import LongTable
from cswitch_core.scripts import script_of
from cswitch_core.sentences import printed
from cswitch_core.table1 import TableRow
from cswitch_core.torn import TornPhrase
from cswitch_core.trouble import Trouble
from cswitch_core.writing.spacing import is_spaceless
from cswitch_core.writing.stretches import Stretch, direction, direction_of
from evaluation.services.generation.constraints import broken_counts, broken_sets, constraint_words, matches, theories
from evaluation.services.generation.drawings import alignment_drawing, parse_drawing, shared_drawings
from evaluation.services.generation.files import (
    FIELDS_OF_A_FILE,
    TablePreview,
    file_rows,
    holds_plain_text,
    is_language_code,
    language_called,
    long_table,
    pair_file,
    plain_row_count,
    table_preview,
    words_of,
)
from evaluation.services.generation.models import (
    built_in_models,
    checked_models,
    known_models,
    model_names,
    model_signature,
    paper_models,
    phenomena,
    table1_rows,
    whole_signature,
)
from evaluation.services.generation.pairs import (
    carried_words,
    core_pair,
    digest,
    leaves,
    pair_from_json,
    paper_pairs,
    stored_columns,
    torn_phrases,
    unused_links,
    with_alignment,
    with_links_and_tree,
    with_possible_links,
)
from evaluation.services.generation.proposing import (
    chance_of_change,
    learnt_from,
    proposed_pair,
    proposed_rows,
    trouble_of,
    word_list,
)
from evaluation.services.generation.sentence import (
    approximate_reading,
    describe,
    explain,
    in_other_script,
    is_nearly_of,
    measures,
    phenomena_of,
    reading,
    stretches,
    unlinked_content,
    wholeness_of_text,
)
from evaluation.services.generation.sets import (
    SetCounts,
    memberships,
    mixed_count,
    models_of_text,
    monolingual,
    regions,
    sentences,
    set_counts,
    shape,
    switch_counts,
    texts,
    tree_of,
)

__all__ = ["CORE_VERSION"]
__all__ += ["Cell", "CorePair", "Family", "FileRow", "LongTable", "Match", "Matches", "OptionError", "OutOfTime"]
__all__ += ["Problem", "SeenSet", "Sentence", "SentenceSet", "Shape", "SharedTree", "Stretch", "TableRow"]
__all__ += ["TornPhrase", "Trouble", "UnusedLink", "Verdict", "Wholeness", "check_time", "direction", "direction_of"]
__all__ += ["is_punctuation", "is_spaceless", "printed", "script_of", "split_marks", "time_limit", "wholeness"]
__all__ += ["broken_counts", "broken_sets", "constraint_words", "matches", "theories"]
__all__ += ["alignment_drawing", "parse_drawing", "shared_drawings"]
__all__ += ["FIELDS_OF_A_FILE", "TablePreview", "file_rows", "holds_plain_text", "is_language_code"]
__all__ += ["language_called", "long_table", "pair_file", "plain_row_count", "table_preview", "words_of"]
__all__ += ["built_in_models", "checked_models", "known_models", "model_names", "model_signature", "paper_models"]
__all__ += ["phenomena", "table1_rows", "whole_signature"]
__all__ += ["carried_words", "core_pair", "digest", "leaves", "pair_from_json", "paper_pairs", "stored_columns"]
__all__ += ["torn_phrases", "unused_links", "with_alignment", "with_links_and_tree", "with_possible_links"]
__all__ += ["chance_of_change", "learnt_from", "proposed_pair", "proposed_rows", "trouble_of", "word_list"]
__all__ += ["approximate_reading", "describe", "explain", "in_other_script", "is_nearly_of", "measures"]
__all__ += ["phenomena_of", "reading", "stretches", "unlinked_content", "wholeness_of_text"]
__all__ += ["SetCounts", "memberships", "mixed_count", "models_of_text", "monolingual", "regions"]
__all__ += ["sentences", "set_counts", "shape", "switch_counts", "texts", "tree_of"]

CORE_VERSION = cswitch_core.__version__
