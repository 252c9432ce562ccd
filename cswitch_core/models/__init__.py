"""The five models, one short file each, over the two theories' shared parts."""

from cswitch_core.models.base import Constraint, FunctionModel, Imported, Model, ModelError, OptionError, RuleModel
from cswitch_core.models.ec0 import EC0
from cswitch_core.models.ec1 import EC1
from cswitch_core.models.ml0 import ML0
from cswitch_core.models.ml1 import ML1
from cswitch_core.models.ml2 import ML2

__all__ = [
    "EC0",
    "EC1",
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
]
