"""CSwitch's core: which code-switched sentences exist for a pair of sentences, by which theory.

Its rooms follow the data: ``readers`` read files of pairs, ``projection`` gives both sentences of a pair one tree,
``models`` say by their rules which mixed sentences exist, ``sets`` hold those packed; ``measures``, ``explain``,
``comparison`` and ``drawing`` say what there is to say about them, and ``cli`` and ``corpus`` are ways to ask. What is
imported here is for programs of your own:

>>> from pathlib import Path
>>> pair = next(read_pairs(Path(__file__).parent / "data" / "paper_pairs.jsonl"))
>>> tree = project(pair)
>>> ec0, ml0 = (model(name).sentences(tree) for name in ("EC0", "ML0"))
>>> ec0.count, (ec0 & ml0).count
(22, 12)
>>> sentence = ec0.kth(13)
>>> sentence.text, ec0.index(sentence), sentence in ml0
('Shanivar neeras hai from that perspective', 13, True)
>>> Sentence.from_key(tree, sentence.key) == sentence
True
>>> measure(sentence).switch_points, explain(tree, sentence.text, ["ML2"])[0].generated
(1, True)

``paired_rules`` gives the rules of a tree, ``sentence_tree`` the tree of a sentence as NLTK has it. NLTK is slow to
load, so it is imported only there.
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
from cswitch_core.seen import SeenSet, as_seen
from cswitch_core.sentences import Sentence, SentenceKeyError
from cswitch_core.sets import SentenceSet
from cswitch_core.shape import Shape, shape
from cswitch_core.shared_tree import L1, L2, LANGUAGES, Language, Node, SharedTree, Slot, other
from cswitch_core.table1 import table1
from cswitch_core.typed_text import read_sentence
from cswitch_core.unpaired import UnlinkedContent, WholeCounts, Wholeness, unlinked_content, wholeness
from cswitch_core.unused_links import UnusedLink, unused_links
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
    "SeenSet",
    "Sentence",
    "SentenceKeyError",
    "SentenceSet",
    "Shape",
    "SharedTree",
    "Slot",
    "UnknownModel",
    "UnlinkedContent",
    "UnusedLink",
    "Verdict",
    "WholeCounts",
    "Wholeness",
    "__version__",
    "as_seen",
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
    "unlinked_content",
    "unused_links",
    "wholeness",
]
