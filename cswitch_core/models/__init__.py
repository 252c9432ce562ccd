"""The models, and in which file each of their rules is: the paper's five, and two theories more.

======================= ==============================================================================================
``matrix.py``           ML0, ML1, ML2: what may switch. Not a verb phrase or a clause, not a functional word alone, not
                        a phrase without a content word, in ML0 nothing inside what is switched
``equivalence.py``      EC0, EC1: where the language may change. Positions, junctions, agreement
``functional_heads.py`` FHC: a functional head and its complement are of one language
``adjectives.py``       AN: the adjective's language decides the order of adjective and noun
``weighted.py``         a theory whose constraints may be broken at a cost; ``weights_file.py`` reads the costs
``one_order.py``        what FHC and AN share
``categories.toml``     the lists that these rules go by: content words, phrases that do not switch, functional
                        heads; ``categories.py`` reads it, and files of one's own that replace its lists
``ec0.py`` …            one short file for each model: its rules, their wording, its options
``base.py``             what a model is; ``registry.py`` finds models by name
======================= ==============================================================================================

The one rule of both of the paper's theories, that neighbouring words of one language follow each other directly in
that language's sentence (``fragments``), is ``fits`` in ``cswitch_core/grammar.py``.
"""

from cswitch_core.models.an import AN
from cswitch_core.models.base import Constraint, FunctionModel, Imported, Model, ModelError, OptionError, RuleModel
from cswitch_core.models.ec0 import EC0
from cswitch_core.models.ec1 import EC1
from cswitch_core.models.fhc import FHC
from cswitch_core.models.ml0 import ML0
from cswitch_core.models.ml1 import ML1
from cswitch_core.models.ml2 import ML2
from cswitch_core.models.weighted import Weighted

__all__ = [
    "AN",
    "EC0",
    "EC1",
    "FHC",
    "ML0",
    "ML1",
    "ML2",
    "Constraint",
    "FunctionModel",
    "Imported",
    "Model",
    "ModelError",
    "OptionError",
    "RuleModel",
    "Weighted",
]
