"""CSwitch's core: which code-switched sentences exist for a pair, by which theory.

Its modules follow the data: trees, alignment, projection, models, packed sets, sentences. NLTK, which is slow to
load, is imported by the few functions that hand out its trees.
"""

from cswitch_core.comparison import Comparison, compare
from cswitch_core.drawing import (
    draw_alignment_svg,
    draw_parse_svg,
    draw_sentence_svg,
    draw_sentence_text,
    draw_svg,
    draw_text,
    sentence_tree,
)
from cswitch_core.explain import Verdict, explain
from cswitch_core.measures import Measures, measure
from cswitch_core.models import FunctionModel, Imported, Model, ModelError, OptionError, RuleModel
from cswitch_core.models.categories import CategoryError, CategoryLists
from cswitch_core.models.registry import PAPER_MODELS, UnknownModel, model, model_names, models, register
from cswitch_core.paired_rules import PairedRule, paired_rules
from cswitch_core.pairs import Pair, PairError, Problem, Row
from cswitch_core.phenomena import PHENOMENA
from cswitch_core.projection import project
from cswitch_core.readers import pair_from_json, read_pairs, read_rows
from cswitch_core.sentences import Sentence, SentenceKeyError
from cswitch_core.sets import SentenceSet
from cswitch_core.shape import Shape, shape
from cswitch_core.shared_tree import L1, L2, LANGUAGES, Language, Node, SharedTree, Slot, other
from cswitch_core.table1 import table1
from cswitch_core.typed_text import read_sentence
from cswitch_core.version import __version__

__all__ = [
    "L1",
    "L2",
    "LANGUAGES",
    "PAPER_MODELS",
    "PHENOMENA",
    "CategoryError",
    "CategoryLists",
    "Comparison",
    "FunctionModel",
    "Imported",
    "Language",
    "Measures",
    "Model",
    "ModelError",
    "Node",
    "OptionError",
    "Pair",
    "PairError",
    "PairedRule",
    "Problem",
    "Row",
    "RuleModel",
    "Sentence",
    "SentenceKeyError",
    "SentenceSet",
    "Shape",
    "SharedTree",
    "Slot",
    "UnknownModel",
    "Verdict",
    "__version__",
    "compare",
    "draw_alignment_svg",
    "draw_parse_svg",
    "draw_sentence_svg",
    "draw_sentence_text",
    "draw_svg",
    "draw_text",
    "explain",
    "measure",
    "model",
    "model_names",
    "models",
    "other",
    "pair_from_json",
    "paired_rules",
    "project",
    "read_pairs",
    "read_rows",
    "read_sentence",
    "register",
    "sentence_tree",
    "shape",
    "table1",
]
